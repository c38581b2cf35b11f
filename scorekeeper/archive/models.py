"""到着: uploaded files of circles, and matching their people with those of the circle."""

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
"""The ``GameSession.uid`` of each evening of a file, with the names of its seats."""
Renamed = Mapping[str, str]
"""By ``Match.key``, new names of people who are not the circle's people of the same name."""


@dataclass(frozen=True, slots=True)
class Match:
    """A person of a file, matched with one of the circle."""

    person: Person
    player: Player | None  # None for a new person
    certain: bool = False  # matched by the seat in an evening that the circle has, not by name

    @property
    def key(self) -> str:
        return same_name(self.person.name)

    @property
    def needs_consent(self) -> bool:
        """Whether the host has to confirm that people of the same name are one person."""
        return self.player is not None and not self.certain


def sessions_by_uid(circle: Circle) -> dict[str, GameSession]:
    """The sessions of a circle by ``uid``, which an import keeps."""
    rows = circle.sessions.only("pk", "public_id", "origin", "circle_id", "title", "started_at", "game")
    return {row.uid: row for row in rows.order_by("pk")}


def matches(circle: Circle, people: Sequence[Person], seats: Seats) -> list[Match]:
    """Match the people of a file with those of the circle.

    First by the seat in an evening that both have, else by name.  A name of a merged person stands for the
    person into whom it was merged, unless the file has that person too.
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
    """The circle's people by ``Match.key``, from the seats of evenings that the circle has already."""
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
    """到着: an uploaded file of a circle; once it is imported, only the result of the import."""

    class State(models.TextChoices):
        ASKING = "asking"  # waiting for consent
        COMING = "coming"  # being imported
        THERE = "there"  # imported
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
        return [(uid, seats) for uid, seats, _rounds in self.outline["sessions"]]

    def matches(self) -> list[Match]:
        return matches(self.circle, self.head.people, self.seats)

    @property
    def text(self) -> str:
        return zlib.decompress(bytes(self.packed)).decode()


def pack(text: str) -> bytes:
    return zlib.compress(text.encode(), 1)
