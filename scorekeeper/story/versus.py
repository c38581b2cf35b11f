"""対戦: the matrix of everybody against everybody, and the page of two people, by game and year."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.formats import date_format
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.models import Circle, Player
from scorekeeper.play.models import Flow, GameSession
from scorekeeper.play.numbering import numbers_of
from scorekeeper.play.table import begun_by
from scorekeeper.present.charts import LineChart, When, spots_of
from scorekeeper.present.presenter import CardView, PersonView, number_card, number_name, people_by_key
from scorekeeper.present.templatetags.frame import tone
from scorekeeper.present.words import entry_name
from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import RANK_NAMES
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.stats.people import (
    Matrix,
    balance_by_session,
    claims_by_number,
    figures_by_player,
    largest_payments,
    matrix,
    shared_play,
    taken_from_unlisted,
)

from .choice import choose

STRENGTHS = 3
"""Tints of cells, by the share of the largest figure."""


def versus(request: HttpRequest, cid: str) -> HttpResponse:
    """対戦表: everybody against everybody, and whether ``others`` or the ``pot`` paid or took points too."""
    choice = choose(request, membership_of(request).circle)
    scope = choice.scope
    taken, views, others = matrix(scope), people_by_key(scope.circle), taken_from_unlisted(scope)
    overall = {pk: figures["points"] for pk, figures in figures_by_player(scope).items()}
    sums = dict.fromkeys(overall, 0)
    for (taker, _giver), points in taken.items():
        sums[taker] += points
    order = sorted(sums, key=lambda pk: (-sums[pk], pk))
    cells = _cells(order, taken, choice.query)
    context = {
        "choice": choice,
        # a person with the sum of the cells, the cells, and all points
        "rows": [(replace(views[pk], points=sums[pk]), cells[pk], overall[pk]) for pk in order],
        "total": sum(sums.values()),
        "most": _most(taken, views),
        "others": any(others.get(pk) for pk in order),
        "pot": any(overall[pk] - sums[pk] != others.get(pk, 0) for pk in order),
    }
    return render(request, "story/versus.html", context)


def _cells(order: Sequence[int], taken: Matrix, query: str) -> dict[int, SafeString]:
    """The HTML of each person's row; a template is too slow for the 1,600 cells of 40 people.

    It is safe: it consists of numbers, CSS classes and the escaped query.
    """
    most, more = max(map(abs, taken.values()), default=0), escape(f"?{query}" if query else "")

    def cell(taker: int, giver: int) -> str:
        points = taken.get((taker, giver))
        if points is None:
            return '<td class="zero">–</td>'
        css_class = f"{tone(points)} t{-(-STRENGTHS * abs(points) // (most or 1))}"
        return f'<td><a class="{css_class}" href="{taker}/{giver}/{more}">{texts.signed(points)}</a></td>'

    return {taker: SafeString("".join([cell(taker, giver) for giver in order])) for taker in order}


def _most(taken: Matrix, views: Mapping[int, PersonView]) -> dict[str, object] | None:
    """The largest figure of the table: who took how many points from whom."""
    (taker, giver), points = max(taken.items(), key=lambda item: item[1], default=((0, 0), 0))
    return {"taker": views[taker].name, "giver": views[giver].name, "points": points} if points > 0 else None


Payment = tuple[Flow, PersonView, PersonView, str, CardView | None]
"""A payment between the two, its payer and payee, the name of its round, and the claimed card."""


def pair(request: HttpRequest, cid: str, number: int, other: int) -> HttpResponse:
    circle = membership_of(request).circle
    one, two = _person(circle, number), _person(circle, other)
    if one == two:
        raise Http404
    choice = choose(request, circle)
    scope, views = choice.scope, people_by_key(circle)
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
        "payments": list(_payments(list(largest_payments(scope, one, two, most=5)), views)),
    }
    return render(request, "story/pair.html", context)


def _person(circle: Circle, number: int) -> Player:
    return get_object_or_404(circle.players, pk=number)


def _chart(evenings: Sequence[tuple[int, int]]) -> LineChart | None:
    """The balance over at least two sessions; reads the days of the labelled ones only."""
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
    """ドボンした数: how often each claimed each number on the other; None in a game without claims.

    Every rank between the lowest and the highest has a row.
    """
    if not game or RULESETS[game].claims is None:
        return None
    translate = texts.for_game(game, gettext)
    both = sorted({*own, *other})
    ranks = [number for number in both if number < len(RANK_NAMES)]
    between = range(ranks[0], ranks[-1] + 1) if ranks else ()
    return {
        "words": translate(_("Dobon calls")),
        "none": translate(_("Neither has called Dobon on the other here.")),
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
        yield flow, payer, payee, entry_name(numbers[flow.result_id]), card
