"""Uploaded files and codes: parsing JSON that can be stored, and the texts of errors."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from scorekeeper.scoring import texts
from scorekeeper.scoring.document import load_json
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.words import gettext_noop as _

if TYPE_CHECKING:  # the subprocess that parses a file does not load Django
    from django.http import HttpRequest

ERRORS: Mapping[str, str] = {
    "json.text": _("a character that cannot be stored: %(text)s (%(line)s:%(column)s)"),
    "file.none": _("choose a file, or paste its text"),
    "file.large": _("%(name)s is larger than %(megabytes)s MB"),
    "file.memory": _("it holds more than this computer can read at once"),
    "code.bad": _("this is not a code for shared rules"),
    "rules.none": _("this file contains no rules; import saved tables on the start page"),
    "circle.meanwhile": _(
        "people or tables of the file were added or changed in another way meanwhile; send it again"
    ),
    "circle.none": _("this is not the file of a whole group"),
    "bill.unit": _("either a unit or a game is needed here"),
    "time.bad": _("a time with its offset is needed here: 2026-11-20T20:15:00+09:00"),
    "day.bad": _("a day is needed here: 2026-11-20"),
    "id.bad": _("letters, digits, - and _ are needed here, at most %(longest)s"),
    "person.unknown": _("nobody in “people” is called “%(name)s”"),
    "seats.order": _("everybody who ever sat at the table is needed here once, those of the document first"),
    "entries.count": _("%(count)s of them count, but the document has %(rounds)s rounds"),
    "season.backwards": _("the last day is before the first"),
    "season.meets": _("“%(name)s” and “%(other)s” have days in common"),
}
"""Texts of errors that the engine does not have."""
LARGEST_FILE = 1024 * 1024


def refusal(error: ReadError, translate: texts.Translate) -> str:
    return texts.error(error, translate, ERRORS)


def file_text(request: "HttpRequest", most: int = LARGEST_FILE) -> str:
    """The text of the uploaded file, of at most so many bytes; raises ReadError."""
    file = request.FILES.get("file")
    if file is None or isinstance(file, list):
        raise ReadError("", "file.none")
    if file.size is None or file.size > most:
        raise ReadError("", "file.large", name=file.name, megabytes=most // 1024**2)
    try:
        return str(file.read(), "utf-8-sig")
    except UnicodeDecodeError:
        raise ReadError("", "file.unreadable", name=file.name, reason="file.code") from None


_ESCAPES = re.compile(
    r"""\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}  # a surrogate pair
    | (\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2}) | [\ud800-\udfff])  # NUL, or a lone surrogate
    | \\.""",
    re.VERBOSE,
)


def load_lasting(text: str) -> object:
    """Parse JSON for storage: strictly, and without NUL and lone surrogates, which no database stores.

    Raises ReadError with the line and the column.
    """
    broken = next((match for match in _ESCAPES.finditer(text) if match[1]), None)
    if broken:
        before = text[: broken.start()].split("\n")
        shown = broken[1].encode("ascii", "backslashreplace").decode()
        raise ReadError("", "json.text", text=shown, line=len(before), column=len(before[-1]) + 1)
    return load_json(text)
