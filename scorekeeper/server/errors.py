"""Pages for what went wrong: one template, and plain text when even that cannot be shown."""

import logging
import sys

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from .trouble import Trouble, trouble_of

logger = logging.getLogger(__name__)

TEMPLATE = "errors.html"
LONGEST_IN_SECONDS = 120
"""A longer wait is said in minutes."""
Text = str | Promise

TROUBLES: dict[Trouble, tuple[Text, Text, int]] = {
    Trouble.BUSY: (
        _("Too much at once"),
        _(
            "The database is busy, so nothing was saved just now. Everything saved before is safe. "
            "Please try again in a moment."
        ),
        5,
    ),
    Trouble.FULL: (
        _("The disk is full"),
        _(
            "The disk of the computer that keeps the score is full, so nothing was saved just now. "
            "Everything saved before is safe. Free some space there, then try again."
        ),
        30,
    ),
    Trouble.READ_ONLY: (
        _("Nothing can be saved"),
        _(
            "The computer that keeps the score can read its database, but not write to it. "
            "Everything saved before is safe. Make its data folder writable, then try again."
        ),
        30,
    ),
    Trouble.DAMAGED: (
        _("The database cannot be used"),
        _(
            "The computer that keeps the score cannot read or write its database; see its terminal for the "
            "reason. Try again once that is fixed."
        ),
        30,
    ),
    Trouble.AWAY: (
        _("The database does not answer"),
        _(
            "The server is running but cannot reach its database right now. Everything saved before is safe. "
            "Please try again in a moment."
        ),
        10,
    ),
}
"""What an error page says: a title, what to do, and after how many seconds it is worth trying again."""


def error_page(
    request: HttpRequest, status: int, title: Text, message: Text, **values: object
) -> HttpResponse:
    """Return the page for an error, in the reader's language, with this HTTP status.

    It never fails: without its template, or without the database, it is plain text.
    """
    with translation.override(translation.get_language_from_request(request)):
        words = str(message) % values if values else str(message)
        texts = {"status": status, "title": str(title), "message": words}
        try:
            return HttpResponse(render_to_string(TEMPLATE, texts, request), status=status)
        except Exception:
            logger.exception("The page for an error could not be made.")
    plain = f"{texts['title']}\n\n{texts['message']}\n"
    return HttpResponse(plain, status=status, content_type="text/plain; charset=utf-8")


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer 400, or 413 when the reason was the size of what was sent."""
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
    """Answer 404; it never says whether the address was ever good."""
    return error_page(
        request,
        404,
        _("Nothing here"),
        _("The link is not complete, or it no longer works. Ask for a new one at the table."),
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 500, or 503 where the database cannot be used; what happened is in the log, not on the page."""
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
    """Answer 403 to a form that did not come from one of our own pages."""
    return error_page(
        request,
        403,
        _("This form can no longer be sent"),
        _("Open the page again and send it from there. Cookies must be allowed for this site."),
    )


def too_large(request: HttpRequest, most: int = 1024**2) -> HttpResponse:
    """Answer 413 to more than so many bytes."""
    words = _("What was sent is larger than %(megabytes)d MB.")
    return error_page(request, 413, _("That is too much"), words, megabytes=most // 1024**2)


def too_many(request: HttpRequest, seconds: int) -> HttpResponse:
    """Answer 429 and say in how many seconds, or minutes, it is worth trying again."""
    return with_retry_after(error_page(request, 429, _("Too many tries"), wait_words(seconds)), seconds)


def with_retry_after(response: HttpResponse, seconds: int) -> HttpResponse:
    response["Retry-After"] = str(seconds)
    return response


def wait_words(seconds: int) -> Text:
    """Return in words after how many seconds it is worth trying again."""
    if seconds > LONGEST_IN_SECONDS:
        return _("Please wait %(minutes)d minutes and try again.") % {"minutes": -(-seconds // 60)}
    words = ngettext_lazy(
        "Please wait %(seconds)d second and try again.",
        "Please wait %(seconds)d seconds and try again.",
        seconds,
    )
    return words % {"seconds": seconds}


def unavailable(request: HttpRequest, trouble: Trouble) -> HttpResponse:
    """Answer 503, say what is the matter with the database, and when it is worth trying again."""
    title, message, seconds = TROUBLES[trouble]
    return with_retry_after(error_page(request, 503, title, message), seconds)
