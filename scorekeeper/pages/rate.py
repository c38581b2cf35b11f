"""レート: what the points of a table are turned into, changed after a look at who then pays whom."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from scorekeeper.play import find
from scorekeeper.play.paying import amount_of
from scorekeeper.play.stamps import new_key, read_stamp, refusal_of
from scorekeeper.play.table import Table
from scorekeeper.play.terms import change_rate, final_with, hindrance
from scorekeeper.present import heads
from scorekeeper.present.presenter import PersonView, Presenter
from scorekeeper.present.words import amount_in, rate_line
from scorekeeper.rounds.preview import StaleView, stale_view
from scorekeeper.rules.stakes import RateForm
from scorekeeper.scoring.document import Debt
from scorekeeper.scoring.settlement import Rate, write_rate
from scorekeeper.server.database import snapshot


@dataclass(frozen=True, slots=True)
class Way:
    """Who would pay whom how much."""

    payer: PersonView
    payee: PersonView
    amount: str


def rate(request: HttpRequest, sid: str) -> HttpResponse:
    """The unit and what a point is worth: the form, what it would change, and the change."""
    table = find.find_table(request, sid)
    form = RateForm(request.POST if request.method == "POST" else None, initial=_initial(table))
    if request.method != "POST" or not form.is_valid():
        return _page(request, table, form)
    stamp = read_stamp(request)
    if stamp is None or request.POST.get("action") != "confirm":
        return _page(request, table, form, status=200 if stamp else 422)
    if stamp.revision == table.revision and hindrance(table.session):
        return _page(request, table, form, status=422)
    wanted = form.rate
    failed = refusal_of(lambda: change_rate(table.session, wanted, stamp))
    if failed is not None:
        with snapshot():
            fresh = find.find_table(request, sid)
            return _page(request, fresh, form, stale_view(fresh, failed), 409)
    messages.success(request, gettext("Saved."))
    return redirect("settle", sid)


def _initial(table: Table) -> dict[str, object]:
    return write_rate(table.rate) if table.rate else {}


def _page(
    request: HttpRequest, table: Table, form: RateForm, stale: StaleView | None = None, status: int = 422
) -> HttpResponse:
    looked = form.is_bound and form.is_valid()
    hindered = hindrance(table.session)
    now = table.rate
    context = {
        "game_session": heads.head(table),
        "form": form,
        "now": rate_line(now),
        "hindered": hindered,
        "shown": looked and not hindered,
        "changed": looked and form.rate != now,
        "then": rate_line(form.rate),
        "before": _ways(table, final_with(table, now).debts, now),
        "after": _ways(table, final_with(table, form.rate).debts, form.rate) if looked else (),
        "stale": stale,
        "revision": table.session.revision,
        "key": request.POST.get("key") if status == 422 and request.POST.get("key") else new_key(),
    }
    return render(request, "pages/rate.html", context, status=status if form.is_bound else 200)


def _ways(table: Table, debts: Iterable[Debt], by: Rate | None) -> list[Way]:
    person, unit = Presenter(table).person, by.unit if by else ""
    return [Way(person(debt.payer), person(debt.payee), amount_in(amount_of(debt), unit)) for debt in debts]
