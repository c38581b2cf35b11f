"""得点板: a table on a screen of its own, readable from two metres."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scorekeeper.play.table import Table
from scorekeeper.scoring import texts
from scorekeeper.scoring.core import WAY
from scorekeeper.scoring.replay import Scored

from . import settling, standings
from .cards import CardView, number_card
from .marks import DIGIT, breadth, span
from .presenter import LineView, PersonView, Presenter, SeatRow, claim_line
from .receipts import Slips, SlipView
from .settling import PaymentView, ResultView

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
NARROWEST = 3 * DIGIT
FEW_CARDS, SOME_CARDS = 3, 5
FEW_PAYMENTS, SOME_PAYMENTS = 3, 6


@dataclass(frozen=True, slots=True)
class HandView:
    """Cards of a round: whose they are where there are several, and what they come to."""

    who: PersonView | None
    cards: tuple[CardView, ...]
    value: str = ""


@dataclass(frozen=True, slots=True)
class PlayView:
    """前の回: its name, what happened in a sentence, the cards, and the payments, the main one first.

    ``claimed`` is the card that was claimed, ``free`` are those who pay nothing, ``more`` says how many
    payments are not shown, and ``along`` as a receipt does that all go to the same.
    """

    called: str
    headline: str
    hands: tuple[HandView, ...]
    claimed: CardView | None
    slips: tuple[SlipView, ...]
    free: tuple[PersonView, ...]
    more: int
    along: bool

    @property
    def size(self) -> str:
        """How many cards lie there: ``few``, ``some`` or ``lots``."""
        count = sum(len(hand.cards) for hand in self.hands) + bool(self.claimed)
        return _size(count, FEW_CARDS, SOME_CARDS)


@dataclass(frozen=True, slots=True)
class EndView:
    """表彰台: the results, best first, and who pays whom; ``more`` says how many payments are not shown."""

    results: tuple[ResultView, ...]
    payments: tuple[PaymentView, ...]
    more: int

    @property
    def size(self) -> str:
        """How many payments stand there: ``few``, ``some`` or ``lots``."""
        return _size(len(self.payments), FEW_PAYMENTS, SOME_PAYMENTS)


@dataclass(frozen=True, slots=True)
class BoardView:
    """得点板: everybody's points, what comes next, and the last round; ``end`` instead once it is over.

    ``width`` is that of the broadest number, in hundredths of its size; ``streak`` is that of who starts.
    """

    seats: tuple[SeatRow, ...]
    width: int
    long_names: bool
    starter: PersonView | None
    streak: str
    last: PlayView | None
    end: EndView | None

    @property
    def many(self) -> bool:
        """Whether so many play that a seat has little room."""
        return len(self.seats) >= MANY

    @property
    def crowd(self) -> str:
        """How many play, for the stylesheet."""
        count = len(self.seats)
        sizes = (("few", count <= FEW), ("several", count >= SEVERAL), ("many", self.many))
        return " ".join(name for name, held in sizes if held)

    @property
    def digits(self) -> str:
        """How broad the numbers are: ``short`` up to four digits, else ``middling`` or ``broad``."""
        return "short" if self.width <= 4 * DIGIT else "middling" if self.width <= 6 * DIGIT else "broad"


def _size(count: int, few: int, some: int) -> str:
    return "few" if count <= few else "some" if count <= some else "lots"


def board(table: Table) -> BoardView:
    """A table as its scoreboard shows it."""
    presenter, seats = Presenter(table), standings.standing(table)
    over = table.session.ended_at is not None or table.state.ended is not None
    end = _end(table) if over else None
    numbers = [one.result for one in end.results] if end else [seat.balance for seat in seats]
    starter = "" if over else table.state.starter
    return BoardView(
        seats=tuple(seats),
        width=max([NARROWEST, *(span(_written(number, over)) for number in numbers)]),
        long_names=any(breadth(seat.name) > SHORT_NAME for seat in seats),
        starter=presenter.person(starter) if starter else None,
        streak=_streak(next((seat for seat in seats if seat.name == starter), None)),
        last=_last(presenter),
        end=end,
    )


def _written(number: int, over: bool) -> str:
    return texts.signed(number) if over else texts.number(number)


def _streak(seat: SeatRow | None) -> str:
    return next((tag.label for tag in seat.tags if tag.code == "streak"), "") if seat else ""


def _end(table: Table) -> EndView:
    payments = settling.payments(table)
    if len(payments) > SETTLING:
        payments.sort(key=lambda payment: payment.paid is not None)
    results = tuple(settling.results(table))
    return EndView(results, tuple(payments[:SETTLING]), max(0, len(payments) - SETTLING))


def _last(presenter: Presenter) -> PlayView | None:
    table = presenter.table
    row, scored = table.last, table.last_recorded
    if row is None or scored is None:
        return None
    shown = presenter.row(row, scored)
    paid = Slips(presenter).paid(scored.outcome.transfers)
    slips, claimed = _summed_up(paid.slips), row.result.claimed
    return PlayView(
        called=shown.called,
        headline=shown.headline,
        hands=tuple(_hands(scored, shown.cards, presenter)),
        claimed=None if claimed is None else number_card(claimed),
        slips=tuple(slips[:PAYMENTS]),
        free=paid.nothing,
        more=max(0, len(slips) - PAYMENTS),
        along=paid.along,
    )


def _summed_up(slips: Sequence[SlipView]) -> list[SlipView]:
    """The payments, but the main one, with those of as many points to the same people as one."""
    alike: dict[object, SlipView] = {}
    for slip in slips[1:]:
        key = slip.points, slip.payees
        known = alike.get(key)
        alike[key] = replace(known, payers=known.payers + slip.payers) if known else slip
    return [*slips[:1], *alike.values()]


def _hands(scored: Scored, cards: tuple[CardView, ...], presenter: Presenter) -> Iterator[HandView]:
    """The hands of those who claimed, else the one that shows the round."""
    claims: Sequence[LineView] = [claim_line(one) for one in scored.outcome.claims if one.code == WAY]
    for line in claims[:CLAIMS]:
        who = presenter.person(line.label) if len(claims) > 1 else None
        yield HandView(who, line.cards, line.value)
    if cards and not claims:
        yield HandView(None, cards)
