"""Logging that keeps links secret: who knows a link may come in, so no path is ever written down."""

import logging

from .trouble import trouble_of


class HidePath(logging.Filter):
    """Replace the message of a record about a request by its status, its method and the view's name.

    Trouble with the database is told in a line, since no traceback says more about a full disk.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        request: object = getattr(record, "request", None)
        if request is not None:
            match = getattr(request, "resolver_match", None)
            record.msg = "%s %s %s"
            record.args = (
                getattr(record, "status_code", "-"),
                getattr(request, "method", "-"),
                getattr(match, "view_name", None) or "-",
            )
        problem = record.exc_info[1] if record.exc_info else None
        if trouble_of(problem):
            record.msg = f"{record.getMessage()}: {problem}"
            record.args = record.exc_info = None
        return True


LOGGING: dict[str, object] = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"hide_path": {"()": "scorekeeper.server.logs.HidePath"}},
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "filters": ["hide_path"], "formatter": "line"},
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        # Django's own handlers would print twice; links that do not exist are nothing to report.
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.request": {"level": "ERROR"},
        # It warns of every request that is none: a stranger could fill the disk with that.
        "uvicorn.error": {"level": "ERROR"},
        # It tells of each connection that it could not make anew; what comes of that is told by the pages.
        "psycopg.pool": {"level": "ERROR"},
    },
}
