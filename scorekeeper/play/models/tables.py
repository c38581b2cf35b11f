"""Nights, their sessions and seats, and the links to results."""

from django.db import models

from scorekeeper.circles.models import Circle, Device, Player, new_nonce, new_public_id

Kind = tuple[str, str]
"""What can be settled together: a unit, or where that is empty, the points of a game."""


class Night(models.Model):
    """夜: the tables of a circle that began between six in the morning of ``day`` and of the next.

    A table that was moved belongs to the night that somebody chose.
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
    ``revision`` rises by one with every change; ``standing`` holds points by seat number,
    how many rounds count, and the points that lie with nobody (``elsewhere``).  ``rules_name`` is the name
    of the kept rules that it was started with, unchanged.  ``pad`` rises by one with every change of what
    the phones are asked for.  With ``hidden_hands`` nobody sees another hand before the round is recorded;
    with ``second_person`` a new round counts once a second phone has agreed.  ``form_hash`` is that of the
    form that started it.  ``origin`` is its ``uid`` where it came here in the file of a circle.  ``bill`` is
    that in which it is settled with others, if it is.
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

    # The seat of the device for which ``play.find`` has read it, and how many rounds there are.
    own_seat: int | None = None
    length: int

    class Meta:
        ordering = ("-started_at", "-pk")
        constraints = (models.UniqueConstraint(fields=("circle", "origin"), name="session_once_in_circle"),)

    def __str__(self) -> str:
        return self.title or f"{self.game} {self.started_at:%Y-%m-%d}"

    @property
    def uid(self) -> str:
        """Its name in its first home, by which the same evening is known again wherever it is brought in."""
        return self.origin or self.public_id

    @property
    def unit(self) -> str:
        """The unit that it is settled in; empty for points."""
        return str(self.rate["unit"]) if self.rate else ""

    @property
    def kind(self) -> Kind:
        return self.unit, "" if self.unit else self.game


class Seat(models.Model):
    """席: a player of a session; ``initial`` unless the player joined between two rounds.

    ``played_by`` is who plays the next rounds for the player, if somebody does; with ``keeps_figures`` they
    are the player's also in statistics.
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


class ResultLink(models.Model):
    """結果のリンク: a page of a result for people without a seat; its secret is made as a circle's.

    The result is that of a ``session``, or of all tables of a ``night``.  ``language`` is that in which it
    was made: chats show the link in it.  ``with_sheet`` says that the page has the score sheet too.  A link
    never goes: ``revoked_at`` says since when it opens nothing.
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
