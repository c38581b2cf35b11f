"""The pipeline: facts, claim check, who pays whom for which hands, multipliers, rounding, carry-over."""

from collections.abc import Iterator
from typing import NamedTuple

from ..cards import JOKER, too_many
from ..core import Outcome, Problem, State, Step, Transfer
from ..reading import Hand
from .amounts import Factor, eights, payment
from .claims import check_claim
from .facts import Round
from .options import DobonOptions

EMPTY = Hand()
"""The hand of a player who went out."""

NO_RETURN, CALLERS_APART = Step("note.no_return"), Step("note.callers_apart")


class Due(NamedTuple):
    """One payment to be worked out: whose hands are added up, and whether the dobon factor applies."""

    payer: str
    payee: str
    code: str
    hands: tuple[str, ...]
    dobon: bool = False


def settle(state: State, facts: Round, options: DobonOptions) -> Outcome:
    """Score one round.

    Sources: 000.  Facts that break a rule are scored as entered, with a Problem each; a payment whose hand
    has not been entered is left out, with a Problem.
    """
    dues = list(_dues(state, facts))
    claims, wrong = _claims(facts, options)
    return Outcome(
        transfers=tuple(_transfers(dues, facts, options)),
        claims=claims,
        notes=tuple(_notes(facts, options)),
        problems=(*_absent(state, facts), *_missing(dues, facts), *wrong, *_objections(facts, options)),
        starter=_next_starter(state, facts, options),
        counts=facts.kind != "nogame",
    )


def winners(facts: Round) -> tuple[str, ...]:
    """Who receives: the last to return, else every caller, else who went out or started."""
    if facts.returns:
        return facts.returns[-1:]
    return facts.callers or tuple(name for name in (facts.winner, facts.starter) if name)


def _dues(state: State, facts: Round) -> Iterator[Due]:
    if facts.kind in ("out", "deckout"):
        winner = winners(facts)[0]
        code = f"{facts.kind}.loser"
        yield from (Due(seat, winner, code, (seat,)) for seat in state.seats if seat != winner)
    elif facts.kind == "dobon":
        payers, code = _claimed(facts)
        settling = (*payers, *winners(facts))
        bystanders = [seat for seat in state.seats if seat not in settling]
        for winner in winners(facts):
            yield from [Due(payer, winner, code, (payer, winner), True) for payer in payers]
            yield from [Due(seat, winner, "dobon.bystander", (seat,)) for seat in bystanders]


def _claimed(facts: Round) -> tuple[tuple[str, ...], str]:
    """Who pays for the claim that stood last: the victim, or after a return those who claimed before it."""
    if not facts.returns:
        return (facts.victim,), "dobon.victim"
    return (facts.returns[-2:-1] or facts.callers), "return.caller"


def _transfers(dues: list[Due], facts: Round, options: DobonOptions) -> Iterator[Transfer]:
    for due in dues:
        hands = {who: facts.hands[who] for who in due.hands if who in facts.hands}
        if len(hands) == len(due.hands):
            points, steps = payment(hands, _factors(due, facts, options), options)
            yield Transfer(due.payer, due.payee, points, due.code, steps)


def _factors(due: Due, facts: Round, options: DobonOptions) -> list[Factor]:
    factors = [Factor("dobon", options.dobon_factor)] if due.dobon else []
    if options.eights == "off":
        return factors
    counted = due.hands if options.eights == "summed" else (due.payee,)
    count = eights([facts.hands[who] for who in counted if who in facts.hands])
    return factors + ([Factor("eights", 2**count)] if count else [])


def _claims(facts: Round, options: DobonOptions) -> tuple[tuple[Step, ...], list[Problem]]:
    steps: list[Step] = []
    problems: list[Problem] = []
    for who in (*facts.callers, *facts.returns):
        step, wrong = check_claim(who, facts.hands.get(who), facts.card, options)
        steps += [step] if step else []
        problems += wrong
    return tuple(steps), problems


def _absent(state: State, facts: Round) -> Iterator[Problem]:
    named = (facts.winner, facts.starter, facts.victim, *facts.callers, *facts.returns, *facts.hands)
    return (Problem("seat.absent", who) for who in dict.fromkeys(named) if who and who not in state.seats)


def _missing(dues: list[Due], facts: Round) -> Iterator[Problem]:
    needed = dict.fromkeys(who for due in dues for who in due.hands)
    return (Problem("hand.missing", who) for who in needed if who not in facts.hands)


def _objections(facts: Round, options: DobonOptions) -> Iterator[Problem]:
    out = facts.hands.get(facts.winner)
    if facts.kind == "out" and out and (out.cards or out.points):
        yield Problem("out.cards_left", facts.winner)
    if _on_out_card(facts) and options.out_card == "refused":
        yield Problem("out_card.refused", facts.victim)
    yield from _return_objections(facts, options)
    yield from _deck_objections(facts, options)


def _return_objections(facts: Round, options: DobonOptions) -> Iterator[Problem]:
    if not facts.returns:
        return
    if options.returns == "off":
        yield Problem("returns.off", facts.returns[0])
    if facts.returns[0] != facts.victim:
        yield Problem("returns.not_victim", facts.returns[0])
    if len(facts.returns) > 1:
        yield Problem("returns.once", facts.returns[1])


def _deck_objections(facts: Round, options: DobonOptions) -> Iterator[Problem]:
    cards = [card for hand in facts.hands.values() for card in hand.cards]
    cards += [facts.card] if facts.card else []
    for card, count in too_many(cards, options.decks).items():
        code = "deck.joker" if card.rank == JOKER else "deck.too_many"
        yield Problem(code, "", {"card": card, "count": count, "decks": options.decks})


def _on_out_card(facts: Round) -> bool:
    return facts.kind == "dobon" and facts.hands.get(facts.victim) == EMPTY


def _notes(facts: Round, options: DobonOptions) -> Iterator[Step]:
    if facts.kind == "dobon":
        if facts.card:
            yield Step("note.claimed_card", {"card": facts.card})
        if _on_out_card(facts):
            yield Step("note.out_card", {"who": facts.victim})
        if options.returns == "off" and not facts.returns:
            yield NO_RETURN
        if len(winners(facts)) > 1:
            yield CALLERS_APART
    if facts.kind == "deckout":
        yield Step("note.starter_hand", {"who": facts.starter})
    if options.eights != "off" and any(hand.points is not None for hand in facts.hands.values()):
        yield Step("note.eights_unknown")


def _next_starter(state: State, facts: Round, options: DobonOptions) -> str:
    """先手: the winner starts the next round; nobody won a no-game."""
    found = winners(facts)
    if len(found) < 2:
        return found[0] if found else state.starter
    if options.next_starter == "first" or facts.victim not in state.seats:
        return found[0]
    after = state.seats.index(facts.victim) + 1
    turn = (*state.seats[after:], *state.seats[:after])
    return next((seat for seat in turn if seat in found), found[0])
