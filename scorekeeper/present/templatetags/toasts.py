"""Messages that carry a form which takes back what they say."""

import json
from collections.abc import Iterable

from django import template
from django.contrib.messages.storage.base import Message

register = template.Library()


@register.filter
def back(message: Message) -> dict[str, object] | None:
    """The form of a message: its address, its button and its hidden fields; None where it has none."""
    return dict(json.loads(message.extra_tags)) if message.extra_tags else None


@register.filter
def lifted(messages: Iterable[Message]) -> bool:
    """Whether the messages lie over the page for a while: what was done, perhaps with a form in it.

    What went wrong or has to be known stands on the page.
    """
    return all(message.level_tag == "success" for message in messages)
