"""役: what a winning hand is worth by the table's own numbers."""

from collections.abc import Iterator

from ..cards import JOKER
from ..core import State, Step
from ..reading import Hand
from .carry import has_lapsed, streak_bonus
from .facts import Round
from .options import DobonOptions


def count_yaku(who: str, facts: Round, state: State, options: DobonOptions) -> Iterator[tuple[int, Step]]:
    """Each kind of yaku of the winner with its number, as a line of the receipt.

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
        yield own.yaku, Step("yaku.own", {"name": own.name, "yaku": own.yaku})


def _suited(code: str, hand: Hand, suit: str) -> Iterator[tuple[int, Step]]:
    if suit:
        yield from _line(code, sum(card.suit == suit for card in hand.cards))


def _line(code: str, number: int) -> Iterator[tuple[int, Step]]:
    if number:
        yield number, Step(f"yaku.{code}", {"yaku": number})


def yaku_points(who: str, facts: Round, state: State, options: DobonOptions) -> tuple[int, tuple[Step, ...]]:
    """Points of the winner's yaku by the table, and the lines that show them."""
    found = list(count_yaku(who, facts, state, options))
    total = sum([number for number, _ in found])
    points = options.yaku_table[min(total, len(options.yaku_table) - 1)]
    return points, (*[step for _, step in found], Step("yaku.points", {"yaku": total, "total": points}))
