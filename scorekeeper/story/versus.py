"""対戦: the table of everybody against everybody, by game and year."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import escape
from django.utils.safestring import SafeString

from scorekeeper.circles.access import membership_of
from scorekeeper.present.presenter import PersonView, faces
from scorekeeper.present.templatetags.points import tone
from scorekeeper.scoring import texts
from scorekeeper.stats.people import figures_by_player
from scorekeeper.stats.versus import Matrix, matrix, taken_from_unlisted

from .choice import choose

STRENGTHS = 3
"""Tints of cells, by the share of the largest figure."""
NO_CELL = '<td class="zero">–</td>'
"""The cell of a pair without payments, and of the diagonal."""


@dataclass(frozen=True, slots=True)
class VersusRow:
    """A person's row; the cells are in the order of the rows."""

    person: PersonView  # its points are the sum of the cells
    cells: SafeString
    overall: int  # all points of the person


def versus(request: HttpRequest, cid: str) -> HttpResponse:
    """対戦表: everybody against everybody, and whether ``others`` or the ``pot`` paid or took points too."""
    choice = choose(request, membership_of(request).circle)
    scope = choice.scope
    taken, views, others = matrix(scope), faces(scope.circle), taken_from_unlisted(scope)
    overall = {pk: figures["points"] for pk, figures in figures_by_player(scope).items()}
    sums = dict.fromkeys(overall, 0)
    for (taker, _giver), points in taken.items():
        sums[taker] += points
    order = sorted(sums, key=lambda pk: (-sums[pk], pk))
    cells = _cells(order, taken, choice.query)
    context = {
        "choice": choice,
        "lines": [VersusRow(replace(views[pk], points=sums[pk]), cells[pk], overall[pk]) for pk in order],
        "total": sum(sums.values()),
        "most": _most(taken, views),
        "others": any(others.get(pk) for pk in order),
        "pot": any(overall[pk] - sums[pk] != others.get(pk, 0) for pk in order),
    }
    return render(request, "story/versus.html", context)


def _cells(order: Sequence[int], taken: Matrix, query: str) -> dict[int, SafeString]:
    """The cells of each person's row; each is tinted and links to the page of the pair.

    Made here and not in a template, which is too slow for the 1,600 cells of 40 people.  The markup is safe:
    it is made of numbers, the classes of ``tone``, and the escaped query.
    """
    most, more = max(map(abs, taken.values()), default=0), escape(f"?{query}" if query else "")

    def cell(taker: int, giver: int) -> str:
        points = taken.get((taker, giver))
        if points is None:
            return NO_CELL
        css_class = f"{tone(points)} t{-(-STRENGTHS * abs(points) // (most or 1))}"
        return f'<td><a class="{css_class}" href="{taker}/{giver}/{more}">{texts.signed(points)}</a></td>'

    return {taker: SafeString("".join([cell(taker, giver) for giver in order])) for taker in order}


def _most(taken: Matrix, views: Mapping[int, PersonView]) -> dict[str, object] | None:
    """The largest figure of the table: who took how many points from whom."""
    (taker, giver), points = max(taken.items(), key=lambda item: item[1], default=((0, 0), 0))
    return {"taker": views[taker].name, "giver": views[giver].name, "points": points} if points > 0 else None
