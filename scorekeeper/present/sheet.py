"""記録用紙: a session as people keep it on paper, a column a seat and a line a round."""

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
"""So many seats or more are folded into rows of five on a phone."""
PARTS = {"won": _("won"), "claimed": _("claimed player")}
Called = Callable[[str], str]
"""What a way to end is called, in a word or two; empty where it goes without saying."""


@dataclass(frozen=True, slots=True)
class CellView:
    """A round for one seat: the gain, the points after it, and the part that the player had."""

    gain: int
    balance: int
    part: str = ""  # ``won`` or ``claimed``
    said: str = ""  # the same for those who listen
    tag: str = ""  # another part, to be read beside the numbers


class LineView:
    """A line of the sheet; ``number`` is None for what is no round of the game or was taken back.

    Without ``cells`` its headline stands alone.
    """

    def __init__(
        self, presenter: Presenter, row: Round, shares: Iterable[Share | None], called: Called
    ) -> None:
        table, kind, result = presenter.table, row.facts["kind"], None if row.voided else row.result
        self.row, self.number = row, numbered(row).number
        self.headline = headline(table.recall(row.facts), table)
        self.chip = chip_of(result.claimed) if result else ""
        self.word, self.cells = "", list[CellView | None]()
        if result and (result.counts or result.change):
            usual = table.ruleset.kinds(table.options)[0]
            self.word = "" if self.chip and kind == usual else called(kind)
            self.cells = [
                _cell(presenter, share) if share and (result.counts or share.gain) else None
                for share in shares
            ]


class SheetView:
    """記録用紙: who the columns are with the points they have now, and a line for each of the rounds, which
    follow one another, the oldest first.

    Pot and bank have a column where points lie there or one of the rounds moved any.  ``claimed`` is what the
    game calls a claimed player, empty where no cards are claimed; ``many`` says that there are too many seats
    for a phone, and ``brief`` that all changes of a round fit into a line there.
    """

    def __init__(self, table: Table, rounds: Sequence[Round], called: Called) -> None:
        presenter, balances = Presenter(table), table.state.balances
        moved = {who for row in rounds if not row.voided for who in row.result.change}
        accounts = [one for one in (POT, BANK) if one in moved or _held(table.state, one)]
        seats = {number: name for number, name in table.names.items() if name in balances}
        self.columns = [presenter.person(name, balances[name]) for name in seats.values()]
        self.columns += [presenter.person(one, _held(table.state, one)) for one in accounts]
        shares = _shares(table, rounds, seats, accounts)
        self.lines = [LineView(presenter, row, own, called) for row, own in zip(rounds, shares, strict=True)]
        self.claimed = presenter.speak(_("Claimed player")) if table.ruleset.claims else ""
        self.many = len(seats) >= MANY
        cells = (cell for line in self.lines for cell in line.cells if cell)
        self.brief = (
            self.many
            and len(self.columns) <= 10
            and all(len(texts.signed(cell.gain)) <= 4 and not cell.tag for cell in cells)
        )


def _held(state: State, account: str) -> int:
    return state.pot if account == POT else state.bank


def _shares(
    table: Table, rounds: Sequence[Round], seats: Iterable[str], accounts: Sequence[str]
) -> Iterator[list[Share | None]]:
    """For each round the shares of the seats, and of the accounts; none of a voided one."""
    shares = table.shares(rounds)
    before = table.state_before(rounds[0].position) if rounds and accounts else None
    held = {one: _held(before, one) for one in accounts} if before else {}
    for row in rounds:
        shown: list[Share | None] = []
        if not row.voided:
            change, own = row.result.change, shares.get(row.pk, {})
            held = {one: points + change.get(one, 0) for one, points in held.items()}
            shown = [own.get(seat) for seat in seats]
            shown += [Share(change.get(one, 0), points, frozenset()) for one, points in held.items()]
        yield shown


def _cell(presenter: Presenter, share: Share) -> CellView:
    messages = presenter.table.ruleset.messages
    part = "won" if "winner" in share.parts else "claimed" if "victim" in share.parts else ""
    return CellView(
        gain=share.gain,
        balance=share.balance,
        part=part,
        said=presenter.speak(PARTS[part]) if part else "",
        tag=gettext(messages.parts[messages.tag]) if messages.tag in share.parts else "",
    )


def chip_of(claimed: int | None) -> str:
    """The claimed number as a card shows it; empty where none was claimed."""
    return "" if claimed is None else number_name(claimed)
