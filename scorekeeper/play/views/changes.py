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
from ..forms import new_key, read_stamp, row_key
from ..models import Round
from ..present import Presenter
from ..preview import StaleView, round_news, stale_view
from ..seating import newly_unseated, unseated_lines
from ..services import FormUsed, NotSeated, StaleForm, Stamp, end_session, void_round
from .entry import which_round
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
    table, key = Table(selectors.find_session(request, sid, Role.PLAYER)), row_key(request)
    row, stamp = selectors.find_round(table, number, key), read_stamp(request)
    if request.method != "POST" or stamp is None:
        return _confirm_page(request, table, row, void)
    failed = _try(lambda: void_round(row, stamp, void)) if key else which_round()
    if failed is not None:
        fresh = Table(selectors.find_session(request, sid))
        now = selectors.find_round(fresh, number, str(row.pk))
        news = round_news(fresh, now, number, failed)
        stale = None if isinstance(failed, NotSeated) else stale_view(fresh, failed, news)
        return _confirm_page(request, fresh, now, void, stale)
    messages.success(request, _done_words(row, void))
    return redirect("table", sid)


def _done_words(row: Round, void: bool) -> str:
    words = gettext("Round %(number)d taken back.") if void else gettext("Round %(number)d counts again.")
    return words % {"number": row.position}


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
    urls = (reverse(name, args=(table.session.public_id, row.position)) for name in (_page_of(void), "round"))
    action_url, back_url = urls
    title = gettext("Take back round %(number)d?") if void else gettext("Count round %(number)d again?")
    hindered = _hindered(table, row, void, entries)
    lead = gettext("The round stays in the list, struck through; it can be put back at any time.")
    context = {
        "game_session": selectors.head(table),
        "title": title % {"number": row.position},
        "what": Presenter(table).facts_line(row.facts),
        "lead": lead if void else "",
        "hindered": hindered,
        "diff": [change for change in selectors.difference(table, entries) if change.number],
        "standing": _standing(table, entries),
        "action_label": gettext("Take back") if void else gettext("Put back"),
        "action_url": action_url,
        "back_url": back_url,
        "revision": table.session.revision,
        "key": new_key(),
        "row": row.pk,
        "stale": StaleView(stale.lines[:-1]) if stale and hindered else stale,
    }
    status = 409 if stale else 422 if request.method == "POST" else 200
    return render(request, "play/confirm.html", context, status=status)


def _page_of(void: bool) -> str:
    return "round_void" if void else "round_restore"


def _hindered(table: Table, row: Round, void: bool, entries: selectors.Entries) -> list[str]:
    """Why it cannot be done, and what to do first; empty where it can."""
    if row.voided == void:
        return [_done_words(row, void)]
    now = [(each.position, each.facts) for each in table.played]
    found = newly_unseated(table, now, entries)
    return unseated_lines(table, found, row.position) if found else []


def _standing(table: Table, entries: selectors.Entries) -> list[tuple[str, int, int]]:
    """Everybody's points, before and after."""
    after = table.replay_of(facts for _, facts in entries).state.balances
    return [(name, points, after.get(name, 0)) for name, points in table.replay.state.balances.items()]


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
