"""順位: the page of rankings, by season, year, month and session."""

from dataclasses import replace
from functools import partial

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.forms import change_by
from scorekeeper.circles.models import Circle
from scorekeeper.circles.services import set_least_rounds
from scorekeeper.present.presenter import faces
from scorekeeper.stats import ranking as stats
from scorekeeper.stats.scope import Scope

from .choice import choose
from .periods import KINDS, ChosenPeriod, chips, offered

MOST_ROUNDS = 100
"""Highest value of ``least_rounds``."""


class LeastRoundsForm(forms.Form):
    rounds = forms.IntegerField(
        min_value=1,
        max_value=MOST_ROUNDS,
        label=_("Rounds that a table must have to count"),
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )


def ranking(request: HttpRequest, cid: str) -> HttpResponse:
    """The ranking of a period; hosts set ``least_rounds`` here, 409 where another has done so meanwhile."""
    membership = membership_of(request)
    if request.method != "POST":
        return _page(request, membership.circle)
    form = LeastRoundsForm(request.POST)
    set_rounds = partial(set_least_rounds, membership.circle, device=membership.device)
    if refused := change_by(form, "rounds", set_rounds):
        return _page(request, membership.circle, form, refused)
    return redirect("ranking", cid)


def _page(
    request: HttpRequest, circle: Circle, form: LeastRoundsForm | None = None, status: int = 200
) -> HttpResponse:
    kinds = offered(circle)
    by, at = _asked(request, kinds)
    choice = choose(request, circle, extra_query=f"by={by}")
    scope = Scope(circle, choice.game, rounds=circle.least_rounds)
    chosen = KINDS[by].choose(scope, at)
    context = {
        "choice": replace(choice, years=()),
        "kinds": chips(kinds, choice.game, by),
        "kinds_offered": kinds,
        "by": by,
        "chosen": chosen,
        "form": form or LeastRoundsForm(initial={"rounds": circle.least_rounds}),
        **_tables(circle, chosen),
    }
    return render(request, "story/ranking.html", context, status=status)


def _asked(request: HttpRequest, kinds: list[str]) -> tuple[str, str]:
    """The kind of period and its id in the address; a year without a kind selects that year."""
    year = request.GET.get("year", "")
    by = request.GET.get("by") or ("year" if year else kinds[0])
    if by not in kinds:
        raise Http404
    return by, request.GET.get("at", "") or (year if by == "year" else "")


def _tables(circle: Circle, chosen: ChosenPeriod) -> dict[str, object]:
    """The context of a period: its ranking by points, and by money."""
    if chosen.period is None:
        return {}
    views, scope = faces(circle), chosen.period.scope
    before = chosen.earlier.scope if chosen.earlier else None
    rows = [(views[rank.player], rank) for rank in stats.ranking(scope, before)]
    money = [
        (unit, [(views[player], place, won[player]) for player, place in stats.places(won).items()])
        for unit, won in stats.money(replace(scope, game="")).items()
    ]
    winners = [person for person, rank in rows if chosen.period.final and rank.place == 1]
    return {"rows": rows, "winners": winners, "money": money}
