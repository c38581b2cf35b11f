"""Who pays whom, and for what, in the context of a round: payments before their points are calculated."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ..core import State
from ..reading import Hand
from .facts import Round
from .options import DobonOptions
from .options.amounts import Amount

NO_HAND = Hand()


@dataclass(frozen=True, slots=True)
class Context:
    """Everything that the score of a round depends on."""

    facts: Round
    state: State  # before the round
    options: DobonOptions
    late: tuple[str, ...] = ()  # who called too late
    won: tuple[str, ...] = ()

    def hand(self, who: str) -> Hand:
        """The hand of a player, empty where it was not entered."""
        return self.facts.hands.get(who, NO_HAND)


class Part(NamedTuple):
    """What points are paid for."""

    kind: str
    """A ``hand``, its ``cards`` or ``yaku``, the claimed ``number`` or ``card``, ``flat`` units, the number
    of the ``drawn`` card; any other kind has fixed ``points``."""
    who: str = ""  # whose hand
    points: int | None = None


class PaymentDue(NamedTuple):
    """One payment to be calculated."""

    payer: str
    payee: str
    code: str
    parts: tuple[Part, ...]
    claim: bool = False  # whether a claim is paid: dobon, opening, return or draw
    returns: int = 0  # how many returns preceded it
    others: int = 1  # for how many players the payer pays
    shared: int = 1  # among how many payers or winners the payment is shared
    won: bool = True  # False: the payee has won nothing, and only doublings of the round multiply it


CLAIMED = ("dobon.victim", "return.caller")
"""Payments of a player who was claimed."""

NUMBER, CARD, FLAT, DRAWN = map(Part, ("number", "card", "flat", "drawn"))
WHOLE: Mapping[Amount, tuple[Part, ...]] = {"number": (NUMBER,), "flat": (FLAT,), "drawn": (DRAWN,)}
"""What is paid for where no hand counts, by the house rule ``amount``."""


def who_won(c: Context) -> tuple[str, ...]:
    """The winners: the last to return, else the callers, else who went out or drew."""
    if c.facts.returns:
        return c.facts.returns[-1:]
    return c.facts.callers or ((c.facts.winner,) if c.facts.winner else ())


def nearest(names: tuple[str, ...], state: State, after: str) -> str:
    """The next of ``names`` in turn after that player, or in seat order after nobody."""
    place = state.seats.index(after) + 1 if after in state.seats else 0
    order = (*state.seats[place:], *state.seats[:place])
    return next((seat for seat in order if seat in names), names[0])


def card_count(c: Context, who: str) -> int | None:
    """枚数: how many cards a player is left with; None where that was not entered."""
    hand = c.facts.hands.get(who)
    if hand is None or hand.points is not None:
        return None
    if hand.count is not None:
        return hand.count
    return sum([card.rank > 0 or c.options.deckout_jokers == "counted" for card in hand.cards])


def claim_payers(facts: Round) -> tuple[str, ...]:
    """Who pays for the last claim: the victim, or after a return those who claimed before it."""
    if not facts.returns:
        return (facts.victim,) if facts.victim else ()
    return facts.returns[-2:-1] or facts.callers


def others_pay(code: str, kind: str, c: Context) -> Iterator[PaymentDue]:
    """The payments of all other players to each winner, for a hand or its cards."""
    for name in c.won:
        others = (seat for seat in c.state.seats if seat != name)
        yield from (PaymentDue(seat, name, code, (Part(kind, seat),)) for seat in others)


def one_pays(code: str, part: Part, c: Context) -> Iterator[PaymentDue]:
    """The payments of one player to all others, who have won nothing."""
    payer = c.facts.player
    others = (seat for seat in c.state.seats if seat != payer)
    return (PaymentDue(payer, seat, code, (part,), won=False) for seat in others)
