"""Uploaded files of circles."""

import zlib
from collections.abc import Sequence

from django.db import models
from django.utils.functional import cached_property

from scorekeeper.circles.models import Circle, Device, new_public_id

from .circle import Head
from .circle_reading import read_head


class Arrival(models.Model):
    """到着: an uploaded file of a circle until it is imported; then only the result of the import."""

    class State(models.TextChoices):
        """Waiting for consent, being imported, imported, or refused."""

        ASKING = "asking"
        COMING = "coming"
        THERE = "there"
        REFUSED = "refused"

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id)
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="arrivals")
    device = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="+")
    state = models.CharField(max_length=10, choices=State.choices, default=State.ASKING)
    outline = models.JSONField()  # archive.incoming.Outline
    packed = models.BinaryField()  # the text, compressed; empty once it is imported
    renamed = models.JSONField(default=dict)  # archive.matching.Renamed
    done = models.PositiveIntegerField(default=0)  # evenings written
    result = models.JSONField(default=dict)  # archive.importing.ImportResult, or an ``error``
    at = models.DateTimeField(auto_now=True)  # last progress
    form_hash = models.CharField(max_length=64, unique=True, null=True, blank=True)  # idempotency key

    class Meta:
        ordering = ("pk",)
        indexes = (models.Index(fields=("at",), name="arrival_heard_of"),)
        constraints = (
            models.UniqueConstraint(
                fields=("state",), condition=models.Q(state="coming"), name="one_import_at_a_time"
            ),
        )

    def __str__(self) -> str:
        return f"{self.circle} ← {self.public_id}"

    @cached_property
    def head(self) -> Head:
        """The file without its evenings."""
        return read_head(self.outline["head"])

    @property
    def seats(self) -> list[tuple[str, Sequence[str]]]:
        """Of each evening its id, and the names of its seats."""
        return [(uid, seats) for uid, seats, _rounds in self.outline["sessions"]]

    @property
    def text(self) -> str:
        return zlib.decompress(bytes(self.packed)).decode()


def pack(text: str) -> bytes:
    """A text as ``packed`` holds it."""
    return zlib.compress(text.encode(), 1)
