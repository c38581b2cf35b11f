"""役: the yaku of a winning hand and their points."""

from collections.abc import Iterator

from ..cards import JOKER, Card
from ..core import State, Step
from ..reading import Hand
from .carry import has_lapsed, streak_bonus
from .facts import Round
from .options import DobonOptions
from .suits import suited


def count_yaku(who: str, facts: Round, state: State, options: DobonOptions) -> Iterator[Step]:
    """Each kind of yaku of the winner, as a line of the receipt that gives its number.

    Source: 002.  Ura-dora need a declaration by that very player in this round, and at some tables one that
    has not lapsed; a joker shows no suit.
    """
    hand = facts.hands.get(who, Hand())
    if options.dora == "on" and facts.turnup:
        yield from _held("yaku.dora", suited(hand, facts.turnup))
    declared = who in facts.riichi and not has_lapsed(who, facts, options)
    if options.riichi == "on" and declared and facts.bottom:
        yield from _held("yaku.ura", suited(hand, facts.bottom))
    if options.joker_yaku == "on":
        yield from _held("yaku.joker", tuple([card for card in hand.cards if card.rank == JOKER]))
        if facts.kind == "dobon" and facts.turnup and facts.turnup.rank == JOKER:
            yield Step("yaku.turnup", 1)
    if options.streak == "yaku" and (bonus := streak_bonus(who, facts, state, options)):
        yield Step("yaku.streak", bonus)
    for yaku in facts.extra_yaku.get(who, ()):
        yield Step("yaku.own", yaku.yaku, values={"name": yaku.name})


def _held(code: str, cards: tuple[Card, ...]) -> Iterator[Step]:
    if cards:
        yield Step(code, len(cards), values={"cards": cards})


def yaku_points(who: str, facts: Round, state: State, options: DobonOptions) -> tuple[int, tuple[Step, ...]]:
    """Points of the winner's yaku by the table, with their calculation."""
    steps = list(count_yaku(who, facts, state, options))
    counts = tuple([step.gives for step in steps])
    total, table = sum(counts), options.yaku_table
    points = table[min(total, len(table) - 1)]
    added = Step("yaku.sum", total, "sum", counts, len(counts)) if counts else Step("yaku.none", 0)
    return points, (*steps, added, Step("yaku.points", points, "table", (total,), 1, {"table": table}))
