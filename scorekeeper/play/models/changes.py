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
    """記録: one change of a session: who, when, what, before and after.

    ``key`` comes with the form and is unique in the session, so that a form sent twice changes nothing twice.
    ``confirmed_by`` is the second device that agreed, where the table wants one.
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
