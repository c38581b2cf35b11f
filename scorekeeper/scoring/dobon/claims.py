"""Claims: which numbers a hand waits on, and whether a claim was right."""

from ..cards import Card
from ..core import Check, Problem, Step
from ..reading import Hand
from .options import DobonOptions

KING = 13
"""The largest number on a card."""


def waits(cards: tuple[Card, ...], options: DobonOptions) -> Check:
    """待ち: what a hand of ``cards`` may claim, by the sum of natural values (A 1, J 11, Q 12, K 13)."""
    if not cards:
        return Check({}, (Problem("claim.no_cards"),))
    total = sum(card.rank for card in cards)
    step = Step("claim.sum", {"cards": cards, "total": total})
    problems = (Problem("claim.single"),) if len(cards) == 1 and options.single_claim == "refused" else ()
    return Check({total: step} if total <= KING else {}, problems, step)


def check_claim(
    who: str, hand: Hand | None, card: Card | None, options: DobonOptions
) -> tuple[Step | None, tuple[Problem, ...]]:
    """The line that shows the claim of ``who`` on ``card``, and what is wrong with it.

    A hand of which only the sum is known, or a claim without a card, cannot be checked.
    """
    if hand is None:
        return None, ()
    if card is None or hand.points is not None:
        return Step("claim.unchecked", {"who": who}), ()
    check = waits(hand.cards, options)
    problems = [Problem(problem.code, who) for problem in check.problems]
    step = check.targets.get(card.rank) or check.best
    if step is None:
        return None, tuple(problems)
    values = {**step.values, "who": who, "card": card, "target": card.rank}
    if card.rank not in check.targets:
        problems.append(Problem("claim.wrong", who, values))
    return Step(step.code, {**values, "ok": not problems}), tuple(problems)
