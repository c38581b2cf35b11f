"""Who pays whom, and for what: the first stage of the pipeline, still without points."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from ..core import State
from .facts import Round
from .options import DobonOptions
from .options.amounts import AddedHand, Amount
from .options.claims import ReturnHands


class Part(NamedTuple):
    """What points are paid for: a ``hand``, its ``cards`` or ``yaku``, the claimed ``number`` or ``card``,
    ``extra`` at an opening, ``flat`` units, the number of a card ``drawn``, a ``burst``.
    """

    kind: str
    who: str = ""


class PaymentDue(NamedTuple):
    """One payment to be worked out.

    ``claim`` tells whether a claim is paid (dobon, opening, return or draw), ``returns`` how many returns lie
    behind it, ``others`` how many payers stand behind one that pays for all of them, or share it.
    """

    payer: str
    payee: str
    code: str
    parts: tuple[Part, ...]
    claim: bool = False
    returns: int = 0
    others: int = 1


NUMBER, EXTRA, BURST, CARD, FLAT, DRAWN = map(Part, ("number", "extra", "burst", "card", "flat", "drawn"))
WHOLE: Mapping[Amount, tuple[Part, ...]] = {"number": (NUMBER,), "flat": (FLAT,), "drawn": (DRAWN,)}
"""What is paid for where no hand counts, by the house rule ``amount``."""


def counted(facts: Round, state: State, options: DobonOptions) -> Round:
    """The facts with those callers only who are paid: later ones may be returns, or come too late."""
    if len(facts.callers) < 2 or options.several == "all":
        return facts
    if options.several == "returns":
        return replace(facts, callers=facts.callers[:1], returns=(*facts.callers[1:], *facts.returns))
    order = in_turn(state, facts.victim or state.starter)
    return replace(facts, callers=(nearest(facts.callers, order),))


def winners(facts: Round, state: State, options: DobonOptions) -> tuple[str, ...]:
    """Who receives: the last to return, else the callers, else who went out, drew or counts as winner."""
    if facts.returns:
        return facts.returns[-1:]
    if facts.callers:
        return facts.callers
    if facts.kind == "deckout":
        return _deckout_winners(facts, state, options)
    return (facts.winner,) if facts.winner else ()


def _deckout_winners(facts: Round, state: State, options: DobonOptions) -> tuple[str, ...]:
    if options.deckout == "fewest":
        return fewest(facts, state, options)
    starter = facts.starter or state.starter
    return (starter,) if starter and options.deckout == "starter" else ()


def in_turn(state: State, after: str) -> tuple[str, ...]:
    """The seats in turn order, beginning after that player."""
    if after not in state.seats:
        return state.seats
    place = state.seats.index(after) + 1
    return (*state.seats[place:], *state.seats[:place])


def nearest(names: tuple[str, ...], order: tuple[str, ...]) -> str:
    """The one of ``names`` who comes first in ``order``, else the first named."""
    return next((seat for seat in order if seat in names), names[0])


def card_count(facts: Round, who: str, options: DobonOptions) -> int | None:
    """枚数: how many cards a player is left with; None where that was not written down."""
    hand = facts.hands.get(who)
    if hand is None or hand.points is not None:
        return None
    if hand.count is not None:
        return hand.count
    return sum([card.rank > 0 or options.deckout_jokers == "counted" for card in hand.cards])


def fewest(facts: Round, state: State, options: DobonOptions) -> tuple[str, ...]:
    """Who has the fewest cards; nobody while a hand is missing."""
    counts = {seat: card_count(facts, seat, options) for seat in state.seats}
    known = [count for count in counts.values() if count is not None]
    if len(known) < len(counts):
        return ()
    return tuple(seat for seat, count in counts.items() if count == min(known))


def payments_due(facts: Round, won: tuple[str, ...], state: State, options: DobonOptions) -> list[PaymentDue]:
    """Every payment of the round but those of the pot and for cards counted at the end of the stock."""
    if facts.kind == "dobon":
        return list(_claim_dues(facts, won, state, options))
    if facts.kind == "out" or (facts.kind == "deckout" and options.deckout == "starter"):
        kind = "cards" if options.amount == "yaku" else "hand"
        code = f"{facts.kind}.loser"
        return [
            PaymentDue(seat, one, code, (Part(kind, seat),))
            for one in won
            for seat in state.seats
            if seat != one
        ]
    if facts.kind == "opening":
        return list(_opening_dues(facts, won, state, options))
    if facts.kind == "draw":
        return _draw_dues(facts, state, options)
    if facts.kind == "burst":
        parts = (DRAWN,) if options.burst_pays == "drawn" else (BURST,)
        return [
            PaymentDue(facts.player, seat, "burst.pays", parts)
            for seat in state.seats
            if seat != facts.player
        ]
    return []


def pays_drawn(kind: str, options: DobonOptions) -> bool:
    """Whether a round that ended so is paid by a card drawn at the end."""
    if not options.draws_cards:
        return False
    return options.burst_pays == "drawn" if kind == "burst" else kind in ("dobon", "opening", "draw")


def claimed(facts: Round) -> tuple[str, ...]:
    """Who pays for the claim that stood last: the victim, or after a return those who claimed before it."""
    if not facts.returns:
        return (facts.victim,) if facts.victim else ()
    return facts.returns[-2:-1] or facts.callers


def _claim_dues(
    facts: Round, won: tuple[str, ...], state: State, options: DobonOptions
) -> Iterator[PaymentDue]:
    payers, code = claimed(facts), "return.caller" if facts.returns else "dobon.victim"
    returns = len(facts.returns)
    settling = (*payers, *won)
    pay = options.bystanders == "pay"
    bystanders = [seat for seat in state.seats if seat not in settling] if pay else []
    for winner in won:
        for payer in payers:
            parts = _claim_parts(payer, winner, facts, state, options, returns)
            yield PaymentDue(payer, winner, code, parts, True, returns)
        for seat in bystanders:
            yield PaymentDue(seat, winner, "dobon.bystander", (Part("hand", seat),))
    if returns and options.first_claim == "stands":
        for caller in facts.callers:
            parts = _claim_parts(facts.victim, caller, facts, state, options, 0)
            yield PaymentDue(facts.victim, caller, "dobon.victim", parts, True)


def _claim_parts(
    payer: str, winner: str, facts: Round, state: State, options: DobonOptions, returns: int
) -> tuple[Part, ...]:
    if options.amount == "hands":
        return _hand_parts(payer, winner, state, options)
    if options.amount == "yaku":
        return (Part("yaku", winner),)
    if options.amount in WHOLE:
        return WHOLE[options.amount]
    if returns:
        after: Mapping[ReturnHands, tuple[str, ...]] = {
            "payer": (payer,),
            "victim": (facts.victim,),
            "both": (payer, facts.victim),
        }
        whose = after[options.return_hands]
    else:
        added: Mapping[AddedHand, tuple[str, ...]] = {
            "payer": (payer,),
            "caller": (winner,),
            "both": (payer, winner),
        }
        whose = added[options.added_hand]
    return NUMBER, *[Part("hand", who) for who in dict.fromkeys(whose)]


def _hand_parts(payer: str, winner: str, state: State, options: DobonOptions) -> tuple[Part, ...]:
    """The hands that are paid for, and the claimed card where it counts."""
    card = (CARD,) if options.claimed_card == "counted" else ()
    if options.dobon_hands == "both":
        return (Part("hand", payer), Part("hand", winner), *card)
    whose = (payer,) if options.dobon_hands == "payer" else state.seats
    return (*[Part("hand", who) for who in whose], *card)


def _opening_dues(
    facts: Round, won: tuple[str, ...], state: State, options: DobonOptions
) -> Iterator[PaymentDue]:
    paid = DRAWN if options.amount == "drawn" else NUMBER
    parts = (paid, EXTRA) if options.opening_extra else (paid,)
    payers = [seat for seat in state.seats if seat not in facts.callers]
    if facts.returns:
        for payer in claimed(facts):
            yield PaymentDue(payer, won[0], "return.caller", parts, True, len(facts.returns), len(payers))
    if not facts.returns or options.first_claim == "stands":
        for winner in facts.callers:
            for seat in payers:
                yield PaymentDue(seat, winner, "opening.others", parts, True)


def _draw_dues(facts: Round, state: State, options: DobonOptions) -> list[PaymentDue]:
    payers = [seat for seat in state.seats if seat != facts.winner]
    if options.draw_payers == "holder":
        payers = [facts.victim] if facts.victim else []
    parts = (DRAWN,) if options.amount == "drawn" else (Part("yaku", facts.winner),)
    shared = len(payers) if options.draw_payers == "shared" else 1
    return [PaymentDue(seat, facts.winner, "draw.others", parts, True, 0, shared) for seat in payers]
