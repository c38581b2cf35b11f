"""CSV as a spreadsheet reads it."""

import csv
from io import StringIO
from typing import Any

from django.test import Client


def raw(phone: Client, url: str, **more: Any) -> str:
    """The text of a file, which says how it is to be saved."""
    answer = phone.get(url, **more)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"].startswith('attachment; filename="')
    text = b"".join(answer).decode("utf-8")
    assert text.startswith("\ufeff")
    assert text.count("\n") == text.count("\r\n")
    return text[1:]


def read(phone: Client, url: str, **more: Any) -> list[list[str]]:
    """The lines of a file, all of one length, the heading first."""
    lines = list(csv.reader(StringIO(raw(phone, url, **more), newline=""), strict=True))
    assert len({len(line) for line in lines}) == 1
    return lines


def column(lines: list[list[str]], name: str) -> list[str]:
    """The cells of a column."""
    place = lines[0].index(name)
    return [line[place] for line in lines[1:]]
