"""終了: end a session, take it up again, or go on at the next table."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from scorekeeper.circles.limits import take_to_start
from scorekeeper.money.settle import settle_page
from scorekeeper.play import find
from scorekeeper.play.idempotency import apply
from scorekeeper.play.next_table import fits, next_table, start_again
from scorekeeper.play.services import end_session, is_full
from scorekeeper.rounds.preview import stale_view
from scorekeeper.server.errors import wait_words, with_retry_after
from scorekeeper.server.ratelimit import TooMany

from .start import full_page


def session_end(request: HttpRequest, sid: str) -> HttpResponse:
    """End a session; its rounds can still be corrected."""
    return _change_session(request, sid, end=True)


def session_reopen(request: HttpRequest, sid: str) -> HttpResponse:
    """Take an ended session up again."""
    return _change_session(request, sid, end=False)


def _change_session(request: HttpRequest, sid: str, end: bool) -> HttpResponse:
    session = find.find_session(request, sid)
    applied = apply(request, lambda form_version: end_session(session, form_version, end))
    if applied.refusal:
        table = find.find_table(request, sid)
        messages.warning(request, " ".join(stale_view(table, applied.refusal).lines))
        return settle_page(request, table, 409)
    words = (
        gettext("This table has ended. The result is below.")
        if end
        else gettext("The table has been reopened.")
    )
    messages.success(request, words)
    return redirect("settle" if end else "table", sid)


def session_again(request: HttpRequest, sid: str) -> HttpResponse:
    """次の卓: the next table with the same people, by the same rules; once, however many ask for it."""
    table = find.find_table(request, sid)
    session = table.session
    if made := next_table(session):
        messages.info(request, gettext("The next table is already open."))
        return redirect("table", made.public_id)
    if not session.ended_at or not fits(table):
        messages.warning(request, gettext("This table goes on, so there is no next one yet."))
        return settle_page(request, table, 409)
    if is_full(session.circle):
        return full_page(request)
    try:
        take_to_start(request, session.circle)
    except TooMany as busy:
        messages.warning(request, str(wait_words(busy.seconds)))
        return with_retry_after(settle_page(request, table, 429), busy.seconds)
    return redirect("table", start_again(table, "moved" in request.POST).public_id)
