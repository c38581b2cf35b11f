"""ふたり: two people of a circle against each other, by game and year."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from scorekeeper.circles.access import find_membership
from scorekeeper.circles.models import Circle, Player
from scorekeeper.play.models import Flow, GameSession
from scorekeeper.play.numbering import numbers_of
from scorekeeper.present.faces import CardView, number_card, number_name
from scorekeeper.present.lines import LineChart, When, line_chart, spots_of
from scorekeeper.present.numbers import called
from scorekeeper.present.people import faces
from scorekeeper.present.presenter import PersonView
from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import RANK_NAMES
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.stats.tallies import uncounted
from scorekeeper.stats.versus import Numbers, course, largest, numbers, shared

from .choice import choose

PAYMENTS = 5
"""How many of the largest payments are shown."""


@dataclass(frozen=True, slots=True)
class Claims:
    """ドボンした数: how often each claimed each number on the other; ``most`` is the longest bar."""

    words: str
    none: str
    own: int
    other: int
    most: int
    rows: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment between the two, and where its receipt is."""

    payer: PersonView
    payee: PersonView
    points: int
    session: str
    position: int
    called: str
    at: datetime
    card: CardView | None


def pair(request: HttpRequest, cid: str, number: int, other: int) -> HttpResponse:
    """What two people took from each other: how much, on which numbers, since when."""
    membership = find_membership(request, cid)
    circle = membership.circle
    one, two = _person(circle, number), _person(circle, other)
    if one == two:
        raise Http404
    choice = choose(request, circle)
    scope, known = choice.scope, faces(circle)
    evenings = course(scope, one, two)
    points = sum(change for _session, change in evenings)
    people = known[one.pk], known[two.pk]
    context = {
        "circle": circle,
        "membership": membership,
        "choice": choice,
        "uncounted": uncounted(circle),
        "number": number,
        "other": other,
        "one": people[0],
        "two": people[1],
        "taker": people[points < 0],
        "points": points,
        "taken": abs(points),
        "shared": shared(scope, one, two),
        "evenings": len(evenings),
        "chart": _chart(evenings),
        "claims": _claims(choice.game, numbers(scope, one, two)),
        "payments": _payments(list(largest(scope, one, two, PAYMENTS)), known),
        "current": "versus",
    }
    return render(request, "story/pair.html", context)


def _person(circle: Circle, number: int) -> Player:
    return get_object_or_404(circle.players, pk=number)


def _chart(evenings: Sequence[tuple[int, int]]) -> LineChart | None:
    """The course of many evenings; the sessions of those that are named are read."""
    shown = {step: evenings[step][0] for step in spots_of(len(evenings))}
    begun = GameSession.objects.filter(pk__in=shown.values()).values_list("pk", "started_at")
    days = {pk: timezone.localtime(at) for pk, at in begun}
    one_year = len({day.year for day in days.values()}) == 1
    short = "MONTH_DAY_FORMAT" if one_year else "YEAR_MONTH_FORMAT"
    when = {
        step: When(date_format(days[pk], "DATE_FORMAT"), date_format(days[pk], short))
        for step, pk in shown.items()
    }
    return line_chart([change for _session, change in evenings], when)


def _claims(game: str, found: Numbers) -> Claims | None:
    """None in a game in which nobody claims; every rank between the lowest and the highest has a row."""
    if not game or RULESETS[game].claims is None:
        return None
    own_words = texts.own_words(RULESETS[game].messages, gettext)
    both = sorted({*found.own, *found.other})
    ranks = [number for number in both if number < len(RANK_NAMES)]
    between = range(ranks[0], ranks[-1] + 1) if ranks else ()
    return Claims(
        words=own_words(gettext("Claims with Dobon")),
        none=own_words(gettext("Neither has called Dobon on the other here.")),
        own=found.own.total(),
        other=found.other.total(),
        most=max([*found.own.values(), *found.other.values()], default=0),
        rows=tuple(
            (number_name(number), found.own[number], found.other[number])
            for number in sorted({*between, *both})
        ),
    )


def _payments(flows: Sequence[Flow], known: dict[int, PersonView]) -> list[Payment]:
    numbers = numbers_of(flow.result_id for flow in flows)
    return [_payment(flow, known, called(numbers[flow.result_id])) for flow in flows]


def _payment(flow: Flow, known: dict[int, PersonView], named: str) -> Payment:
    row, number = flow.result.round, flow.result.claimed
    return Payment(
        payer=known[flow.giver_id or 0],
        payee=known[flow.taker_id or 0],
        points=flow.points,
        session=row.session.public_id,
        position=row.position,
        called=named,
        at=row.session.started_at,
        card=number_card(number) if number else None,
    )
