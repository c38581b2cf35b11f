"""Error pages, the reasons for database errors, and the messages of failed commands."""

import errno
import logging
import sqlite3
import sys
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured, RequestDataTooBig
from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from .database import SQLITE
from .terminal import gettext, gettext_noop

logger = logging.getLogger(__name__)

TEMPLATE = "errors.html"
LONGEST_IN_SECONDS = 120
"""Longer waits are given in minutes."""
Text = str | Promise
EXPECTED_ERRORS = (DatabaseError, InterfaceError, ImproperlyConfigured, OSError)
"""Errors of the machine or its configuration rather than of the program."""


class Trouble(Enum):
    """Why the database cannot be used; it is never the client's fault."""

    BUSY = "busy"
    FULL = "full"
    READ_ONLY = "read only"
    DAMAGED = "damaged"
    AWAY = "away"


# By extended result code, else by primary code, its lowest byte (https://sqlite.org/rescode.html).
_SQLITE = {
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
    sqlite3.SQLITE_PROTOCOL: Trouble.BUSY,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_IOERR_SHMSIZE: Trouble.FULL,  # the shared-memory file cannot grow
    sqlite3.SQLITE_IOERR: Trouble.DAMAGED,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_CANTOPEN: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
}

# By the start of PostgreSQL's SQLSTATE, the longest first (appendix A of its manual).
_SQLSTATE = {
    "53100": Trouble.FULL,
    "53": Trouble.BUSY,  # too many connections, no memory
    "25006": Trouble.READ_ONLY,
    "40001": Trouble.BUSY,
    "40P01": Trouble.BUSY,
    "55P03": Trouble.BUSY,
    "57014": Trouble.BUSY,  # statement timeout
    "57P": Trouble.AWAY,  # shutting down or starting
    "08": Trouble.AWAY,
    "58": Trouble.DAMAGED,
    "XX": Trouble.DAMAGED,
}


def trouble_of(problem: BaseException | None) -> Trouble | None:
    """Return why the database cannot be used; None for any other exception."""
    if not isinstance(problem, DatabaseError | InterfaceError):
        return None
    for each in exception_chain(problem):
        code, state = getattr(each, "sqlite_errorcode", None), getattr(each, "sqlstate", None)
        if isinstance(code, int):
            return _SQLITE.get(code) or _SQLITE.get(code & 0xFF)
        if isinstance(state, str):
            return next((item for start, item in _SQLSTATE.items() if state.startswith(start)), None)
    return Trouble.AWAY if isinstance(problem, OperationalError | InterfaceError) else None


def exception_chain(problem: BaseException) -> Iterator[BaseException]:
    yield problem
    if problem.__cause__ is not None:
        yield from exception_chain(problem.__cause__)


# --- Texts


class TroubleTexts(NamedTuple):
    title: Text
    message: Text
    retry_after: int  # seconds
    in_terminal: str


TROUBLES = {
    Trouble.BUSY: TroubleTexts(
        _("Too much at once"),
        _(
            "The database is busy, so nothing was saved just now. Everything saved before is safe. "
            "Please try again in a moment."
        ),
        5,
        gettext_noop("The database %(database)s is busy (%(reason)s). Try again in a moment."),
    ),
    Trouble.FULL: TroubleTexts(
        _("The disk is full"),
        _(
            "The disk of the computer that keeps the score is full, so nothing was saved just now. "
            "Everything saved before is safe. Free some space there, then try again."
        ),
        30,
        gettext_noop("There is no room for the database %(database)s (%(reason)s). Free some space."),
    ),
    Trouble.READ_ONLY: TroubleTexts(
        _("Nothing can be saved"),
        _(
            "The computer that keeps the score can read its database, but not write to it. "
            "Everything saved before is safe. Make its data folder writable, then try again."
        ),
        30,
        gettext_noop("The database %(database)s cannot be written to (%(reason)s). Make it writable."),
    ),
    Trouble.DAMAGED: TroubleTexts(
        _("The database cannot be used"),
        _(
            "The computer that keeps the score cannot read or write its database; see its terminal for the "
            "reason. Try again once that is fixed."
        ),
        30,
        gettext_noop(
            "%(database)s cannot be used as the database (%(reason)s). "
            "Move it away, and put the last backup in its place."
        ),
    ),
    Trouble.AWAY: TroubleTexts(
        _("The database does not answer"),
        _(
            "The server is running but cannot reach its database right now. Everything saved before is safe. "
            "Please try again in a moment."
        ),
        10,
        gettext_noop("The database %(database)s cannot be reached: %(reason)s"),
    ),
}
OTHER_TROUBLE = gettext_noop("The database %(database)s is not ready: %(reason)s")


