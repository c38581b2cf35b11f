"""Marking of texts for translation, and the catalogues; the sentences themselves are made at the edge."""

from collections.abc import Callable
from gettext import translation
from pathlib import Path
from typing import Literal

Translate = Callable[[str], str]

Language = Literal["en", "ja", "zh-hans"]
LANGUAGES: dict[Language, str] = {"en": "en", "ja": "ja", "zh-hans": "zh_Hans"}
"""The folder in ``locale/`` of each language."""


def translator(language: Language) -> Translate:
    """The texts of a language, from the catalogues of the engine."""
    return translation("django", Path(__file__).parent / "locale", [LANGUAGES[language]]).gettext


def gettext_noop(message: str) -> str:
    """Mark an English text for the translators and return it unchanged."""
    return message


def pgettext_noop(context: str, message: str) -> str:
    """Mark a text that means something only in its context; the text unchanged."""
    return message


def ngettext_noop(one: str, many: str) -> tuple[str, str]:
    """Mark a text with its plural; both unchanged."""
    return one, many
