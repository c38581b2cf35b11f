"""Saved rules of circles."""

from django.db import models
from django.utils import timezone

from scorekeeper.circles.models import Circle, Device, new_public_id


class RuleSet(models.Model):
    """ルールセット: house rules that a circle has saved under a name; never deleted, only archived.

    ``options`` are those that differ from the game's usual ones in ``ruleset_version``.  A change creates an
    archived copy of the row, with the changed row as its ``current``; ``device`` and ``created_at`` are those
    of the last change.
    """

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="rule_sets")
    public_id = models.CharField(max_length=24, unique=True, default=new_public_id)
    name = models.CharField(max_length=60)
    game = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    stake = models.JSONField(null=True, blank=True)
    ruleset_version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)
    device = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="rule_sets")
    archived_at = models.DateTimeField(null=True, blank=True)
    archived_by = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="+")
    current = models.ForeignKey("self", models.CASCADE, null=True, blank=True, related_name="earlier")

    class Meta:
        db_table = "play_ruleset"  # its name in the first versions
        ordering = ("name", "pk")

    def __str__(self) -> str:
        return self.name

    @property
    def seen(self) -> str:
        """The version that a form was opened on."""
        return self.created_at.isoformat()
