"""計数: the figures that decide the payments of a deal, as entered or counted from auction and plays."""

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from ..cards import Card
from ..core import Outcome, Parts, Problem, State
from .auction import taken
from .combinations import Combination
from .course import OF_FARMER, OF_LANDLORD, Turn, in_turn, objections
from .facts import FARMERS, LANDLORD, Deal
from .options import DoudizhuOptions, FourBombs, rules_for

BIG, LARGE = 8, 6
"""Cards of the bombs that count more, or at all, where sizes count."""

ADDED = ("factor.bomb.added", "factor.bombs.added")
"""Steps of bombs that are added: their numbers are 1, and one for each bomb."""

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """計数: the figures of a deal.  Bombs and rockets are their cards, empty where those are not known."""

    landlord: str
    bid: int
    winner: str  # the side
    spring: bool
    bombs: tuple[Cards, ...] = ()  # which double
    big_bombs: tuple[Cards, ...] = ()  # which count three times
    small_bombs: tuple[Cards, ...] = ()  # which do not count at this table
    rockets: tuple[Cards, ...] = ()
    quads: tuple[Cards, ...] = ()  # fours with other cards, which are no bombs


class Multiplied(NamedTuple):
    """How many bombs and rockets multiplied the stake, and whether a spring did."""

    bombs: int
    rockets: int
    spring: bool


def landlord_of(facts: Deal) -> tuple[str, int]:
    """Who was the landlord and for which bid, from the auction where there is one; by lot it is 1."""
    return taken(facts.auction) if facts.auction else (facts.landlord, facts.bid or 1)


def winner_of(facts: Deal) -> str:
    """The side that won: that of the last to play where the plays are known."""
    played = [play.by for play in facts.plays if play.cards]
    if not played:
        return facts.winner
    return LANDLORD if played[-1] == landlord_of(facts)[0] else FARMERS


def multiplied(facts: Deal, outcome: Outcome | None) -> Multiplied:
    """The figures as entered, or for plays those that multiplied the outcome; none without an outcome."""
    if not facts.plays:
        return Multiplied(facts.bombs + facts.big_bombs, facts.rockets, facts.spring)
    steps = outcome.transfers[0].steps if outcome and outcome.transfers else ()
    codes = Counter(step.code for step in steps)
    added = sum(len(step.of) - 1 for step in steps if step.code in ADDED)
    bombs = codes["factor.bomb"] + codes["factor.big_bomb"] + added
    return Multiplied(
        bombs, codes["factor.rocket"], bool(codes["factor.spring"] + codes["factor.anti_spring"])
    )


def count(facts: Deal, options: DoudizhuOptions, seats: tuple[str, ...]) -> tuple[Tally, tuple[Problem, ...]]:
    """The figures, and the objections to plays."""
    if not facts.plays:
        return _typed(facts, options, seats), ()
    landlord, rules = landlord_of(facts)[0], rules_for(options, len(seats))
    limits = {name: OF_LANDLORD if name == landlord else OF_FARMER for name in seats}
    turns = list(in_turn(facts.plays, rules))
    wrong = objections(turns, landlord, rules, limits if len(seats) == 3 else {})
    return _played(facts, turns, options.four_bombs if len(seats) > 3 else "any"), tuple(wrong)


def _played(facts: Deal, turns: list[Turn], sized: FourBombs) -> Tally:
    made = [(turn.made.type, turn.play.cards) for turn in turns if isinstance(turn.made, Combination)]
    bombs = [cards for kind, cards in made if kind == "bomb"]
    big = tuple(bomb for bomb in bombs if sized == "size" and len(bomb) >= BIG)
    small = tuple(bomb for bomb in bombs if sized != "any" and len(bomb) < LARGE)
    return Tally(
        *landlord_of(facts),
        winner_of(facts),
        _is_spring(facts),
        bombs=tuple(bomb for bomb in bombs if bomb not in (*big, *small)),
        big_bombs=big,
        small_bombs=small,
        rockets=tuple(cards for kind, cards in made if kind == "rocket"),
        quads=tuple(cards for kind, cards in made if kind in ("quad_singles", "quad_pairs")),
    )


def _is_spring(facts: Deal) -> bool:
    """Whether the losers never played, or a losing landlord only once."""
    landlord, played = landlord_of(facts)[0], [play.by for play in facts.plays if play.cards]
    times = played.count(landlord)
    return times == len(played) if played[-1] == landlord else times == 1


def _typed(facts: Deal, options: DoudizhuOptions, seats: tuple[str, ...]) -> Tally:
    """An eight-card bomb is a bomb like the others where sizes do not count, and none in one deck.

    Super bombs count three times with any number of decks.
    """
    supers = options.super_bombs == "on"
    big = facts.big_bombs if supers or len(seats) > 3 else 0
    apart = supers or options.four_bombs == "size"
    unknown: Cards = ()
    return Tally(
        *landlord_of(facts),
        facts.winner,
        facts.spring,
        bombs=(unknown,) * (facts.bombs + (0 if apart else big)),
        big_bombs=(unknown,) * (big if apart else 0),
        rockets=(unknown,) * facts.rockets,
    )


def parts(state: State, facts: Deal, options: DoudizhuOptions, outcome: Outcome) -> Parts:
    """The roles of a deal; none where all passed."""
    if facts.kind == "passed":
        return Parts()
    landlord, _ = landlord_of(facts)
    counts = options.spring != "off"
    winners = tuple(dict.fromkeys(transfer.payee for transfer in outcome.transfers))
    return Parts(
        {
            "landlord": (landlord,),
            "farmer": tuple(name for name in state.seats if name != landlord),
            "winner": winners,
            "spring": winners if counts and multiplied(facts, outcome).spring else (),
        }
    )
