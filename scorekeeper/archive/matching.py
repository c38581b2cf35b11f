"""だれがだれ: the people of a file beside those of the circle that it comes to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.circles.models import Circle, Player
from scorekeeper.play.models import GameSession, Seat
from scorekeeper.scoring.circle import Person
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.names import clean_name, same_name

Seats = Sequence[tuple[str, Sequence[str]]]
"""Of each evening of a file what it was called in its first home, and who ever sat down."""
Renamed = Mapping[str, str]
"""What people are to be called who are not those of the same name: by ``same_name`` of it in the file."""


@dataclass(frozen=True, slots=True)
class Match:
    """A person of the file, and who of the circle that is; None where it is nobody.

    ``certain`` tells that evenings that are here already say so, and not the name alone.
    """

    person: Person
    known: Player | None
    certain: bool = False

    @property
    def key(self) -> str:
        """What the person is looked up by."""
        return same_name(self.person.name)

    @property
    def asked(self) -> bool:
        """Whether it is to be asked if it is who has that name here."""
        return self.known is not None and not self.certain


def evenings_here(circle: Circle) -> dict[str, GameSession]:
    """The evenings of a circle by what they were called in their first home."""
    rows = circle.sessions.only("pk", "public_id", "origin", "circle_id", "title", "started_at", "game")
    return {row.uid: row for row in rows.order_by("pk")}


def matches(circle: Circle, people: Sequence[Person], seats: Seats) -> list[Match]:
    """Everybody of a file, each with who it is here.

    Who sat in a seat of an evening that is here already is who sits there; of the others it is who has the
    same name, or whom that name stands for, unless the file has both.
    """
    there = {player.name_key: player for player in circle.players.select_related("merged_into")}
    certain = _seated(circle, seats)
    taken = {player.pk for player in certain.values()}
    taken |= {there[key].pk for one in people if (key := same_name(one.name)) in there}
    found = []
    for one in people:
        key = same_name(one.name)
        known = certain.get(key) or _meant(there.get(key), certain, taken)
        found.append(Match(one, known, key in certain))
    return found


def _seated(circle: Circle, seats: Seats) -> dict[str, Player]:
    """Who sits here where people of the file sat."""
    here = evenings_here(circle)
    told = {here[uid].pk: names for uid, names in seats if uid in here}
    found: dict[str, Player] = {}
    rows = Seat.objects.filter(session__circle=circle).select_related("player").order_by("session", "number")
    for seat in rows:
        names = told.get(seat.session_id, ())
        if seat.number < len(names):
            found.setdefault(same_name(names[seat.number]), seat.player)
    return found


def _meant(player: Player | None, certain: Mapping[str, Player], taken: set[int]) -> Player | None:
    """Whom a name stands for, and nobody who is somebody else of the file for certain."""
    known = player.merged_into if player else None
    meant = known if known and known.pk not in taken else player
    return None if meant in certain.values() else meant


def wrong_names(found: Sequence[Match], circle: Circle, renamed: Renamed) -> dict[str, ReadError]:
    """What is wrong with the names of those who are to be told apart, by ``Match.key``."""
    taken = set(circle.players.values_list("name_key", flat=True)) | {one.key for one in found}
    wrong: dict[str, ReadError] = {}
    for key, name in renamed.items():
        try:
            clean = clean_name(name)
            if same_name(clean) in taken:
                raise ReadError("", "name.twice", name=clean)
            taken.add(same_name(clean))
        except ReadError as error:
            wrong[key] = error
    return wrong
