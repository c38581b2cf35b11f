"""Amounts: points of hands and numbers, multipliers and rounding."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import prod

from ..cards import JOKER
from ..core import NO_VALUES, Calculation, Operation, Step, Steps, Values, with_sum
from ..limits import MOST_POINTS
from .carry import streak_bonus
from .endings import ENDINGS
from .facts import MOST_DOUBLINGS
from .options import DobonOptions
from .options.amounts import SUMMED, Rounding
from .payments import CARD, CLAIMED, Context, Part, PaymentDue, card_count
from .yaku import yaku_points

TWO, THREE, EIGHT = 2, 3, 8

PartSteps = Mapping[Part, Steps | None]
"""The points of everything that is paid for in a round; None while what they need has not been entered."""


def round_points(points: int, unit: int, direction: Rounding) -> int:
    """端数処理: ``points`` to a multiple of ``unit``; ``direction`` is nearest (half up), up or down.

    >>> round_points(74, 10, "nearest"), round_points(5, 10, "nearest"), round_points(1, 10, "up")
    (70, 10, 10)
    """
    shift = unit // 2 if direction == "nearest" else unit - 1 if direction == "up" else 0
    return (points + shift) // unit * unit


def part_amounts(owed: Iterable[PaymentDue], c: Context) -> PartSteps:
    """The points of each part once, however many payments it is in."""
    parts = dict.fromkeys([part for due in owed for part in due.parts])
    return {
        part: _PARTS[part.kind](part.who, c) if part.points is None else (Step(part.kind, part.points),)
        for part in parts
    }


def _hand(who: str, c: Context) -> Steps | None:
    hand = c.facts.hands.get(who)
    if hand is None or hand.count:
        return None
    if hand.points is not None:
        return (Step("hand.points", hand.points, values={"who": who}),)
    if not hand.cards:
        return (Step("hand.none", 0, values={"who": who}),)
    table = c.options.card_values
    parts = tuple([table[card.rank] for card in hand.cards])
    return (Step("hand.cards", sum(parts), "sum", parts, values={"who": who, "cards": hand.cards}),)


def _cards_left(who: str, c: Context) -> Steps | None:
    count, each = card_count(c, who), c.options.clear_points
    if count is None:
        return None
    values = {"who": who, "count": count, "each": each}
    return (Step("cards.left", count * each, "product", (count, each), values=values),)


def claim_points(c: Context) -> int:
    """場の数字: the claimed number as it is paid for."""
    facts, options = c.facts, c.options
    if facts.card is None:
        return facts.target or 0
    number = facts.card.rank
    if number == JOKER:
        number = options.joker_shows or 0
    if options.number_counts == "once":
        return number
    return number * facts.count if facts.count > 1 or facts.target is None else facts.target


def _number(_who: str, c: Context) -> Steps | None:
    facts, number, each = c.facts, claim_points(c), c.options.number_counts == "each"
    card, target = facts.card, facts.target
    if card is None and target is None:
        return None
    if each and card and facts.count > 1:
        step = Step("number.each", number, "product", (number // facts.count, facts.count))
    elif each and card and target not in (None, card.rank):
        step = Step("number.combined", number, values={"card": card})
    else:
        joker = target is None and card is not None and card.rank == JOKER
        step = Step("number.joker" if joker else "number", number)
    return _in_units(step, c.options)


def _drawn(_who: str, c: Context) -> Steps | None:
    if not c.facts.drawn:
        return None
    card = c.facts.drawn[-1]
    number = c.options.drawn_value(card)
    return _in_units(Step("drawn", number, "sum", (number,), values={"cards": (card,)}), c.options)


def _in_units(step: Step, options: DobonOptions) -> Steps:
    steps = Calculation([step])
    if options.unit_points > 1:
        steps.times("unit", (options.unit_points,))
    return tuple(steps)


def _claimed_card(_who: str, c: Context) -> Steps | None:
    """The value of the claimed card, of several played together once or for each, as the number would be."""
    card = c.facts.card
    if card is None:
        return None
    times = c.facts.count if c.options.number_counts == "each" else 1
    parts = (c.options.card_values[card.rank],) * times
    return (Step("claimed", sum(parts), "sum", parts, values={"cards": (card,) * times}),)


_PARTS: Mapping[str, Callable[[str, Context], Steps | None]] = {
    "hand": _hand,
    "yaku": lambda who, c: yaku_points(who, c) if who in c.facts.hands else None,
    "cards": _cards_left,
    "number": _number,
    "flat": lambda _who, c: _in_units(Step("flat", max(len(c.state.seats) - 1, 0)), c.options),
    "drawn": _drawn,
    "card": _claimed_card,
}


def payment(due: PaymentDue, points_of: PartSteps, c: Context) -> Steps | None:
    """The calculation of one payment: rounded, multiplied, shared, with a streak in points, and limited.

    None while a hand is missing.
    """
    options = c.options
    parts = [steps for steps in map(points_of.__getitem__, due.parts) if steps is not None]
    if len(parts) < len(due.parts) or (options.needs_more and _lacks(due, c)):
        return None
    steps = Calculation(with_sum(parts))
    if options.round_where == "sum":
        _round(steps, options)
    _multiply(steps, factors(due, c), options)
    if due.returns and due.others > 1:
        steps.times("factor.others", (due.others,))
    if options.round_where == "payment":
        _round(steps, options)
    if due.shared > 1:
        _share(steps, due, options)
    if options.streak == "points" and _pays_streak(due, options) and (bonus := streak_bonus(due.payee, c)):
        numbers = bonus, options.streak_points
        steps.plus(Step("streak.points", prod(numbers), "product", numbers))
    steps.at_most("limit", options.cap or MOST_POINTS)
    return tuple(steps)


def missing_hands(due: PaymentDue, points_of: PartSteps, c: Context) -> Iterator[str]:
    for part in due.parts:
        if part.who and points_of[part] is None:
            yield part.who
    if c.options.needs_more:
        yield from (who for who in _needed(due, c) if who not in c.facts.hands)


def _lacks(due: PaymentDue, c: Context) -> bool:
    """Whether something that multiplies a payment has not been entered."""
    undrawn = c.options.drawn_factor == "on" and due.claim and not c.facts.drawn
    return undrawn or not all(who in c.facts.hands for who in _needed(due, c))


def _needed(due: PaymentDue, c: Context) -> Iterator[str]:
    """Whose cards multiply a payment; a player who went out, or started a used-up stock, enters none."""
    if c.options.eights == "winner" and ENDINGS[c.facts.kind].won_by in ("claim", "draw"):
        yield due.payee
    if c.options.shown_double:
        yield from (who for who, _ in doubling_hands(due, c))
    if c.options.single_factor > 1 and _one_card_pays(due, c):
        yield due.payee


def _round(steps: Calculation, options: DobonOptions) -> None:
    unit, to = options.round_unit, options.round_to
    if unit > 1:
        points = round_points(steps.points, unit, to)
        steps.append(Step(f"round.{to}", points, "round", (steps.points,), 1, {"unit": unit, "to": to}))


def _multiply(steps: Calculation, multipliers: list[Step], options: DobonOptions) -> None:
    """Multiply by one after the other, or by the sum of all at once."""
    if options.combine != "product" and len(multipliers) > 1:
        numbers = tuple([step.gives for step in multipliers])
        combined = Step("combine.sum", sum(numbers), "sum", numbers, len(numbers))
        steps.times_result("combine.times", *multipliers, combined)
        return
    for step in multipliers:
        if step.op == "sum":
            steps.times_result("combine.times", step)
        else:
            steps.times(step.code, step.of or (step.gives,), step.values)


def _factor(source: str, parts: tuple[int, ...], values: Values = NO_VALUES, added: bool = False) -> Step:
    """A multiplier: the product or the sum of ``parts``, which cards that were drawn show by themselves."""
    shown = values if "cards" in values else {**values, "parts": parts}
    if len(parts) == 1:
        return Step(f"factor.{source}", parts[0], "given", (), 0, shown)
    operation: Operation = "sum" if added else "product"
    return Step(f"factor.{source}", sum(parts) if added else prod(parts), operation, parts, 0, shown)


def _share(steps: Calculation, due: PaymentDue, options: DobonOptions) -> None:
    """One payer's or one winner's share, rounded up to the sharing unit."""
    code = "share" if due.code == "draw.others" else "share.callers"
    share = round_points(-(-steps.points // due.shared), options.share_unit, "up")
    values = {"unit": options.share_unit, "to": "up"}
    steps.append(Step(code, share, "quotient", (steps.points, due.shared), 1, values))


def _pays_streak(due: PaymentDue, options: DobonOptions) -> bool:
    return due.claim or options.streak_paid == "wins"


def factors(due: PaymentDue, c: Context) -> list[Step]:
    """The multipliers of one payment.

    One without a winner has only the doublings of the round, unless its points are fixed.
    """
    options = c.options
    if not due.won:
        return [] if ENDINGS[c.facts.kind].fixed_points(options) else _round_factors(c)
    multipliers = _claim_factors(due, c) if due.claim else []
    if options.streak == "factor" and _pays_streak(due, options):
        multipliers.append(_factor("streak", (1 + streak_bonus(due.payee, c),)))
    if options.claimed_again == "on" and due.code in CLAIMED:
        times = 1 + c.state.claimed.get(due.payer, 0)
        multipliers.append(_factor("claimed", (times,), {"whose": (due.payer,)}))
    multipliers += _round_factors(c)
    if options.counts_ranks:
        multipliers += _rank_factors(due, c)
    if options.joker_loss != "off":
        multipliers.append(_held_jokers(due, c))
    if options.yaku_factor == "on":
        extra = c.facts.extra_yaku.get(due.payee, ())
        multipliers += [_factor("own", (yaku.yaku,), {"name": yaku.name}) for yaku in extra]
    return [step for step in multipliers if step.gives > 1]


def _doubling(source: str, often: int, options: DobonOptions, whose: tuple[str, ...] = ()) -> Step:
    """A multiplier of 2 applied ``often`` times, multiplied or added; ``whose`` are holders of its cards."""
    return _factor(source, (2,) * often, {"whose": whose} if whose else NO_VALUES, options.combine == "each")


def _round_factors(c: Context) -> list[Step]:
    doubled = c.options.table_doublings == "on" and c.facts.doublings
    return [_doubling("doublings", c.facts.doublings, c.options)] if doubled else []


def _rank_factors(due: PaymentDue, c: Context) -> Iterator[Step]:
    """Multipliers by rank: of the cards added up for a payment, and 8s of the winner."""
    options, card = c.options, c.facts.card if CARD in due.parts else None
    added_up = [part.who for part in due.parts if part.kind == "hand"]
    summed = (
        ("summed_twos", TWO, options.twos),
        ("summed_threes", THREE, options.threes),
        ("summed_jokers", JOKER, options.joker_factor),
    )
    for source, rank, switch in summed:
        if switch in SUMMED:
            held = sum([rank_count(c, who, rank) for who in added_up])
            claimed = card is not None and card.rank == rank
            yield _doubling(source, min(held + claimed, MOST_DOUBLINGS), options)
    if options.eights != "off":
        whose = [due.payee] if options.eights == "winner" else added_up
        counts = {who: rank_count(c, who, EIGHT) for who in whose}
        holders = tuple([who for who, count in counts.items() if count])
        yield _doubling("eights", sum(counts.values()), options, holders)


def _one_card_pays(due: PaymentDue, c: Context) -> bool:
    return due.claim and ENDINGS[c.facts.kind].won_by == "claim"


def _claims_with_one(due: PaymentDue, c: Context) -> bool:
    """単騎: whether the payee claimed with one card, without jokers where those do not count in a claim."""
    hand, joker = c.hand(due.payee), c.options.joker_claim != "uncounted"
    held = sum([joker or card.rank != JOKER for card in hand.cards])
    return _one_card_pays(due, c) and (hand.count or held) == 1


def _claim_factors(due: PaymentDue, c: Context) -> list[Step]:
    options = c.options
    multipliers = [_factor("dobon", (options.dobon_factor,))] if c.facts.kind == "dobon" else []
    if due.returns and options.return_factor > 1:
        parts, each = (options.return_factor,) * due.returns, options.combine == "each"
        several = _factor("returns", parts, {"count": due.returns}, each)
        multipliers.append(several if due.returns > 1 else _factor("return", parts))
    if options.shown_double:
        multipliers += _shown_factors(due, c)
    if options.single_factor > 1 and _claims_with_one(due, c):
        multipliers.append(_factor("single", (options.single_factor,)))
    if options.drawn_factor == "on":
        values = tuple(map(options.drawn_value, c.facts.drawn))
        multipliers.append(_factor("drawn", values, {"cards": c.facts.drawn}, added=True))
    return multipliers


def doubling_hands(due: PaymentDue, c: Context) -> list[tuple[str, int]]:
    """Whose 2s and jokers multiply a payment, and by how much each.

    Those of the payee; after a return those of the first caller too, by the house rule ``first_bonus``.
    """
    if not due.claim or ENDINGS[c.facts.kind].ignores_cards(c.options):
        return []
    holders = [(due.payee, 4 if due.returns and c.options.return_bonus == "stacked" else 2)]
    if due.returns and c.options.first_bonus == "kept":
        first = (due.payer,) if due.payer in c.facts.callers else c.facts.callers
        holders += [(who, 2) for who in first]
    return holders


def _shown_factors(due: PaymentDue, c: Context) -> Iterator[Step]:
    options, whose = c.options, doubling_hands(due, c)
    for source, rank, switch in (("twos", TWO, options.twos), ("jokers", JOKER, options.joker_factor)):
        if switch == "double":
            held = [(who, (base,) * rank_count(c, who, rank)) for who, base in whose]
            parts = tuple([part for _, bases in held for part in bases])
            holders = tuple([who for who, bases in held if bases])
            yield _factor(source, parts, {"whose": holders}, options.combine == "each")


def rank_count(c: Context, who: str, rank: int) -> int:
    """How many cards of a rank a player holds, at most ``MOST_DOUBLINGS``."""
    return min(sum([card.rank == rank for card in c.hand(who).cards]), MOST_DOUBLINGS)


def _held_jokers(due: PaymentDue, c: Context) -> Step:
    """Held jokers double for the payer of a going out, or for both sides of a payment for a win."""
    options, sides = c.options, [due.payer]
    if options.joker_loss == "all":
        sides.append(due.payee)
    elif c.facts.kind != "out":
        sides = []
    held = {who: count for who in sides if (count := rank_count(c, who, JOKER))}
    doublings = [1 if options.joker_each == "person" else count for count in held.values()]
    often = max(doublings, default=0) if options.joker_both == "two" else sum(doublings)
    return _doubling("held", often, options, tuple(held))
