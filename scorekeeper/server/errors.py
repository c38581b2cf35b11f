"""Pages for what went wrong: one template, and plain text when even that cannot be shown."""

import logging

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.template import TemplateDoesNotExist
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

logger = logging.getLogger(__name__)

TEMPLATE = "errors.html"
LONGEST_IN_SECONDS = 120
"""A longer wait is said in minutes."""
Text = str | Promise


def error_page(request: HttpRequest, status: int, title: Text, message: Text) -> HttpResponse:
    """Return the page for an error, in the reader's language, with this HTTP status.

    It never fails: without its template, or without the database, it is plain text.
    """
    with translation.override(translation.get_language_from_request(request)):
        texts = {"status": status, "title": str(title), "message": str(message)}
        try:
            return HttpResponse(render_to_string(TEMPLATE, texts, request), status=status)
        except TemplateDoesNotExist:
            logger.warning("The template for errors is missing.")
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
        _("What was sent is not something this page understands. Go back and try once more."),
    )


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer 403."""
    return error_page(request, 403, _("Not allowed"), _("This device may look on, but not do this."))


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer 404; it never says whether the address was ever good."""
    return error_page(
        request,
        404,
        _("Nothing here"),
        _("The link is not complete, or it no longer works. Ask for a new one at the table."),
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 500; what happened is in the log and not on the page."""
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


def too_large(request: HttpRequest) -> HttpResponse:
    """Answer 413."""
    return error_page(request, 413, _("That is too much"), _("What was sent is larger than 1 MB."))


def too_many(request: HttpRequest, seconds: int) -> HttpResponse:
    """Answer 429 and say in how many seconds, or minutes, it is worth trying again."""
    if seconds <= LONGEST_IN_SECONDS:
        words = _("Please wait %(seconds)d seconds and try again.") % {"seconds": seconds}
    else:
        words = _("Please wait %(minutes)d minutes and try again.") % {"minutes": -(-seconds // 60)}
    response = error_page(request, 429, _("Too many at once"), words)
    response["Retry-After"] = str(seconds)
    return response
