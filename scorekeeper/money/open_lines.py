"""残っている支払い: what is still to be paid for ended sessions, ready to show."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import attrgetter

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from scorekeeper.play.debts import MOST_CARRIED, carried_over
from scorekeeper.play.models import Bill, GameSession, OpenDebt
from scorekeeper.play.table import Table
from scorekeeper.present import settling
from scorekeeper.present.headings import night_title, title
from scorekeeper.present.people import Faces, faces_and_bank


@dataclass(frozen=True, slots=True)
class OpenLine:
    """An evening, or several together, with what it leaves to be paid; ``day`` is that of the night."""

    key: str
    title: str
    day: date
    url: str
    debts: tuple[settling.PaymentView, ...]


def bill_url(bill: Bill) -> str:
    """Where tables are settled together: on the page of their night, or on one of their own."""
    if bill.night:
        return f"{reverse('night', args=(bill.circle.public_id, bill.night.day))}#settling"
    return reverse("bill", args=(bill.circle.public_id, bill.public_id))


def open_line(source: GameSession | Bill, rows: Iterable[OpenDebt], known: Faces) -> OpenLine:
    debts = tuple(settling.owed(row.given, source.unit, known) for row in rows)
    if isinstance(source, GameSession):
        url = reverse("settle", args=(source.public_id,))
        return OpenLine(source.public_id, title(source), source.night.day, url, debts)
    night = source.night
    words = night_title(night) if night else gettext("Settled together")
    day = night.day if night else timezone.localdate(source.created_at)
    return OpenLine(source.public_id, words, day, bill_url(source), debts)


def carried(table: Table) -> dict[str, object] | None:
    """持ち越し: what people at a running table have left to pay to each other, the newest evening first.

    None where nothing is.
    """
    result = carried_over(table)
    if not result:
        return None
    known, shown = faces_and_bank(table.session.circle), result[:MOST_CARRIED]
    return {
        "lines": [open_line(source, rows, known) for source, rows in groupby(shown, attrgetter("source"))],
        "count": len(shown),
        "more": len(result) > len(shown),
    }
