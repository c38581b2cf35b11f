"""印の重なり: two people at one table who look alike, and another colour for the second of them."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.models import COLORS
from scorekeeper.play import find
from scorekeeper.play.people import PersonChanged, change_person, last_change
from scorekeeper.play.table import Table
from scorekeeper.present.people import COLOR_NAMES
from scorekeeper.present.presenter import PersonView, seated

MOST_OFFERED = 4
"""Colours to choose from."""


@dataclass(frozen=True, slots=True)
class Lookalike:
    """Somebody who looks like ``other`` at the table, and the ``colors`` that nobody has there, by name."""

    person: PersonView
    other: str
    colors: tuple[tuple[PersonView, object], ...]


def lookalikes(table: Table) -> Iterator[Lookalike]:
    """Those who have the colour of somebody with a seat before theirs."""
    people = [person for _seat, person in seated(table.seats)]
    first: dict[int, str] = {}
    taken = {person.color for person in people}
    free = [color for color in range(COLORS) if color not in taken][:MOST_OFFERED]
    for person in people:
        other = first.setdefault(person.color, person.name)
        if free and other != person.name:
            colors = tuple((replace(person, color=color), COLOR_NAMES[color]) for color in free)
            yield Lookalike(person, other, colors)


def seat_look(request: HttpRequest, sid: str) -> HttpResponse:
    """Give somebody at the table another colour, for good; what is no longer offered changes nothing."""
    table = find.find_table(request, sid)
    device = membership_of(request).device
    wanted = request.POST.get("player", ""), request.POST.get("color", "")
    players = {seat.player_id: seat.player for seat in table.seats}
    for one in lookalikes(table):
        if wanted in [(str(one.person.pk), str(person.color)) for person, _name in one.colors]:
            player = players[one.person.pk]
            with suppress(PersonChanged):
                change_person(player, {"color": int(wanted[1])}, device, last_change(player))
    return redirect("table", sid)
