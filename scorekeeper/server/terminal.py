"""Language and encoding of the terminal; translations also work before Django is set up."""

import os
import sys
from collections.abc import Mapping
from gettext import translation
from io import TextIOWrapper
from pathlib import Path

LOCALE = Path(__file__).resolve().parent.parent / "locale"
DEFAULT_LANGUAGE = "ja"


def terminal_language(environ: Mapping[str, str] = os.environ) -> str:
    """Return the language of the terminal if it is one of the app's, else the default.

    >>> terminal_language({"LANG": "zh_CN.UTF-8"}), terminal_language({"LC_ALL": "C", "LANG": "en_GB.UTF-8"})
    ('zh-hans', 'ja')
    >>> terminal_language({"LANG": "en_GB.UTF-8"}), terminal_language({"LANG": "eng"}), terminal_language({})
    ('en', 'ja', 'ja')
    """
    wanted = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or ""
    return {"en": "en", "zh": "zh-hans"}.get(wanted[:3].rstrip("_.").lower(), DEFAULT_LANGUAGE)


def set_encodings() -> None:
    """Use UTF-8 for files and pipes; on a terminal show "?" for what its encoding does not have."""
    streams = ((sys.stdin, "strict"), (sys.stdout, "replace"), (sys.stderr, "backslashreplace"))
    for stream, errors in streams:
        if isinstance(stream, TextIOWrapper):  # there are none without a terminal on Windows
            stream.reconfigure(encoding=stream.encoding if stream.isatty() else "utf-8", errors=errors)


def printable(text: str) -> str:
    """Replace control characters in a foreign text, which could manipulate the terminal.

    >>> printable(f"{chr(27)}[2J!")
    '�[2J!'
    """
    return "".join(char if char.isprintable() or char == "\n" else "�" for char in text)


def gettext_noop(text: str) -> str:
    """Mark a text that `gettext` translates later; Django's function needs the settings."""
    return text


def gettext(text: str) -> str:
    folder = {"ja": "ja", "zh-hans": "zh_Hans"}.get(terminal_language(), "")
    return translation("django", LOCALE, [folder], fallback=True).gettext(text) if folder else text
