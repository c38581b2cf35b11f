"""Characters that no database keeps and no answer can repeat: NUL, and halves of a character."""

import re
from collections.abc import Iterator

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext_lazy as _

from .chain import Handler
from .errors import error_page

UNKEPT = re.compile("[\0\ud800-\udfff]")


class CharactersMiddleware:
    """Answer in words where a view has failed over them: fields that check what they take say more.

    They may stand in the path, the query, the fields of a form, or the name of a file.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer 400 in the place of a failure where there is such a character."""
        failed = isinstance(exception, (ValueError, DatabaseError))
        return unkept(request) if failed and any(map(UNKEPT.search, _texts(request))) else None


def kept(text: str) -> str:
    """The text as any database keeps it."""
    return UNKEPT.sub("\ufffd", text)


def _texts(request: HttpRequest) -> Iterator[str]:
    yield request.path
    for fields in (request.GET, request.POST):
        for name, values in fields.lists():
            yield from (name, *map(str, values))
    for name, files in request.FILES.lists():
        yield from (name, *(str(file.name) for file in files))


def unkept(request: HttpRequest) -> HttpResponse:
    """Answer 400 and say what to do."""
    return error_page(
        request,
        400,
        _("This could not be read"),
        _("It holds a character that cannot be kept. Go back, type it without that, and send it again."),
    )
