"""Payments, and several sessions that are settled together."""

from collections.abc import Iterable
from decimal import Decimal
from typing import cast

from django.db import models

from scorekeeper.circles.models import Circle, Device, Player, new_public_id

from ..transfers import MoneyTransfer, person_key
from .tables import GameSession, Kind, Night


class BetweenPeople:
    """An amount between two people; a null person is the bank."""

    payer_id: int | None
    payee_id: int | None
    amount: str

    @property
    def transfer(self) -> MoneyTransfer:
        return MoneyTransfer(person_key(self.payer_id), person_key(self.payee_id), Decimal(self.amount))


class Bill(models.Model):
    """まとめて精算: ended sessions of a circle that are settled together.

    All are played for the same ``unit``, or where that is empty for points of one ``game``.  What is owed
    follows from their results and payments, and from the bill's own (``BillPayment``).  ``revision`` rises
    with every change of the bill itself; ``form_hash`` is that of the form that made it.  A dissolved bill
    has no sessions.  A bill of a ``night`` settles the tables of that night.
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

    @property
    def kind(self) -> Kind:
        return self.unit, self.game


class Clearing(models.Model):
    """全部済み: payments of several tables and bills that were ticked by one form, and are undone together.

    ``key`` is the idempotency key of the form.
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
    """支払い済み: a payment at a table that somebody ticked as made; never deleted, only undone.

    ``payer`` and ``payee`` are seat numbers or accounts as in facts; ``money`` is an amount in the ``unit``
    that the session's rate had at that time; both are empty where points were settled.
    """

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="payments")
    payer = models.CharField(max_length=8)
    payee = models.CharField(max_length=8)
    points = models.BigIntegerField()
    money = models.CharField(max_length=40, blank=True)
    unit = models.CharField(max_length=20, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    device = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="payments")
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="+")
    clearing = models.ForeignKey(Clearing, models.SET_NULL, null=True, blank=True, related_name="payments")

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.session}: {self.payer} → {self.payee} {self.points}"

    @property
    def transfer(self) -> MoneyTransfer:
        """The payment between people instead of seats."""
        people = {str(seat.number): str(seat.player_id) for seat in self.session.seats.all()}
        payer, payee = (people.get(one, one) for one in (self.payer, self.payee))
        return MoneyTransfer(payer, payee, Decimal(self.money or self.points))

    @property
    def kind(self) -> Kind:
        return self.session.kind


class BillPayment(BetweenPeople, models.Model):
    """まとめて精算の支払い: a payment for a bill; never deleted, only undone.

    ``amount`` is a number in the bill's unit, or points; ``key`` is the idempotency key of the form.
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

    @property
    def unit(self) -> str:
        return self.bill.unit

    @property
    def kind(self) -> Kind:
        return self.bill.kind


class OpenDebt(BetweenPeople, models.Model):
    """残っている支払い: a payment that is left to be made for an ended session, or for a bill.

    Derived; only ``debts`` writes it.  ``amount`` is a number in the unit of the session or bill, or points.
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

    @property
    def source(self) -> GameSession | Bill:
        """The session or the bill: a row has one of them."""
        return self.session or cast("Bill", self.bill)

    @property
    def sessions(self) -> Iterable[GameSession]:
        return [self.session] if self.session else cast("Bill", self.bill).sessions.all()
