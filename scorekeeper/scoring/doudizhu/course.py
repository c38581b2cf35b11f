"""牌の流れ: counting the plays of a deal, and checking them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ..cards import JOKER, Card, too_many
from ..core import Problem, Values
from .combinations import Combination, Rules, beats, identify, why_not
from .facts import FARMERS, LANDLORD, Play

OF_LANDLORD, OF_FARMER = 20, 17
"""Cards of a hand with three players."""


@dataclass(slots=True)
class Course:
    bombs: list[tuple[Card, ...]] = field(default_factory=list)
    rockets: list[tuple[Card, ...]] = field(default_factory=list)
    quads: list[tuple[Card, ...]] = field(default_factory=list)  # fours with other cards, which are no bombs
    turns: Counter[str] = field(default_factory=Counter)  # plays of each player
    cards: Counter[str] = field(default_factory=Counter)  # cards played by each player
    last: str = ""  # the last to play
    problems: list[Problem] = field(default_factory=list)


class Turn(NamedTuple):
    play: Play
    made: Combination | None  # None: no combination, or a pass
    led: Combination | None  # the combination to beat; None: the play led


def in_turn(plays: Iterable[Play], rules: Rules) -> Iterator[Turn]:
    """The plays of a deal, each against the one before it.

    After a play that everybody else passed, its player leads again.  A play without a combination counts as
    played, and the next one need not beat it.
    """
    last, previous = "", None
    for play in plays:
        if not play.cards:
            yield Turn(play, None, None)
            continue
        made = identify(play.cards, rules)
        yield Turn(play, made, None if play.by == last else previous)
        last, previous = play.by, made


def follow(plays: tuple[Play, ...], landlord: str, rules: Rules, limits: Mapping[str, int]) -> Course:
    """Count and check the plays; ``limits`` are the cards of each player, where known.

    Source: 004.
    """
    course = Course()
    for number, turn in enumerate(in_turn(plays, rules), 1):
        if not turn.play.cards:
            continue
        values = {"cards": turn.play.cards, "number": number}
        course.problems += _objections(turn, rules, values)
        course.problems += _order_objections(turn.play, course, landlord, limits, values)
        _count_play(course, turn.play, turn.made)
    course.problems += _end_objections(course, limits)
    course.problems += _deck_objections(plays, rules)
    return course


def _count_play(course: Course, play: Play, made: Combination | None) -> None:
    course.turns[play.by] += 1
    course.cards[play.by] += len(play.cards)
    course.last = play.by
    if made and made.type == "bomb":
        course.bombs.append(play.cards)
    if made and made.type == "rocket":
        course.rockets.append(play.cards)
    if made and made.type in ("quad_singles", "quad_pairs"):
        course.quads.append(play.cards)


def _objections(turn: Turn, rules: Rules, values: Values) -> Iterator[Problem]:
    play, made, led = turn
    if made is None:
        yield Problem("play.illegal", play.by, {**values, "why": why_not(play.cards, rules)})
    elif led is not None and not beats(made, led):
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
    """The side that won, and whether by a spring: the losers never played, or the landlord only once."""
    if course.last == landlord:
        return LANDLORD, course.turns[landlord] == course.turns.total()
    return FARMERS, course.turns[landlord] == 1
