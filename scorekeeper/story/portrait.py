"""人の成績: what one person's figures come to, ready to be shown; what has too few cases is not compared."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_noop as _

from scorekeeper.circles.models import Player
from scorekeeper.play.models import Round
from scorekeeper.play.numbering import Numbered, numbers_of
from scorekeeper.present.bars import Bars, Told, bars
from scorekeeper.present.columns import ColumnChart, Step, column_chart
from scorekeeper.present.faces import CardView, number_card
from scorekeeper.present.numbers import called
from scorekeeper.present.presenter import PersonView
from scorekeeper.scoring import texts
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.stats.models import Tally
from scorekeeper.stats.people import Figures, evenings, everybody, figures, records, seated, together
from scorekeeper.stats.versus import favourites, rivals

from .choice import Choice

LAST = 10
"""How many evenings the form is about."""
FEWEST_BEHIND = 10
"""Behind somebody with fewer rounds than that, luck is not told."""
FEWEST_CLAIMS = 10
"""With fewer claims than that, no number is anybody's favourite."""
MOST_FAVOURITES = 3
"""More numbers claimed equally often are no favourites."""
MOST_RIVALS = 8
EXACT_BELOW = 100
"""Averages below that have a decimal."""


@dataclass(frozen=True, slots=True)
class Average:
    """平均: points of a case, as they are read, and how many cases."""

    value: float
    text: str
    cases: int


@dataclass(frozen=True, slots=True)
class Against:
    """Somebody with what the person took from them, or gained behind them.

    ``width`` is that of a bar from the middle on, in percent of the room for both sides.
    """

    pk: int
    person: PersonView
    width: float
    rounds: int = 0
    average: Average | None = None

    @property
    def left(self) -> float:
        """Where a bar of that width begins that ends in the middle."""
        return round(50 - self.width, 1)


@dataclass(frozen=True, slots=True)
class Favourite:
    """よくドボンする札: the numbers claimed most, ``times`` each, of all; no cards where none is."""

    words: str
    cards: tuple[CardView, ...]
    times: int
    claims: int


@dataclass(frozen=True, slots=True)
class Record:
    """A record in words with its figure; ``where`` is its address, empty where there is none."""

    words: str
    figure: str
    points: int = 0
    at: datetime | None = None
    called: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True)
class Portrait:
    """Everything a person's page shows of the chosen evenings; ``rarely`` sat before in too few rounds."""

    figures: Figures
    average: Average
    gain: Average | None
    loss: Average | None
    rates: Bars
    form: ColumnChart | None
    form_points: int
    rivals: Sequence[Against]
    more_rivals: Sequence[Against]
    luck: Sequence[Against]
    rarely: int
    favourite: Favourite | None
    records: Sequence[Record]


def portrait(choice: Choice, player: Player, known: Mapping[int, PersonView]) -> Portrait | None:
    """The person's figures; None where the person did not play in the chosen evenings."""
    scope = choice.scope
    own = figures(scope, player)
    if not own.tables:
        return None
    usual = together(everybody(scope).values())
    last = evenings(scope, player, LAST)
    most, others = _rivals(rivals(scope, player), known)
    behind = seated(scope, player)
    often = [row for row in behind if row.rounds >= FEWEST_BEHIND]
    return Portrait(
        figures=own,
        average=_average(own.points, own.tables),
        gain=_average(own.won, own.gains) if own.gains else None,
        loss=_average(own.lost, own.losses) if own.losses else None,
        rates=bars(list(_rates(choice.game, own, usual))),
        form=column_chart(_steps(last)),
        form_points=sum(one.points for one in last),
        rivals=most,
        more_rivals=others,
        luck=_luck([(row.before, row.rounds, row.points) for row in often], known),
        rarely=len(behind) - len(often),
        favourite=_favourite(choice, favourites(scope.claims().filter(caller=player)), own),
        records=list(_records(choice, player, own, usual)),
    )


def _average(points: int, cases: int) -> Average:
    """Points of a case in words: exact to a tenth where they are few."""
    value = points / cases
    if abs(value) >= EXACT_BELOW or points % cases == 0:
        return Average(value, texts.signed(round(value)), cases)
    sign = "+" if value > 0 else "−"
    return Average(value, f"{sign}{abs(value):.1f}", cases)


def _rates(game: str, own: Figures, usual: Figures) -> Iterator[Told]:
    """The rates that have a meaning in a game; returns where anybody returned."""
    yield Told(gettext("Rounds won"), own.win_rate, usual.win_rate)
    ruleset = RULESETS[game]
    if ruleset.claims is None:
        yield Told(gettext("Won as the landlord"), own.landlord_rate, usual.landlord_rate)
        return
    speak = texts.for_game(game, gettext)
    yield Told(speak(_("Called Dobon")), own.call_rate, usual.call_rate)
    yield Told(speak(_("Claimed with Dobon")), own.claimed_rate, usual.claimed_rate, bad=True)
    if usual.returns or own.returns:
        yield Told(gettext("Returned a claim"), own.return_rate, usual.return_rate)
        yield Told(gettext("Own claim returned"), own.returned_rate, usual.returned_rate, bad=True)


