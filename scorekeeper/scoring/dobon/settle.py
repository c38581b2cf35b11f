"""The pipeline: facts, claim check, who pays whom for what, multipliers, rounding, pot and carry-over."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from ..cards import JOKER, Card, too_many
from ..core import BANK, Note, Outcome, Problem, State, Transfer
from ..reading import Hand
from . import carry
from .amounts import Known, payment, unknown
from .claims import check_claim, claim_objections
from .deckout import deckout_transfers, shared
from .facts import Round
from .notes import uncounted
from .options import DobonOptions
from .options.factors import SUMMED
from .payments import PaymentDue, card_count, counted, payments_due, pays_drawn, winners
from .suits import suit_objections

NO_RETURN, CALLERS_APART, FIRST_CANCELLED, EIGHTS_UNKNOWN, TWOS_UNKNOWN, RANKS_UNKNOWN = (
    Note("note.no_return"),
    Note("note.callers_apart"),
    Note("note.first_cancelled"),
    Note("note.eights_unknown"),
    Note("note.twos_unknown"),
    Note("note.ranks_unknown"),
)


def settle(state: State, facts: Round, options: DobonOptions) -> Outcome:
    """Score one round.

    Sources: 000, 001, 002, 003.  Facts that break a rule are scored as entered, with a Problem each; a
    payment whose hand has not been entered is left out, with a Problem.
    """
    absent = _absent(state, facts)
    if facts.kind == "deckout" and options.deckout == "nogame":
        facts = replace(facts, kind="nogame")
    claims, wrong = _claims(facts, options)
    late = facts.callers
    facts = counted(facts, state, options)
    won = winners(facts, state, options)
    owed = payments_due(facts, won, state, options)
    transfers, missing = _payments(owed, facts, state, options)
    transfers += _late_transfers(facts, won, state, options)
    return Outcome(
        transfers=(*carry.riichi_transfers(facts, options), *transfers),
        claims=claims,
        remarks=tuple(shared(facts, won, state, options)),
        notes=(
            *_notes(facts, won, late, options),
            *uncounted(facts, late, won, owed, transfers, state, options),
        ),
        problems=(
            *absent,
            *missing,
            *_missing(facts, won, state, options),
            *wrong,
            *_objections(facts, state, options),
        ),
        starter=carry.next_starter(facts, won, state, options),
        counts=facts.kind != "nogame",
        streak=carry.next_streak(won, state),
    )


def _payments(
    owed: list[PaymentDue], facts: Round, state: State, options: DobonOptions
) -> tuple[list[Transfer], list[Problem]]:
    """The payments that can be worked out, and whose hands the others need."""
    transfers: list[Transfer] = []
    missing: dict[str, None] = {}
    known: Known = {}
    for due in owed:
        paid = payment(due, facts, state, options, known)
        if paid is None:
            missing |= dict.fromkeys(unknown(due, facts, state, options, known))
        else:
            transfers.append(Transfer(due.payer, due.payee, paid[0], due.code, paid[1]))
    transfers = transfers if options.paid_to == "winner" else _penalties(transfers)
    return transfers, [Problem("hand.missing", who) for who in missing]


def _penalties(transfers: list[Transfer]) -> list[Transfer]:
    """Penalty points go to the bank, once for each who pays, however many have won."""
    first = {(one.payer, one.code): one for one in reversed(transfers)}
    return [replace(one, payee=BANK) for one in reversed(first.values())]


def _late_transfers(
    facts: Round, won: tuple[str, ...], state: State, options: DobonOptions
) -> Iterator[Transfer]:
    """What is paid after the claims: for cards at the end of the stock, and out of the pot."""
    if facts.kind == "deckout" and options.deckout == "fewest":
        paid = (BANK,) if won and options.paid_to == "bank" else won
        yield from deckout_transfers(facts, paid, state, options)
    if options.has_pot or facts.riichi:
        yield from carry.pot_transfers(facts, won, state, options)


def _claims(facts: Round, options: DobonOptions) -> tuple[tuple[Note, ...], list[Problem]]:
    steps: list[Note] = []
    problems: list[Problem] = []
    drawn = (facts.winner,) if facts.kind == "draw" else ()
    for who in dict.fromkeys((*facts.callers, *facts.returns, *drawn)):
        step, wrong = check_claim(who, facts.hands.get(who), facts, options)
        steps += [step] if step else []
        problems += wrong
    return tuple(steps), problems


def _absent(state: State, facts: Round) -> list[Problem]:
    single = (facts.winner, facts.starter, facts.victim, facts.player)
    named = (
        *single,
        *facts.callers,
        *facts.returns,
        *facts.riichi,
        *facts.lapsed,
        *facts.hands,
        *facts.extra_yaku,
    )
    absent = dict.fromkeys(named).keys() - {"", *state.seats}
    return [Problem("seat.absent", who) for who in dict.fromkeys(named) if who in absent]


def _missing(facts: Round, won: tuple[str, ...], state: State, options: DobonOptions) -> Iterator[Problem]:
    """What else has to be written down before the round can be paid."""
    if not facts.drawn and pays_drawn(facts.kind, options):
        yield Problem("drawn.missing")
    if facts.kind == "deckout" and options.deckout == "fewest":
        for who in state.seats:
            if card_count(facts, who, options) is None:
                yield Problem("hand.missing", who)
    elif facts.kind == "deckout" and options.deckout == "starter" and not won:
        yield Problem("starter.missing")
    elif facts.kind == "draw" and options.draw_payers == "holder" and not facts.victim:
        yield Problem("holder.missing")
    elif facts.kind in ("dobon", "opening") and options.pays_card and facts.card is None:
        yield Problem("card.missing")


def _objections(facts: Round, state: State, options: DobonOptions) -> Iterator[Problem]:
    out = facts.hands.get(facts.winner) if facts.kind == "out" else None
    if out and (out.cards or out.points or out.count):
        yield Problem("out.cards_left", facts.winner)
    if options.out_card == "refused" and _on_out_card(facts):
        yield Problem("out_card.refused", facts.victim)
    if facts.kind == "burst":
        yield from _burst_objections(facts, options)
    if facts.callers:
        yield from claim_objections(facts, options)
        yield from _return_objections(facts, options)
    if facts.doublings and options.table_doublings == "off":
        yield Problem("doublings.off", "", {"count": facts.doublings})
    yield from carry.riichi_objections(facts, state, options)
    yield from _too_many(facts, options)
    yield from suit_objections(facts, options)


def _burst_objections(facts: Round, options: DobonOptions) -> Iterator[Problem]:
    hand = facts.hands.get(facts.player, Hand())
    held = hand.count or len(hand.cards)
    if held not in (0, options.burst_cards):
        yield Problem("burst.cards", facts.player, {"count": held, "needed": options.burst_cards})


def _return_objections(facts: Round, options: DobonOptions) -> Iterator[Problem]:
    if not facts.returns:
        return
    if options.returns == "off":
        yield from (Problem("returns.off", who) for who in dict.fromkeys(facts.returns))
    if options.return_by == "victim":
        answers = facts.returns if options.returns == "chain" else facts.returns[:1]
        for place, who in enumerate(answers):
            if who not in _may_answer(facts, place, who):
                yield Problem("returns.not_victim", who)
    if len(facts.returns) > 1 and options.returns == "on":
        yield Problem("returns.once", facts.returns[1])


def _may_answer(facts: Round, place: int, who: str) -> tuple[str, ...]:
    """Who is claimed by the call that a return answers; at an opening dobon everybody is."""
    if place > 1:
        return facts.returns[place - 2 : place - 1]
    if place == 1:
        return facts.callers
    return (who,) if facts.kind == "opening" else (facts.victim,)


def _too_many(facts: Round, options: DobonOptions) -> Iterator[Problem]:
    cards = [card for hand in facts.hands.values() for card in hand.cards]
    shown = facts.card or facts.turnup or facts.bottom
    if shown:
        cards += [shown, *[Card(shown.rank)] * (facts.count - 1)]
    yield from deck_objections(cards, options)


def deck_objections(cards: Iterable[Card], options: DobonOptions) -> Iterator[Problem]:
    """Cards of which the table has not so many."""
    for card, count in too_many(cards, options.decks, options.jokers).items():
        code = "deck.too_many" if card.rank != JOKER else "deck.jokers" if options.jokers else "deck.joker"
        values = {"card": card, "count": count, "decks": options.decks, "jokers": options.jokers}
        yield Problem(code, "", values)


def _on_out_card(facts: Round) -> bool:
    hand = facts.hands.get(facts.victim)
    return facts.kind == "dobon" and hand is not None and (hand == Hand() or hand.count == 0)


def _notes(
    facts: Round, won: tuple[str, ...], called: tuple[str, ...], options: DobonOptions
) -> Iterator[Note]:
    if facts.kind == "dobon":
        yield from _dobon_notes(facts, options)
    if len(won) > 1 and facts.callers and options.paid_to == "winner":
        yield CALLERS_APART
    if facts.returns and options.first_claim == "cancelled":
        yield FIRST_CANCELLED
    if facts.callers and options.several == "first" and len(called) > 1:
        yield Note("note.only_first", {"who": facts.callers[0]})
    if facts.kind == "deckout" and options.deckout == "starter" and won:
        yield Note("note.starter_hand", {"who": won[0]})
    if facts.kind in ("dobon", "draw") and options.amount == "yaku":
        yield from _riichi_notes(facts, won, options)
    if options.counts_ranks and any(hand.points is not None for hand in facts.hands.values()):
        yield from _rank_notes(options)
    if options.cards_score and facts.kind in ("dobon", "opening", "draw"):
        yield from _unknown_cards(facts, won)


def _unknown_cards(facts: Round, won: tuple[str, ...]) -> Iterator[Note]:
    """Winners whose cards would score, had they been written down."""
    for who in won:
        hand = facts.hands.get(who)
        if hand and (hand.points is not None or hand.count):
            yield Note("note.cards_unknown", {"who": who})


def _riichi_notes(facts: Round, won: tuple[str, ...], options: DobonOptions) -> Iterator[Note]:
    """Why a winner who declared has no ura-dora, or has them all the same."""
    for who in won:
        if who in facts.riichi and who in facts.lapsed:
            code = "note.riichi_lapsed" if carry.has_lapsed(who, facts, options) else "note.riichi_holds"
            yield Note(code, {"who": who})


def _rank_notes(options: DobonOptions) -> Iterator[Note]:
    if options.eights != "off":
        yield EIGHTS_UNKNOWN
    if options.twos in SUMMED:
        yield TWOS_UNKNOWN
    if options.threes in SUMMED or options.joker_factor in SUMMED:
        yield RANKS_UNKNOWN


@lru_cache(256)
def _claimed_card(card: Card) -> Note:
    return Note("note.claimed_card", {"card": card})


def _dobon_notes(facts: Round, options: DobonOptions) -> Iterator[Note]:
    if options.amount == "hands":
        if facts.card and options.claimed_card == "off":
            yield _claimed_card(facts.card)
        if _on_out_card(facts) and options.dobon_hands == "both":
            yield Note("note.out_card", {"who": facts.victim})
    if options.returns == "off" and not facts.returns:
        yield NO_RETURN
