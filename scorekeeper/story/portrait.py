"""人の成績: the contents of a person's page; what has too few cases is not compared."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_noop as _

from scorekeeper.circles.models import Player
from scorekeeper.play.models import Round
from scorekeeper.play.numbering import Numbered, numbers_of
from scorekeeper.present.bar_chart import Bars, NamedRate, bars
from scorekeeper.present.cards import CardView, number_card
from scorekeeper.present.column_chart import ColumnChart, Step
from scorekeeper.present.presenter import PersonView
from scorekeeper.present.round_names import called
from scorekeeper.scoring import texts
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.stats.models import Tally
from scorekeeper.stats.people import (
    Figures,
    NeighbourGain,
    figures,
    figures_of_all,
    neighbour_gains,
    recent_tallies,
    record,
)
from scorekeeper.stats.versus import claims_by_number, taken_from_each

from .choice import PageFilter

LAST = 10
"""Sessions in the form chart."""
FEWEST_BEHIND = 10
"""Rounds with a neighbour below which the average is not shown."""
FEWEST_CLAIMS = 10
"""Claims below which no favourite number is shown."""
MOST_FAVOURITES = 3
"""Numbers that may share the first place; with more of them none is shown."""
MOST_RIVALS = 8
COUNTS = {"bursts": _("Bursts"), "springs": _("Won by a spring")}
"""Fields of ``Figures`` that are records where anybody has such a round."""
EXACT_BELOW = 100
"""Averages below that have a decimal."""


@dataclass(frozen=True, slots=True)
class Average:
    """平均: points a case."""

    value: float
    text: str
    cases: int


@dataclass(frozen=True, slots=True)
class OpponentBar:
    """An opponent or neighbour with the points that the portrayed person took or gained."""

    pk: int
    person: PersonView
    width: float  # of the bar from the middle, in percent of both sides together
    rounds: int = 0
    average: Average | None = None

    @property
    def left(self) -> float:
        """The left edge, in percent, of a bar that ends in the middle."""
        return round(50 - self.width, 1)


@dataclass(frozen=True, slots=True)
class FavouriteNumbers:
    """よくドボンする札: the numbers claimed most often."""

    words: str
    cards: tuple[CardView, ...]  # empty where there are too few claims, or too many numbers
    times: int  # of each
    claims: int  # of all numbers


@dataclass(frozen=True, slots=True)
class Record:
    words: str
    figure: str
    points: int = 0
    day: date | None = None  # of its night
    called: str = ""  # the round's name
    where: str = ""  # its address, empty where there is none


@dataclass(frozen=True, slots=True)
class Portrait:
    """A person's page, for the selected sessions."""

    figures: Figures
    average: Average
    gain: Average | None
    loss: Average | None
    rates: Bars
    form: ColumnChart
    form_points: int
    rivals: Sequence[OpponentBar]
    more_rivals: Sequence[OpponentBar]
    luck: Sequence[OpponentBar]
    too_few_rounds: int  # neighbours with fewer rounds than FEWEST_BEHIND
    favourite: FavouriteNumbers | None
    records: Sequence[Record]


def portrait(choice: PageFilter, player: Player, views: Mapping[int, PersonView]) -> Portrait | None:
    """The contents of a person's page; None where the person did not play."""
    scope = choice.scope
    person = figures(scope, player)
    if not person.tables:
        return None
    usual = figures_of_all(scope)
    recent = recent_tallies(scope, player, LAST)
    most, others = _rivals(taken_from_each(scope, player), views)
    neighbours = neighbour_gains(scope, player)
    often = [row for row in neighbours if row.rounds >= FEWEST_BEHIND]
    return Portrait(
        figures=person,
        average=_average(person.points, person.tables),
        gain=_average(person.won, person.gains) if person.gains else None,
        loss=_average(person.lost, person.losses) if person.losses else None,
        rates=bars(list(_rates(choice.game, person, usual))),
        form=ColumnChart(_steps(recent)),
        form_points=sum(tally.points for tally in recent),
        rivals=most,
        more_rivals=others,
        luck=_neighbour_bars(often, views),
        too_few_rounds=len(neighbours) - len(often),
        favourite=_favourite(choice, claims_by_number(scope, caller=player), person),
        records=list(_records(choice, player, person, usual)),
    )


def _average(points: int, cases: int) -> Average:
    """Points a case, with a decimal below EXACT_BELOW."""
    value = points / cases
    if abs(value) >= EXACT_BELOW or points % cases == 0:
        return Average(value, texts.signed(round(value)), cases)
    sign = "+" if value > 0 else "−"
    return Average(value, f"{sign}{abs(value):.1f}", cases)


