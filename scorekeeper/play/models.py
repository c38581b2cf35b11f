"""Sessions, their seats, rounds and hands, and who changed what.

Rows hold what happened at the table.  Points, dealer and standing come from a replay of that: what is
derived, ``RoundResult``, ``SeatResult`` and ``GameSession.standing``, is written by ``results`` alone and can
be thrown away.
"""

from collections.abc import Iterable

from django.db import models
from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.functional import cached_property

from scorekeeper.circles.models import Circle, Device, Membership, Player, new_nonce, new_public_id

from .hands import Facts, hand_json, merge_hands


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


class Bill(models.Model):
    """まとめて精算: sessions of a circle that are over and are settled together.

    All are played for the same ``unit``, or where that is empty for points of one ``game``.  What is owed
    comes from their results and payments, and from the bill's own (``BillPayment``).  ``revision`` rises with
    every change of the bill itself; ``form_hash`` is that of the form that made it; a bill that is
    dissolved has no sessions any more.  ``night`` is that whose tables it settles, if it is about a night.
    """

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id)
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="bills")
    night = models.ForeignKey(Night, models.SET_NULL, null=True, blank=True, related_name="bills")
    unit = models.CharField(max_length=20, blank=True)
    game = models.CharField(max_length=20, blank=True)
    revision = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="+")
    dissolved_at = models.DateTimeField(null=True, blank=True)
    dissolved_by = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="+")
    form_hash = models.CharField(max_length=64, unique=True, null=True, blank=True)

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("night", "unit"),
                condition=models.Q(dissolved_at=None, night__isnull=False),
                name="one_bill_a_night",
            ),
        )

    def __str__(self) -> str:
        return f"{self.circle} {self.unit or self.game} {self.created_at:%Y-%m-%d}"


class GameSession(models.Model):
    """卓: one game at one table.

    ``number`` counts the tables of its game in its ``night``, from 1; 0 where it is the only one.
    ``revision`` rises by one with every change; ``standing`` holds points by seat number,
    how many rounds count, and the points that lie with nobody (``elsewhere``).  ``rules_name`` is the name
    of the kept rules that it was started with, unchanged.  ``pad`` rises by one with every change of what
    the phones are asked for.  With ``hidden_hands`` nobody sees another hand before the round is recorded;
    with ``second_person`` a new round counts once a second phone has agreed.  ``form_hash`` is that of the
    form that started it.  ``origin`` is its ``uid`` where it came here in the file of a circle.  ``bill`` is
    that in which it is settled with others, if it is; ``debts_at`` is the revision that its ``OpenDebt`` rows
    are of.
    """

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id)
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="sessions")
    night = models.ForeignKey(Night, models.CASCADE, related_name="sessions")
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
    bill = models.ForeignKey(Bill, models.SET_NULL, null=True, blank=True, related_name="sessions")
    debts_at = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("-started_at", "-pk")
        constraints = (models.UniqueConstraint(fields=("circle", "origin"), name="session_once_in_circle"),)

    def __str__(self) -> str:
        return self.title or f"{self.game} {self.started_at:%Y-%m-%d}"

    @property
    def uid(self) -> str:
        """Its name in its first home, by which the same evening is known again wherever it is brought in."""
        return self.origin or self.public_id


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
        return _hands_by_round(hand_rows(self.hands.all())).get(self.pk, {})

    @cached_property
    def facts(self) -> Facts:
        """All facts of the round, as the engine reads them."""
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

    The columns from ``cards`` to ``claimed`` are those of ``hands.HandText``; ``place`` is the hand's among
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
    claimed = models.PositiveSmallIntegerField(null=True, blank=True)
    entered_by = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="hands")
    entered_at = models.DateTimeField()

    class Meta:
        ordering = ("round", "place")
        constraints = (models.UniqueConstraint(fields=("round", "seat"), name="hand_once"),)

    def __str__(self) -> str:
        return f"{self.round} {self.seat}"


HandRow = tuple[int, int, str, int | None, int | None]
"""The key of a round, the number of a seat, and what was held there: ``cards``, ``points``, ``count``."""


def hand_rows(hands: "QuerySet[Hand]") -> "QuerySet[Hand, HandRow]":
    """Hands in the order of each round, as ``with_hands`` takes them."""
    columns = ("round_id", "seat__number", "cards", "points", "count")
    return hands.order_by("round_id", "place").values_list(*columns)


def with_hands(rounds: Iterable[Round], hands: Iterable[HandRow]) -> list[Round]:
    """Rounds with their hands, which are all among ``hands``: one query, however many rounds there are."""
    result, rows = _hands_by_round(hands), list(rounds)
    for row in rows:
        row.held = result.get(row.pk, {})
    return rows


def _hands_by_round(hands: Iterable[HandRow]) -> dict[int, dict[str, object]]:
    result: dict[int, dict[str, object]] = {}
    for row, seat, cards, points, count in hands:
        result.setdefault(row, {})[str(seat)] = hand_json(cards, points, count)
    return result


