"""シーズン: periods with a ranking, set by the circle."""

from django.db import models

from scorekeeper.circles.models import Circle
from scorekeeper.play.nights import tonight

LONGEST_NAME = 40


class Season(models.Model):
    """シーズン: from its ``first`` to its ``last`` day, both included; without a last one it is running.

    The seasons of a circle do not overlap.
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
        """Whether it has a last day, that of tonight or an earlier one."""
        return self.last is not None and self.last <= tonight()

    @property
    def seen(self) -> str:
        """What a form carries to be accepted only on what it has seen."""
        return f"{self.first}/{self.last or ''}/{self.name}"

    @property
    def begun(self) -> bool:
        """Whether its first day is that of tonight or an earlier one: until then it has no ranking."""
        return self.first <= tonight()

    @property
    def columns(self) -> dict[str, object]:
        """How the circle's log has it."""
        last = self.last.isoformat() if self.last else ""
        return {"season": self.name, "first": self.first.isoformat(), "last": last}

    def overlapping(self) -> "Season | None":
        """Another season of the circle that has days in common with it."""
        others = self.circle.seasons.exclude(pk=self.pk).exclude(last__lt=self.first)
        return (others.filter(first__lte=self.last) if self.last else others).first()
