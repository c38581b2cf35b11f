"""Messages that carry a form which takes back what they tell."""

import json
from collections.abc import Iterable

from django import template
from django.contrib.messages.storage.base import Message

register = template.Library()


@register.filter
def back(message: Message) -> dict[str, str] | None:
    """The form of a message: its address, its button and its fields; None where it has none."""
    return json.loads(message.extra_tags) if message.extra_tags else None


@register.filter
def lifted(messages: Iterable[Message]) -> bool:
    """Whether there is a form in one of the messages, which then lie over the page."""
    return any(message.extra_tags for message in messages)
