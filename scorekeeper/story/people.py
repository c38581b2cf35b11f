"""人: the list of a circle's people, and the page of one, by game and year.

Figures with too few cases are not compared.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_noop as _

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.models import Player
from scorekeeper.circles.services import all_players
from scorekeeper.play.models import Round
from scorekeeper.play.numbering import Numbered, numbers_of
from scorekeeper.present.charts import Bar, Bars, ColumnChart, Sparkline, Step
from scorekeeper.present.presenter import PersonView, number_card, people_by_key
from scorekeeper.present.words import entry_name
from scorekeeper.scoring import texts
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.stats.models import Tally
from scorekeeper.stats.people import (
    Figures,
    Ratio,
    claims_by_number,
    figures,
    figures_by_player,
    neighbour_gains,
    places,
    recent_points,
    recent_tallies,
    record,
    taken_from_each,
)
from scorekeeper.stats.scope import Scope

from .choice import PageFilter, choose

LAST = 10
"""Sessions in the form chart."""
FEWEST_BEHIND = 10
"""Fewest rounds with a neighbour for an average."""
FEWEST_CLAIMS = 10
"""Fewest claims for a favourite number."""
MOST_FAVOURITES = 3
"""Most numbers that are shown for sharing the first place."""
MOST_RIVALS = 8
COUNTS = {"bursts": _("Bursts"), "springs": _("Won by a spring")}
"""Columns of ``Figures`` that are shown as records if anybody has such a round."""
EXACT_BELOW = 100
"""Averages below that have a decimal."""


LargeFigure = tuple[str, str, float]
"""A label, a large number as text, and a value whose sign makes it a gain or a loss."""


class Average(NamedTuple):
    """平均: points a case."""

    value: float
    text: str
    cases: int


class OpponentBar(NamedTuple):
    """An opponent or neighbour, with the points taken from them or gained beside them."""

    person: PersonView
    average: Average
    width: float  # of the bar from the middle, in percent of the whole width

    @property
    def left(self) -> float:
        """The left edge, in percent, of a bar to the left."""
        return round(50 - self.width, 1)


@dataclass(frozen=True, slots=True)
class Record:
    words: str
    figure: str
    points: int = 0
    day: date | None = None  # of its night
    called: str = ""  # the round's name
    where: str = ""  # its address, empty where there is none


def portrait(
    choice: PageFilter, player: Player, views: Mapping[int, PersonView]
) -> Mapping[str, object] | None:
    """The contents of a person's page; None where the person did not play."""
    scope, person = choice.scope, figures(choice.scope, player)
    if not person["tables"]:
        return None
    usual, neighbours = figures(scope), neighbour_gains(scope, player)
    often = {
        before: average(points, rounds) for before, rounds, points in neighbours if rounds >= FEWEST_BEHIND
    }
    taken = taken_from_each(scope, player)
    rivals = _bars({pk: Average(points, texts.signed(points), 0) for pk, points in taken.items()}, views)
    largest = sorted(rivals, key=lambda bar: (-abs(bar.average.value), bar.person.pk))[:MOST_RIVALS]
    sides = ((gettext("Average gain"), "won", "gains"), (gettext("Average loss"), "lost", "losses"))
    return {
        "figures": large_figures(person),
        "averages": [(words, average(person[sum_], person[n])) for words, sum_, n in sides if person[n]],
        "rates": rates(choice.game, person, usual),
        "form": form(scope, player),
        "rivals": [bar for bar in rivals if bar in largest],
        "more_rivals": [bar for bar in rivals if bar not in largest],
        "luck": _bars(often, views),
        "too_few_rounds": len(neighbours) - len(often),
        "favourite": _favourite(choice, claims_by_number(scope, caller=player), person),
        "records": list(records(choice, player, person, usual)),
    }


def large_figures(person: Figures) -> list[LargeFigure]:
    usual = average(person["points"], person["tables"])
    return [
        (gettext("Points"), texts.signed(person["points"]), person["points"]),
        (gettext("Tables won"), f"{person['firsts']} / {person['tables']}", 0),
        (gettext("Points a table"), usual.text, usual.value),
    ]


def average(points: int, cases: int) -> Average:
    """Points a case, with a decimal below EXACT_BELOW."""
    value = points / cases
    if abs(value) >= EXACT_BELOW or points % cases == 0:
        return Average(value, texts.signed(round(value)), cases)
    sign = "+" if value > 0 else "−"
    return Average(value, f"{sign}{abs(value):.1f}", cases)


def rates(game: str, person: Figures, usual: Figures) -> Bars:
    """The rates of a game; those of returns only if anybody returned a claim."""

    def bar(words: str, hits: str, *cases: str, bad: bool = False) -> Bar:
        own, of_all = (Ratio(row[hits], sum(row[column] for column in cases)) for row in (person, usual))
        return Bar(words, own, of_all, bad)

    ruleset, translate = RULESETS[game], texts.for_game(game, gettext)
    bars = [bar(gettext("Rounds won"), "wins", "rounds")]
    if "landlord" in ruleset.messages.parts:
        bars.append(bar(gettext("Won as the landlord"), "landlord_wins", "landlord"))
    if ruleset.claims is not None:
        bars.append(bar(translate(_("Called Dobon")), "calls", "rounds"))
        bars.append(bar(translate(_("Dobon called on them")), "claimed_on", "rounds", bad=True))
        if usual["returns"] or person["returns"]:
            bars.append(bar(gettext("Returned a claim"), "returns", "rounds"))
            bars.append(bar(gettext("Own claim returned"), "returned_on", "calls", "returns", bad=True))
    return Bars(bars)


