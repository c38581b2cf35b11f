"""Rounds and hands as they were entered, and what a replay makes of them."""

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
        """The hands by seat number as facts write them; of many rounds ``with_hands`` reads them at once."""
        return _hands_of([self])[self.pk]

    @cached_property
    def facts(self) -> Facts:
        return merge_hands(self.happened, self.held)


class StandIn(models.Model):
    """代打: somebody played a round for the player of a seat, who has the points.

    In statistics the round is that of ``player``, unless ``keeps_figures`` leaves it with the seat's.
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
    """手札: what a player held in a round, as it was entered; these cards are kept nowhere else.

    The columns from ``cards`` to ``ranks`` are ``hands.HandText``; ``place`` is the hand's among
    those of its round.  ``entered_by`` is the phone on which the hand was entered, or entered again, at
    ``entered_at``.
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
    """Rounds with their hands: one query, however many rounds there are."""
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
    """回の結果: the result of a round that was not voided.

    ``number`` counts the rounds that were not voided, from 1; ``counts`` says whether a session of so
    many rounds counts it.  ``change`` are the points it moved by seat number or account, ``outcome`` is how
    it came to them as ``play.ledger`` writes it, and ``state`` what it leaves to the next as
    ``play.ledger`` writes it.  Pages show what stands here and score nothing.  ``problems`` is how many
    objections the rules had, ``claimed`` the number that was claimed.
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
    """席の結果: what a round came to for one seat, and for the person who played there.

    ``gain`` and ``balance`` are points in and after the round, ``streak`` the wins in a row after it.
    ``parts`` are the parts that the player had (``caller``, ``victim``, ``winner``, ``landlord`` …), each
    between blanks, so that a part is identified by its name with blanks round it.
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
    """支払いの流れ: points that one paid to another in a round; a null is the pot or the bank.

    ``giver`` and ``taker`` are the people who played, ``points`` are more than 0.
    """

    result = models.ForeignKey(RoundResult, models.CASCADE, related_name="flows")
    giver = models.ForeignKey(Player, models.CASCADE, null=True, related_name="gave")
    taker = models.ForeignKey(Player, models.CASCADE, null=True, related_name="took")
    points = models.BigIntegerField()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.giver or '*'} → {self.taker or '*'} {self.points}"
