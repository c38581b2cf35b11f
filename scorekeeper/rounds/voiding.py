"""取り消し: taking a round back, or in again."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext

from scorekeeper.play import entries, find
from scorekeeper.play.models import Round
from scorekeeper.play.numbering import numbered
from scorekeeper.play.seating import newly_unseated
from scorekeeper.play.services import FormUsed, NotPlayed, NotSeated, StaleForm, void_round
from scorekeeper.play.stamps import new_key, read_stamp, row_key
from scorekeeper.play.table import Table
from scorekeeper.present import differences, heads
from scorekeeper.present.numbers import name_of
from scorekeeper.present.presenter import Presenter
from scorekeeper.present.words import unplayed_line
from scorekeeper.server.database import snapshot

from . import toasts
from .entry import number_shown, which_round
from .preview import StaleView, round_news, stale_view, unseated_lines


def round_void(request: HttpRequest, sid: str, number: int) -> HttpResponse:
    """Take a round out of the count, after a look at what that changes."""
    return _change_round(request, sid, number, void=True)


def round_restore(request: HttpRequest, sid: str, number: int) -> HttpResponse:
    """Take a voided round in again."""
    return _change_round(request, sid, number, void=False)


def _change_round(request: HttpRequest, sid: str, number: int, void: bool) -> HttpResponse:
    table, key = find.find_table(request, sid), row_key(request)
    row, stamp = find.find_round(table, number, key, later=True), read_stamp(request)
    if request.method != "POST" or stamp is None:
        return _confirm_page(request, table, row, void)
    try:
        if not key:
            raise which_round()
        edit = void_round(row, stamp, void)
    except (StaleForm, FormUsed) as failed:
        return _refused(request, row, number, void, failed)
    words = gettext("%(round)s voided.") if void else gettext("%(round)s restored.")
    named = row if void else find.find_round(find.find_table(request, sid), number, key)
    toasts.done(request, words % {"round": capfirst(name_of(named))}, edit)
    return redirect("table", sid)


@snapshot()
def _refused(
    request: HttpRequest, row: Round, number: int, void: bool, failed: StaleForm | FormUsed
) -> HttpResponse:
    """The page that asks, by how the table stands now, with what happened meanwhile."""
    fresh = find.find_table(request, row.session.public_id)
    now = find.find_round(fresh, number, str(row.pk), later=True)
    news = round_news(fresh, now, number_shown(request), failed)
    stale = None if isinstance(failed, NotSeated | NotPlayed) else stale_view(fresh, failed, news)
    return _confirm_page(request, fresh, now, void, stale)


def _confirm_page(
    request: HttpRequest, table: Table, row: Round, void: bool, stale: StaleView | None = None
) -> HttpResponse:
    then = entries.with_facts(table, row, None if void else row.facts)
    urls = (reverse(name, args=(table.session.public_id, row.position)) for name in (_page_of(void), "round"))
    action_url, back_url = urls
    title = gettext("Void %(round)s?") if void else gettext("Restore %(round)s?")
    hindered = _hindered(table, row, void, then)
    lead = gettext("The round stays in the list, struck through; you can restore it at any time.")
    context = {
        "game_session": heads.head(table),
        "title": title % {"round": name_of(row)},
        "what": Presenter(table).facts_line(row.facts),
        "lead": lead if void else "",
        "hindered": hindered,
        "sees": not hindered,
        "many": differences.are_many(then),
        "diff": [] if hindered else [change for change in differences.difference(then) if change.position],
        "standing": [] if hindered else differences.standings(then),
        "action_label": gettext("Void") if void else gettext("Restore"),
        "action_url": action_url,
        "back_url": back_url,
        "revision": table.session.revision,
        "key": new_key(),
        "row": row.pk,
        "number": numbered(row).number or "",
        "stale": StaleView(stale.lines[:-1]) if stale and hindered else stale,
    }
    status = 409 if stale else 422 if request.method == "POST" else 200
    return render(request, "rounds/confirm.html", context, status=status)


def _page_of(void: bool) -> str:
    return "round_void" if void else "round_restore"


def _hindered(table: Table, row: Round, void: bool, then: entries.Entries) -> list[str]:
    """Why it cannot be done, and what to do first; empty where it can."""
    if row.voided == void:
        return [gettext("It has been voided.") if void else gettext("It has been restored.")]
    if unread := entries.unplayed(then):
        return [unplayed_line(table, unread)]
    found = newly_unseated(then)
    return unseated_lines(table, found, row.position) if found else []