def form(scope: Scope, player: Player) -> ColumnChart:
    """調子: the last tables."""
    steps, before = [], ""
    for tally in recent_tallies(scope, player, LAST):
        begun = tally.session.night.day
        month = date_format(begun, pgettext("format of a month", "M"))
        steps.append(
            Step(
                value=tally.points,
                when=date_format(begun, "DATE_FORMAT"),
                note=pgettext("below a chart", "#%(place)s") % {"place": tally.place},
                strong=tally.place == 1,
                day=str(begun.day),
                month=month if month != before else "",
                where=reverse("table", args=(tally.session.public_id,)),
            )
        )
        before = month
    return ColumnChart(steps)


def _bars(averages: Mapping[int, Average], views: Mapping[int, PersonView]) -> list[OpponentBar]:
    """Bars to both sides of the middle, the best first; the longest fills its side."""
    longest = max((abs(each.value) for each in averages.values()), default=0) or 1
    return [
        OpponentBar(views[pk], each, round(50 * abs(each.value) / longest, 1))
        for pk, each in sorted(averages.items(), key=lambda item: (-item[1].value, item[0]))
    ]


def _favourite(choice: PageFilter, claimed: Counter[int], person: Figures) -> Mapping[str, object] | None:
    """よくドボンする札: the numbers claimed most often; None without a claim.

    No cards are named if there are too few claims or too many such numbers.
    """
    if RULESETS[choice.game].claims is None or not person["calls"]:
        return None
    most = max(claimed.values(), default=0)
    numbers = sorted(number for number, times in claimed.items() if times == most)
    enough = claimed.total() >= FEWEST_CLAIMS and len(numbers) <= MOST_FAVOURITES
    words = texts.for_game(choice.game, gettext)(_("Card called on most often"))
    cards = list(map(number_card, numbers)) if enough else []
    return {"words": words, "cards": cards, "times": most, "claims": claimed.total()}


def records(choice: PageFilter, player: Player, person: Figures, usual: Figures) -> Iterator[Record]:
    best, worst, streak, calls = (
        record(choice.scope, player, column) for column in ("best", "worst", "streak", "calls")
    )
    numbers = numbers_of((best.best_round_id if best else None, worst.worst_round_id if worst else None))
    if best:
        yield _round(gettext("Best round"), best, best.best, best.best_round, numbers)
    if worst:
        yield _round(gettext("Worst round"), worst, worst.worst, worst.worst_round, numbers)
    if streak and person["streak"] > 1:
        wins = ngettext("%(n)s win", "%(n)s wins", person["streak"]) % {"n": person["streak"]}
        yield _evening(gettext("Longest run of wins"), streak, wins)
    if calls:
        words = texts.for_game(choice.game, gettext)(_("Most Dobon calls at a table"))
        yield _evening(words, calls, _times(calls.calls))
    for name, words in COUNTS.items():
        if person[name] or usual[name]:
            yield Record(gettext(words), _times(person[name]))


def _times(number: int) -> str:
    return ngettext("%(n)s time", "%(n)s times", number) % {"n": texts.number(number)}


def _round(
    words: str, tally: Tally, points: int, row: Round | None, numbers: Mapping[int, Numbered]
) -> Record:
    name = entry_name(numbers[row.pk]) if row else ""
    where = reverse("round", args=(tally.session.public_id, row.position)) if row else ""
    return Record(words, texts.signed(points), points, tally.session.night.day, name, where)


def _evening(words: str, tally: Tally, figure: str) -> Record:
    where = reverse("rounds", args=(tally.session.public_id,))
    return Record(words, figure, day=tally.session.night.day, where=where)


def person(request: HttpRequest, cid: str, number: int) -> HttpResponse:
    """The page of a person; redirects to the person whom this one was merged into."""
    circle = membership_of(request).circle
    player = get_object_or_404(circle.players, pk=number)
    if player.merged_into_id:
        where = reverse("person", args=(cid, player.merged_into_id))
        return redirect(f"{where}?{request.GET.urlencode()}")
    choice, views = choose(request, circle), people_by_key(circle)
    context = {
        "choice": choice,
        "player": player,
        "person": views[player.pk],
        "portrait": portrait(choice, player, views),
    }
    return render(request, "story/person.html", context)


def people(request: HttpRequest, cid: str) -> HttpResponse:
    """Everybody who played the selected game in the selected time, by points."""
    circle = membership_of(request).circle
    choice = choose(request, circle)
    played, views = figures_by_player(choice.scope), people_by_key(circle)
    latest = recent_points(choice.scope, LAST)
    place = places({pk: figures["points"] for pk, figures in played.items()})
    rows = [  # person, place, figures and form
        (views[pk], place[pk], figures, Sparkline(latest[pk]) if pk in latest else None)
        for pk, figures in sorted(played.items(), key=lambda item: (-item[1]["points"], item[0]))
    ]
    everybody = [(player, views[player.pk]) for player in all_players(circle)]
    return render(request, "story/people.html", {"choice": choice, "rows": rows, "everybody": everybody})
