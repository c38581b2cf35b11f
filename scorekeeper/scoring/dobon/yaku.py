"""役 and マーク: the yaku of a winning hand with their points, and how many cards of a hand are of a suit."""

from collections.abc import Iterator

from ..cards import JOKER, SUIT_ONLY, SUITS, Card, suit_bounds
from ..core import Problem, Step, Steps
from ..reading import Hand
from .carry import holds_riichi, streak_bonus
from .facts import Round
from .options import DobonOptions
from .payments import Context


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


def suited(hand: Hand, shown: Card) -> tuple[Card, ...]:
    """The cards of a hand in the suit of the card shown; none for a joker.

    A count entered for the hand overrides its cards; cards of unknown rank have the suit alone.
    """
    suit = shown.suit if shown.rank else ""
    if not suit:
        return ()
    cards = tuple([card for card in hand.cards if card.suit == suit])
    entered = _entered_count(hand, suit)
    count = len(cards) if entered is None else entered
    return (*cards[:count], *[Card(SUIT_ONLY, suit)] * (count - len(cards)))


def _entered_count(hand: Hand, suit: str) -> int | None:
    return next((item.count for item in hand.suits if item.suit == suit), None)


def is_unknown(hand: Hand, shown: Card, decks: int) -> bool:
    """Whether it is not known how many cards of the hand are in the suit of the card shown."""
    suit = shown.suit if shown.rank else ""
    if not suit or _entered_count(hand, suit) is not None:
        return False
    least, most = suit_bounds(hand.cards, suit, decks)
    counted = sum([item.count - suit_bounds(hand.cards, item.suit, decks)[0] for item in hand.suits])
    return least < most and counted < sum([card.rank > 0 and not card.suit for card in hand.cards])


def suit_objections(facts: Round, options: DobonOptions) -> Iterator[Problem]:
    """Suits of which a hand, or all hands together, cannot have as many cards as entered."""
    counted = {who: hand for who, hand in facts.hands.items() if hand.suits}
    for who, hand in counted.items():
        yield from _hand_objections(who, hand, options)
    for suit in SUITS if counted else "":
        hands = [hand for hand in counted.values() if _entered_count(hand, suit) is not None]
        cards = [card for hand in hands for card in hand.cards]
        count = sum([_entered_count(hand, suit) or 0 for hand in hands])
        if len(hands) > 1 and count > suit_bounds(cards, suit, options.decks)[1]:
            values = {"card": Card(SUIT_ONLY, suit), "count": count, "decks": options.decks}
            yield Problem("deck.too_many", "", values)


def _hand_objections(who: str, hand: Hand, options: DobonOptions) -> Iterator[Problem]:
    wrong = False
    for item in hand.suits:
        least, most = suit_bounds(hand.cards, item.suit, options.decks)
        if not least <= item.count <= most:
            wrong = True
            values = {"suit": Card(SUIT_ONLY, item.suit), "count": item.count, "least": least, "most": most}
            yield Problem("suits.bounds", who, values)
    cards = sum([card.rank > 0 for card in hand.cards])
    count = sum([len(suited(hand, Card(SUIT_ONLY, suit))) for suit in SUITS])
    if not wrong and count > cards:
        yield Problem("suits.cards", who, {"cards": cards, "count": count})
