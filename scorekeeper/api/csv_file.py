"""CSV as spreadsheets open it: UTF-8 with its mark, RFC 4180, and no cell that a program would run."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from io import StringIO
from itertools import chain, islice

from django.http import StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import get_language, override

Cell = str | int | Decimal | None
"""A number stands as it is, None is an empty cell."""
Row = Sequence[Cell]

AT_ONCE = 500
"""Rows that are made, and held, at a time."""
MARK = "\ufeff"
"""By this Excel knows that a file is UTF-8."""
FORMULA = tuple("=+-@\t\r\n＝＋－＠")
"""What a text must not begin with: spreadsheets take it for a formula, wherever it came from."""


def csv_answer(name: str, head: Sequence[object], rows: Iterable[Row]) -> StreamingHttpResponse:
    """A file to save, ``name`` without its ending; rows are made a few at a time, as it is read."""
    language = get_language() or ""
    every = chain([[str(title) for title in head]], rows)
    response = StreamingHttpResponse(_pieces(iter(every), language), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


def _pieces(rows: Iterator[Row], language: str) -> Iterator[bytes]:
    mark = MARK
    while True:
        with override(language):
            some = list(islice(rows, AT_ONCE))
        if not some:
            return
        yield (mark + csv_text(some)).encode()
        mark = ""


def csv_text(rows: Iterable[Row]) -> str:
    """Rows as RFC 4180 has them: cells apart by commas, in quotes where that is needed, lines by CR LF.

    >>> csv_text([["A, B", 3, None], ["@C", -5, "D"]])
    '"A, B",3,\\r\\n\\'@C,-5,D\\r\\n'
    """
    out = StringIO()
    csv.writer(out, lineterminator="\r\n").writerows([_harmless(cell) for cell in row] for row in rows)
    return out.getvalue()


def _harmless(cell: Cell) -> Cell:
    """The cell; a text that a spreadsheet would take for a formula is one behind an apostrophe."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def moment(at: datetime | None) -> str:
    """A day and time as ISO writes it and spreadsheets read it, at the place of the server."""
    return timezone.localtime(at).isoformat(" ", "seconds")[:19] if at else ""


def day(at: datetime) -> str:
    """A day as ISO writes it, at the place of the server."""
    return timezone.localdate(at).isoformat()
