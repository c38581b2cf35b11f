"""記録用紙: the score sheet: a column for each seat and a line for each round."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from scorekeeper.play.models import Round
from scorekeeper.play.numbering import numbered
from scorekeeper.play.table import Share, Table
from scorekeeper.scoring import texts
from scorekeeper.scoring.core import BANK, POT, State

from .presenter import Presenter, number_name
from .words import headline

MANY = 8
"""From so many seats on, a phone shows rows of five."""
PARTS = {"won": _("won"), "claimed": _("claimed player")}
KindName = Callable[[str], str]
"""The short name of a kind of round; empty for the usual one."""


@dataclass(frozen=True, slots=True)
class CellView:
    """A round of one seat."""

    gain: int
    balance: int  # after the round
    part: str = ""  # ``won`` or ``claimed``
    said: str = ""  # the part in words, for screen readers
    tag: str = ""  # another part, in words


class LineView:
    """A line of the sheet; ``number`` is None for an entry that does not count, which may have no cells."""

    def __init__(
        self, presenter: Presenter, row: Round, shares: Iterable[Share | None], kind_name: KindName
    ) -> None:
        table, kind, result = presenter.table, row.facts["kind"], None if row.voided else row.result
        self.row, self.number = row, numbered(row).number
        self.headline = headline(table.recall(row.facts), table)
        self.chip = chip_of(result.claimed) if result else ""
        self.word, self.cells = "", list[CellView | None]()
        if result and (result.counts or result.change):
            usual = table.ruleset.kinds(table.options)[0]
            self.word = "" if self.chip and kind == usual else kind_name(kind)
            self.cells = [
                _cell(presenter, share) if share and (result.counts or share.gain) else None
                for share in shares
            ]


class SheetView:
    """記録用紙: consecutive rounds, the oldest first.

    Pot and bank have a column if they hold points or one of the rounds moved any.
    """

    def __init__(self, table: Table, rounds: Sequence[Round], kind_name: KindName) -> None:
        presenter, balances = Presenter(table), table.state.balances
        moved = {who for row in rounds if not row.voided for who in row.result.change}
        accounts = [account for account in (POT, BANK) if account in moved or _held(table.state, account)]
        seats = {number: name for number, name in table.names.items() if name in balances}
        self.columns = [presenter.person(name, balances[name]) for name in seats.values()]
        self.columns += [presenter.person(account, _held(table.state, account)) for account in accounts]
        shares = _shares(table, rounds, seats, accounts)
        self.lines = [
            LineView(presenter, row, own, kind_name) for row, own in zip(rounds, shares, strict=True)
        ]
        self.claimed = (
            presenter.translate(_("Claimed player")) if table.ruleset.claims else ""
        )  # for the legend
        self.many = len(seats) >= MANY
        cells = (cell for line in self.lines for cell in line.cells if cell)
        self.brief = (  # on a phone a round fits into one row
            self.many
            and len(self.columns) <= 10
            and all(len(texts.signed(cell.gain)) <= 4 and not cell.tag for cell in cells)
        )


def _held(state: State, account: str) -> int:
    return state.pot if account == POT else state.bank


def _shares(
    table: Table, rounds: Sequence[Round], seats: Iterable[str], accounts: Sequence[str]
) -> Iterator[list[Share | None]]:
    """The shares of the seats and the accounts in each round; none in a voided one."""
    shares = table.shares(rounds)
    before = table.state_before(rounds[0].position) if rounds and accounts else None
    held = {account: _held(before, account) for account in accounts} if before else {}
    for row in rounds:
        shown: list[Share | None] = []
        if not row.voided:
            change, own = row.result.change, shares.get(row.pk, {})
            held = {account: points + change.get(account, 0) for account, points in held.items()}
            shown = [own.get(seat) for seat in seats]
            shown += [Share(change.get(account, 0), points, frozenset()) for account, points in held.items()]
        yield shown


def _cell(presenter: Presenter, share: Share) -> CellView:
    messages = presenter.table.ruleset.messages
    part = "won" if "winner" in share.parts else "claimed" if "victim" in share.parts else ""
    return CellView(
        gain=share.gain,
        balance=share.balance,
        part=part,
        said=presenter.translate(PARTS[part]) if part else "",
        tag=gettext(messages.parts[messages.tag]) if messages.tag in share.parts else "",
    )


def chip_of(claimed: int | None) -> str:
    """The rank of the claimed number; empty if none was claimed."""
    return "" if claimed is None else number_name(claimed)
