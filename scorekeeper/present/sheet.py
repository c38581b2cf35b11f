"""記録用紙: a session as people keep it on paper, a column a seat and a line a round."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from scorekeeper.play.models import Round
from scorekeeper.play.numbering import numbered
from scorekeeper.play.table import Share, Table
from scorekeeper.scoring import texts
from scorekeeper.scoring.core import BANK, POT, State

from .cards import number_name
from .presenter import PersonView, Presenter
from .words import headline

MANY = 8
"""So many seats or more are folded into rows of five on a phone."""
MOST_BESIDE, LONGEST_BESIDE = 10, 4
"""So many changes, each of so many characters, still stand side by side on a phone."""
Called = Callable[[str], str]
"""What a way to end is called, in a word or two; empty where it goes without saying."""


@dataclass(frozen=True, slots=True)
class CellView:
    """A round for one seat: the gain, the points after it, and the part that the player had.

    ``part`` is ``won``, ``claimed`` or empty; ``said`` names it for those who listen, and ``tag`` is another
    part, to be read beside the numbers.
    """

    gain: str
    balance: str
    tone: str
    part: str = ""
    said: str = ""
    tag: str = ""


@dataclass(frozen=True, slots=True)
class LineView:
    """A line of the sheet; ``number`` is None for what is no round of the game or was taken back.

    ``position`` names the round in addresses.  Without ``cells`` its headline stands alone.
    """

    position: int
    pk: int
    number: int | None
    word: str
    chip: str
    headline: str
    voided: bool = False
    cells: tuple[CellView | None, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetView:
    """記録用紙: who the columns are with the points they have now, and lines, the oldest first.

    ``claimed`` is what the game calls a claimed player, empty where no cards are claimed; ``many`` says that
    there are too many seats for a phone, and ``brief`` that all changes of a round fit into a line there.
    """

    columns: tuple[PersonView, ...]
    lines: tuple[LineView, ...]
    claimed: str
    many: bool

    @property
    def brief(self) -> bool:
        cells = (cell for line in self.lines for cell in line.cells if cell)
        short = all(len(cell.gain) <= LONGEST_BESIDE and not cell.tag for cell in cells)
        return self.many and short and len(self.columns) <= MOST_BESIDE


def sheet(table: Table, presenter: Presenter, rounds: Sequence[Round], called: Called) -> SheetView:
    """Rounds that follow one another, the oldest first, as lines of a sheet."""
    accounts = _accounts(table, rounds)
    seats = {number: name for number, name in table.names.items() if name in table.state.balances}
    columns = [presenter.person(name, table.state.balances[name]) for name in seats.values()]
    columns += [presenter.person(one, _held(table.state, one)) for one in accounts]
    lines = _Lines(table, tuple(seats), called)
    return SheetView(
        columns=tuple(columns),
        lines=tuple(lines.of(rounds, accounts)),
        claimed=lines.speak(_("Claimed player")) if table.ruleset.claims else "",
        many=len(seats) >= MANY,
    )


def _accounts(table: Table, rounds: Sequence[Round]) -> tuple[str, ...]:
    """Pot and bank, where points lie there or one of the rounds moved any."""
    moved = {who for row in rounds if not row.voided for who in row.result.change}
    return tuple(one for one in (POT, BANK) if one in moved or _held(table.state, one))


def _held(state: State, account: str) -> int:
    return state.pot if account == POT else state.bank


class _Lines:
    """Makes lines of rounds; ``seats`` are the numbers of the seats that have a column."""

    def __init__(self, table: Table, seats: tuple[str, ...], called: Called) -> None:
        self._table, self._seats, self._called = table, seats, called
        self._messages = table.ruleset.messages
        self.speak = texts.for_game(table.ruleset.key, gettext)
        self._tag = gettext(self._messages.parts[self._messages.tag]) if self._messages.tag else ""
        self._usual = table.ruleset.kinds(table.options)[0]

    def of(self, rounds: Sequence[Round], accounts: Sequence[str]) -> Iterator[LineView]:
        """A line for each round."""
        shares = self._table.shares(rounds)
        before = self._table.state_before(rounds[0].position) if rounds and accounts else None
        held = {one: _held(before, one) for one in accounts} if before else {}
        for row in rounds:
            if row.voided:
                yield self._line(row)
                continue
            change = row.result.change
            held = {one: points + change.get(one, 0) for one, points in held.items()}
            own = shares.get(row.pk, {})
            shown = [own.get(seat) for seat in self._seats]
            shown += [Share(change.get(one, 0), points, frozenset()) for one, points in held.items()]
            counts = row.result.counts
            yield self._line(row, [share if counts or (share and share.gain) else None for share in shown])

    def _line(self, row: Round, shares: Sequence[Share | None] = ()) -> LineView:
        kind, result = row.facts["kind"], None if row.voided else row.result
        counts = result is not None and result.counts
        chip = chip_of(result.claimed) if result else ""
        headline_only = not counts and not (result and result.change)
        return LineView(
            position=row.position,
            pk=row.pk,
            number=numbered(row).number,
            word="" if headline_only or (chip and kind == self._usual) else self._called(kind),
            chip=chip,
            headline=headline(self._table.recall(row.facts), self._table),
            voided=row.voided,
            cells=() if headline_only else tuple(map(self._cell, shares)),
        )

    def _cell(self, share: Share | None) -> CellView | None:
        if share is None:
            return None
        gain, part = share.gain, part_of(share.parts)
        return CellView(
            gain=texts.signed(gain),
            balance=texts.number(share.balance),
            tone="gain" if gain > 0 else "loss" if gain else "zero",
            part=part,
            said=self.speak(part_words(part)) if part else "",
            tag=self._tag if self._messages.tag in share.parts else "",
        )


def chip_of(claimed: int | None) -> str:
    """The claimed number as a card shows it; empty where none was claimed."""
    return "" if claimed is None else number_name(claimed)


def part_of(parts: frozenset[str]) -> str:
    """The part of a round that its cell shows: ``won``, ``claimed`` or none."""
    if "winner" in parts:
        return "won"
    return "claimed" if "victim" in parts else ""


def part_words(part: str) -> str:
    """A part in words, still to be translated."""
    return _("won") if part == "won" else _("claimed player")
