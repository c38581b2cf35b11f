"""Amounts: points of hands and numbers, multipliers and rounding."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import prod
from typing import NamedTuple

from ..cards import JOKER
from ..core import NO_VALUES, State, Step, Values
from ..reading import Hand
from .carry import streak_bonus
from .endings import ENDINGS
from .facts import MOST_DOUBLINGS, Round
from .options import DobonOptions
from .options.amounts import Rounding
from .options.factors import SUMMED
from .payments import CARD, CLAIMED, Part, PaymentDue, card_count
from .yaku import yaku_points

TWO, THREE, EIGHT = 2, 3, 8
MOST_POINTS = 10**12
"""No payment is larger, however absurd the hands and house rules."""

Amount = tuple[int, tuple[Step, ...]]
"""Points with their calculation."""

PartAmounts = Mapping[Part, Amount | None]
"""``part_points`` of everything that is paid for in a round."""


class Factor(NamedTuple):
    source: str  # the end of its code in the messages
    parts: tuple[int, ...]
    added: bool = False  # whether ``parts`` are added and not multiplied
    values: Values = NO_VALUES  # the other placeholders of its line

    @property
    def factor(self) -> int:
        return sum(self.parts) if self.added else prod(self.parts)


EMPTY_HAND = Hand()


def round_points(points: int, unit: int, direction: Rounding) -> int:
    """端数処理: ``points`` to a multiple of ``unit``; ``direction`` is nearest (half up), up or down.

    >>> round_points(74, 10, "nearest"), round_points(5, 10, "nearest"), round_points(1, 10, "up")
    (70, 10, 10)
    """
    shift = unit // 2 if direction == "nearest" else unit - 1 if direction == "up" else 0
    return (points + shift) // unit * unit


def hand_sum(who: str, hand: Hand, options: DobonOptions) -> tuple[int, Step]:
    if hand.points is not None:
        return hand.points, Step("hand.points", hand.points, values={"who": who})
    if not hand.cards:
        return 0, Step("hand.none", 0, values={"who": who})
    table = options.card_values
    parts = tuple([table[card.rank] for card in hand.cards])
    total = sum(parts)
    return total, Step("hand.cards", total, "sum", parts, values={"who": who, "cards": hand.cards})


def claim_points(facts: Round, options: DobonOptions) -> int:
    """場の数字: the claimed number as it is paid for."""
    if facts.card is None:
        return facts.target or 0
    number = facts.card.rank
    if number == JOKER:
        number = options.joker_shows or 0
    if options.number_counts == "once":
        return number
    return number * facts.count if facts.count > 1 or facts.target is None else facts.target


def part_amounts(
    owed: Iterable[PaymentDue], facts: Round, state: State, options: DobonOptions
) -> PartAmounts:
    """The points of each part once, however many payments it is in."""
    parts = dict.fromkeys([part for due in owed for part in due.parts])
    return {part: part_points(part, facts, state, options) for part in parts}


def part_points(part: Part, facts: Round, state: State, options: DobonOptions) -> Amount | None:
    """Points of a part; None while its hand has not been entered."""
    kind, who, points = part
    if points is not None:
        return points, (Step(kind, points),)
    if kind != "hand" and kind in _TABLE_PARTS:
        return _TABLE_PARTS[kind](facts, state, options)
    hand = facts.hands.get(who)
    if hand is None:
        return None
    if kind == "yaku":
        return yaku_points(who, facts, state, options)
    if kind == "cards":
        return _cards_left(who, facts, options)
    if hand.count:
        return None
    total, step = hand_sum(who, hand, options)
    return total, (step,)


def _number(facts: Round, state: State, options: DobonOptions) -> Amount | None:
    if facts.card is None and facts.target is None:
        return None
    step = _number_step(facts, options)
    return _in_units(step, options)


def _number_step(facts: Round, options: DobonOptions) -> Step:
    number = claim_points(facts, options)
    if options.number_counts == "each" and facts.card is not None:
        if facts.count > 1:
            each = number // facts.count
            return Step("number.each", number, "product", (each, facts.count))
        if facts.target not in (None, facts.card.rank):
            return Step("number.combined", number, values={"card": facts.card})
    joker = facts.target is None and facts.card is not None and facts.card.rank == JOKER
    return Step("number.joker" if joker else "number", number)


def _flat(facts: Round, state: State, options: DobonOptions) -> Amount:
    return _in_units(Step("flat", max(len(state.seats) - 1, 0)), options)


def _drawn(facts: Round, state: State, options: DobonOptions) -> Amount | None:
    if not facts.drawn:
        return None
    card = facts.drawn[-1]
    number = options.drawn_value(card)
    return _in_units(Step("drawn", number, "sum", (number,), values={"cards": (card,)}), options)


def _in_units(step: Step, options: DobonOptions) -> Amount:
    unit = options.unit_points
    if unit == 1:
        return step.gives, (step,)
    points = step.gives * unit
    return points, (step, Step("unit", points, "product", (step.gives, unit), 1))


def _claimed_card(facts: Round, state: State, options: DobonOptions) -> Amount | None:
    """The value of the claimed card, of several played together once or for each, as the number would be."""
    if facts.card is None:
        return None
    times = facts.count if options.number_counts == "each" else 1
    parts = (options.card_values[facts.card.rank],) * times
    return sum(parts), (Step("claimed", sum(parts), "sum", parts, values={"cards": (facts.card,) * times}),)


_TABLE_PARTS: Mapping[str, Callable[[Round, State, DobonOptions], Amount | None]] = {
    "number": _number,
    "flat": _flat,
    "drawn": _drawn,
    "card": _claimed_card,
}
"""Points of the parts that are not a hand, by their kind."""


def _cards_left(who: str, facts: Round, options: DobonOptions) -> Amount | None:
    count = card_count(facts, who, options)
    if count is None:
        return None
    each = options.clear_points
    values = {"who": who, "count": count, "each": each}
    return count * each, (Step("cards.left", count * each, "product", (count, each), values=values),)


def payment(
    due: PaymentDue, points_of: PartAmounts, facts: Round, state: State, options: DobonOptions
) -> Amount | None:
    """Points of one payment with their calculation; None while a hand is missing."""
    parts = [points_of[part] for part in due.parts]
    amounts = [amount for amount in parts if amount is not None]
    if len(amounts) < len(parts) or (options.needs_more and _lacks(due, facts, options)):
        return None
    steps = [step for _, made in amounts for step in made]
    points = sum([amount for amount, _ in amounts])
    if len(amounts) > 1:
        numbers = tuple([amount for amount, _ in amounts])
        steps.append(Step("sum", points, "sum", numbers, len(numbers)))
    points = _worked_out(points, due, facts, state, options, steps)
    most = options.cap or MOST_POINTS
    if points > most:
        steps.append(Step("limit", most, "least", (points, most), 1))
    return min(points, most), tuple(steps)


def _worked_out(
    points: int, due: PaymentDue, facts: Round, state: State, options: DobonOptions, steps: list[Step]
) -> int:
    """The points rounded, multiplied, shared, with a streak in points."""
    if options.round_where == "sum":
        points = _round(points, options, steps)
    points = _multiply(points, factors(due, facts, state, options), options, steps)
    if due.returns and due.others > 1:
        points = _times("factor.others", points, (due.others,), steps)
    if options.round_where == "payment":
        points = _round(points, options, steps)
    if due.code == "draw.others":
        points = _share("share", points, due.others, options, steps)
    if due.shared > 1:
        points = _share("share.callers", points, due.shared, options, steps)
    if options.streak == "points" and _pays_streak(due, options):
        points += _streak_points(points, due, facts, state, options, steps)
    return points


def missing_hands(
    due: PaymentDue, points_of: PartAmounts, facts: Round, options: DobonOptions
) -> Iterator[str]:
    for part in due.parts:
        if part.who and points_of[part] is None:
            yield part.who
    if options.needs_more:
        yield from (who for who in _needed(due, facts, options) if who not in facts.hands)


def _lacks(due: PaymentDue, facts: Round, options: DobonOptions) -> bool:
    """Whether something that multiplies a payment has not been entered."""
    undrawn = options.drawn_factor == "on" and due.claim and not facts.drawn
    return undrawn or not all(who in facts.hands for who in _needed(due, facts, options))


def _needed(due: PaymentDue, facts: Round, options: DobonOptions) -> Iterator[str]:
    """Whose cards multiply a payment; a player who went out, or started a used-up stock, enters none."""
    if options.eights == "winner" and ENDINGS[facts.kind].won_by in ("claim", "draw"):
        yield due.payee
    if options.shown_double:
        yield from (who for who, _ in shown(due, facts, options))
    if options.single_factor > 1 and _one_card_pays(due, facts):
        yield due.payee


def _round(points: int, options: DobonOptions, steps: list[Step]) -> int:
    unit = options.round_unit
    if unit == 1:
        return points
    after = round_points(points, unit, options.round_to)
    values = {"unit": unit, "to": options.round_to}
    steps.append(Step(f"round.{options.round_to}", after, "round", (points,), 1, values))
    return after


def _multiply(points: int, multipliers: list[Factor], options: DobonOptions, steps: list[Step]) -> int:
    """Multiply by one after the other, or by the sum of all at once."""
    if options.combine == "product" or len(multipliers) < 2:
        for factor in multipliers:
            points = _multiply_by(points, factor, steps)
        return points
    steps += map(_factor_step, multipliers)
    numbers = tuple([factor.factor for factor in multipliers])
    steps.append(Step("combine.sum", sum(numbers), "sum", numbers, len(numbers)))
    return _times_combined(points, steps)


def _multiply_by(points: int, factor: Factor, steps: list[Step]) -> int:
    if not factor.added or len(factor.parts) == 1:
        return _times(f"factor.{factor.source}", points, factor.parts, steps, _factor_values(factor))
    steps.append(_factor_step(factor))
    return _times_combined(points, steps)


def _times(
    code: str, points: int, numbers: tuple[int, ...], steps: list[Step], values: Values = NO_VALUES
) -> int:
    total = points * prod(numbers)
    steps.append(Step(code, total, "product", (points, *numbers), 1, values))
    return total


def _times_combined(points: int, steps: list[Step]) -> int:
    """Points multiplied by the last step, which combined several multipliers."""
    total = points * steps[-1].gives
    steps.append(Step("combine.times", total, "product", (points, steps[-1].gives), 2))
    return total


def _factor_step(factor: Factor) -> Step:
    """A multiplier that is added to others before it multiplies."""
    code, parts, values = f"factor.{factor.source}", factor.parts, _factor_values(factor)
    if len(parts) == 1:
        return Step(code, parts[0], values=values)
    return Step(code, factor.factor, "sum" if factor.added else "product", parts, values=values)


def _factor_values(factor: Factor) -> Values:
    """The placeholders of the line of a multiplier; drawn cards show what it is made of."""
    return factor.values if "cards" in factor.values else {**factor.values, "parts": factor.parts}


def _share(code: str, points: int, among: int, options: DobonOptions, steps: list[Step]) -> int:
    """One payer's or one winner's share of an amount, rounded up to the sharing unit."""
    if among == 1:
        return points
    share = round_points(-(-points // among), options.share_unit, "up")
    values = {"unit": options.share_unit, "to": "up"}
    steps.append(Step(code, share, "quotient", (points, among), 1, values))
    return share


def _pays_streak(due: PaymentDue, options: DobonOptions) -> bool:
    return due.claim or options.streak_paid == "wins"


def _streak_points(
    points: int, due: PaymentDue, facts: Round, state: State, options: DobonOptions, steps: list[Step]
) -> int:
    bonus = streak_bonus(due.payee, facts, state, options)
    total = bonus * options.streak_points
    if bonus:
        steps.append(Step("streak.points", total, "product", (bonus, options.streak_points)))
        steps.append(Step("sum", points + total, "sum", (points, total), 2))
    return total


def factors(due: PaymentDue, facts: Round, state: State, options: DobonOptions) -> list[Factor]:
    """The multipliers of one payment.

    One without a winner has only the doublings of the round, unless its points are fixed.
    """
    if not due.won:
        return [] if ENDINGS[facts.kind].fixed(options) else _round_factors(facts, options)
    multipliers = _claim_factors(due, facts, options) if due.claim else []
    if options.streak == "factor" and _pays_streak(due, options):
        multipliers.append(Factor("streak", (1 + streak_bonus(due.payee, facts, state, options),)))
    if options.claimed_again == "on" and due.code in CLAIMED:
        times = 1 + state.claimed.get(due.payer, 0)
        multipliers.append(Factor("claimed", (times,), values={"whose": (due.payer,)}))
    if options.table_doublings == "on":
        multipliers += _round_factors(facts, options)
    if options.counts_ranks:
        multipliers += _rank_factors(due, facts, options)
    if options.joker_loss != "off":
        held = _held(due, facts, options)
        multipliers.append(_doubling("held", _held_times(held, options), options, tuple(held)))
    if options.yaku_factor == "on":
        extra = facts.extra_yaku.get(due.payee, ())
        multipliers += [Factor("own", (yaku.yaku,), values={"name": yaku.name}) for yaku in extra]
    return [factor for factor in multipliers if factor.factor > 1]


def _doubling(source: str, often: int, options: DobonOptions, whose: tuple[str, ...] = ()) -> Factor:
    """A multiplier of 2, applied ``often`` times: multiplied or added; ``whose`` cards say so, if any."""
    return Factor(source, (2,) * often, options.combine == "each", {"whose": whose} if whose else NO_VALUES)


def _round_factors(facts: Round, options: DobonOptions) -> list[Factor]:
    doubled = options.table_doublings == "on" and facts.doublings
    return [_doubling("doublings", facts.doublings, options)] if doubled else []


def _rank_factors(due: PaymentDue, facts: Round, options: DobonOptions) -> Iterator[Factor]:
    """Multipliers by rank: of the cards added up for a payment, and 8s of the winner."""
    summed = (
        ("summed_twos", TWO, options.twos),
        ("summed_threes", THREE, options.threes),
        ("summed_jokers", JOKER, options.joker_factor),
    )
    for source, rank, switch in summed:
        if switch in SUMMED:
            yield _doubling(source, min(_summed(due, facts, rank), MOST_DOUBLINGS), options)
    if options.eights != "off":
        whose = [part.who for part in due.parts if part.kind == "hand"]
        whose = [due.payee] if options.eights == "winner" else whose
        counts = {who: rank_count(facts, who, EIGHT) for who in whose}
        holders = tuple([who for who, count in counts.items() if count])
        yield _doubling("eights", sum(counts.values()), options, holders)


def _summed(due: PaymentDue, facts: Round, rank: int) -> int:
    """Cards of a rank among those that are added up for a payment."""
    held = sum([rank_count(facts, part.who, rank) for part in due.parts if part.kind == "hand"])
    claimed = CARD in due.parts and facts.card is not None and facts.card.rank == rank
    return held + claimed


def _one_card_pays(due: PaymentDue, facts: Round) -> bool:
    return due.claim and ENDINGS[facts.kind].won_by == "claim"


def _claims_with_one(due: PaymentDue, facts: Round, options: DobonOptions) -> bool:
    """単騎: whether the payee claimed with one card, without jokers where those do not count in a claim."""
    hand = facts.hands.get(due.payee, EMPTY_HAND)
    joker = options.joker_claim != "uncounted"
    held = sum([joker or card.rank != JOKER for card in hand.cards])
    return _one_card_pays(due, facts) and (hand.count or held) == 1


def _claim_factors(due: PaymentDue, facts: Round, options: DobonOptions) -> list[Factor]:
    multipliers = [Factor("dobon", (options.dobon_factor,))] if facts.kind == "dobon" else []
    if due.returns and options.return_factor > 1:
        parts, each = (options.return_factor,) * due.returns, options.combine == "each"
        several = Factor("returns", parts, each, {"count": due.returns})
        multipliers.append(several if due.returns > 1 else Factor("return", parts))
    if options.shown_double:
        multipliers += _shown_factors(due, facts, options)
    if options.single_factor > 1 and _claims_with_one(due, facts, options):
        multipliers.append(Factor("single", (options.single_factor,)))
    if options.drawn_factor == "on":
        values = tuple(map(options.drawn_value, facts.drawn))
        multipliers.append(Factor("drawn", values, added=True, values={"cards": facts.drawn}))
    return multipliers


def shown(due: PaymentDue, facts: Round, options: DobonOptions) -> list[tuple[str, int]]:
    """Whose 2s and jokers multiply a payment, and by how much each.

    Those of the payee; after a return those of the first caller too, by the house rule ``first_bonus``.
    """
    if not due.claim or ENDINGS[facts.kind].plain(options):
        return []
    holders = [(due.payee, 4 if due.returns and options.return_bonus == "stacked" else 2)]
    if due.returns and options.first_bonus == "kept":
        first = (due.payer,) if due.payer in facts.callers else facts.callers
        holders += [(who, 2) for who in first]
    return holders


def _shown_factors(due: PaymentDue, facts: Round, options: DobonOptions) -> Iterator[Factor]:
    whose = shown(due, facts, options)
    for source, rank, switch in (("twos", TWO, options.twos), ("jokers", JOKER, options.joker_factor)):
        if switch == "double":
            held = [(who, (base,) * rank_count(facts, who, rank)) for who, base in whose]
            parts = tuple([part for _, bases in held for part in bases])
            holders = tuple([who for who, bases in held if bases])
            yield Factor(source, parts, options.combine == "each", {"whose": holders})


def rank_count(facts: Round, who: str, rank: int) -> int:
    """How many cards of a rank a player holds, at most ``MOST_DOUBLINGS``."""
    held = sum([card.rank == rank for card in facts.hands.get(who, EMPTY_HAND).cards])
    return min(held, MOST_DOUBLINGS)


def _held(due: PaymentDue, facts: Round, options: DobonOptions) -> dict[str, int]:
    """Jokers that double: of the payer of a going out, or of both sides of a payment for a win."""
    if options.joker_loss == "clear" and facts.kind != "out":
        return {}
    sides = (due.payer, due.payee) if options.joker_loss == "all" else (due.payer,)
    return {who: count for who in sides if (count := rank_count(facts, who, JOKER))}


def _held_times(held: Mapping[str, int], options: DobonOptions) -> int:
    """How often held jokers double."""
    doublings = [1] * len(held) if options.joker_each == "person" else list(held.values())
    return max(doublings, default=0) if options.joker_both == "two" else sum(doublings)
