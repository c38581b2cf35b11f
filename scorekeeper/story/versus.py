"""対戦: everybody of a circle against everybody, by game and year."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import escape
from django.utils.safestring import SafeString

from scorekeeper.circles.access import find_membership
from scorekeeper.present.people import faces
from scorekeeper.present.presenter import PersonView
from scorekeeper.present.templatetags.points import tone
from scorekeeper.scoring import texts
from scorekeeper.stats.people import everybody
from scorekeeper.stats.tallies import uncounted
from scorekeeper.stats.versus import Matrix, from_others, matrix

from .choice import Choice, choose

STRENGTHS = 3
"""How many tints tell how large a figure is beside the largest."""


NO_CELL = '<td class="zero">–</td>'
"""Beside oneself, and where no points moved."""


@dataclass(frozen=True, slots=True)
class Line:
    """One person against each of the others, in the same order.

    The points of ``person`` are the sum of the line, ``overall`` all that the person gained.
    """

    pk: int
    person: PersonView
    cells: SafeString
    overall: int


@dataclass(frozen=True, slots=True)
class Most:
    """The largest figure, in words: who took how much from whom."""

    taker: str
    giver: str
    points: int


@dataclass(frozen=True, slots=True)
class Board:
    """対戦表: a line for each, the largest sum first, and whether others moved points too."""

    lines: tuple[Line, ...]
    most: Most | None
    others: bool
    pot: bool

    @property
    def total(self) -> int:
        """合計: zero, as each cell stands here a second time with the other sign."""
        return sum(line.person.points for line in self.lines)


def versus(request: HttpRequest, cid: str) -> HttpResponse:
    """Who took how much from whom, the whole circle as a table."""
    membership = find_membership(request, cid)
    circle = membership.circle
    choice = choose(request, circle)
    board = _board(choice)
    context = {
        "circle": circle,
        "membership": membership,
        "choice": choice,
        "uncounted": uncounted(circle),
        "board": board,
        "total": board.total,
        "current": "versus",
    }
    return render(request, "story/versus.html", context)


def _board(choice: Choice) -> Board:
    scope = choice.scope
    taken, known, others = matrix(scope), faces(scope.circle), from_others(scope)
    overall = {pk: one.points for pk, one in everybody(scope).items()}
    sums = dict.fromkeys(overall, 0)
    for (taker, _giver), points in taken.items():
        sums[taker] += points
    order = sorted(sums, key=lambda pk: (-sums[pk], pk))
    cells = _cells(order, taken, choice.query)
    return Board(
        lines=tuple(Line(pk, replace(known[pk], points=sums[pk]), cells[pk], overall[pk]) for pk in order),
        most=_most(taken, known),
        others=any(others.get(pk) for pk in order),
        pot=any(overall[pk] - sums[pk] != others.get(pk, 0) for pk in order),
    )


def _cells(order: Sequence[int], taken: Matrix, query: str) -> dict[int, SafeString]:
    """The cells of each person: the figure, tinted, leads to the page about the two.

    They are no template, which would take as long for 40 people's 1,600 cells as for all else together.
    Numbers and the words of ``tone`` are all that they hold besides the query.
    """
    most, more = max(map(abs, taken.values()), default=0), escape(f"?{query}" if query else "")

    def cell(taker: int, giver: int) -> str:
        points = taken.get((taker, giver))
        if points is None:
            return NO_CELL
        look = f"{tone(points)} t{-(-STRENGTHS * abs(points) // (most or 1))}"
        return f'<td><a class="{look}" href="{taker}/{giver}/{more}">{texts.signed(points)}</a></td>'

    return {taker: SafeString("".join([cell(taker, giver) for giver in order])) for taker in order}


def _most(taken: Matrix, known: Mapping[int, PersonView]) -> Most | None:
    """None where nobody took anything."""
    (taker, giver), points = max(taken.items(), key=lambda item: item[1], default=((0, 0), 0))
    return Most(known[taker].name, known[giver].name, points) if points > 0 else None
