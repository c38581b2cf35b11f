"""Checks of the context of a circle's pages against a recount."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from django.template.base import Template
from django.test.utils import instrumented_test_render
from django.urls import reverse

from scorekeeper.circles.access import link_token
from scorekeeper.circles.models import Circle, Player, Role
from scorekeeper.circles.services import make_link
from scorekeeper.play.nights import tonight
from scorekeeper.scoring.registry import RULESETS
from tests.helpers import Phone
from tests.story import recount
from tests.story.recount import Book, Table, figures, names_in, nights, taken

LAST = 10
"""Tables in the form of a person, and fewest rounds behind a neighbour for the luck."""


def number(value: int) -> str:
    return f"{value:,}".replace("-", "−")


def signed(value: int) -> str:
    return f"+{number(value)}" if value > 0 else number(value) if value else "±0"


def times(count: int) -> str:
    return f"{number(count)} time" + "s" * (count != 1)


class Pages:
    """A circle's pages as a viewer gets them, and the recount."""

    def __init__(self, circle: Circle) -> None:
        self.circle = circle
        self.book = Book(circle)
        self.keys = dict(Player.objects.filter(circle=circle, merged_into=None).values_list("name", "pk"))
        self.names = {key: name for name, key in self.keys.items()}
        self.phone = Phone()
        self.phone.get(reverse("join", args=(link_token(make_link(circle, Role.VIEWER, None)),)))

    def ask(self, page: str, *args: object, **query: object) -> Any:
        """What the view gives its template."""
        asked = {key: value for key, value in query.items() if value is not None}
        with patch.object(Template, "_render", instrumented_test_render):
            response = self.phone.get(reverse(page, args=(self.circle.public_id, *args)), asked)
        assert response.status_code == 200, (page, args, query)
        assert not getattr(response.wsgi_request, "uncounted", 0), page
        return response.context

    def table(self, table: Table) -> str:
        return reverse("table", args=(table.id,))

    def rounds(self, table: Table) -> str:
        return reverse("rounds", args=(table.id,))

    def receipt(self, table: Table, name: str, gain: int) -> str:
        first = next(row for row in table.of(name) if row.gains[name] == gain)
        return reverse("round", args=(table.id, first.position))

    def by_key(self, some: dict[str, Any]) -> dict[int, Any]:
        return {self.keys[name]: value for name, value in some.items()}

    def listed(self, tables: Sequence[Table]) -> list[str]:
        return [name for name in self.book.order if name in names_in(tables) and self.book.listed(name)]


def check_pages(circle: Circle, most: int = 6) -> None:
    """Check the figures of a circle's pages against a recount, for ``most`` people and pairs of each game."""
    pages = Pages(circle)
    years = sorted({one.day.year for one in pages.book.tables})
    for game in pages.book.games:
        for year in (None, *(one for one in years)):
            people(pages, game, year)
            versus(pages, game, year)
        for name in sample(sorted(names_in(pages.book.of(game))), most):
            person(pages, game, name)
        for one, other in sample(list(recount.pairs(pages.book, pages.book.of(game))), most):
            pair(pages, game, one, other)
        rankings(pages, game, most)
    seasons(pages)
    for game in ("", *pages.book.games):
        for year in (None, *years):
            group(pages, game, year)


