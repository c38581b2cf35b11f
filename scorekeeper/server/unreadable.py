"""Requests that cannot be read: too large, in another encoding, with characters that no database keeps."""

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
"""NUL, and halves of a character."""
MOST_DIGITS = 18
"""Of a number that every database keeps."""


def largest_body(path: str) -> int:
    wide = settings.WIDE_PATHS.fullmatch(path)
    return limits.WIDE_BODY if wide else settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0


def in_utf_8(environ: WSGIEnvironment) -> WSGIEnvironment:
    """Return what a server says of a request, marked where its texts are not in UTF-8.

    Django reads the whole request by the encoding of its body, the address included, and fails where that is
    no encoding of texts ("hex"): such a request could not even be refused.
    """
    try:
        _kind, parameters = parse_header_parameters(environ.get("CONTENT_TYPE", ""))
        readable = parameters.get("charset", "utf-8").lower() in UTF_8
    except (ValueError, LookupError):
        readable = False
    return environ if readable else {**environ, "CONTENT_TYPE": "", UNREADABLE: True}


class UnreadableMiddleware:
    """Refuse a body by its announced length and encoding, before anything reads it.

    Where a view has failed over characters that cannot be kept, answer in words; fields that check what they
    take say more.  They may stand in the path, the query, the fields of a form, or the name of a file.
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
        """Answer 400 in the place of a failure where there is such a character."""
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
    """The text as any database keeps it."""
    return UNSTORABLE.sub("\ufffd", text)


def number_in(text: str) -> int:
    """The number of a row that a form or an address names; 0, which none has, for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else 0


def _texts(request: HttpRequest) -> Iterator[str]:
    yield request.path
    for fields in (request.GET, request.POST):
        for name, values in fields.lists():
            yield from (name, *map(str, values))
    for name, files in request.FILES.lists():
        yield from (name, *(str(file.name) for file in files))
