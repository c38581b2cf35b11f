"""Logging that keeps links secret: who knows a link may come in, so no path is ever written down.

As JSON it says even less: the words of an exception are left out, which may hold what was typed.
"""

import json
import logging
import traceback
from datetime import UTC, datetime
from pathlib import Path

from .errors import causes, trouble_of

REQUESTS = "scorekeeper.requests"
"""The name under which answers are logged, where that is asked for."""
TOO_LARGE = ("RequestDataTooBig", "TooManyFieldsSent", "TooManyFilesSent")
"""Exceptions by which Django refuses to read a form."""
HOUSE = f"{Path(__file__).resolve().parents[2].as_posix()}/"
FRAMES = 12
"""So many places of a traceback are logged, the innermost."""


class HidePath(logging.Filter):
    """Replace the message of a record about a request by its status, its method and the view's name.

    Trouble with the database is logged in a line, since no traceback says more about a full disk.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        facts = _request(record)
        if facts:
            record.msg = "%s %s %s"
            record.args = (facts.get("status", "-"), facts["method"], facts["view"])
        problem = record.exc_info[1] if record.exc_info else None
        if trouble_of(problem):
            record.msg = f"{record.getMessage()}: {problem}"
            record.args = record.exc_info = None
        return True


class JsonLines(logging.Formatter):
    """One object a line, in which every field is one that is written here."""

    def format(self, record: logging.LogRecord) -> str:
        facts: dict[str, object] = getattr(record, "facts", None) or _request(record)
        moment = datetime.fromtimestamp(record.created, UTC)
        fields = {
            "time": moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname,
            "logger": record.name,
            "message": "{} {method} {view}".format(facts.get("status", "-"), **facts)
            if facts
            else _words(record),
        }
        return json.dumps(fields | facts | _problem(record), ensure_ascii=False)


def _request(record: logging.LogRecord) -> dict[str, object]:
    """What may be logged of the request that a record is about; nothing where it is about none."""
    request: object = getattr(record, "request", None)
    if request is None:
        return {}
    match, meta = getattr(request, "resolver_match", None), getattr(request, "META", {})
    facts = {
        "status": getattr(record, "status_code", None),
        "method": getattr(request, "method", "-"),
        "view": getattr(match, "view_name", None) or "-",
        "request": meta.get("HTTP_X_REQUEST_ID"),  # ours: the server numbers requests where it writes JSON
    }
    return {name: value for name, value in facts.items() if value is not None}


def _words(record: logging.LogRecord) -> str:
    """The words of a record: of ours with what was filled in, of others' as they stand in the program."""
    if not record.name.startswith("scorekeeper.") or not isinstance(record.args, tuple):
        return (str(record.msg).splitlines() or [""])[0]
    filled = tuple(type(each).__name__ if isinstance(each, BaseException) else each for each in record.args)
    return str(record.msg) % filled if filled else str(record.msg)


def _problem(record: logging.LogRecord) -> dict[str, object]:
    """What went wrong: the names of the exceptions, and where; never their words."""
    problem = record.exc_info[1] if record.exc_info else None
    if problem is None:
        return {}
    fields: dict[str, object] = {"error": " from ".join(type(each).__name__ for each in causes(problem))}
    if trouble := trouble_of(problem):
        return fields | {"trouble": trouble.value}
    at = []
    for frame in traceback.extract_tb(problem.__traceback__)[-FRAMES:]:
        # A file of ours by its path within the project, one of others by its package.
        file = Path(frame.filename).as_posix().rpartition("site-packages/")[2].removeprefix(HOUSE)
        at.append(f"{file}:{frame.lineno} {frame.name}")
    return fields | {"at": at}


def logging_as(form: str) -> dict[str, object]:
    plain: dict[str, object] = {"filters": ["hide_path"]} if form == "line" else {}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"hide_path": {"()": "scorekeeper.server.logs.HidePath"}},
        "formatters": {
            "line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
            "json": {"()": "scorekeeper.server.logs.JsonLines"},
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": form} | plain},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            # Django's own handlers would print twice; links that do not exist are nothing to report.
            "django": {"handlers": [], "level": "WARNING", "propagate": True},
            "django.request": {"level": "ERROR"},
            # What is too large is answered in words, and anybody can send it: 120 tracebacks a minute.
            **{f"django.security.{name}": {"level": "CRITICAL"} for name in TOO_LARGE},
            # It warns of every request that is none: a stranger could fill the disk with that.
            "uvicorn.error": {"level": "ERROR"},
            REQUESTS: {"level": "INFO"},
        },
    }
