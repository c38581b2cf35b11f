"""ふたり: the page of two people against each other, by game and year."""

from collections import Counter
from collections.abc import Iterator, Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.models import Circle, Player
from scorekeeper.play.models import Flow, GameSession
from scorekeeper.play.numbering import numbers_of
from scorekeeper.play.table import begun_by
from scorekeeper.present.charts import LineChart, When, spots_of
from scorekeeper.present.presenter import CardView, PersonView, faces, number_card, number_name
from scorekeeper.present.words import called
from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import RANK_NAMES
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.stats.versus import balance_by_session, claims_by_number, largest_payments, shared_play

from .choice import choose

PAYMENTS = 5
"""Payments in the list of the largest."""


Payment = tuple[Flow, PersonView, PersonView, str, CardView | None]
"""A payment between the two, who pays and who is paid, what its round is called, and the claimed card."""


def pair(request: HttpRequest, cid: str, number: int, other: int) -> HttpResponse:
    circle = membership_of(request).circle
    one, two = _person(circle, number), _person(circle, other)
    if one == two:
        raise Http404
    choice = choose(request, circle)
    scope, views = choice.scope, faces(circle)
    evenings = balance_by_session(scope, one, two)
    points = sum(change for _session, change in evenings)
    people = views[one.pk], views[two.pk]
    own = claims_by_number(scope, caller=one, victim=two)
    others = claims_by_number(scope, caller=two, victim=one)
    context = {
        "choice": choice,
        "one": people[0],
        "two": people[1],
        "taker": people[points < 0],
        "points": points,
        "taken": abs(points),
        "shared": shared_play(scope, one, two),
        "evenings": len(evenings),
        "chart": _chart(evenings),
        "claims": _claims(choice.game, own, others),
        "payments": list(_payments(list(largest_payments(scope, one, two, PAYMENTS)), views)),
    }
    return render(request, "story/pair.html", context)


def _person(circle: Circle, number: int) -> Player:
    return get_object_or_404(circle.players, pk=number)


def _chart(evenings: Sequence[tuple[int, int]]) -> LineChart | None:
    """The balance over at least two sessions; only the sessions that the chart labels are read."""
    if len(evenings) < 2:
        return None
    shown = {step: evenings[step][0] for step in spots_of(len(evenings))}
    days = dict(GameSession.objects.filter(pk__in=shown.values()).values_list("pk", "night__day"))
    one_year = len({day.year for day in days.values()}) == 1
    short = "MONTH_DAY_FORMAT" if one_year else "YEAR_MONTH_FORMAT"
    when = {
        step: When(date_format(days[pk], "DATE_FORMAT"), date_format(days[pk], short))
        for step, pk in shown.items()
    }
    return LineChart([change for _session, change in evenings], when)


def _claims(game: str, own: Counter[int], other: Counter[int]) -> dict[str, object] | None:
    """ドボンした数: how often each claimed each number on the other, as bars, the longest of them ``most``.

    None in a game without claims; every rank between the lowest and the highest has a row.
    """
    if not game or RULESETS[game].claims is None:
        return None
    speak = texts.for_game(game, gettext)
    both = sorted({*own, *other})
    ranks = [number for number in both if number < len(RANK_NAMES)]
    between = range(ranks[0], ranks[-1] + 1) if ranks else ()
    return {
        "words": speak(_("Dobon calls")),
        "none": speak(_("Neither has called Dobon on the other here.")),
        "own": own.total(),
        "other": other.total(),
        "most": max([*own.values(), *other.values()], default=0),
        "rows": [(number_name(number), own[number], other[number]) for number in sorted({*between, *both})],
    }


def _payments(flows: Sequence[Flow], views: dict[int, PersonView]) -> Iterator[Payment]:
    numbers = numbers_of(flow.result_id for flow in flows)
    for flow in flows:
        card = number_card(flow.result.claimed) if flow.result.claimed else None
        payer, payee = views[flow.giver_id or 0], views[flow.taker_id or 0]
        if begun_by(flow.result.round.session).traits.low_wins:
            payer, payee = payee, payer
        yield flow, payer, payee, called(numbers[flow.result_id]), card
