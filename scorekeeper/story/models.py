"""シーズン: stretches of time that a circle plays for a winner of its own."""

from datetime import date

from django.db import models
from django.utils import timezone

from scorekeeper.circles.models import Circle

LONGEST_NAME = 40


class Season(models.Model):
    """シーズン: its ``first`` and its ``last`` day belong to it; without a last one it is running.

    No two seasons of a circle have a day in common.
    """

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=LONGEST_NAME)
    first = models.DateField()
    last = models.DateField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-first", "-pk")

    def __str__(self) -> str:
        return self.name

    @property
    def closed(self) -> bool:
        """Whether it has a last day, which has come."""
        return self.last is not None and self.last <= timezone.localdate()

    def meets(self, first: date, last: date | None) -> bool:
        """Whether it has a day in common with a stretch of time, which may be open at its end."""
        return (last is None or self.first <= last) and (self.last is None or first <= self.last)
