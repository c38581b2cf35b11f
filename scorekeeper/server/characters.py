"""Characters that no database keeps and no answer can repeat: NUL, and halves of a character."""

import re
from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext_lazy as _

from .chain import Handler
from .errors import error_page

UNKEPT = re.compile("[\0\ud800-\udfff]")


class CharactersMiddleware:
    """Refuse them wherever a view reads text: in the path, the query, the fields of a form, names of files.

    Forms are looked at after CSRF protection, which reads them first.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        """Answer 400 in the place of the view where there is such a character."""
        return unkept(request) if any(map(UNKEPT.search, _texts(request))) else None


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
