"""Who changed what: the audit log of a session, and people who became one."""

from django.db import models
from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scorekeeper.circles.models import Device, Membership, Player

from ..hands import Facts
from .rounds import Round
from .tables import GameSession


class RoundEdit(models.Model):
    """記録: one entry of the audit log of a session.

    ``key`` is the idempotency key of the form.  ``confirmed_by`` is the second device that agreed, where the
    table wants one.
    """

    class Action(models.TextChoices):
        ADD = "add", _("entered")
        EDIT = "edit", pgettext_lazy("history", "corrected")
        VOID = "void", _("voided")
        RESTORE = "restore", _("restored")
        END = "end", _("table ended")
        REOPEN = "reopen", _("table reopened")
        PAY = "pay", _("payment ticked")
        UNPAY = "unpay", _("payment unticked")
        SETTINGS = "settings", _("changed the settings of the table")
        PEOPLE = "people", _("changed a person")
        STAND_IN = "stand-in", _("changed a stand-in")
        MOVE = "move", _("moved")

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
        """The facts of the round after the change; None for other changes."""
        return self.after if self.round_id and self.action != self.Action.MOVE else None


def with_holders(edits: "QuerySet[RoundEdit]") -> "QuerySet[RoundEdit]":
    """Annotate changes with the names of who holds the devices (None: unknown).

    ``holder`` is for the device that made the change, ``other_holder`` for the one that agreed.
    """
    return edits.annotate(holder=holder_of("device"), other_holder=holder_of("confirmed_by"))


def holder_of(device: str, circle: str = "session__circle") -> Subquery:
    """The name of who holds a row's device in its circle; both are field paths of the row."""
    of_device = Membership.objects.filter(device=OuterRef(device), circle=OuterRef(circle))
    return Subquery(of_device.values("player__name")[:1])


class Merge(models.Model):
    """統合: two entries of one person were merged: all rows of ``gone`` were moved to ``kept``.

    ``sessions``, ``memberships``, and the payments of bills ``paid`` and ``received`` are primary keys of
    what was moved; ``hidden`` is whether ``gone`` was hidden before.
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
