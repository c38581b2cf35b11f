"""牌の流れ: what is counted from the plays of a deal, and which of them were not allowed."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..cards import JOKER, Card, too_many
from ..core import Problem, Values
from .combinations import Combination, Rules, beats, identify, why_not
from .facts import FARMERS, LANDLORD, Play

OF_LANDLORD, OF_FARMER = 20, 17
"""Cards of a hand with three players."""


@dataclass(slots=True)
class Course:
    """打牌: bombs and rockets with their cards, how often and how many cards each put down, objections."""

    bombs: list[tuple[Card, ...]] = field(default_factory=list)
    rockets: list[tuple[Card, ...]] = field(default_factory=list)
    turns: Counter[str] = field(default_factory=Counter)
    cards: Counter[str] = field(default_factory=Counter)
    last: str = ""
    problems: list[Problem] = field(default_factory=list)


def follow(plays: tuple[Play, ...], landlord: str, rules: Rules, limits: Mapping[str, int]) -> Course:
    """Go through the plays; ``limits`` says how many cards each player has, where that is known.

    A play by the player of the one before leads anew: everybody else has passed.  What makes no combination
    is played all the same, and nothing has to beat it.  Source: 004.
    """
    course = Course()
    previous: Combination | None = None
    for number, play in enumerate(plays, 1):
        if not play.cards:
            continue
        found = identify(play.cards, rules)
        values = {"cards": play.cards, "number": number}
        led = None if play.by == course.last else previous
        course.problems += _objections(play, found, led, rules, values)
        course.problems += _order_objections(play, course, landlord, limits, values)
        _note(course, play, found)
        previous = found
    course.problems += _end_objections(course, limits)
    course.problems += _deck_objections(plays, rules)
    return course


def _note(course: Course, play: Play, found: Combination | None) -> None:
    course.turns[play.by] += 1
    course.cards[play.by] += len(play.cards)
    course.last = play.by
    if found and found.type == "bomb":
        course.bombs.append(play.cards)
    if found and found.type == "rocket":
        course.rockets.append(play.cards)


def _objections(
    play: Play, found: Combination | None, led: Combination | None, rules: Rules, values: Values
) -> Iterator[Problem]:
    if found is None:
        yield Problem("play.illegal", play.by, {**values, "why": why_not(play.cards, rules)})
    elif led is not None and not beats(found, led):
        yield Problem("play.not_higher", play.by, values)


def _order_objections(
    play: Play, course: Course, landlord: str, limits: Mapping[str, int], values: Values
) -> Iterator[Problem]:
    if not course.last and play.by != landlord:
        yield Problem("play.first", play.by, {"landlord": landlord})
    if any(course.cards[name] >= limit for name, limit in limits.items()):
        yield Problem("play.over", play.by, values)


def _end_objections(course: Course, limits: Mapping[str, int]) -> Iterator[Problem]:
    for name, limit in limits.items():
        if course.cards[name] > limit:
            yield Problem("play.many", name, {"count": course.cards[name], "most": limit})
    short = limits.get(course.last, 0) - course.cards[course.last]
    if short > 0:
        yield Problem("play.unfinished", course.last, {"count": short})


def _deck_objections(plays: tuple[Play, ...], rules: Rules) -> Iterator[Problem]:
    played = [card for play in plays for card in play.cards]
    over = too_many((card for card in played if card.rank), rules.decks)
    jokers = Counter(card for card in played if card.rank == JOKER)
    over |= {card: count for card, count in jokers.items() if count > rules.decks}
    for card, count in over.items():
        yield Problem("deck.too_many", "", {"card": card, "count": count, "decks": rules.decks})


def result(course: Course, landlord: str) -> tuple[str, bool]:
    """Which side won, and whether it was a spring: nobody else played, or the landlord once and lost."""
    if course.last == landlord:
        return LANDLORD, course.turns[landlord] == course.turns.total()
    return FARMERS, course.turns[landlord] == 1
