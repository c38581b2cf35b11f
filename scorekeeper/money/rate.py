"""レート: what the points of a table are turned into, changed after a look at who then pays whom."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from scorekeeper.play import find
from scorekeeper.play.idempotency import hidden_fields, read_form_version
from scorekeeper.play.paying import blocking_reason, change_rate, final_with, kept_rate
from scorekeeper.play.table import Table
from scorekeeper.present.settling import PaymentView, ways
from scorekeeper.present.words import rate_line
from scorekeeper.rounds.changing import change_table
from scorekeeper.rounds.preview import StaleView
from scorekeeper.rules.stakes import RateForm
from scorekeeper.scoring.settlement import Rate, write_rate


def rate(request: HttpRequest, sid: str) -> HttpResponse:
    """The unit and what a point is worth: the form, what it would change, and the change."""
    table = find.find_table(request, sid)
    usual = table.rate or kept_rate(table.session.circle, table.session.game)
    initial = write_rate(usual) if usual else {}
    form = RateForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method != "POST" or not form.is_valid():
        return _page(request, table, form)
    sent = read_form_version(request)
    if request.POST.get("action") != "confirm":
        return _page(request, table, form, status=200 if sent else 422)
    if sent and sent.revision == table.revision and blocking_reason(table.session):
        return _page(request, table, form, status=422)

    changed = change_table(
        request, table, form, lambda form_version: change_rate(table.session, form.rate, form_version)
    )
    if changed.edit is None:
        return _page(request, changed.table, form, changed.stale, changed.status)
    messages.success(request, gettext("Saved."))
    return redirect("settle", sid)


def _page(
    request: HttpRequest, table: Table, form: RateForm, stale: StaleView | None = None, status: int = 422
) -> HttpResponse:
    looked = form.is_bound and form.is_valid()
    hindered = blocking_reason(table.session)
    now = table.rate
    context = {
        "form": form,
        "now": rate_line(now),
        "hindered": hindered,
        "shown": looked and not hindered,
        "changed": looked and form.rate != now,
        "then": rate_line(form.rate),
        "before": _ways(table, now),
        "after": _ways(table, form.rate) if looked else (),
        "stale": stale,
        **hidden_fields(request, table.session.revision, status == 422),
    }
    return render(request, "money/rate.html", context, status=status if form.is_bound else 200)


def _ways(table: Table, rate: Rate | None) -> list[PaymentView]:
    """Who would pay whom by a rate."""
    return ways(table, final_with(table, rate).debts, rate.unit if rate else "")
