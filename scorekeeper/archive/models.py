"""Files on their way in."""

import zlib

from django.db import models

from scorekeeper.circles.models import Circle, Device, new_public_id


class Arrival(models.Model):
    """到着: the file of a circle that was sent, until it is brought in; then only what came of it.

    ``outline`` is what ``scoring.incoming`` says of it, ``packed`` its text.  ``renamed`` are people to be
    told apart from those of the same name, ``done`` is how many evenings are written, ``told`` what came of
    it: what was brought, or the ``error``.  ``at`` is when it was last heard of, ``form_hash`` tells the form
    that sent it, with its contents, from all others.
    """

    class State(models.TextChoices):
        """How far it is."""

        ASKING = "asking"
        COMING = "coming"
        THERE = "there"
        REFUSED = "refused"

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id)
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="arrivals")
    device = models.ForeignKey(Device, models.SET_NULL, null=True, blank=True, related_name="+")
    state = models.CharField(max_length=10, choices=State.choices, default=State.ASKING)
    outline = models.JSONField()
    packed = models.BinaryField()
    renamed = models.JSONField(default=dict)
    done = models.PositiveIntegerField(default=0)
    told = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now=True)
    form_hash = models.CharField(max_length=64, unique=True, null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        indexes = (models.Index(fields=("at",), name="arrival_heard_of"),)

    def __str__(self) -> str:
        return f"{self.circle} ← {self.public_id}"

    @property
    def text(self) -> str:
        """The file as it was sent."""
        return zlib.decompress(bytes(self.packed)).decode()


def pack(text: str) -> bytes:
    """A text as it is kept on its way."""
    return zlib.compress(text.encode(), 1)
