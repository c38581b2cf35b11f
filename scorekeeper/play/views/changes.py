"""Taking a round back or in again, ending and reopening a session."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.circles.models import Role

from .. import selectors
from ..codec import Table
from ..forms import new_key, read_stamp
from ..models import Round
from ..preview import StaleView, stale_view
from ..services import FormUsed, StaleForm, Stamp, end_session, void_round
from .settle import settle_page


@require_http_methods(["GET", "HEAD", "POST"])
def round_void(request: HttpRequest, sid: str, number: int) -> HttpResponse:
    """Take a round out of the count, after a look at what that changes."""
    return _change_round(request, sid, number, void=True)


@require_http_methods(["GET", "HEAD", "POST"])
def round_restore(request: HttpRequest, sid: str, number: int) -> HttpResponse:
    """Take a voided round in again."""
    return _change_round(request, sid, number, void=False)


def _change_round(request: HttpRequest, sid: str, number: int, void: bool) -> HttpResponse:
    table = Table(selectors.find_session(request, sid, Role.PLAYER))
    stamp = read_stamp(request)
    row = selectors.find_round(table, number, stamp.revision if stamp else None)
    if request.method != "POST" or stamp is None:
        return _confirm_page(request, table, row, void)
    failed = _try(lambda: void_round(row, stamp, void))
    if failed is not None:
        fresh = Table(selectors.find_session(request, sid))
        now = next(other for other in fresh.rounds if other.pk == row.pk)
        return _confirm_page(request, fresh, now, void, stale_view(fresh, failed))
    words = gettext("Round %(number)d taken back.") if void else gettext("Round %(number)d counts again.")
    messages.success(request, words % {"number": row.position})
    return redirect("table", sid)


def _try(write: Callable[[], object]) -> StaleForm | FormUsed | None:
    try:
        write()
    except (StaleForm, FormUsed) as error:
        return error
    return None


def _confirm_page(
    request: HttpRequest, table: Table, row: Round, void: bool, stale: StaleView | None = None
) -> HttpResponse:
    entries = selectors.with_facts(table, row, None if void else row.facts)
    after = table.replay_of(facts for _, facts in entries).state.balances
    before = table.replay.state.balances
    number = {"number": row.position}
    context = {
        "game_session": selectors.head(table),
        "title": (
            gettext("Take back round %(number)d?") if void else gettext("Count round %(number)d again?")
        )
        % number,
        "lead": gettext("The round stays in the list, struck through; it can be put back at any time.")
        if void
        else "",
        "diff": [change for change in selectors.difference(table, entries) if change.number],
        "standing": [(name, points, after.get(name, 0)) for name, points in before.items()],
        "action_label": gettext("Take back") if void else gettext("Put back"),
        "action_url": reverse(
            "round_void" if void else "round_restore", args=(table.session.public_id, row.position)
        ),
        "back_url": reverse("round", args=(table.session.public_id, row.position)),
        "revision": table.session.revision,
        "key": new_key(),
        "stale": stale,
    }
    status = 409 if stale else 422 if request.method == "POST" else 200
    return render(request, "play/confirm.html", context, status=status)


@require_POST
def session_end(request: HttpRequest, sid: str) -> HttpResponse:
    """End a session; its rounds can still be corrected."""
    return _change_session(request, sid, end=True)


@require_POST
def session_reopen(request: HttpRequest, sid: str) -> HttpResponse:
    """Take an ended session up again."""
    return _change_session(request, sid, end=False)


def _change_session(request: HttpRequest, sid: str, end: bool) -> HttpResponse:
    session = selectors.find_session(request, sid)
    stamp = read_stamp(request)
    failed = _try(lambda: end_session(session, _needed(stamp), end))
    if failed is not None:
        table = Table(selectors.find_session(request, sid))
        messages.warning(request, " ".join(stale_view(table, failed).lines))
        return settle_page(request, table, 409)
    words = gettext("Good night! The result is below.") if end else gettext("The session goes on.")
    messages.success(request, words)
    return redirect("settle" if end else "table", sid)


def _needed(stamp: Stamp | None) -> Stamp:
    if stamp is None:
        raise StaleForm([])
    return stamp
