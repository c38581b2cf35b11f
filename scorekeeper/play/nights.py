"""夜: what is played after midnight belongs to the evening before: a night ends at six in the morning."""

from datetime import date, datetime, time, timedelta

from django.db.models import DateTimeField, Expression, ExpressionWrapper, F, Value
from django.db.models.functions import TruncDate
from django.utils import timezone

ENDS = time(6)
"""When a night ends, in the server's time zone."""
_SINCE_MIDNIGHT = timedelta(hours=ENDS.hour)


def night_of(at: datetime) -> date:
    """The day on which the night of a moment began."""
    return timezone.localdate(at - _SINCE_MIDNIGHT)


def beginning(day: date) -> datetime:
    """The first moment of a day's night."""
    return timezone.make_aware(datetime.combine(day, ENDS))


def shifted(path: str = "") -> Expression:
    """When a table was opened, so much earlier that its date, month and year are those of its night.

    ``path`` leads to the session of a row (``session__``).
    """
    moment = F(f"{path}started_at") - Value(_SINCE_MIDNIGHT)
    return ExpressionWrapper(moment, output_field=DateTimeField())


def night(path: str = "") -> TruncDate:
    """The day of a table's night."""
    return TruncDate(shifted(path))
