"""CSV for spreadsheets: UTF-8 with a BOM, RFC 4180, and formulas escaped."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from io import StringIO
from itertools import chain, islice

from django.http import StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import get_language, override

CsvCell = str | int | Decimal | None
"""None is an empty cell."""
CsvRow = Sequence[CsvCell]

CHUNK_ROWS = 500
"""Rows that are in memory at a time."""
BOM = "\ufeff"
"""Byte order mark: Excel needs it to read UTF-8."""
FORMULA = tuple("=+-@\t\r\n＝＋－＠")
"""Beginnings of a text that spreadsheets would evaluate as a formula: it gets an apostrophe."""


def csv_response(name: str, head: Sequence[object], rows: Iterable[CsvRow]) -> StreamingHttpResponse:
    """A download; ``name`` without its extension.  Rows are streamed in chunks."""
    language = get_language() or ""
    all_rows = chain([[str(title) for title in head]], rows)
    response = StreamingHttpResponse(
        _pieces(iter(all_rows), language), content_type="text/csv; charset=utf-8"
    )
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


def _pieces(rows: Iterator[CsvRow], language: str) -> Iterator[bytes]:
    prefix = BOM
    while True:
        with override(language):
            chunk = list(islice(rows, CHUNK_ROWS))
        if not chunk:
            return
        yield (prefix + csv_text(chunk)).encode()
        prefix = ""


def csv_text(rows: Iterable[CsvRow]) -> str:
    """Rows as RFC 4180 has them.

    >>> csv_text([["A, B", 3, None], ["@C", -5, "D"]])
    '"A, B",3,\\r\\n\\'@C,-5,D\\r\\n'
    """
    out = StringIO()
    csv.writer(out, lineterminator="\r\n").writerows(
        [f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell for cell in row]
        for row in rows
    )
    return out.getvalue()


def moment(at: datetime | None) -> str:
    """Date and time in ISO format without the zone, in the server's time zone."""
    return timezone.localtime(at).isoformat(" ", "seconds")[:19] if at else ""


def day(at: datetime) -> str:
    """A date in ISO format, in the server's time zone."""
    return timezone.localdate(at).isoformat()
