"""記録用紙: the rounds of a session as on paper, page by page or, for the printer, all of them."""

from collections.abc import Sequence
from functools import partial
from operator import attrgetter

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone

from scorekeeper.games.families import family_of
from scorekeeper.live.updates import Context, live_page
from scorekeeper.play import find
from scorekeeper.play.models import Round
from scorekeeper.play.rule_changes import applied
from scorekeeper.play.table import Table
from scorekeeper.present import headings, standings
from scorekeeper.present import sheet as sheets
from scorekeeper.present.pictures.frame import answer, shape_of
from scorekeeper.present.pictures.sheet import sheet as picture
from scorekeeper.present.rule_changes import in_force_since
from scorekeeper.present.words import rules_line

MANY = 5
"""From so many columns on the points that everybody has now stand below the sheet too."""


def sheet(request: HttpRequest, sid: str) -> HttpResponse:
    """The last rounds, or those of another page; with ``all`` every round, as it is now."""
    session = find.find_session(request, sid)
    if "all" in request.GET:
        table = Table(session)
        whole = {**_context(table, table.rounds), "whole": True, "now": timezone.now()}
        return render(request, "tables/sheet.html", whole)

    def context(table: Table) -> Context:
        page, rounds = standings.page_of_rounds(table, request.GET.get("page"))
        return {**_context(table, rounds[::-1]), "page": page}

    return live_page(request, "tables/sheet.html", session, context)


def sheet_picture(request: HttpRequest, sid: str, shape: str) -> HttpResponseBase:
    """Everybody's points and the last rounds as a picture."""
    table = Table(find.find_session(request, sid))
    return answer(request, picture(table, *last_rounds(table), shape_of(shape)))


def _context(table: Table, rounds: list[Round]) -> Context:
    """What the sheet shows of some rounds, the oldest first."""
    shown = view(table, rounds)
    seats = standings.standing(table) if len(shown.columns) >= MANY else ()
    return {
        "table": table,
        "sheet": shown,
        "seats": sorted(seats, key=attrgetter("place")),
        "total": standings.total(table),
        "rules_name": headings.rules_name(table),
        "rules_line": rules_line(table.ruleset, table.options),
        "since": in_force_since(applied(table)),
    }


def view(table: Table, rounds: Sequence[Round]) -> sheets.SheetView:
    """Rounds that follow one another as lines of a sheet, in the words of their game."""
    return sheets.sheet(table, rounds, partial(family_of(table.ruleset).form.called, table.session.game))


def last_rounds(table: Table) -> tuple[sheets.SheetView, bool]:
    """The last rounds as lines of a sheet, and whether there are others before them."""
    page, rounds = standings.page_of_rounds(table)
    return view(table, rounds[::-1]), page.has_next()