def _steps(last: Sequence[Tally]) -> list[Step]:
    steps, before = [], ""
    for one in last:
        begun = timezone.localtime(one.session.started_at)
        month = date_format(begun, pgettext("format of a month below a chart", "M"))
        steps.append(
            Step(
                value=one.points,
                when=date_format(begun, "DATE_FORMAT"),
                note=pgettext("below a chart", "#%(place)s") % {"place": one.place},
                strong=one.place == 1,
                day=str(begun.day),
                month=month if month != before else "",
                where=reverse("table", args=(one.session.public_id,)),
            )
        )
        before = month
    return steps


def _rivals(
    taken: Mapping[int, int], known: Mapping[int, PersonView]
) -> tuple[Sequence[Against], Sequence[Against]]:
    """Those with whom most points changed hands, and the others; both by points."""
    longest = max(map(abs, taken.values()), default=0) or 1
    order = sorted(taken, key=lambda pk: (-abs(taken[pk]), pk))

    def told(some: Sequence[int]) -> list[Against]:
        return [
            Against(pk, replace(known[pk], points=taken[pk]), round(50 * abs(taken[pk]) / longest, 1))
            for pk in sorted(some, key=lambda pk: (-taken[pk], pk))
        ]

    return told(order[:MOST_RIVALS]), told(order[MOST_RIVALS:])


def _luck(rows: Sequence[tuple[int, int, int]], known: Mapping[int, PersonView]) -> list[Against]:
    """What a round brought behind each of the others, the best first."""
    averages = {pk: (_average(points, rounds), rounds, points) for pk, rounds, points in rows}
    longest = max((abs(one.value) for one, _rounds, _points in averages.values()), default=0) or 1
    order = sorted(averages, key=lambda pk: (-averages[pk][0].value, pk))
    return [
        Against(pk, replace(known[pk], points=points), round(50 * abs(one.value) / longest, 1), rounds, one)
        for pk in order
        for one, rounds, points in [averages[pk]]
    ]


def _favourite(choice: Choice, claimed: Counter[int], own: Figures) -> Favourite | None:
    """None in a game in which nobody claims, and before the first claim."""
    if RULESETS[choice.game].claims is None or not own.calls:
        return None
    most = max(claimed.values(), default=0)
    numbers = sorted(number for number, times in claimed.items() if times == most)
    told = claimed.total() >= FEWEST_CLAIMS and len(numbers) <= MOST_FAVOURITES
    cards = tuple(map(number_card, numbers)) if told else ()
    words = texts.for_game(choice.game, gettext)(_("Most often claimed with Dobon"))
    return Favourite(words, cards, most, claimed.total())


def _records(choice: Choice, player: Player, own: Figures, usual: Figures) -> Iterator[Record]:
    found = records(choice.scope, player)
    best = found.best.best_round if found.best else None
    worst = found.worst.worst_round if found.worst else None
    numbers = numbers_of(row.pk for row in (best, worst) if row)
    if found.best:
        yield _round(gettext("Best round"), found.best, found.best.best, best, numbers)
    if found.worst:
        yield _round(gettext("Worst round"), found.worst, found.worst.worst, worst, numbers)
    if found.streak and own.streak > 1:
        wins = ngettext("%(n)s win", "%(n)s wins", own.streak) % {"n": own.streak}
        yield _evening(gettext("Longest run of wins"), found.streak, wins)
    if found.calls:
        words = texts.for_game(choice.game, gettext)(_("Most claims with Dobon at a table"))
        yield _evening(words, found.calls, _times(found.calls.calls))
    if own.bursts or usual.bursts:
        yield Record(gettext("Bursts"), _times(own.bursts))
    if own.springs or usual.springs:
        yield Record(gettext("Won by a spring"), _times(own.springs))


def _times(number: int) -> str:
    return ngettext("%(n)s time", "%(n)s times", number) % {"n": texts.number(number)}


def _round(
    words: str, tally: Tally, points: int, row: Round | None, numbers: Mapping[int, Numbered]
) -> Record:
    record = Record(words, texts.signed(points), points, tally.session.started_at)
    if row is None:
        return record
    where = reverse("round", args=(tally.session.public_id, row.position))
    return replace(record, called=called(numbers[row.pk]), where=where)


def _evening(words: str, tally: Tally, figure: str) -> Record:
    where = reverse("rounds", args=(tally.session.public_id,))
    return Record(words, figure, at=tally.session.started_at, where=where)
