"""Rounds and hands as they were entered, and their results."""

from collections.abc import Iterable

from django.db import models
from django.utils.functional import cached_property

from scorekeeper.circles.models import Device, Player

from ..hands import Facts, hand_json, merge_hands
from .tables import GameSession, Seat


class Round(models.Model):
    """回: one round; never deleted, only voided.

    ``happened`` is JSON with players written as seat numbers: everything but the hands, which are rows.
    """

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="rounds")
    position = models.PositiveIntegerField()
    happened = models.JSONField()
    voided = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    entered_by = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="rounds")

    class Meta:
        ordering = ("position", "pk")
        indexes = (models.Index(fields=("session", "position"), name="round_in_order"),)

    def __str__(self) -> str:
        return f"{self.session} #{self.position}"

    @cached_property
    def held(self) -> dict[str, object]:
        """The hands by seat number as in facts; ``with_hands`` reads those of many rounds in one query."""
        return _hands_of([self])[self.pk]

    @cached_property
    def facts(self) -> Facts:
        return merge_hands(self.happened, self.held)


class StandIn(models.Model):
    """代打: ``player`` played a round for the player of a seat, who has the points.

    Statistics count the round for ``player``, with ``keeps_figures`` for the player of the seat.
    """

    # The constraint below is an index by rounds already.
    round = models.ForeignKey(Round, models.CASCADE, related_name="stand_ins", db_index=False)
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="stand_ins")
    player = models.ForeignKey(Player, models.CASCADE, related_name="stand_ins")
    keeps_figures = models.BooleanField(default=False)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("round", "seat"), name="stand_in_once"),)

    def __str__(self) -> str:
        return f"{self.round} {self.seat} by {self.player}"


class Hand(models.Model):
    """手札: what a player held in a round, as it was entered; the cards are stored nowhere else.

    The columns from ``cards`` to ``ranks`` are ``hands.HandText``; ``place`` is the order within the round.
    ``entered_by`` and ``entered_at`` are of the last change of the hand.
    """

    # The constraint below is an index by rounds already.
    round = models.ForeignKey(Round, models.CASCADE, related_name="hands", db_index=False)
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="hands")
    place = models.PositiveSmallIntegerField()
    cards = models.TextField(blank=True)
    points = models.PositiveIntegerField(null=True, blank=True)
    count = models.PositiveSmallIntegerField(null=True, blank=True)
    ranks = models.TextField(blank=True)
    entered_by = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="hands")
    entered_at = models.DateTimeField()

    class Meta:
        ordering = ("round", "place")
        constraints = (models.UniqueConstraint(fields=("round", "seat"), name="hand_once"),)

    def __str__(self) -> str:
        return f"{self.round} {self.seat}"


def with_hands(rounds: Iterable[Round]) -> list[Round]:
    """Rounds with their hands, in one query for all."""
    rows = list(rounds)
    hands = _hands_of(rows)
    for row in rows:
        row.held = hands[row.pk]
    return rows


def _hands_of(rows: Iterable[Round]) -> dict[int, dict[str, object]]:
    result: dict[int, dict[str, object]] = {row.pk: {} for row in rows}
    hands = Hand.objects.filter(round__in=result).order_by("round_id", "place")
    columns = ("round_id", "seat__number", "cards", "points", "count")
    for row, seat, cards, points, count in hands.values_list(*columns):
        result[row][str(seat)] = hand_json(cards, points, count)
    return result


class RoundResult(models.Model):
    """回の結果: the result of a round that was not voided; pages show it and score nothing.

    ``number`` counts the entries that were not voided, from 1; ``counts`` says whether the entry counts as a
    round.  ``change`` are the points it moved by seat number or account.  ``outcome`` (with reasons) and
    ``state`` (after the round) are JSON of ``ledger``.  ``problems`` is the number of objections, ``claimed``
    the number that was claimed.
    """

    round = models.OneToOneField(Round, models.CASCADE, primary_key=True, related_name="result")
    session = models.ForeignKey(GameSession, models.CASCADE, related_name="results", db_index=False)
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10)
    counts = models.BooleanField()
    change = models.JSONField()
    outcome = models.JSONField()
    state = models.JSONField()
    problems = models.PositiveIntegerField()
    claimed = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("session", "number"), name="result_in_order"),)

    def __str__(self) -> str:
        return f"{self.session} result {self.number}"


class SeatResult(models.Model):
    """席の結果: the result of a round for one seat, and for the person who played there.

    ``gain`` and ``balance`` are points in and after the round, ``streak`` the wins in a row after it.
    ``parts`` are the roles of the player (``caller``, ``victim``, ``winner``, ``landlord`` …), each between
    blanks, so that a query can look for the name with its blanks.
    """

    result = models.ForeignKey(RoundResult, models.CASCADE, related_name="seats")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="results", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="results")
    gain = models.BigIntegerField()
    balance = models.BigIntegerField()
    streak = models.PositiveSmallIntegerField()
    parts = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("seat", "result"), name="seat_once_in_a_round"),)

    def __str__(self) -> str:
        return f"{self.seat} {self.gain:+}"


class Flow(models.Model):
    """支払いの流れ: points (above 0) that one person paid another in a round; null: the pot or the bank."""

    result = models.ForeignKey(RoundResult, models.CASCADE, related_name="flows")
    giver = models.ForeignKey(Player, models.CASCADE, null=True, related_name="gave")
    taker = models.ForeignKey(Player, models.CASCADE, null=True, related_name="took")
    points = models.BigIntegerField()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.giver or '*'} → {self.taker or '*'} {self.points}"