# --- In a page


def error_page(
    request: HttpRequest, status: int, title: Text, message: Text, **values: object
) -> HttpResponse:
    """Return an error page in the reader's language.

    It never fails: if the template cannot be rendered, for instance without a database, it is plain text.
    """
    with translation.override(translation.get_language_from_request(request)):
        text = str(message) % values if values else str(message)
        context = {"status": status, "title": str(title), "message": text}
        try:
            return HttpResponse(render_to_string(TEMPLATE, context, request), status=status)
        except Exception:
            logger.exception("The page for an error could not be made.")
    plain = f"{context['title']}\n\n{text}\n"
    return HttpResponse(plain, status=status, content_type="text/plain; charset=utf-8")


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer 400, or 413 if the request was too large."""
    if isinstance(exception, RequestDataTooBig):
        return too_large(request)
    return error_page(
        request,
        400,
        _("This could not be read"),
        _("This page could not understand what was sent. Go back and try again."),
    )


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return error_page(request, 403, _("Not allowed"), _("This phone can watch, but not do this."))


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer 404; it does not say whether the address was ever valid."""
    return error_page(
        request,
        404,
        _("Nothing here"),
        _("The link is not complete, or it no longer works. Ask for a new one at the table."),
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 500, or 503 if the database cannot be used; details are only in the log."""
    trouble = trouble_of(sys.exception())
    if trouble:
        return unavailable(request, trouble)
    return error_page(
        request,
        500,
        _("Something went wrong here"),
        _("What was saved before is safe. Go back and try once more."),
    )


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return error_page(
        request,
        403,
        _("This form can no longer be sent"),
        _("Open the page again and send it from there. Cookies must be allowed for this site."),
    )


def too_large(request: HttpRequest, most: int = 1024**2) -> HttpResponse:
    """Answer 413; ``most`` is the limit in bytes."""
    message = _("What was sent is larger than %(megabytes)d MB.")
    return error_page(request, 413, _("That is too much"), message, megabytes=most // 1024**2)


def too_many(request: HttpRequest, seconds: int) -> HttpResponse:
    return with_retry_after(error_page(request, 429, _("Too many tries"), wait_words(seconds)), seconds)


def with_retry_after(response: HttpResponse, seconds: int) -> HttpResponse:
    response["Retry-After"] = str(seconds)
    return response


def wait_words(seconds: int) -> Text:
    if seconds > LONGEST_IN_SECONDS:
        return _("Please wait %(minutes)d minutes and try again.") % {"minutes": -(-seconds // 60)}
    words = ngettext_lazy(
        "Please wait %(seconds)d second and try again.",
        "Please wait %(seconds)d seconds and try again.",
        seconds,
    )
    return words % {"seconds": seconds}


def unavailable(request: HttpRequest, trouble: Trouble) -> HttpResponse:
    texts = TROUBLES[trouble]
    return with_retry_after(error_page(request, 503, texts.title, texts.message), texts.retry_after)


# --- In the terminal


def terminal_message(problem: BaseException) -> str:
    """Return a line for the terminal, in its language: why a command failed, and what to do."""
    if isinstance(problem, ImproperlyConfigured):
        return gettext("The configuration does not work: %(reason)s") % {"reason": first_line(problem)}
    if isinstance(problem, OSError):
        file = {"path": problem.filename or settings.DATA_DIR, "reason": problem.strerror or problem}
        if problem.errno in (errno.ENOSPC, errno.EDQUOT):
            return gettext("There is no room in %(path)s (%(reason)s). Free some space.") % file
        return gettext("%(path)s cannot be used: %(reason)s") % file
    chosen = settings.DATABASES["default"]
    name = str(chosen["NAME"])
    if chosen["ENGINE"] != SQLITE:  # the address, without the password
        name += f" ({':'.join(str(chosen[key]) for key in ('HOST', 'PORT') if chosen.get(key))})"
    trouble = trouble_of(problem)
    text = TROUBLES[trouble].in_terminal if trouble else OTHER_TROUBLE
    return gettext(text) % {"database": name, "reason": first_line(problem)}


def first_line(problem: BaseException) -> str:
    return next(iter(str(problem).splitlines()), "") or type(problem).__name__
