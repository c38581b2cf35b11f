"""終わり方: the interface of an ending of a round."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from ...core import Note, Problem, Transfer
from ...messages import Messages
from ..asking import Needs
from ..facts import Round
from ..options import DobonOptions
from ..payments import Context, PaymentDue, who_won

SHOWN = ("turnup", "bottom", "riichi", "lapsed", "extra_yaku")
PAID = ("hands", "doublings", *SHOWN)
"""Optional facts of every kind of round, and of the kinds with payments."""

NO_MESSAGES = Messages()

WonBy = Literal["claim", "draw", "cards", "nobody"]


def always(options: DobonOptions) -> bool:
    return True


def never(options: DobonOptions) -> bool:
    return False


def nothing(c: Context) -> tuple[()]:
    return ()


@dataclass(frozen=True, slots=True)
class Ending:
    """One way in which a round can end: conditions by house rules, then functions of one round."""

    needs: Callable[[DobonOptions], Needs]  # what the entry form asks
    required: tuple[str, ...] = ()  # required facts
    optional: tuple[str, ...] = PAID  # optional facts
    role: tuple[str, str] = ("", "")  # a role other than those of callers and winners, and its fact
    won_by: WonBy = "nobody"
    available: Callable[[DobonOptions], bool] = always  # whether a table plays with it
    counts: Callable[[DobonOptions], bool] = always  # towards the number of rounds of a session
    needs_drawn: Callable[[DobonOptions], bool] = never  # whether a card drawn at the end decides its points
    fixed_points: Callable[[DobonOptions], bool] = never  # whether nothing doubles its points
    ignores_cards: Callable[[DobonOptions], bool] = never  # whether cards in hands multiply nothing
    takes_pot: Callable[[DobonOptions], bool] = always  # whether its winners receive the pot
    winners: Callable[[Context], tuple[str, ...]] = who_won
    dues: Callable[[Context], Iterable[PaymentDue]] = nothing
    transfers: Callable[[Context], Iterable[Transfer]] = nothing  # payments not calculated from ``dues``
    missing: Callable[[Context], Iterable[Problem]] = nothing  # without which payments cannot be calculated
    objections: Callable[[Context], Iterable[Problem]] = nothing
    notes: Callable[[Context], Iterable[Note]] = nothing  # what did not count
    remarks: Callable[[Context], Iterable[Note]] = nothing  # what was derived
    messages: Messages = NO_MESSAGES
    """Texts of this ending alone: its headline, payments, objections and notes."""

    def drawer(self, facts: Round) -> tuple[str, ...]:
        return (facts.winner,) if self.won_by == "draw" else ()
