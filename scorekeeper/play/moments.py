"""一つの時: a page that found the session changed while it was reading is made anew."""

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import ResolverMatch

from .models import GameSession
from .table import READS, Moved, Table
from .writing import hold

T = TypeVar("T")


def at_one_moment(session: GameSession, read: Callable[[Table], T]) -> T:
    """What is read of a session where no request is made anew, as it was at one moment; at last while nobody
    else can write."""
    for _ in range(READS):
        with suppress(Moved):
            return read(Table(session))
        session = GameSession.objects.get(pk=session.pk)
    with transaction.atomic():
        hold(session)
        return read(Table(GameSession.objects.get(pk=session.pk), fresh=True))


class MomentMiddleware:
    """Call a view again that was overtaken by a change; at last while nobody else can write."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The answer of the view on another try; None for everything else that went wrong."""
        match = request.resolver_match
        if not isinstance(exception, Moved) or match is None:
            return None
        for _ in range(READS):
            with suppress(Moved):
                return _answer(request, match)
        with transaction.atomic():
            hold(exception.session)
            return _answer(request, match)


def _answer(request: HttpRequest, match: ResolverMatch) -> HttpResponse:
    response: HttpResponse = match.func(request, *match.args, **match.kwargs)
    return response
