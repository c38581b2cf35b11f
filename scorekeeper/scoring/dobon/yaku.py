"""役: the yaku of a winning hand and their points."""

from collections.abc import Iterator

from ..cards import JOKER, Card
from ..core import Step, Steps
from .carry import holds_riichi, streak_bonus
from .payments import Context
from .suits import suited


def count_yaku(who: str, c: Context) -> Iterator[Step]:
    """Each kind of yaku of the winner, as a line of the receipt that gives its number.

    Source: 002.  Ura-dora need a declaration by that very player in this round, and at some tables one that
    has not lapsed; a joker shows no suit.
    """
    facts, options, hand = c.facts, c.options, c.hand(who)
    if options.dora == "on" and facts.turnup:
        yield from _held("yaku.dora", suited(hand, facts.turnup))
    if options.riichi == "on" and facts.bottom and holds_riichi(who, c):
        yield from _held("yaku.ura", suited(hand, facts.bottom))
    if options.joker_yaku == "on":
        yield from _held("yaku.joker", tuple([card for card in hand.cards if card.rank == JOKER]))
        if facts.kind == "dobon" and facts.turnup and facts.turnup.rank == JOKER:
            yield Step("yaku.turnup", 1)
    if options.streak == "yaku" and (bonus := streak_bonus(who, c)):
        yield Step("yaku.streak", bonus)
    for yaku in facts.extra_yaku.get(who, ()):
        yield Step("yaku.own", yaku.yaku, values={"name": yaku.name})


def _held(code: str, cards: tuple[Card, ...]) -> Iterator[Step]:
    if cards:
        yield Step(code, len(cards), values={"cards": cards})


def yaku_points(who: str, c: Context) -> Steps:
    """Points of the winner's yaku by the table."""
    steps = list(count_yaku(who, c))
    counts = tuple([step.gives for step in steps])
    total, table = sum(counts), c.options.yaku_table
    points = table[min(total, len(table) - 1)]
    added = Step("yaku.sum", total, "sum", counts, len(counts)) if counts else Step("yaku.none", 0)
    return *steps, added, Step("yaku.points", points, "table", (total,), 1, {"table": table})
