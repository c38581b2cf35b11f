"""終了: end a session, or take it up again."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from scorekeeper.play import find
from scorekeeper.play.services import StaleForm, Stamp, end_session
from scorekeeper.play.stamps import read_stamp, refusal_of
from scorekeeper.play.table import Table
from scorekeeper.rounds.preview import stale_view

from .settle import settle_page


@require_POST
def session_end(request: HttpRequest, sid: str) -> HttpResponse:
    """End a session; its rounds can still be corrected."""
    return _change_session(request, sid, end=True)


@require_POST
def session_reopen(request: HttpRequest, sid: str) -> HttpResponse:
    """Take an ended session up again."""
    return _change_session(request, sid, end=False)


def _change_session(request: HttpRequest, sid: str, end: bool) -> HttpResponse:
    session = find.find_session(request, sid)
    stamp = read_stamp(request)
    failed = refusal_of(lambda: end_session(session, _needed(stamp), end))
    if failed is not None:
        table = Table(find.find_session(request, sid))
        messages.warning(request, " ".join(stale_view(table, failed).lines))
        return settle_page(request, table, 409)
    words = gettext("Good night! The result is below.") if end else gettext("The session goes on.")
    messages.success(request, words)
    return redirect("settle" if end else "table", sid)


def _needed(stamp: Stamp | None) -> Stamp:
    if stamp is None:
        raise StaleForm([])
    return stamp
