"""役: what a winning hand is worth by the table's own numbers."""

from collections.abc import Iterator

from ..cards import JOKER
from ..core import State, Step
from ..reading import Hand
from .carry import has_lapsed, streak_bonus
from .facts import Round
from .options import DobonOptions


def count_yaku(who: str, facts: Round, state: State, options: DobonOptions) -> Iterator[Step]:
    """Each kind of yaku of the winner, a line of the receipt that gives its number.

    Source: 002.  Ura-dora need a declaration by that very player in this round, and at some tables one that
    still held; a joker shows no suit.
    """
    hand = facts.hands.get(who, Hand())
    if options.dora == "on" and facts.turnup:
        yield from _suited("dora", hand, facts.turnup.suit if facts.turnup.rank else "")
    declared = who in facts.riichi and not has_lapsed(who, facts, options)
    if options.riichi == "on" and declared and facts.bottom:
        yield from _suited("ura", hand, facts.bottom.suit if facts.bottom.rank else "")
    if options.joker_yaku == "on":
        yield from _line("joker", sum(card.rank == JOKER for card in hand.cards))
        if facts.kind == "dobon" and facts.turnup and facts.turnup.rank == JOKER:
            yield from _line("turnup", 1)
    if options.streak == "yaku":
        yield from _line("streak", streak_bonus(who, facts, state, options))
    for own in facts.extra_yaku.get(who, ()):
        yield Step("yaku.own", own.yaku, makes="count", values={"name": own.name})


def _suited(code: str, hand: Hand, suit: str) -> Iterator[Step]:
    if suit:
        yield from _line(code, sum(card.suit == suit for card in hand.cards))


def _line(code: str, number: int) -> Iterator[Step]:
    if number:
        yield Step(f"yaku.{code}", number, makes="count")


def yaku_points(who: str, facts: Round, state: State, options: DobonOptions) -> tuple[int, tuple[Step, ...]]:
    """Points of the winner's yaku by the table, and the lines that show them."""
    found = list(count_yaku(who, facts, state, options))
    total = sum([step.gives for step in found])
    points = options.yaku_table[min(total, len(options.yaku_table) - 1)]
    return points, (*found, Step("yaku.points", points, "table", (total,), values={"yaku": total}))
