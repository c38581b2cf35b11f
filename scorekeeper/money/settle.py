"""精算: who owes whom, and which payments are made."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.models import Role
from scorekeeper.live.updates import LAYOUT, is_update
from scorekeeper.play import find
from scorekeeper.play.idempotency import FormUsed, FormVersion, StaleForm, apply, hidden_fields
from scorekeeper.play.models import GameSession, RoundEdit
from scorekeeper.play.next_table import fits, next_table
from scorekeeper.play.paying import pay, undo_payment
from scorekeeper.play.table import Table
from scorekeeper.present import settling, standings
from scorekeeper.present.share_text import share_text
from scorekeeper.rounds.preview import stale_view
from scorekeeper.rules.stakes import rounding_words
from scorekeeper.server.unreadable import number_in

from .open_lines import carried
from .paying import changed_words

PAYMENT = ("from", "to", "points", "money")


def settle(request: HttpRequest, sid: str) -> HttpResponse:
    """The fewest payments and the standing, as they are now."""
    return settle_page(request, find.find_table(request, sid))


def settle_paid(request: HttpRequest, sid: str) -> HttpResponse:
    """Tick a payment as made, or take a tick back."""
    session = find.find_session(request, sid)
    applied = apply(request, lambda form_version: _tick(request, session, form_version))
    if applied.refusal:
        table, used = find.find_table(request, sid), isinstance(applied.refusal, FormUsed)
        happened = [] if used else stale_view(table, applied.refusal).lines[:-1]
        words = [*happened, changed_words()]
        messages.warning(request, " ".join(words))
        return settle_page(request, table, 409)
    return redirect("settle", sid)


def _tick(request: HttpRequest, session: GameSession, form_version: FormVersion) -> RoundEdit:
    taken_back = request.POST.get("undo", "")
    if taken_back:
        return undo_payment(session, number_in(taken_back), form_version)
    parts = request.POST.get("paid", "").split(":")
    if len(parts) != len(PAYMENT):
        raise StaleForm
    return pay(session, dict(zip(PAYMENT, parts, strict=True)), form_version)


def settle_page(request: HttpRequest, table: Table, status: int = 200) -> HttpResponse:
    payments, results = settling.payments(table), settling.results(table)
    ended = table.session.ended_at
    may_go_on = ended and membership_of(request).role >= Role.PLAYER
    context = {
        "payments": payments,
        "points_only": table.bare.points_only(table.state) and not payments,
        "explain": "" if table.session.bill_id else explanation(len(payments), table.final.exact),
        "bill": table.session.bill,
        "all_paid": bool(table.paid) and not table.final.debts and not table.session.bill_id,
        "pot_line": settling.pot_line(table),
        "rounding": rounding_words(table.rate),
        "results": results,
        "podium": ended and table.state.counted,
        "again": {"next": next_table(table.session), "fits": fits(table)} if may_go_on else None,
        "total": standings.total(table),
        "share_text": share_text(table) if table.last_number else "",
        "ended": ended,
        **hidden_fields(request, table.session.revision),
    }
    context |= {"layout": LAYOUT} if is_update(request) else {"carried": carried(table)}
    return render(request, "money/settle.html", context, status=status)


def explanation(count: int, exact: bool) -> str:
    if not count:
        return ""
    if exact:
        return gettext("These are the fewest payments possible. Paying one does not change the others.")
    return gettext("With more than twelve people this is a short list, perhaps not the shortest.")
