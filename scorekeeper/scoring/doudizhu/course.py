"""叫分 and 牌の流れ: the auction and the plays of a deal, and objections to them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from ..cards import JOKER, Card, too_many
from ..core import Note, Problem, Values
from .combinations import Combination, Rules, beats, identify
from .facts import HIGHEST_BID, Call, Play

OF_LANDLORD, OF_FARMER = 20, 17
"""Cards of a hand with three players."""


def highest_bid(calls: tuple[Call, ...]) -> tuple[str, int]:
    """Who made the highest bid, and the bid; "" and 0 where all passed."""
    highest = max((call.bid for call in calls), default=0)
    first = next((call.by for call in calls if call.bid == highest and highest), "")
    return first, highest


def auction_objections(calls: tuple[Call, ...], seats: tuple[str, ...]) -> Iterator[Problem]:
    """Calls out of turn, not higher, or after the end, and an auction that had not ended.  Source: 004."""
    highest, passes, over, before = 0, 0, False, ""
    for call in calls:
        if over:
            yield Problem("auction.over", call.by)
        elif before in seats and call.by != seats[(seats.index(before) + 1) % len(seats)]:
            yield Problem("auction.turn", call.by)
        if 0 < call.bid <= highest:
            yield Problem("auction.not_higher", call.by, {"bid": call.bid, "highest": highest})
        highest, passes = max(highest, call.bid), 0 if call.bid else passes + 1
        over = over or _ended(highest, passes, len(seats))
        before = call.by
    if not over:
        yield Problem("auction.unfinished")


def _ended(highest: int, passes: int, players: int) -> bool:
    """Whether the highest bid was made, or everybody who could still bid has passed."""
    return highest == HIGHEST_BID or passes >= (players - 1 if highest else players)


class Turn(NamedTuple):
    play: Play
    made: Combination | Note  # the note with the reason for no combination, also for a pass
    led: Combination | None  # the combination to beat; None: the play led


def in_turn(plays: Iterable[Play], rules: Rules) -> Iterator[Turn]:
    """The plays of a deal, each against the one before it.

    After a play that everybody else passed, its player leads again.  A play without a combination counts as
    played, and the next one need not beat it.
    """
    last, previous = "", None
    for play in plays:
        made = identify(play.cards, rules)
        yield Turn(play, made, None if play.by == last else previous)
        if play.cards:
            last, previous = play.by, made if isinstance(made, Combination) else None


def objections(
    turns: Iterable[Turn], landlord: str, rules: Rules, limits: Mapping[str, int]
) -> Iterator[Problem]:
    """Objections to plays; ``limits`` are the cards of each player, where known.

    Source: 004.
    """
    played: Counter[str] = Counter()
    cards: list[Card] = []
    last = ""
    for number, turn in enumerate(turns, 1):
        play = turn.play
        if not play.cards:
            continue
        values = {"cards": play.cards, "number": number}
        yield from _illegal(turn, values)
        if not last and play.by != landlord:
            yield Problem("play.first", play.by, {"landlord": landlord})
        if any(played[name] >= limit for name, limit in limits.items()):
            yield Problem("play.over", play.by, values)
        played[play.by] += len(play.cards)
        cards += play.cards
        last = play.by
    yield from _wrong_numbers(played, last, limits)
    yield from _deck_objections(cards, rules)


def _illegal(turn: Turn, values: Values) -> Iterator[Problem]:
    play, made, led = turn
    if isinstance(made, Note):
        yield Problem("play.illegal", play.by, {**values, "why": made})
    elif led is not None and not beats(made, led):
        yield Problem("play.not_higher", play.by, values)


def _wrong_numbers(played: Counter[str], last: str, limits: Mapping[str, int]) -> Iterator[Problem]:
    for name, limit in limits.items():
        if played[name] > limit:
            yield Problem("play.many", name, {"count": played[name], "most": limit})
    short = limits.get(last, 0) - played[last]
    if short > 0:
        yield Problem("play.unfinished", last, {"count": short})


def _deck_objections(played: list[Card], rules: Rules) -> Iterator[Problem]:
    over = too_many((card for card in played if card.rank), rules.decks)
    jokers = Counter(card for card in played if card.rank == JOKER)
    over |= {card: count for card, count in jokers.items() if count > rules.decks}
    for card, count in over.items():
        yield Problem("deck.too_many", "", {"card": card, "count": count, "decks": rules.decks})
