"""Path converters: the characters of public ids and links."""

from datetime import date

from django.urls import register_converter
from django.urls.converters import StringConverter


class PublicIdConverter(StringConverter):
    """The public id of a circle or session."""

    regex = r"[A-Za-z0-9_-]{1,24}"


class LinkConverter(StringConverter):
    """The secret part of a circle's link."""

    regex = r"[A-Za-z0-9_.-]{1,80}"


class DayConverter:
    """A day as ISO 8601 writes it."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """Raises ValueError for a day that is not in the calendar, so that the address is not found."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


register_converter(DayConverter, "day")
register_converter(PublicIdConverter, "id")
register_converter(LinkConverter, "link")
