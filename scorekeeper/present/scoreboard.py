"""得点板: a table on a large screen, readable from two metres."""

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass

from scorekeeper.play.models import Round
from scorekeeper.play.table import Table
from scorekeeper.scoring import texts
from scorekeeper.scoring.core import WAY
from scorekeeper.scoring.replay import Scored

from . import settling, standings
from .marks import DIGIT, breadth, span
from .presenter import (
    CardView,
    LineView,
    PersonView,
    Presenter,
    RoundRow,
    TransferGroupView,
    TransfersView,
    claim_line,
    number_card,
)

PAYMENTS = 5
"""Most payments of a round that are shown."""
SETTLING = 10
"""Most payments of a settlement that are shown; a table of ten needs nine."""
CLAIMS = 3
"""Most hands of a round that are shown."""
FEW, SEVERAL, MANY = 3, 5, 7
"""Numbers of players: up to ``FEW`` seats are as wide as possible; from ``SEVERAL`` on names have one line on
an upright screen; from ``MANY`` on a seat has two lines at most, and payments show marks without names."""
SHORT_NAME = 12
"""The widest name that fits into one line, in Latin letters."""


@dataclass(frozen=True, slots=True)
class HandView:
    """The cards of a claim, or of the round."""

    who: PersonView | None  # None for a single hand
    cards: tuple[CardView, ...]
    value: str = ""  # the sum and whether it matches


class LastRoundView:
    """前の回: the last round, its cards and its payments, the main one first."""

    def __init__(self, presenter: Presenter, row: Round, scored: Scored) -> None:
        shown, claimed = RoundRow(presenter, row, scored), row.result.claimed
        transfers = TransfersView(presenter, scored.outcome.transfers)
        groups = _summed_up(transfers.groups)
        self.called, self.headline = shown.called, shown.headline
        self.hands = list(_hands(scored, shown.cards, presenter))
        self.claimed = None if claimed is None else number_card(claimed)
        self.groups = groups[:PAYMENTS]
        self.more = max(0, len(groups) - PAYMENTS)  # payments that are not shown
        self.free = transfers.nothing  # who pays 0 points
        self.along = transfers.along
        count = sum(len(hand.cards) for hand in self.hands) + bool(self.claimed)
        self.size = _size(count, 3, 5)  # by the number of cards


class FinalView:
    """表彰台: the results, best first, and who pays whom."""

    def __init__(self, table: Table) -> None:
        payments = settling.payments(table)
        if len(payments) > SETTLING:
            payments.sort(key=lambda payment: payment.paid is not None)
        self.results = settling.results(table)
        self.payments = payments[:SETTLING]
        self.more = max(0, len(payments) - SETTLING)  # payments that are not shown
        self.size = _size(len(self.payments), 3, 6)


class ScoreboardView:
    """得点板: everybody's points, who starts and the last round, or ``end`` once the session is over."""

    def __init__(self, table: Table) -> None:
        presenter, starter = Presenter(table), table.starter
        self.seats = standings.standing(table)
        self.long_names = any(breadth(seat.name) > SHORT_NAME for seat in self.seats)
        self.starter = presenter.person(starter) if starter else None
        tags = (tag for seat in self.seats if seat.name == starter for tag in seat.tags)
        self.streak = next((tag.label for tag in tags if tag.code == "streak"), "")  # of who starts
        row, scored = table.last, table.last_recorded
        self.last = LastRoundView(presenter, row, scored) if row and scored else None
        self.end = FinalView(table) if table.session.ended_at or table.state.ended else None
        written = map(texts.number, (seat.balance for seat in self.seats))
        if self.end:
            written = map(texts.signed, (row.result for row in self.end.results))
        self.width = max([3 * DIGIT, *map(span, written)])  # of the widest number, in hundredths of its size
        count = len(self.seats)
        self.many = count >= MANY
        sizes = (("few", count <= FEW), ("several", count >= SEVERAL), ("many", self.many))
        self.crowd = " ".join(name for name, holds in sizes if holds)  # for the stylesheet


def _size(amount: int, few: int, some: int) -> str:
    return "few" if amount <= few else "some" if amount <= some else "lots"


def _summed_up(groups: Sequence[TransferGroupView]) -> list[TransferGroupView]:
    """The payments, of which all after the first are grouped by points and payees."""
    merged: dict[object, TransferGroupView] = {}
    for group in groups[1:]:
        key = group.points, group.payees
        if key in merged:
            merged[key].payers += group.payers
        else:
            merged[key] = copy(group)
    return [*groups[:1], *merged.values()]


def _hands(scored: Scored, cards: tuple[CardView, ...], presenter: Presenter) -> Iterator[HandView]:
    """The hands of the claims, or the one that represents the round."""
    claims: Sequence[LineView] = [claim_line(note) for note in scored.outcome.claims if note.code == WAY]
    for line in claims[:CLAIMS]:
        who = presenter.person(line.label) if len(claims) > 1 else None
        yield HandView(who, line.cards, line.value)
    if cards and not claims:
        yield HandView(None, cards)
