"""Marking of texts for translation; the sentences themselves are made at the edge."""


def gettext_noop(message: str) -> str:
    """Mark an English text for the translators and return it unchanged."""
    return message
