"""Rounds that several phones enter together, before they are recorded."""

from django.db import models

from scorekeeper.circles.models import Device
from scorekeeper.games.fields import LONGEST_FIELD, LONGEST_NUMBER
from scorekeeper.play.models import GameSession

LONGEST_NOTE = 200


class OpenRound(models.Model):
    """集計中の回: a round being entered by several phones, or waiting for a second person.

    ``fields`` are the form as filled in so far, without hands; ``asked`` says whether phones are asked for
    hands.  ``facts``, ``key`` and ``proposed_by`` belong to a proposal; ``note`` is why the last one was
    refused.
    """

    class State(models.TextChoices):
        COLLECTING = "collecting"
        AWAITING = "awaiting"
        CLOSED = "closed"

    session = models.ForeignKey(GameSession, models.CASCADE, related_name="open_rounds")
    state = models.CharField(max_length=10, choices=State.choices, default=State.COLLECTING)
    asked = models.BooleanField(default=False)
    fields = models.JSONField(default=dict)
    facts = models.JSONField(null=True, blank=True)
    key = models.CharField(max_length=64, blank=True)
    proposed_by = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="+")
    note = models.CharField(max_length=LONGEST_NOTE, blank=True)

    class Meta:
        db_table = "live_openround"  # where the first versions kept them
        constraints = (
            models.UniqueConstraint(
                fields=("session",), condition=~models.Q(state="closed"), name="one_open_round"
            ),
        )

    def __str__(self) -> str:
        return f"{self.session} {self.state}"

    @property
    def proposal(self) -> str:
        """The version of a proposal, which forms carry; it tells nothing of the hands."""
        return f"{self.pk}.{self.session.pad}"


class OpenHand(models.Model):
    """送られた手札: the latest hand of a seat, exactly as it was typed; deleted when its round is closed."""

    open_round = models.ForeignKey(OpenRound, models.CASCADE, related_name="hands")
    seat = models.PositiveSmallIntegerField()
    cards = models.CharField(max_length=LONGEST_FIELD, blank=True)
    sum = models.CharField(max_length=LONGEST_NUMBER, blank=True)
    count = models.CharField(max_length=LONGEST_NUMBER, blank=True)
    device = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "live_openhand"
        ordering = ("seat",)
        constraints = (models.UniqueConstraint(fields=("open_round", "seat"), name="open_hand_once"),)

    def __str__(self) -> str:
        return f"{self.open_round} {self.seat}"

    @property
    def typed(self) -> dict[str, str]:
        return {"hand": self.cards, "sum": self.sum, "count": self.count}
