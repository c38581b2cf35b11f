"""得点板: a table on a screen of its own, readable from two metres."""

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
    PaidView,
    PersonView,
    Presenter,
    RoundRow,
    SlipView,
    claim_line,
    number_card,
)

PAYMENTS = 5
"""Most payments of a round that are shown."""
SETTLING = 10
"""Most payments of the settling that are shown: a table of ten is settled with nine."""
CLAIMS = 3
"""Most hands of a round that are shown."""
FEW, SEVERAL, MANY = 3, 5, 7
"""Up to so many players a seat is as broad as can be; from so many on names have one line on a screen on its
end; and from so many on a seat has two lines at most, and payments show people by their marks alone."""
SHORT_NAME = 12
"""The broadest name that needs one line, in Latin letters."""


@dataclass(frozen=True, slots=True)
class HandView:
    """Cards of a round: whose they are where there are several, and what they come to."""

    who: PersonView | None
    cards: tuple[CardView, ...]
    value: str = ""


class PlayView:
    """前の回: its name, what happened in a sentence, the cards, and the payments, the main one first."""

    def __init__(self, presenter: Presenter, row: Round, scored: Scored) -> None:
        shown, claimed = RoundRow(presenter, row, scored), row.result.claimed
        paid = PaidView(presenter, scored.outcome.transfers)
        slips = _summed_up(paid.slips)
        self.called, self.headline = shown.called, shown.headline
        self.hands = list(_hands(scored, shown.cards, presenter))
        self.claimed = None if claimed is None else number_card(claimed)
        self.slips = slips[:PAYMENTS]
        self.more = max(0, len(slips) - PAYMENTS)  # payments that are not shown
        self.free = paid.nothing  # who pays nothing
        self.along = paid.along  # all go to the same, as on a receipt
        count = sum(len(hand.cards) for hand in self.hands) + bool(self.claimed)
        self.size = _size(count, 3, 5)  # how many cards lie there


class EndView:
    """表彰台: the results, best first, and who pays whom."""

    def __init__(self, table: Table) -> None:
        payments = settling.payments(table)
        if len(payments) > SETTLING:
            payments.sort(key=lambda payment: payment.paid is not None)
        self.results = settling.results(table)
        self.payments = payments[:SETTLING]
        self.more = max(0, len(payments) - SETTLING)  # payments that are not shown
        self.size = _size(len(self.payments), 3, 6)


class BoardView:
    """得点板: everybody's points, what comes next, and the last round; ``end`` instead once it is over."""

    def __init__(self, table: Table) -> None:
        presenter, starter = Presenter(table), table.starter
        self.seats = standings.standing(table)
        self.long_names = any(breadth(seat.name) > SHORT_NAME for seat in self.seats)
        self.starter = presenter.person(starter) if starter else None
        tags = (tag for seat in self.seats if seat.name == starter for tag in seat.tags)
        self.streak = next((tag.label for tag in tags if tag.code == "streak"), "")  # of who starts
        row, scored = table.last, table.last_recorded
        self.last = PlayView(presenter, row, scored) if row and scored else None
        self.end = EndView(table) if table.session.ended_at or table.state.ended else None
        written = map(texts.number, (seat.balance for seat in self.seats))
        if self.end:
            written = map(texts.signed, (one.result for one in self.end.results))
        self.width = max([3 * DIGIT, *map(span, written)])  # of the broadest, in hundredths of its size
        count = len(self.seats)
        self.many = count >= MANY  # each has little room
        sizes = (("few", count <= FEW), ("several", count >= SEVERAL), ("many", self.many))
        self.crowd = " ".join(name for name, holds in sizes if holds)  # for the stylesheet


def _size(amount: int, little: int, more: int) -> str:
    return "few" if amount <= little else "some" if amount <= more else "lots"


def _summed_up(slips: Sequence[SlipView]) -> list[SlipView]:
    """The payments, but the main one, with those of as many points to the same people as one."""
    alike: dict[object, SlipView] = {}
    for slip in slips[1:]:
        key = slip.points, slip.payees
        if key in alike:
            alike[key].payers += slip.payers
        else:
            alike[key] = copy(slip)
    return [*slips[:1], *alike.values()]


def _hands(scored: Scored, cards: tuple[CardView, ...], presenter: Presenter) -> Iterator[HandView]:
    """The hands of those who claimed, else the one that shows the round."""
    claims: Sequence[LineView] = [claim_line(one) for one in scored.outcome.claims if one.code == WAY]
    for line in claims[:CLAIMS]:
        who = presenter.person(line.label) if len(claims) > 1 else None
        yield HandView(who, line.cards, line.value)
    if cards and not claims:
        yield HandView(None, cards)
