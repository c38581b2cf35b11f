"""終わり方: what sets one way in which a round can end apart from the others."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from ...core import Note, Problem, State, Transfer
from ..asking import Needs
from ..facts import Round
from ..options import DobonOptions
from ..payments import PaymentDue, who_won

SHOWN = ("turnup", "bottom", "riichi", "lapsed", "extra_yaku")
PAID = ("hands", "doublings", *SHOWN)
"""Facts that rounds of every kind may have, and those in which something is paid."""

Won = tuple[str, ...]
WonBy = Literal["claim", "draw", "cards", "nobody"]


def always(options: DobonOptions) -> bool:
    """At every table."""
    return True


def never(options: DobonOptions) -> bool:
    """At no table."""
    return False


def nobody_pays(facts: Round, won: Won, state: State, options: DobonOptions) -> tuple[PaymentDue, ...]:
    """Nothing is due."""
    return ()


def all_told(facts: Round, won: Won, state: State, options: DobonOptions) -> tuple[Problem, ...]:
    """Nothing is missing."""
    return ()


def no_objection(facts: Round, options: DobonOptions) -> tuple[Problem, ...]:
    """Nothing is wrong."""
    return ()


def no_note(facts: Round, won: Won, state: State, options: DobonOptions) -> tuple[Note, ...]:
    """Nothing has to be said."""
    return ()


def no_transfers(facts: Round, won: Won, state: State, options: DobonOptions) -> tuple[Transfer, ...]:
    """Nothing is paid besides what is due."""
    return ()


@dataclass(frozen=True, slots=True)
class Ending:
    """One way in which a round can end.

    ``must`` and ``may`` are the facts that it has; ``named`` is the part of somebody whom it names besides
    who wins, and the fact that does so.  ``won_by`` says how it is won.  By house rules: ``here`` whether a
    table has it, ``counts`` whether it counts as a round, ``drawn`` whether a card drawn at the end pays it,
    ``fixed`` whether its points are fixed ones, which nothing doubles, ``plain`` whether cards in hands
    multiply nothing, ``takes_pot`` whether winners have the pot; ``needs`` what is asked.

    Of one round, after facts and whoever has won: ``dues`` who pays whom for what, ``transfers`` what is
    paid besides, ``missing`` what has to be written down before it can be paid, ``notes`` what has to be
    said of it and ``remarks`` how payments were shared; ``winners`` who has won, and ``objections`` what is
    wrong.
    """

    needs: Callable[[DobonOptions], Needs]
    must: tuple[str, ...] = ()
    may: tuple[str, ...] = PAID
    named: tuple[str, str] = ("", "")
    won_by: WonBy = "nobody"
    here: Callable[[DobonOptions], bool] = always
    counts: Callable[[DobonOptions], bool] = always
    drawn: Callable[[DobonOptions], bool] = never
    fixed: Callable[[DobonOptions], bool] = never
    plain: Callable[[DobonOptions], bool] = never
    takes_pot: Callable[[DobonOptions], bool] = always
    winners: Callable[[Round, State, DobonOptions], Won] = who_won
    dues: Callable[[Round, Won, State, DobonOptions], Iterable[PaymentDue]] = nobody_pays
    transfers: Callable[[Round, Won, State, DobonOptions], Iterable[Transfer]] = no_transfers
    missing: Callable[[Round, Won, State, DobonOptions], Iterable[Problem]] = all_told
    objections: Callable[[Round, DobonOptions], Iterable[Problem]] = no_objection
    notes: Callable[[Round, Won, State, DobonOptions], Iterable[Note]] = no_note
    remarks: Callable[[Round, Won, State, DobonOptions], Iterable[Note]] = no_note

    def drawer(self, facts: Round) -> tuple[str, ...]:
        """Who won by drawing."""
        return (facts.winner,) if self.won_by == "draw" else ()
