"""Logging without secrets: paths are never logged, since anybody who knows a link may use it.

JSON logs do not contain the messages of exceptions either, which may quote user input.
"""

import json
import logging
import traceback
from datetime import UTC, datetime
from pathlib import Path

from .errors import exception_chain, trouble_of

REQUESTS = "scorekeeper.requests"
"""The logger of requests."""
TOO_LARGE_ERRORS = ("RequestDataTooBig", "TooManyFieldsSent", "TooManyFilesSent")
"""Exceptions of Django for requests that are too large."""
PROJECT = f"{Path(__file__).resolve().parents[2].as_posix()}/"
MOST_FRAMES = 12
"""How many frames of a traceback are logged, the innermost ones."""


class HidePath(logging.Filter):
    """Replace the message of a record about a request by status, method and view name.

    Database errors are logged in one line: a traceback says nothing about a full disk.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        facts = _request_fields(record)
        if facts:
            record.msg = "%s %s %s"
            record.args = (facts.get("status", "-"), facts["method"], facts["view"])
        problem = record.exc_info[1] if record.exc_info else None
        if trouble_of(problem):
            record.msg = f"{record.getMessage()}: {problem}"
            record.args = record.exc_info = None
        return True


class JsonLines(logging.Formatter):
    """One object per line, with only the fields that are chosen here."""

    def format(self, record: logging.LogRecord) -> str:
        facts: dict[str, object] = getattr(record, "facts", None) or _request_fields(record)
        moment = datetime.fromtimestamp(record.created, UTC)
        fields = {
            "time": moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname,
            "logger": record.name,
            "message": "{} {method} {view}".format(facts.get("status", "-"), **facts)
            if facts
            else _message(record),
        }
        return json.dumps(fields | facts | _exception_fields(record), ensure_ascii=False)


def _request_fields(record: logging.LogRecord) -> dict[str, object]:
    """Return what may be logged of the record's request, if it has one."""
    request: object = getattr(record, "request", None)
    if request is None:
        return {}
    match, meta = getattr(request, "resolver_match", None), getattr(request, "META", {})
    facts = {
        "status": getattr(record, "status_code", None),
        "method": getattr(request, "method", "-"),
        "view": getattr(match, "view_name", None) or "-",
        "request": meta.get("HTTP_X_REQUEST_ID"),  # set by RequestLog
    }
    return {name: value for name, value in facts.items() if value is not None}


def _message(record: logging.LogRecord) -> str:
    """Return the message of a record: ours with its arguments, that of a library without."""
    if not record.name.startswith("scorekeeper.") or not isinstance(record.args, tuple):
        return (str(record.msg).splitlines() or [""])[0]
    filled = tuple(type(each).__name__ if isinstance(each, BaseException) else each for each in record.args)
    return str(record.msg) % filled if filled else str(record.msg)


def _exception_fields(record: logging.LogRecord) -> dict[str, object]:
    """Return the types of the exceptions and where they were raised, without their messages."""
    problem = record.exc_info[1] if record.exc_info else None
    if problem is None:
        return {}
    fields: dict[str, object] = {
        "error": " from ".join(type(each).__name__ for each in exception_chain(problem))
    }
    if trouble := trouble_of(problem):
        return fields | {"trouble": trouble.value}
    at = []
    for frame in traceback.extract_tb(problem.__traceback__)[-MOST_FRAMES:]:
        # Paths are relative to the project, or to site-packages.
        file = Path(frame.filename).as_posix().rpartition("site-packages/")[2].removeprefix(PROJECT)
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
            # Without Django's own handlers, which would log twice, and without its warnings of each 404.
            "django": {"handlers": [], "level": "WARNING", "propagate": True},
            "django.request": {"level": "ERROR"},
            # Anybody can send requests that are too large: 120 tracebacks a minute.
            **{f"django.security.{name}": {"level": "CRITICAL"} for name in TOO_LARGE_ERRORS},
            # It warns of every invalid request, with which anybody could fill the disk.
            "uvicorn.error": {"level": "ERROR"},
            REQUESTS: {"level": "INFO"},
        },
    }
