"""The pipeline: facts, claim check, payments due, multipliers, rounding, pot and carry-over."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..cards import JOKER, Card, too_many
from ..core import BANK, Note, Outcome, Problem, State, Transfer
from . import carry
from .amounts import missing_hands, part_amounts, payment
from .claims import check_claim, claim_objections, course, too_late
from .endings import ENDINGS
from .facts import Round
from .notes import uncounted
from .options import DobonOptions
from .payments import Context, PaymentDue
from .yaku import suit_objections


def settle(state: State, facts: Round, options: DobonOptions) -> Outcome:
    """Score one round.

    Sources: 000, 001, 002, 003.  Facts that break a rule are scored as entered, with a Problem each; a
    payment whose hand has not been entered is left out, with a Problem.  A first round for practice pays
    nothing; its claims are checked, and who starts next follows from it.
    """
    scored = _score(state, facts, options)
    if options.first_round != "practice" or state.begun:
        return scored
    return Outcome(
        claims=scored.claims,
        notes=(Note("note.practice"),),
        problems=tuple(_absent(state, facts)),
        starter=scored.starter,
        counts=False,
    )


def _score(state: State, entered: Round, options: DobonOptions) -> Outcome:
    facts = carry.without_void(entered, state, options)
    void = facts.kind != "nogame" and not ENDINGS[facts.kind].counts(options)
    facts = replace(facts, kind="nogame") if void else facts
    ending = ENDINGS[facts.kind]
    claims, wrong = _claims(facts, options)
    late = too_late(facts, state, options)
    c = Context(course(facts, options, late), state, options, late)
    c = replace(c, won=ending.winners(c))
    owed = list(ending.dues(c))
    transfers, missing = _payments(owed, c)
    if not facts.drawn and ending.needs_drawn(options):
        missing.append(Problem("drawn.missing"))
    transfers += [*ending.transfers(c), *carry.pot_transfers(c)]
    return Outcome(
        transfers=(*carry.riichi_transfers(c), *transfers),
        claims=claims,
        remarks=(*ending.remarks(c), *_swapped(c)),
        notes=(
            *([Note("note.void")] if void else []),
            *ending.notes(c),
            *uncounted(entered, owed, transfers, c),
        ),
        problems=(*_absent(state, entered), *missing, *ending.missing(c), *wrong, *_objections(c)),
        starter=carry.next_starter(c),
        counts=ending.counts(options),
        streak=carry.next_streak(c),
        claimed=carry.next_claimed(owed, c),
    )


def _payments(owed: list[PaymentDue], c: Context) -> tuple[list[Transfer], list[Problem]]:
    """The payments that can be calculated, and whose hands the others need."""
    transfers: list[Transfer] = []
    missing: dict[str, None] = {}
    points_of = part_amounts(owed, c)
    swaps = c.options.swaps(c.facts.drawn)
    for due in owed:
        steps = payment(due, points_of, c)
        accounts = (due.payee, due.payer) if swaps and due.won else (due.payer, due.payee)
        if steps is None:
            missing |= dict.fromkeys(missing_hands(due, points_of, c))
        else:
            transfers.append(Transfer(*accounts, steps[-1].gives, due.code, steps))
    transfers = transfers if c.options.paid_to == "winner" else _penalties(transfers)
    return transfers, [Problem("hand.missing", who) for who in missing]


def _penalties(transfers: list[Transfer]) -> list[Transfer]:
    """Penalty points go to the bank, once for each payer, however many have won."""
    first = {(item.payer, item.code): item for item in reversed(transfers)}
    return [replace(item, payee=BANK) for item in reversed(first.values())]


def _swapped(c: Context) -> Iterator[Note]:
    """That the card drawn last made those pay who would be paid for a win."""
    if ENDINGS[c.facts.kind].won_by != "nobody" and c.options.swaps(c.facts.drawn):
        yield Note("note.swapped", {"card": c.facts.drawn[-1]})


def _claims(facts: Round, options: DobonOptions) -> tuple[tuple[Note, ...], list[Problem]]:
    steps: list[Note] = []
    problems: list[Problem] = []
    drawer = ENDINGS[facts.kind].drawer(facts)
    for who in dict.fromkeys((*facts.callers, *facts.returns, *drawer)):
        step, wrong = check_claim(who, facts.hands.get(who), facts, options)
        steps += [step] if step else []
        problems += wrong
    return tuple(steps), problems


def _absent(state: State, facts: Round) -> list[Problem]:
    named = [facts.winner, facts.starter, facts.victim, facts.player, *facts.callers, *facts.returns]
    named += [*facts.riichi, *facts.lapsed, *facts.hands, *facts.extra_yaku]
    seated = {"", *state.seats}
    return [Problem("seat.absent", who) for who in dict.fromkeys(named) if who not in seated]


def _objections(c: Context) -> Iterator[Problem]:
    facts, options = c.facts, c.options
    yield from ENDINGS[facts.kind].objections(c)
    if facts.callers:
        yield from claim_objections(facts, options)
        yield from _return_objections(facts, options)
    if facts.doublings and options.table_doublings == "off":
        yield Problem("doublings.off", "", {"count": facts.doublings})
    yield from carry.riichi_objections(c)
    yield from _too_many(facts, options)
    yield from suit_objections(facts, options)


def _return_objections(facts: Round, options: DobonOptions) -> Iterator[Problem]:
    if options.returns == "off":
        yield from (Problem("returns.off", who) for who in dict.fromkeys(facts.returns))
    if options.return_by == "victim":
        returns = facts.returns if options.returns == "chain" else facts.returns[:1]
        for place, who in enumerate(returns):
            if who not in _claimed_before(facts, place, who):
                yield Problem("returns.not_victim", who)
    if len(facts.returns) > 1 and options.returns == "on":
        yield Problem("returns.once", facts.returns[1])


def _claimed_before(facts: Round, place: int, who: str) -> tuple[str, ...]:
    """The victims of the call that a return answers; at an opening dobon everybody."""
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
    for card, count in too_many(cards, options.decks, options.jokers).items():
        code = "deck.too_many" if card.rank != JOKER else "deck.jokers" if options.jokers else "deck.joker"
        values = {"card": card, "count": count, "decks": options.decks, "jokers": options.jokers}
        yield Problem(code, "", values)
