"""Amounts: points of hands, multipliers and rounding."""

from collections.abc import Mapping, Sequence
from functools import cache
from math import prod
from typing import NamedTuple

from ..core import Step
from ..reading import Hand
from .options import DobonOptions

EIGHT = 8
MOST_EIGHTS = 16
"""8s of four decks; more do not double any further."""


class Factor(NamedTuple):
    """One multiplier: where it comes from (a code of the texts) and how much."""

    source: str
    factor: int

    @property
    def step(self) -> Step:
        """The line that shows it."""
        return _factor_step(self)


@cache
def _factor_step(factor: Factor) -> Step:
    return Step(f"factor.{factor.source}", {"factor": factor.factor})


@cache
def card_values(options: DobonOptions) -> tuple[int, ...]:
    """Points of a card left in a hand, by rank 0 (joker) to 13.

    >>> card_values(DobonOptions())
    (0, 1, 50, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
    """
    return (0, 1, options.two_value, 3, 4, 5, 6, 7, 8, 9, 10, *[options.face_value] * 3)


def round_points(points: int, unit: int, direction: str) -> int:
    """端数処理: ``points`` to a multiple of ``unit``; ``direction`` is nearest (half up), up or down.

    >>> round_points(74, 10, "nearest"), round_points(5, 10, "nearest"), round_points(1, 10, "up")
    (70, 10, 10)
    """
    shift = {"nearest": unit // 2, "up": unit - 1, "down": 0}[direction]
    return (points + shift) // unit * unit


def hand_sum(who: str, hand: Hand, values: Sequence[int]) -> tuple[int, Step]:
    """The points of a hand by ``card_values``, with the line that shows them."""
    if hand.points is not None:
        return hand.points, Step("hand.points", {"who": who, "total": hand.points})
    parts = tuple([values[card.rank] for card in hand.cards])
    total = sum(parts)
    return total, Step("hand.cards", {"who": who, "cards": hand.cards, "parts": parts, "total": total})


def eights(hands: list[Hand]) -> int:
    """How many 8s are in ``hands``, as far as they double."""
    return min(sum(card.rank == EIGHT for hand in hands for card in hand.cards), MOST_EIGHTS)


def payment(
    hands: Mapping[str, Hand], factors: list[Factor], options: DobonOptions
) -> tuple[int, tuple[Step, ...]]:
    """Points for the ``hands`` that count together, and every step on the way."""
    values = card_values(options)
    sums = [hand_sum(who, hand, values) for who, hand in hands.items()]
    steps = [step for _, step in sums]
    parts = tuple([part for part, _ in sums])
    points = sum(parts)
    if len(parts) > 1:
        steps.append(Step("sum", {"parts": parts, "total": points}))
    if options.round_where == "sum":
        points = _round(points, options, steps)
    points = _multiply(points, factors, options, steps)
    if options.round_where == "payment":
        points = _round(points, options, steps)
    return points, tuple(steps)


def _round(points: int, options: DobonOptions, steps: list[Step]) -> int:
    if options.round_unit == 1:
        return points
    after = round_points(points, options.round_unit, options.round_to)
    values = {"before": points, "after": after, "unit": options.round_unit}
    steps.append(Step(f"round.{options.round_to}", values))
    return after


def _multiply(points: int, factors: list[Factor], options: DobonOptions, steps: list[Step]) -> int:
    if not factors:
        return points
    numbers = [factor.factor for factor in factors]
    steps += [factor.step for factor in factors]
    combined = sum(numbers) if options.combine == "sum" else prod(numbers)
    if len(numbers) > 1:
        steps.append(Step(f"combine.{options.combine}", {"parts": tuple(numbers), "total": combined}))
    return points * combined
