"""Marking of texts for translation; the sentences themselves are made at the edge."""


def gettext_noop(message: str) -> str:
    """Mark an English text for the translators and return it unchanged."""
    return message


def pgettext_noop(context: str, message: str) -> str:
    """Mark a text that means something only in its context; the text unchanged."""
    return message


def ngettext_noop(one: str, many: str) -> tuple[str, str]:
    """Mark a text with its plural; both unchanged."""
    return one, many
