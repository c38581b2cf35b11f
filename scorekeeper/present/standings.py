"""順位: the standings of a table, and its rounds page by page."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext

from scorekeeper.play.models import GameSession, Round
from scorekeeper.play.table import Table, points_of

from .presenter import PersonView, Presenter, RoundRow, TagView, seats_with_people

ROUNDS_ON_PAGE = 50


class SeatRow:
    """順位表: a row of the standing; ``change`` is the gain of the last round played."""

    def __init__(self, person: PersonView, table: Table) -> None:
        balances, last, name = table.state.balances, table.last_played, person.name
        self.number = int(table.numbers[name])
        self.name, self.mark, self.color = name, person.mark, person.color
        self.balance = balances[name]
        self.change = last.change.get(table.numbers[name], 0) if last else None
        self.place = place_of(self.balance, balances, table.options.traits.low_wins)
        self.tags = _tags(name, table)


def everybody(table: Table) -> Iterable[str]:
    """The people at a table in the order of seats, then those who have left."""
    return dict.fromkeys((*table.state.seats, *table.state.balances))


def standing(table: Table) -> list[SeatRow]:
    presenter = Presenter(table)
    return [SeatRow(presenter.person(name), table) for name in everybody(table)]


def journey(table: Table) -> dict[str, str] | None:
    """The payments and gains of the last round as JSON, by seat; None before the first round."""
    last, number = table.last_recorded, table.numbers.get  # accounts keep their names
    if last is None:
        return None
    paid = [
        {"from": number(move.payer, move.payer), "to": number(move.payee, move.payee), "points": move.points}
        for move in last.outcome.transfers
        if move.points
    ]
    changes = {number(who, who): points for who, points in last.change.items()}
    return {"transfers": json.dumps(paid), "changes": json.dumps(changes)}


def place_of(points: int, everybody: Mapping[str, int], low: bool = False) -> int:
    """順位: the place of some points; equal ones share a place.  With ``low`` the fewest points win."""
    return 1 + sum(each < points if low else each > points for each in everybody.values())


def _tags(name: str, table: Table) -> list[TagView]:
    state = table.state
    tags = []
    if table.numbers.get(name) == str(table.session.own_seat):
        tags.append(TagView("you", gettext("you")))
    if name == table.starter:
        deals = table.options.traits.loser_starts
        tags.append(TagView("starter", gettext("deals next") if deals else gettext("starts next"), gold=True))
    repeats = state.streak.get(name, 0) - 1
    if repeats > 0 and table.options.traits.counts_streaks:
        tags.append(TagView("streak", gettext("streak %(number)d") % {"number": repeats}))
    if name not in state.seats:
        tags.append(TagView("left", gettext("left")))
    if stand_in := next((seat.played_by for seat in table.seats if seat.player.name == name), None):
        tags.append(TagView("stand-in", gettext("%(name)s plays") % {"name": stand_in.name}))
    return tags


def total(table: Table) -> int:
    """合計: the sum of all balances and accounts, less the starting points; always zero."""
    state = table.state
    start = table.stake
    given = len(state.balances) * (start.start if start else 0)
    return sum(state.balances.values()) - given + state.elsewhere


def page_of_rounds(table: Table, number: str | None = None) -> tuple["Page[int]", list[Round]]:
    """A page of positions, the newest first, and the rounds at them."""
    page = Paginator(range(table.length, 0, -1), ROUNDS_ON_PAGE).get_page(number)
    positions = page.object_list
    return page, table.rounds_between(positions[-1], positions[0])[::-1] if positions else []


def rows(table: Table, rounds: Sequence[Round]) -> list[RoundRow]:
    presenter, recorded = Presenter(table), table.recorded(rounds)
    return [RoundRow(presenter, row, recorded.get(row.pk)) for row in rounds]


def session_standing(session: GameSession) -> list[PersonView]:
    """Everybody's points in a session without starting points, best first."""
    return session_standing_and_rest(session)[0]


def session_standing_and_rest(session: GameSession) -> tuple[list[PersonView], int]:
    """The same, and the points in the pot and with the bank."""
    start = (session.stake or {}).get("start", 0)
    points, elsewhere = points_of(session)
    people = [
        replace(person, points=points[str(seat.number)] - start)
        for seat, person in seats_with_people(session.seats.all())
        if str(seat.number) in points
    ]
    return sorted(people, key=lambda person: person.points, reverse="low" not in session.standing), elsewhere
