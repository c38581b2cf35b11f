"""Who pays whom, and for what: payments before their points are calculated."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ..core import State
from .facts import Round
from .options import DobonOptions
from .options.amounts import Amount


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
    others: int = 1  # for how many players the payer pays, or how many payers share it
    shared: int = 1  # among how many winners the payment is shared
    won: bool = True  # False: the payee has won nothing, and only doublings of the round multiply it


CLAIMED = ("dobon.victim", "return.caller")
"""Payments of a player who was claimed."""

NUMBER, CARD, FLAT, DRAWN = map(Part, ("number", "card", "flat", "drawn"))
WHOLE: Mapping[Amount, tuple[Part, ...]] = {"number": (NUMBER,), "flat": (FLAT,), "drawn": (DRAWN,)}
"""What is paid for where no hand counts, by the house rule ``amount``."""


def who_won(facts: Round, state: State, options: DobonOptions) -> tuple[str, ...]:
    """The winners: the last to return, else the callers, else who went out or drew."""
    if facts.returns:
        return facts.returns[-1:]
    return facts.callers or ((facts.winner,) if facts.winner else ())


def in_turn(state: State, after: str) -> tuple[str, ...]:
    """The seats in turn order, beginning after that player."""
    if after not in state.seats:
        return state.seats
    place = state.seats.index(after) + 1
    return (*state.seats[place:], *state.seats[:place])


def nearest(names: tuple[str, ...], order: tuple[str, ...]) -> str:
    """The first of ``names`` in ``order``; ``names[0]`` where it contains none of them."""
    return next((seat for seat in order if seat in names), names[0])


def card_count(facts: Round, who: str, options: DobonOptions) -> int | None:
    """枚数: how many cards a player is left with; None where that was not entered."""
    hand = facts.hands.get(who)
    if hand is None or hand.points is not None:
        return None
    if hand.count is not None:
        return hand.count
    return sum([card.rank > 0 or options.deckout_jokers == "counted" for card in hand.cards])


def claimed(facts: Round) -> tuple[str, ...]:
    """Who pays for the last claim: the victim, or after a return those who claimed before it."""
    if not facts.returns:
        return (facts.victim,) if facts.victim else ()
    return facts.returns[-2:-1] or facts.callers


def others_pay(code: str, kind: str, won: tuple[str, ...], state: State) -> Iterator[PaymentDue]:
    """The payments of all other players to each winner, for a hand or its cards."""
    for name in won:
        yield from (PaymentDue(seat, name, code, (Part(kind, seat),)) for seat in state.seats if seat != name)


def one_pays(code: str, part: Part, facts: Round, state: State) -> Iterator[PaymentDue]:
    """The payments of one player to all others, who have won nothing."""
    others = (seat for seat in state.seats if seat != facts.player)
    return (PaymentDue(facts.player, seat, code, (part,), won=False) for seat in others)
