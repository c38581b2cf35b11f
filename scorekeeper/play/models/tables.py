"""Nights, their sessions and seats, and the links to results."""

from django.db import models

from scorekeeper.circles.models import Circle, Device, Player, new_nonce, new_public_id

Kind = tuple[str, str]
"""Unit and game: sessions of one kind can be settled together.  The game is empty where there is a unit."""


class Night(models.Model):
    """夜: the tables of a circle that began between six in the morning of ``day`` and of the next day.

    A table can be moved to another night.
    """

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="nights")
    day = models.DateField()
    name = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering = ("-day",)
        constraints = (models.UniqueConstraint(fields=("circle", "day"), name="night_once_a_day"),)

    def __str__(self) -> str:
        return self.name or f"{self.day}"


class GameSession(models.Model):
    """卓: one game at one table.

    ``number`` counts the tables of its game in its ``night``, from 1; 0 where it is the only one.
    ``revision`` rises by one with every change; ``standing`` holds points by seat number, how many rounds
    count, and the points in the pot and with the bank (``elsewhere``).  ``rules_name`` is the name of the
    saved rule set that it was started with, unchanged.  ``pad`` rises by one with every change of the hands
    being collected.  With ``hidden_hands`` nobody sees another hand before the round is recorded; with
    ``second_person`` a new round counts once a second phone has agreed.  ``form_hash`` is that of the form
    that started it.  ``origin`` is its ``uid`` where it was imported with a circle.  ``bill`` is set while it
    is settled together with other sessions.
    """

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id)
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="sessions")
    night = models.ForeignKey(Night, models.RESTRICT, related_name="sessions")
    number = models.PositiveSmallIntegerField(default=0)
    game = models.CharField(max_length=20)
    ruleset_version = models.PositiveIntegerField(default=1)
    options = models.JSONField(default=dict)
    stake = models.JSONField(null=True, blank=True)
    rate = models.JSONField(null=True, blank=True)
    title = models.CharField(max_length=60, blank=True)
    rules_name = models.CharField(max_length=60, blank=True)
    revision = models.PositiveIntegerField(default=0)
    standing = models.JSONField(default=dict)
    started_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    pad = models.PositiveIntegerField(default=0)
    hidden_hands = models.BooleanField(default=False)
    second_person = models.BooleanField(default=False)
    form_hash = models.CharField(max_length=64, unique=True, null=True, blank=True)
    origin = models.CharField(max_length=24, null=True, blank=True)  # noqa: DJ001 - many have none
    bill = models.ForeignKey("play.Bill", models.SET_NULL, null=True, blank=True, related_name="sessions")

    # Annotations of ``play.find``: the seat of the device that asks, and how many rounds there are.
    own_seat: int | None = None
    length: int

    class Meta:
        ordering = ("-started_at", "-pk")
        constraints = (models.UniqueConstraint(fields=("circle", "origin"), name="session_once_in_circle"),)

    def __str__(self) -> str:
        return self.title or f"{self.game} {self.started_at:%Y-%m-%d}"

    @property
    def uid(self) -> str:
        """Identifies the session in every database into which it is imported."""
        return self.origin or self.public_id

    @property
    def unit(self) -> str:
        """The unit of its rate; empty for points."""
        return str(self.rate["unit"]) if self.rate else ""

    @property
    def kind(self) -> Kind:
        return self.unit, "" if self.unit else self.game


class Seat(models.Model):
    """席: a player of a session; ``initial`` unless the player joined between two rounds.

    ``played_by`` is the stand-in for the next rounds, if any; with ``keeps_figures`` statistics count these
    for the player of the seat.
    """

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="seats")
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    initial = models.BooleanField(default=True)
    played_by = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="plays_for")
    keeps_figures = models.BooleanField(default=False)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("session", "number"), name="seat_number_once"),
            models.UniqueConstraint(fields=("session", "player"), name="player_once_at_table"),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.player}"


def with_players() -> "models.Prefetch[str]":
    """Prefetch the seats of sessions with their players by a join.

    A separate query for players would have a parameter for each, and SQLite takes a thousand at most.
    """
    return models.Prefetch("seats", Seat.objects.select_related("player"))


class ResultLink(models.Model):
    """結果のリンク: a link to the result of a ``session`` or a ``night`` for people without a seat.

    Chats show the link in ``language``.  With ``with_sheet`` its page has the score sheet too.  A revoked
    link keeps its row.
    """

    session = models.ForeignKey(GameSession, models.CASCADE, null=True, related_name="result_links")
    night = models.ForeignKey(Night, models.CASCADE, null=True, related_name="result_links")
    public_id = models.CharField(max_length=24, unique=True, default=new_public_id)
    nonce = models.CharField(max_length=32, default=new_nonce)
    language = models.CharField(max_length=10)
    with_sheet = models.BooleanField(default=False)
    created_by = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.session or self.night} {self.public_id}"