class RoundResult(models.Model):
    """回の結果: the result of a round that was not voided.

    ``number`` counts the rounds that were not voided, from 1; ``counts`` says whether a session of so
    many rounds counts it.  ``change`` are the points it moved by seat number or account, ``outcome`` is how
    it came to them as ``play.outcomes`` writes it, and ``state`` what it leaves to the next as
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


class RoundEdit(models.Model):
    """記録: one change of a session: who, when, what, before and after.

    ``key`` comes with the form and is unique in the session, so that a form sent twice changes nothing twice.
    ``confirmed_by`` is the second device that agreed, where the table wants one.
    """

    class Action(models.TextChoices):
        """What was done."""

        ADD = "add"
        EDIT = "edit"
        VOID = "void"
        RESTORE = "restore"
        END = "end"
        REOPEN = "reopen"
        PAY = "pay"
        UNPAY = "unpay"
        SETTINGS = "settings"
        PEOPLE = "people"
        STAND_IN = "stand-in"
        MOVE = "move"

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="edits")
    round = models.ForeignKey(Round, models.CASCADE, null=True, blank=True, related_name="edits")
    action = models.CharField(max_length=10, choices=Action.choices)
    key = models.CharField(max_length=64)
    revision = models.PositiveIntegerField()
    at = models.DateTimeField(auto_now_add=True)
    device = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="edits")
    confirmed_by = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="+")
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("session", "key"), name="form_once"),)

    def __str__(self) -> str:
        return f"{self.session} r{self.revision} {self.action}"

    @property
    def facts(self) -> Facts | None:
        """The facts of a round as the change left them; None where it was about something else."""
        return self.after if self.round_id and self.action != self.Action.MOVE else None


def with_holders(edits: "QuerySet[RoundEdit]") -> "QuerySet[RoundEdit]":
    """Changes with the names of those who hold the phones, None where nobody said so.

    ``holder`` holds the one that made the change, ``other_holder`` the one that agreed.
    """
    return edits.annotate(holder=holder_of("device"), other_holder=holder_of("confirmed_by"))


def holder_of(device: str, circle: str = "session__circle") -> Subquery:
    """The name of who holds the phone that this field of a row names, whose circle that other one names."""
    of_device = Membership.objects.filter(device=OuterRef(device), circle=OuterRef(circle))
    return Subquery(of_device.values("player__name")[:1])


class Merge(models.Model):
    """統合: two entries that were one person: all that ``gone`` had became that of ``kept``.

    ``sessions`` and ``memberships`` are the keys of what was moved, ``hidden`` says whether ``gone`` was
    hidden before; ``undone_at`` since when they are two again.  ``paid`` and ``received`` are the keys of the
    payments of bills that became the other's.
    """

    kept = models.ForeignKey(Player, models.CASCADE, related_name="merges")
    gone = models.ForeignKey(Player, models.CASCADE, related_name="+")
    sessions = models.JSONField(default=list)
    memberships = models.JSONField(default=list)
    paid = models.JSONField(default=list)
    received = models.JSONField(default=list)
    hidden = models.BooleanField(default=False)
    at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.gone} = {self.kept}"


class Clearing(models.Model):
    """全部済み: payments of several tables and bills that were ticked in one go, and are taken back together.

    The payments name it: who paid whom how much in all follows from them.  ``key`` came with the form.
    """

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="clearings")
    key = models.CharField(max_length=64)
    at = models.DateTimeField(auto_now_add=True)
    device = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="+")
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ("-pk",)
        constraints = (models.UniqueConstraint(fields=("circle", "key"), name="clearing_form_once"),)

    def __str__(self) -> str:
        return f"{self.circle} {self.at:%Y-%m-%d}"


class SettlementPaid(models.Model):
    """支払い済み: a suggested payment that somebody ticked as made; never deleted, only taken back.

    ``payer`` and ``payee`` are seat numbers or accounts as in facts; ``money`` is an amount in the unit of
    the session's rate, empty where points are settled.
    """

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="payments")
    payer = models.CharField(max_length=8)
    payee = models.CharField(max_length=8)
    points = models.BigIntegerField()
    money = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    device = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="payments")
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="+")
    clearing = models.ForeignKey(Clearing, models.SET_NULL, null=True, blank=True, related_name="payments")

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.session}: {self.payer} → {self.payee} {self.points}"


class BillPayment(models.Model):
    """まとめて精算の支払い: somebody gave somebody an amount for a bill; never deleted, only taken back.

    A null is the bank.  ``amount`` is a number in the bill's unit, or points; ``key`` came with the form.
    """

    bill = models.ForeignKey(Bill, models.CASCADE, related_name="payments")
    payer = models.ForeignKey(Player, models.CASCADE, null=True, blank=True, related_name="+")
    payee = models.ForeignKey(Player, models.CASCADE, null=True, blank=True, related_name="+")
    amount = models.CharField(max_length=40)
    key = models.CharField(max_length=64)
    at = models.DateTimeField(auto_now_add=True)
    device = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="+")
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="+")
    clearing = models.ForeignKey(
        Clearing, models.SET_NULL, null=True, blank=True, related_name="bill_payments"
    )

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("bill", "key"), name="bill_form_once"),)

    def __str__(self) -> str:
        return f"{self.bill}: {self.payer or '*'} → {self.payee or '*'} {self.amount}"


class OpenDebt(models.Model):
    """残っている支払い: one of the payments that a session which is over, or a bill, leaves.

    Derived; ``debts`` alone writes it.  It is of a session or of a bill, a null person is the bank, and
    ``amount`` is a number in the unit of either, or points.
    """

    session = models.ForeignKey(GameSession, models.CASCADE, null=True, related_name="open_debts")
    bill = models.ForeignKey(Bill, models.CASCADE, null=True, related_name="open_debts")
    payer = models.ForeignKey(Player, models.CASCADE, null=True, related_name="+")
    payee = models.ForeignKey(Player, models.CASCADE, null=True, related_name="+")
    amount = models.CharField(max_length=40)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.payer or '*'} → {self.payee or '*'} {self.amount}"


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