def _rates(game: str, person: Figures, usual: Figures) -> Iterator[NamedRate]:
    """The rates that apply to a game; returns only where anybody returned."""
    yield NamedRate(gettext("Rounds won"), person.win_rate, usual.win_rate)
    ruleset = RULESETS[game]
    if "landlord" in ruleset.messages.parts:
        yield NamedRate(gettext("Won as the landlord"), person.landlord_rate, usual.landlord_rate)
    if ruleset.claims is None:
        return
    speak = texts.for_game(game, gettext)
    yield NamedRate(speak(_("Called Dobon")), person.call_rate, usual.call_rate)
    yield NamedRate(speak(_("Dobon called on them")), person.claimed_rate, usual.claimed_rate, bad=True)
    if usual.returns or person.returns:
        yield NamedRate(gettext("Returned a claim"), person.return_rate, usual.return_rate)
        yield NamedRate(gettext("Own claim returned"), person.returned_rate, usual.returned_rate, bad=True)


def _steps(tallies: Sequence[Tally]) -> list[Step]:
    steps, before = [], ""
    for tally in tallies:
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
    return steps


def _widths(values: Mapping[int, float]) -> dict[int, float]:
    """Of bars to both sides of the middle, in percent of both sides; the longest fills its side."""
    longest = max(map(abs, values.values()), default=0) or 1
    return {pk: round(50 * abs(value) / longest, 1) for pk, value in values.items()}


def _rivals(
    taken: Mapping[int, int], views: Mapping[int, PersonView]
) -> tuple[Sequence[OpponentBar], Sequence[OpponentBar]]:
    """The MOST_RIVALS with the largest balances, and the others; both by points."""
    width, order = _widths(taken), sorted(taken, key=lambda pk: (-abs(taken[pk]), pk))

    def by_points(players: Sequence[int]) -> list[OpponentBar]:
        return [
            OpponentBar(pk, replace(views[pk], points=taken[pk]), width[pk])
            for pk in sorted(players, key=lambda pk: (-taken[pk], pk))
        ]

    return by_points(order[:MOST_RIVALS]), by_points(order[MOST_RIVALS:])


def _neighbour_bars(rows: Sequence[NeighbourGain], views: Mapping[int, PersonView]) -> list[OpponentBar]:
    """The average gain a round with each neighbour, the best first."""
    averages = {row.before: _average(row.points, row.rounds) for row in rows}
    width = _widths({pk: average.value for pk, average in averages.items()})
    bars = [
        OpponentBar(pk, replace(views[pk], points=points), width[pk], rounds, averages[pk])
        for pk, rounds, points in rows
    ]
    return sorted(bars, key=lambda bar: (-averages[bar.pk].value, bar.pk))


def _favourite(choice: PageFilter, claimed: Counter[int], person: Figures) -> FavouriteNumbers | None:
    """None in a game in which nobody claims, and before the first claim."""
    if RULESETS[choice.game].claims is None or not person.calls:
        return None
    most = max(claimed.values(), default=0)
    numbers = sorted(number for number, times in claimed.items() if times == most)
    enough = claimed.total() >= FEWEST_CLAIMS and len(numbers) <= MOST_FAVOURITES
    cards = tuple(map(number_card, numbers)) if enough else ()
    words = texts.for_game(choice.game, gettext)(_("Card called on most often"))
    return FavouriteNumbers(words, cards, most, claimed.total())


def _records(choice: PageFilter, player: Player, person: Figures, usual: Figures) -> Iterator[Record]:
    best, worst, streak, calls = (
        record(choice.scope, player, column) for column in ("best", "worst", "streak", "calls")
    )
    numbers = numbers_of((best.best_round_id if best else None, worst.worst_round_id if worst else None))
    if best:
        yield _round(gettext("Best round"), best, best.best, best.best_round, numbers)
    if worst:
        yield _round(gettext("Worst round"), worst, worst.worst, worst.worst_round, numbers)
    if streak and person.streak > 1:
        wins = ngettext("%(n)s win", "%(n)s wins", person.streak) % {"n": person.streak}
        yield _evening(gettext("Longest run of wins"), streak, wins)
    if calls:
        words = texts.for_game(choice.game, gettext)(_("Most Dobon calls at a table"))
        yield _evening(words, calls, _times(calls.calls))
    for name, words in COUNTS.items():
        if getattr(person, name) or getattr(usual, name):
            yield Record(gettext(words), _times(getattr(person, name)))


def _times(number: int) -> str:
    return ngettext("%(n)s time", "%(n)s times", number) % {"n": texts.number(number)}


def _round(
    words: str, tally: Tally, points: int, row: Round | None, numbers: Mapping[int, Numbered]
) -> Record:
    name = called(numbers[row.pk]) if row else ""
    where = reverse("round", args=(tally.session.public_id, row.position)) if row else ""
    return Record(words, texts.signed(points), points, tally.session.night.day, name, where)


def _evening(words: str, tally: Tally, figure: str) -> Record:
    where = reverse("rounds", args=(tally.session.public_id,))
    return Record(words, figure, day=tally.session.night.day, where=where)
