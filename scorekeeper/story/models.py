"""シーズン: periods with a ranking; every write is an entry in the circle's log."""

from collections.abc import Mapping

from django.db import models, transaction
from django.utils.formats import date_format
from django.utils.translation import gettext

from scorekeeper.circles.models import Circle, CircleChange, Device
from scorekeeper.circles.services import check_seen, lock_circle, log_change
from scorekeeper.play.nights import tonight

LONGEST_NAME = 40


class Season(models.Model):
    """シーズン: ``first`` and ``last`` day are part of it; the seasons of a circle do not overlap."""

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=LONGEST_NAME)
    first = models.DateField()
    last = models.DateField(null=True, blank=True)  # None while it is running
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-first", "-pk")

    def __str__(self) -> str:
        return self.name

    @property
    def closed(self) -> bool:
        return self.last is not None and self.last <= tonight()

    @property
    def days(self) -> str:
        first, last = (date_format(day, "DATE_FORMAT") if day else "" for day in (self.first, self.last))
        words = gettext("%(first)s to %(last)s") if last else gettext("from %(first)s")
        return words % {"first": first, "last": last}

    @property
    def seen(self) -> str:
        """The state that a form sends back, so that a stale one is refused."""
        return f"{self.first}/{self.last or ''}/{self.name}"

    @property
    def begun(self) -> bool:
        """Whether it has begun; until then it has no ranking."""
        return self.first <= tonight()

    @property
    def columns(self) -> dict[str, object]:
        """Its columns in the circle's log."""
        last = self.last.isoformat() if self.last else ""
        return {"season": self.name, "first": self.first.isoformat(), "last": last}

    def overlapping(self) -> "Season | None":
        """Another season of the circle that has days in common with it."""
        others = self.circle.seasons.exclude(pk=self.pk).exclude(last__lt=self.first)
        return (others.filter(first__lte=self.last) if self.last else others).first()


Columns = Mapping[str, object]
"""``name``, ``first`` and ``last`` of a season."""


class SeasonsOverlap(Exception):
    """The season would have days in common with ``season``."""

    def __init__(self, season: Season) -> None:
        super().__init__(season.name)
        self.season = season


@transaction.atomic
def save_season(season: Season, columns: Columns, device: Device | None, seen: str = "") -> None:
    """Create or change a season; a repeated form changes nothing.

    Raises ChangedMeanwhile if it differs from what the form has ``seen``, and SeasonsOverlap.
    """
    lock_circle(season.circle)
    rows, before = season.circle.seasons.all(), None
    if season.pk:
        rows = rows.filter(pk=season.pk)
        season.refresh_from_db(fields=tuple(columns))
        before = season.columns
    if rows.filter(**columns).exists():
        return
    if before:
        check_seen(seen, season.seen)
    _write(season, columns)
    log_change(season.circle, CircleChange.Action.RANKING, device, before, season.columns)


def import_season(circle: Circle, columns: Columns) -> bool:
    """Create a season unless the circle has it, and return whether it is new; raises SeasonsOverlap.

    The caller holds the lock of the circle.
    """
    if circle.seasons.filter(**columns).exists():
        return False
    _write(Season(circle=circle), columns)
    return True


def _write(season: Season, columns: Columns) -> None:
    for column, value in columns.items():
        setattr(season, column, value)
    if other := season.overlapping():
        raise SeasonsOverlap(other)
    season.save()
