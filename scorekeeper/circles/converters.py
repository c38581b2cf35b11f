"""Path converters: the characters of public ids and links."""

from django.urls import register_converter
from django.urls.converters import StringConverter


class PublicIdConverter(StringConverter):
    """The public id of a circle or session."""

    regex = r"[A-Za-z0-9_-]{1,24}"


class LinkConverter(StringConverter):
    """The secret part of a circle's link."""

    regex = r"[A-Za-z0-9_.-]{1,80}"


register_converter(PublicIdConverter, "id")
register_converter(LinkConverter, "link")
