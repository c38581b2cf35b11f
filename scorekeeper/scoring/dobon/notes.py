"""数えなかったもの: notes on what did not count in a round, and why."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..cards import JOKER, SUIT_ONLY, Card
from ..core import BANK, Note, Transfer
from .amounts import EIGHT, TWO, claim_points, doubling_hands
from .carry import holds_riichi, pot_to_win, streak_bonus
from .claims import TOO_LATE
from .endings import ENDINGS
from .facts import Round
from .options import DobonOptions
from .options.amounts import SUMMED
from .payments import NO_HAND, Context, PaymentDue
from .yaku import is_unknown, suited


def uncounted(entered: Round, owed: list[PaymentDue], paid: Sequence[Transfer], c: Context) -> Iterator[Note]:
    """What of the calls, the riichi, the cards, the streak, the yaku and the pot did not count."""
    facts, options = c.facts, c.options
    yield from _calls(c)
    if c.won and options.first_round == "streak" and options.streak != "off" and not c.state.begun:
        yield Note("note.no_streak")
    yield from _riichi(entered, c)
    yield from _of_hands(owed, c)
    yield from _together(c)
    yield from _drawn(c)
    if len(c.won) > 1 and facts.callers and options.paid_to == "bank":
        yield Note("note.penalty_once")
    if options.streak != "off":
        yield from _streaks(paid, c)
    if facts.extra_yaku:
        yield from _own_yaku(owed, c)
    if options.amount == "yaku":
        yield from _above_the_table(paid, c)
    if facts.doublings and options.table_doublings == "on" and ENDINGS[facts.kind].fixed_points(options):
        yield Note("note.doublings")
    yield from _pot(paid, c)
    yield from (Note("note.not_declared", {"who": who}) for who in facts.lapsed if who not in facts.riichi)


def _calls(c: Context) -> Iterator[Note]:
    """How several callers are paid, and calls that were returned or too late."""
    facts, options = c.facts, c.options
    if len(c.won) > 1 and facts.callers and options.paid_to == "winner":
        yield Note("note.callers_share" if options.several == "shared" else "note.callers_apart")
    if facts.returns and options.first_claim == "cancelled":
        by = facts.returns[0]
        yield from (Note("note.first_cancelled", {"who": who, "by": by}) for who in facts.callers)
    for who, by in pairwise(facts.returns):
        yield Note("note.return_cancelled", {"who": who, "by": by})
    yield from (Note(TOO_LATE, {"who": who, "first": facts.callers[0]}) for who in c.late)


def _riichi(entered: Round, c: Context) -> Iterator[Note]:
    """Why a winner who declared has no ura-dora, or has them all the same; declarations that are void."""
    facts = c.facts
    for who in c.won if facts.kind in ("dobon", "draw") and c.options.amount == "yaku" else ():
        if who in facts.riichi and who in facts.lapsed:
            yield Note("note.riichi_holds" if holds_riichi(who, c) else "note.riichi_lapsed", {"who": who})
    for who, count in (Counter(entered.riichi) - Counter(facts.riichi)).items():
        yield Note("note.riichi_void", {"who": who, "count": count})


def _drawn(c: Context) -> Iterator[Note]:
    """Cards drawn before the last, and those that may be special but are not known to be."""
    drawn, options = c.facts.drawn, c.options
    if options.draws_cards and options.drawn_factor == "off" and len(drawn) > 1:
        yield Note("note.last_drawn", {"card": drawn[-1]})
    ranks = {card.rank for card in options.special if card.suit}
    for card in dict.fromkeys(drawn):
        if not card.suit and card.rank in ranks and not options.special_card(card):
            yield Note("note.no_special", {"card": card})


def _unknown_cards(c: Context) -> Iterator[Note]:
    for who in c.won:
        hand = c.hand(who)
        if hand.points is not None or hand.count:
            yield Note("note.cards_unknown", {"who": who})


def _unknown_ranks(owed: list[PaymentDue], c: Context) -> Iterator[Note]:
    """What cannot be counted in hands of which only the sum is known."""
    sums = {who for who, hand in c.facts.hands.items() if hand.points is not None}
    added = sums & {part.who for due in owed for part in due.parts if part.kind == "hand"}
    paid = sums & {due.payee for due in owed}
    if c.options.eights != "off" and (paid if c.options.eights == "winner" else added):
        yield Note("note.eights_unknown")
    if added and c.options.twos in SUMMED:
        yield Note("note.twos_unknown")
    if added and (c.options.threes in SUMMED or c.options.joker_factor in SUMMED):
        yield Note("note.ranks_unknown")


def _pot(paid: Sequence[Transfer], c: Context) -> Iterator[Note]:
    """Why a pot, or its part from earlier rounds, stays or goes to one of several winners."""
    declared, before = c.facts.riichi, pot_to_win(c)
    takes = ENDINGS[c.facts.kind].takes_pot(c.options)
    if (declared or before) and c.won and not takes:
        yield Note("note.pot_stays")
    elif len(c.won) > 1:
        yield from _pot_of_several(paid, c)
    if declared and c.won and takes and c.state.pot > before:
        yield Note("note.pot_before", {"points": c.state.pot})
    if declared and not c.won:
        yield Note("note.pot_waits")


def _pot_of_several(paid: Sequence[Transfer], c: Context) -> Iterator[Note]:
    """Which of several winners takes the pot, or why none does."""
    takers = [transfer.payee for transfer in paid if transfer.code == "pot.won"]
    pot = pot_to_win(c) + c.options.riichi_points * len(c.facts.riichi)
    if len(takers) == 1:
        yield Note("note.pot_nearest", {"who": takers[0]})
    elif pot > 0 and not takers:
        values = {"points": pot, "players": len(c.won), "unit": c.options.share_unit}
        yield Note("note.pot_small", values)


def _of_hands(owed: list[PaymentDue], c: Context) -> Iterator[Note]:
    """Cards in hands: what doubles nothing, jokers that are no cards, suits that are no dora."""
    won_by = ENDINGS[c.facts.kind].won_by
    if c.options.cards_score and won_by in ("claim", "draw"):
        yield from _unknown_cards(c)
    if c.options.counts_ranks:
        yield from _unknown_ranks(owed, c)
    if won_by == "claim":
        yield from _cards(owed, c)
    if won_by in ("claim", "draw"):
        yield from _idle_hands(owed, c)
    if c.options.eights != "off" and owed:
        yield from _eights(owed, c)
    yield from _jokers(c)
    if c.options.amount == "yaku" and c.facts.kind in ("dobon", "draw"):
        yield from _no_dora(c)
        yield from _returned_yaku(c)
        yield from _unknown_suits(c)


def _idle_hands(owed: list[PaymentDue], c: Context) -> Iterator[Note]:
    """Hands without a claim that nobody pays for; held jokers may double all the same."""
    facts, options = c.facts, c.options
    counting = {part.who for due in owed for part in due.parts}
    counting |= {*c.late, *facts.callers, *facts.returns, facts.winner}
    sides = {who for due in owed for who in (due.payer, due.payee)} if options.joker_loss == "all" else set()
    bystanders = facts.kind == "dobon" and options.adds_hands
    for who, hand in facts.hands.items():
        if who in counting or hand == NO_HAND:
            continue
        if who not in sides:
            aside = bystanders and who != facts.victim
            yield Note("note.bystander" if aside else "note.idle_hand", {"who": who})
        elif not hand.cards:
            yield Note("note.cards_unknown", {"who": who})
        elif all(card.rank != JOKER for card in hand.cards):
            yield Note("note.no_joker", {"who": who})


def _returned_yaku(c: Context) -> Iterator[Note]:
    """Dora and jokers of those whose claim was returned."""
    facts, options = c.facts, c.options
    if options.first_claim == "stands":
        return
    for who in dict.fromkeys((*facts.callers, *facts.returns) if facts.returns else ()):
        hand = c.hand(who)
        cards = suited(hand, facts.turnup) if facts.turnup and options.dora == "on" else ()
        if options.joker_yaku == "on":
            cards += tuple([card for card in hand.cards if card.rank == JOKER])
        if cards and who not in c.won:
            yield Note("note.returned_yaku", {"who": who, "cards": cards})


def _cards(owed: list[PaymentDue], c: Context) -> Iterator[Note]:
    """Cards of who called that double nothing: at an opening, or since the claim was returned."""
    facts, options = c.facts, c.options
    doubling = {who for due in owed for who, _ in doubling_hands(due, c)}
    flat = ENDINGS[facts.kind].ignores_cards(options)
    for who in dict.fromkeys((*facts.callers, *facts.returns)):
        if flat:
            yield from _idle("note.opening_cards", who, c, _ranks(options))
        elif who not in doubling:
            eights = {EIGHT} if options.eights == "winner" else set()
            yield from _idle("note.returned_cards", who, c, _ranks(options) | eights)
    for who in dict.fromkeys(due.payer for due in owed if due.claim and not flat):
        if who not in (*doubling, *facts.callers, *facts.returns):
            yield from _idle("note.paying_cards", who, c, _ranks(options))


def _eights(owed: list[PaymentDue], c: Context) -> Iterator[Note]:
    """8s of players who are not paid, or in hands that are not added up."""
    facts, options = c.facts, c.options
    if options.eights == "winner":
        counts, code = {due.payee for due in owed}, "note.paying_eights"
    else:
        added = (part.who for due in owed for part in due.parts if part.kind == "hand")
        counts, code = set(added), "note.idle_eights"
    noted = (*facts.callers, *facts.returns) if options.eights == "winner" else ()  # by ``_cards``
    for who in facts.hands:
        if who not in counts and who not in noted:
            yield from _idle(code, who, c, {EIGHT})


def _jokers(c: Context) -> Iterator[Note]:
    """Jokers that do not count as cards left, and held ones that do not double, or only once."""
    facts, options = c.facts, c.options
    fewest = facts.kind == "deckout" and options.deckout == "fewest"
    counted = fewest or (facts.kind == "out" and options.amount == "yaku")
    if counted and options.deckout_jokers != "counted":
        for who in facts.hands:
            yield from _idle("note.jokers_left", who, c, {JOKER})
    if options.joker_loss == "off":
        return
    if fewest or (options.joker_loss == "clear" and facts.kind in ("dobon", "draw", "deckout")):
        for who in facts.hands:
            if options.joker_loss == "all" or who not in c.won:
                yield from _idle("note.held_jokers", who, c, {JOKER})
    elif options.joker_each == "person" and ENDINGS[facts.kind].won_by != "nobody":
        for who, hand in facts.hands.items():
            if (count := sum([card.rank == JOKER for card in hand.cards])) > 1:
                yield Note("note.jokers_once", {"who": who, "count": count})


def _no_dora(c: Context) -> Iterator[Note]:
    """Dora that a joker turned up takes away, and ura-dora of winners who had not declared."""
    facts, options = c.facts, c.options
    joker = facts.turnup is not None and facts.turnup.rank == JOKER
    if options.dora == "on" and joker:
        yield Note("note.no_dora")
    if options.joker_yaku == "on" and joker and facts.kind == "draw":
        yield Note("note.turnup_draw")
    if options.dora == "on" and facts.turnup is None and c.won:
        yield Note("note.turnup_unknown")
    if options.riichi == "on" and facts.bottom:
        for who in c.won:
            cards = suited(c.hand(who), facts.bottom)
            if cards and who not in facts.riichi:
                yield Note("note.no_riichi", {"who": who, "cards": cards})
    if options.riichi == "on" and facts.bottom is None:
        for who in c.won:
            if holds_riichi(who, c):
                yield Note("note.bottom_unknown", {"who": who})


def _unknown_suits(c: Context) -> Iterator[Note]:
    """Suits of dora and ura-dora of which the number of cards is not known."""
    facts, options = c.facts, c.options
    for who in c.won:
        declared = options.riichi == "on" and holds_riichi(who, c)
        asked = (facts.turnup if options.dora == "on" else None, facts.bottom if declared else None)
        unknown = [card.suit for card in asked if card and is_unknown(c.hand(who), card, options.decks)]
        for suit in dict.fromkeys(unknown):
            yield Note("note.suit_unsaid", {"who": who, "suit": Card(SUIT_ONLY, suit)})


def _ranks(options: DobonOptions) -> set[int]:
    switches = {TWO: options.twos, JOKER: options.joker_factor}
    return {rank for rank, switch in switches.items() if switch == "double"}


def _idle(code: str, who: str, c: Context, ranks: set[int]) -> Iterator[Note]:
    if cards := tuple([card for card in c.hand(who).cards if card.rank in ranks]):
        yield Note(code, {"who": who, "cards": cards})


def _together(c: Context) -> Iterator[Note]:
    """Cards played together that count once, or by the number of the one on top."""
    facts, options = c.facts, c.options
    if facts.card is None or options.number_counts != "once":
        return
    if facts.count > 1 and options.pays_card:
        yield Note("note.counted_once", {"card": facts.card, "count": facts.count})
    elif options.pays_number and facts.target not in (None, claim_points(c)):
        yield Note("note.own_number", {"card": facts.card, "number": facts.target})


def _streaks(paid: Sequence[Transfer], c: Context) -> Iterator[Note]:
    """Streaks that this ending does not pay, or that change no payment here."""
    by_cards = ENDINGS[c.facts.kind].won_by == "cards"
    steps = [step.code for transfer in paid for step in transfer.steps] if by_cards else []
    unused = steps and not {"yaku.streak", "factor.streak", "streak.points"}.intersection(steps)
    for who in c.won:
        wins = c.state.streak.get(who, 0)
        if wins and (unused or not streak_bonus(who, c)):
            yield Note("note.streak", {"who": who, "count": wins})


def _own_yaku(owed: list[PaymentDue], c: Context) -> Iterator[Note]:
    paid = {part.who for due in owed for part in due.parts if part.kind == "yaku"}
    multiply = {due.payee for due in owed if due.won} if c.options.yaku_factor == "on" else set()
    code = "note.own_yaku" if paid or multiply else "note.no_yaku"
    for who, extra in c.facts.extra_yaku.items():
        for yaku in extra if who not in paid else ():
            if who not in multiply:
                yield Note(code, {"who": who, "name": yaku.name})
            elif yaku.yaku < 2:
                yield Note("note.own_one", {"who": who, "name": yaku.name, "yaku": yaku.yaku})


def _above_the_table(paid: Sequence[Transfer], c: Context) -> Iterator[Note]:
    """More yaku than the table has points for."""
    most = len(c.options.yaku_table) - 1
    steps = [(item.payee, step) for item in paid for step in item.steps if step.code == "yaku.points"]
    for payee, total in {payee: step.of[0] for payee, step in steps}.items():
        if total > most:
            who = c.won[0] if payee == BANK else payee
            yield Note("note.yaku_end", {"who": who, "yaku": total, "most": most})
