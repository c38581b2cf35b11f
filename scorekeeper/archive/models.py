"""到着: uploaded files of circles, and who of their people is who in the circle that gets them."""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import models
from django.utils.functional import cached_property

from scorekeeper.circles.models import Circle, Device, Player, new_public_id
from scorekeeper.play.models import GameSession, Seat
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.names import clean_name, same_name

from .circle import Head, Person
from .circle_reading import read_head

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
        return same_name(self.person.name)

    @property
    def needs_consent(self) -> bool:
        """Whether the host has to confirm that people of one name are one person."""
        return self.player is not None and not self.certain


def sessions_by_uid(circle: Circle) -> dict[str, GameSession]:
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
    here = sessions_by_uid(circle)
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


class Arrival(models.Model):
    """到着: an uploaded file of a circle until it is imported; then only the result of the import."""

    class State(models.TextChoices):
        """Waiting for consent, being imported, imported, or refused."""

        ASKING = "asking"
        COMING = "coming"
        THERE = "there"
        REFUSED = "refused"

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id)
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="arrivals")
    device = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="+")
    state = models.CharField(max_length=10, choices=State.choices, default=State.ASKING)
    outline = models.JSONField()  # archive.circle_reading.Outline
    packed = models.BinaryField()  # the text, compressed; empty once it is imported
    renamed = models.JSONField(default=dict)  # Renamed
    done = models.PositiveIntegerField(default=0)  # evenings written
    result = models.JSONField(default=dict)  # archive.importing.ImportResult, or an ``error``
    at = models.DateTimeField(auto_now=True)  # last progress
    form_hash = models.CharField(max_length=64, unique=True, null=True, blank=True)  # idempotency key

    class Meta:
        ordering = ("pk",)
        indexes = (models.Index(fields=("at",), name="arrival_heard_of"),)
        constraints = (
            models.UniqueConstraint(
                fields=("state",), condition=models.Q(state="coming"), name="one_import_at_a_time"
            ),
        )

    def __str__(self) -> str:
        return f"{self.circle} ← {self.public_id}"

    @cached_property
    def head(self) -> Head:
        return read_head(self.outline["head"])

    @property
    def seats(self) -> list[tuple[str, Sequence[str]]]:
        """Of each evening its id, and the names of its seats."""
        return [(uid, seats) for uid, seats, _rounds in self.outline["sessions"]]

    def matches(self) -> list[Match]:
        return matches(self.circle, self.head.people, self.seats)

    @property
    def text(self) -> str:
        return zlib.decompress(bytes(self.packed)).decode()


def pack(text: str) -> bytes:
    return zlib.compress(text.encode(), 1)
