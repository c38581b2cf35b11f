"""Requests that cannot be read: too large, not in UTF-8, or with characters that no database stores."""

import re
from collections.abc import Iterator
from wsgiref.types import WSGIEnvironment

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.http import parse_header_parameters
from django.utils.translation import gettext_lazy as _

from . import limits
from .errors import bad_request, error_page, too_large
from .hosts import Handler

UTF_8 = frozenset({"utf-8", "utf8", "us-ascii", "ascii"})
UNREADABLE = "scorekeeper.unreadable"
UNSTORABLE = re.compile("[\0\ud800-\udfff]")
"""NUL and lone surrogates."""
MOST_DIGITS = 18
"""The digits of a number that every database can store."""


def largest_body(path: str) -> int:
    wide = settings.WIDE_PATHS.fullmatch(path)
    return limits.WIDE_BODY if wide else settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0


def in_utf_8(environ: WSGIEnvironment) -> WSGIEnvironment:
    """Return an environ in which another charset than UTF-8 is replaced by a mark for UnreadableMiddleware.

    Django decodes the path by the charset of the body too, and fails on some ("hex") before any middleware.
    """
    try:
        _kind, parameters = parse_header_parameters(environ.get("CONTENT_TYPE", ""))
        readable = parameters.get("charset", "utf-8").lower() in UTF_8
    except (ValueError, LookupError):
        readable = False
    return environ if readable else {**environ, "CONTENT_TYPE": "", UNREADABLE: True}


class UnreadableMiddleware:
    """Refuse a request by its Content-Length and charset, before its body is read.

    A view that fails because of characters that cannot be stored is answered by 400.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if UNREADABLE in request.META:
            return bad_request(request)
        largest = largest_body(request.path)
        if int(request.META.get("CONTENT_LENGTH") or 0) > largest:
            return too_large(request, largest)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        failed = isinstance(exception, (ValueError, DatabaseError))
        if not failed or not any(map(UNSTORABLE.search, _texts(request))):
            return None
        return error_page(
            request,
            400,
            _("This could not be read"),
            _("It contains a character that cannot be stored. Go back, remove it, and send it again."),
        )


def storable(text: str) -> str:
    """Return a text in which characters that no database stores are replaced."""
    return UNSTORABLE.sub("\ufffd", text)


def number_in(text: str) -> int:
    """Return the primary key that a form or an address names; 0 for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else 0


def _texts(request: HttpRequest) -> Iterator[str]:
    yield request.path
    for fields in (request.GET, request.POST):
        for name, values in fields.lists():
            yield from (name, *map(str, values))
    for name, files in request.FILES.lists():
        yield from (name, *(str(file.name) for file in files))