def sample(rows: Sequence[Any], most: int) -> Sequence[Any]:
    """At most so many rows, evenly spaced."""
    return rows[:: -(-len(rows) // most) or 1]


def people(pages: Pages, game: str, year: int | None) -> None:
    tables = pages.book.of(game, year)
    shown = pages.ask("people", game=game, year=year)["rows"]
    known = {name: figures(tables, name) for name in pages.listed(tables)}
    place = recount.places({name: one["points"] for name, one in known.items()})
    order = sorted(known, key=lambda name: (-known[name]["points"], pages.keys[name]))
    forms = [" ".join(signed(one.points[name]) for one in form(tables, name)) for name in order]
    assert [(one.name, at, own, spark.text if spark else "") for one, at, own, spark in shown] == [
        (name, place[name], known[name], last) for name, last in zip(order, forms, strict=True)
    ]


def form(tables: Sequence[Table], name: str) -> list[Table]:
    return [one for one in tables if one.of(name)][-LAST:]


def person(pages: Pages, game: str, name: str) -> None:
    tables = pages.book.of(game)
    own = figures(tables, name)
    portrait = pages.ask("person", pages.keys[name], game=game)["portrait"]
    assert (portrait is None) == (own["tables"] == 0), name
    if portrait is None:
        return
    shown = SimpleNamespace(**portrait)
    assert [(number, value) for _words, number, value in shown.figures[:2]] == [
        (signed(own["points"]), own["points"]),
        (f"{own['firsts']} / {own['tables']}", 0),
    ]
    assert shown.figures[2][2] == own["points"] / own["tables"]
    assert [(one.value * one.cases, one.cases) for _words, one in shown.averages] == [
        (own[points] / own[cases] * own[cases], own[cases])
        for points, cases in (("won", "gains"), ("lost", "losses"))
        if own[cases]
    ]
    everybody = [figures(tables, other) for other in pages.listed(tables)]
    assert [(bar.hits, bar.cases) for bar in shown.rates.bars] == list(rates(game, own, everybody))
    last = form(tables, name)
    assert [(one.step.value, one.step.strong, one.step.where) for one in shown.form.columns] == [
        (one.points[name], one.place(name) == 1, pages.table(one)) for one in last
    ]
    assert shown.form.total == sum(one.points[name] for one in last)
    rivals_and_neighbours(pages, shown, tables, name)
    claimed = recount.numbers(tables, caller=name)
    if shown.favourite:
        assert (shown.favourite["times"], shown.favourite["claims"]) == (
            max(claimed.values(), default=0),
            claimed.total(),
        )
    assert [(one.figure, one.where) for one in shown.records] == list(records(pages, tables, name, everybody))


def rates(game: str, own: Counter[str] | dict[str, int], everybody: list[dict[str, int]]) -> Iterator[Any]:
    yield own["wins"], own["rounds"]
    if game == "doudizhu":
        yield own["landlord_wins"], own["landlord"]
    if game not in ("gamble", "kawagoe", "teyaku", "dotenko"):
        return
    yield own["calls"], own["rounds"]
    yield own["claimed_on"], own["rounds"]
    if own["returns"] or any(one["returns"] for one in everybody):
        yield own["returns"], own["rounds"]
        yield own["returned_on"], own["calls"] + own["returns"]


def rivals_and_neighbours(pages: Pages, shown: Any, tables: Sequence[Table], name: str) -> None:
    """The points taken from rivals, and the luck behind each neighbour."""
    nets = {other: points for (own, other), points in taken(tables).items() if own == name}
    against = {row.person.pk: row.average.value for row in (*shown.rivals, *shown.more_rivals)}
    assert against == pages.by_key({other: net for other, net in nets.items() if pages.book.listed(other)})
    before = {other: row for other, row in recount.behind(tables, name).items() if pages.book.listed(other)}
    often = {other: row for other, row in before.items() if row[0] >= LAST}
    assert {row.person.pk: (row.average.cases, row.average.value) for row in shown.luck} == pages.by_key(
        {other: (rounds, points / rounds) for other, (rounds, points) in often.items()}
    )
    assert shown.too_few_rounds == len(before) - len(often)


def records(
    pages: Pages, tables: Sequence[Table], name: str, everybody: list[dict[str, int]]
) -> Iterator[tuple[str, str]]:
    own = figures(tables, name)
    there = [one for one in tables if name in one.points]
    for gain in (own["best"], own["worst"]):
        if gain:
            first = next(one for one in there if any(row.gains[name] == gain for row in one.of(name)))
            yield signed(gain), pages.receipt(first, name, gain)
    if own["streak"] > 1:
        first = next(one for one in there if one.streak(name) == own["streak"])
        yield f"{own['streak']} wins", pages.rounds(first)
    if own["calls"]:
        first = max(there, key=lambda one: one.calls(name))
        yield times(first.calls(name)), pages.rounds(first)
    for key in ("bursts", "springs"):
        if own[key] or any(one[key] for one in everybody):
            yield times(own[key]), ""


def versus(pages: Pages, game: str, year: int | None) -> None:
    tables = pages.book.of(game, year)
    board = pages.ask("versus", game=game, year=year)
    nets, names = taken(tables), pages.listed(tables)
    rows = {name: sum(nets[name, other] for other in names) for name in names}
    order = sorted(names, key=lambda name: (-rows[name], pages.keys[name]))
    assert [(person.name, person.points, overall) for person, _cells, overall in board["rows"]] == [
        (name, rows[name], figures(tables, name)["points"]) for name in order
    ]
    for (_person, row, _overall), name in zip(board["rows"], order, strict=True):
        cells = re.findall(r"<td[^>]*>(?:<a[^>]*>)?([^<]*)", row)
        assert cells == [signed(nets[name, other]) if (name, other) in nets else "–" for other in order]
    assert board["total"] == 0


def pair(pages: Pages, game: str, one: str, other: str) -> None:
    tables = pages.book.of(game)
    shown = pages.ask("pair", pages.keys[one], pages.keys[other], game=game)
    assert shown["points"] == taken(tables)[one, other]
    assert (shown["shared"]["tables"], shown["shared"]["rounds"]) == recount.together(tables, one, other)
    met = [table for table in tables if any({one, other} <= row.there for row in table.played)]
    assert shown["shared"]["since"] == (met[0].day if met else None)
    assert shown["evenings"] == sum((one, other) in taken([table]) for table in tables)
    paid = [
        points
        for table in tables
        for row in table.rounds
        for way, points in row.flows.items()
        if set(way) == {one, other}
    ]
    assert [flow.points for flow, *_rest in shown["payments"]] == sorted(paid, reverse=True)[:5]
    for flow, payer, payee, *_rest in shown["payments"]:
        row = flow.result.round
        [table] = [table for table in tables if table.id == row.session.public_id]
        [round_] = [item for item in table.rounds if item.position == row.position]
        assert round_.flows[payer.name, payee.name] == flow.points
    if shown["claims"]:
        on = [recount.numbers(tables, *way) for way in ((one, other), (other, one))]
        rows = {label: both for label, *both in shown["claims"]["rows"] if any(both)}
        assert rows == {rank(key): [own[key] for own in on] for key in sorted({*on[0], *on[1]})}
        assert [shown["claims"]["own"], shown["claims"]["other"]] == [own.total() for own in on]


def rank(key: int) -> str:
    return recount.RANKS[key] if key < len(recount.RANKS) else str(key)


def rankings(pages: Pages, game: str, most: int) -> None:
    """Rankings by season, year, month and table, each compared with the period before."""
    book = pages.book
    every = [one for one in book.tables if len(one.played) >= book.least]
    own = [one for one in every if one.game == game]
    ways: dict[str, list[tuple[object, list[Table], bool]]] = defaultdict(list)
    for at in sorted({f"{one.day:%Y}" for one in own}):
        ways["year"].append((at, [one for one in every if f"{one.day:%Y}" == at], False))
    for at in sorted({f"{one.day:%Y-%m}" for one in own}):
        ways["month"].append((at, [one for one in every if f"{one.day:%Y-%m}" == at], False))
    for table in own:
        ways["evening"].append((table.id, [table], False))
    for season in pages.circle.seasons.filter(first__lte=tonight()).order_by("first"):
        ways["season"].append((season.pk, within(every, season.first, season.last), season.closed))
    for by, periods in ways.items():
        for place, (at, tables, final) in sample(list(enumerate(periods)), most):
            earlier = periods[place - 1][1] if place else None
            ranking(pages, (game, by, at), tables, earlier, final)


def within(tables: Sequence[Table], first: date, last: date | None) -> list[Table]:
    return [one for one in tables if first <= one.day and (last is None or one.day <= last)]


def ranking(
    pages: Pages, way: tuple[str, str, object], tables: list[Table], earlier: list[Table] | None, final: bool
) -> None:
    game, by, at = way
    shown = pages.ask("ranking", game=game, by=by, at=at)
    own = [one for one in tables if one.game == game]
    points = recount.sums(pages.book, own)
    now = recount.places(points)
    was = recount.places(recount.sums(pages.book, [one for one in earlier or () if one.game == game]))
    order = sorted(points, key=lambda name: (now[name], pages.keys[name]))
    rows = []
    for name in order:
        result = figures(own, name)
        all_places = [one.place(name) for one in own if name in one.points and one.of(name)]
        average = round(sum(all_places) / len(all_places), 6) if all_places else None
        moved = was[name] - now[name] if name in was else None
        rows.append((name, now[name], points[name], result["tables"], result["firsts"], average, moved))
    assert [
        (person.name, one.place, one.points, one.tables, one.firsts, average_of(one), one.moved)
        for person, one in shown["rows"]
    ] == rows, way
    assert [one.name for one in shown["winners"]] == [name for name in order if final and now[name] == 1]
    assert {
        unit: {person.name: (place, amount) for person, place, amount in rows}
        for unit, rows in shown["money"]
    } == {
        unit: {name: (recount.places(amounts)[name], amounts[name]) for name in amounts}
        for unit, amounts in recount.money(pages.book, tables).items()
    }


def average_of(one: Any) -> float | None:
    return None if one.average is None else round(one.average, 6)


def seasons(pages: Pages) -> None:
    book = pages.book
    for season, _days, winners in pages.ask("seasons")["rows"]:
        tables = [one for one in book.tables if len(one.played) >= book.least and season.closed]
        tables = within(tables, season.first, season.last)
        won = {}
        for game in sorted({one.game for one in tables}):
            place = recount.places(recount.sums(book, [one for one in tables if one.game == game]))
            if place:
                won[RULESETS[game].title] = {name for name in place if place[name] == 1}
        assert {game: {one.name for one in item} for game, item in winners} == won


def group(pages: Pages, game: str, year: int | None) -> None:
    book = pages.book
    shown = pages.ask("circle", game=game or None, year=year)
    tables = book.of(game, year)
    if shown["year"]:
        own = book.of(game, int(shown["year"].name))
        days = {day.day: day.rounds for month in shown["year"].months for day in month.days}
        assert days == {day: sum(len(one.played) for one in own if one.day == day) for day in nights(own)}
        assert (shown["year"].nights, shown["year"].rounds) == (
            len(nights(own)),
            sum(len(one.played) for one in own),
        )
    for month in shown["months"]:
        last = (month.first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
        own = within(tables, month.first, last)
        assert (month.nights, month.rounds) == (len(nights(own)), sum(len(one.played) for one in own))
    most = Counter(one.game for one in book.tables)
    of_game = [one for one in tables if one.game == (game or min(most, key=lambda one: (-most[one], one)))]
    seen = [name for name in names_in(of_game) if not book.people[name].hidden]
    assert {one.name: one.points for one in shown["totals"]} == {
        name: figures(of_game, name)["points"] for name in seen
    }
    assert shown["total"] in (0, None)
    assert {
        unit: {one.name: amount for one, amount in rows} for unit, rows in shown["money"]
    } == recount.money(book, book.of(year=year))
