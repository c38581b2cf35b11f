"""だれがだれ: match the people of a file with those of the circle that it is imported into."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.circles.models import Circle, Player
from scorekeeper.play.models import GameSession, Seat
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.names import clean_name, same_name

from .circle import Person

Seats = Sequence[tuple[str, Sequence[str]]]
"""For each evening of a file its ``GameSession.uid``, and the names of its seats."""
Renamed = Mapping[str, str]
"""New names of people who are not those of the same name in the circle, by ``Match.key``."""


@dataclass(frozen=True, slots=True)
class Match:
    """A person of the file with the circle's."""

    person: Person
    player: Player | None  # None for a new person
    certain: bool = False  # by the seats of an evening that the circle has, not by the name alone

    @property
    def key(self) -> str:
        """The normalised name in the file."""
        return same_name(self.person.name)

    @property
    def needs_consent(self) -> bool:
        """Whether the host has to confirm that people of one name are one person."""
        return self.player is not None and not self.certain


def evenings_here(circle: Circle) -> dict[str, GameSession]:
    """The evenings of a circle by their ``uid``, which stays the same from circle to circle."""
    rows = circle.sessions.only("pk", "public_id", "origin", "circle_id", "title", "started_at", "game")
    return {row.uid: row for row in rows.order_by("pk")}


def matches(circle: Circle, people: Sequence[Person], seats: Seats) -> list[Match]:
    """Match everybody of a file with a person of the circle.

    First by the seat in an evening that both have; else by name, or by the person whom that name was merged
    into, unless the file has both.
    """
    by_name = {player.name_key: player for player in circle.players.select_related("merged_into")}
    by_seat = _match_seats(circle, seats)
    taken = {player.pk for player in by_seat.values()}
    taken |= {by_name[key].pk for person in people if (key := same_name(person.name)) in by_name}
    matched = []
    for person in people:
        key = same_name(person.name)
        player = by_seat.get(key) or _resolve_merged(by_name.get(key), by_seat, taken)
        matched.append(Match(person, player, key in by_seat))
    return matched


def _match_seats(circle: Circle, seats: Seats) -> dict[str, Player]:
    """The circle's people by ``Match.key``, by the seats of evenings that the circle has already."""
    here = evenings_here(circle)
    names_by_session = {here[uid].pk: names for uid, names in seats if uid in here}
    players: dict[str, Player] = {}
    rows = Seat.objects.filter(session__circle=circle).select_related("player").order_by("session", "number")
    for seat in rows:
        names = names_by_session.get(seat.session_id, ())
        if seat.number < len(names):
            players.setdefault(same_name(names[seat.number]), seat.player)
    return players


def _resolve_merged(player: Player | None, by_seat: Mapping[str, Player], taken: set[int]) -> Player | None:
    """The person whom ``player`` was merged into, unless ``taken``; None for one matched by a seat."""
    merged_into = player.merged_into if player else None
    resolved = merged_into if merged_into and merged_into.pk not in taken else player
    return None if resolved in by_seat.values() else resolved


def name_errors(matched: Sequence[Match], circle: Circle, renamed: Renamed) -> dict[str, ReadError]:
    """The errors of new names, by ``Match.key``."""
    taken = set(circle.players.values_list("name_key", flat=True)) | {match.key for match in matched}
    errors: dict[str, ReadError] = {}
    for key, name in renamed.items():
        try:
            clean = clean_name(name)
            if same_name(clean) in taken:
                raise ReadError("", "name.twice", name=clean)
            taken.add(same_name(clean))
        except ReadError as error:
            errors[key] = error
    return errors
