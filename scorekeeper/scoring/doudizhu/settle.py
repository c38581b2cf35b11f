"""闘地主: the figures of a deal, as entered or counted from auction and plays, its stake, and who pays."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ..cards import Card
from ..core import Calculation, Note, Outcome, Parts, Problem, State, Step, Steps, Transfer
from ..limits import MOST_POINTS
from .combinations import Combination
from .course import OF_FARMER, OF_LANDLORD, Turn, auction_objections, highest_bid, in_turn, objections
from .facts import FARMERS, LANDLORD, Deal
from .options import SPRING_FACTORS, DoudizhuOptions, FourBombs, rules_for

BIG, LARGE = 8, 6
"""Cards of the bombs that count more, or at all, where sizes count."""

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


def settle(state: State, facts: Deal, options: DoudizhuOptions) -> Outcome:
    """Score one deal.  Source: 004; facts that break a rule are scored as entered, with a Problem each."""
    problems = [*_absent(state, facts)]
    if facts.auction:
        problems += auction_objections(facts.auction, state.seats)
    if facts.lot and options.nobody_bids == "redeal":
        problems.append(Problem("lot.off", facts.landlord))
    if facts.kind == "passed":
        return Outcome(problems=tuple(problems), counts=False)
    tally, wrong = figures(facts, options, state.seats)
    stake = _stake(facts, tally, options)
    derived = "note.derived_landlord" if tally.winner == LANDLORD else "note.derived_farmers"
    return Outcome(
        transfers=tuple(_transfers(facts, tally, stake, options, state.seats)),
        remarks=(Note(derived, {"who": tally.landlord}),) if facts.plays else (),
        notes=tuple(_notes(facts, tally, options, state.seats)),
        problems=(*problems, *wrong),
    )


def _stake(facts: Deal, tally: Tally, options: DoudizhuOptions) -> Steps:
    """The stake with its multipliers that apply to everybody."""
    code = "lot" if facts.lot else "bid" if options.bidding == "bid" else "base"
    steps = Calculation([Step(code, tally.bid)])
    if options.unit_points > 1:
        steps.times("factor.unit", (options.unit_points,))
    if options.bidding == "rob" and facts.robs:
        steps.times("factor.robs", (2,) * facts.robs, {"count": facts.robs, "parts": (2,) * facts.robs})
    _multiply_bombs(steps, facts, tally, options)
    if options.rocket_factor > 1:
        _multiply_each(steps, "factor.rocket", "factor.rockets", options.rocket_factor, tally.rockets)
    if tally.spring and options.spring != "off":
        code = "factor.spring" if tally.winner == LANDLORD else "factor.anti_spring"
        steps.times(code, (SPRING_FACTORS[options.spring],))
    if options.open_hand == "on" and facts.shown:
        steps.times("factor.shown", (facts.shown,))
    return tuple(steps)


def _multiply_bombs(steps: Calculation, facts: Deal, tally: Tally, options: DoudizhuOptions) -> None:
    """Bombs double and large ones treble; plays do not show which of them the table calls super bombs."""
    if options.bomb_effect == "double":
        _multiply_each(steps, "factor.bomb", "factor.bombs", 2, tally.bombs)
        big = "super_bomb" if options.super_bombs == "on" and not facts.plays else "big_bomb"
        _multiply_each(steps, f"factor.{big}", f"factor.{big}s", 3, tally.big_bombs)
        return
    parts = (1,) * (1 + len(tally.bombs)) + (2,) * len(tally.big_bombs)
    if bombs := len(parts) - 1:
        code = "factor.bombs.added" if bombs > 1 else "factor.bomb.added"
        factor = Step(code, sum(parts), "sum", parts, values={"count": bombs, "parts": parts})
        steps.times_result("combine.bombs", factor)


def _multiply_each(
    steps: Calculation, code: str, plural_code: str, factor: int, bombs: tuple[Cards, ...]
) -> None:
    """One line for each bomb or rocket of known cards, and one for all others."""
    for cards in filter(None, bombs):
        steps.times(code, (factor,), {"cards": cards})
    parts = (factor,) * sum([not cards for cards in bombs])
    if len(parts) > 1:
        steps.times(plural_code, parts, {"count": len(parts), "parts": parts})
    elif parts:
        steps.times(code, parts)


def _transfers(
    facts: Deal, tally: Tally, stake: Steps, options: DoudizhuOptions, seats: tuple[str, ...]
) -> Iterator[Transfer]:
    """Between landlord and each farmer: the stake, doubled by either, up to the limit."""
    doubled = Counter(facts.doubled if options.doubling == "on" else ())
    for farmer in seats:
        if farmer == tally.landlord:
            continue
        steps = Calculation(stake)
        for who, times in doubled.items():
            if who in (tally.landlord, farmer):
                parts = (2,) * times
                steps.times("factor.doubled", parts, {"who": who, "parts": parts})
        steps.at_most("cap", options.cap or MOST_POINTS)
        if tally.winner == LANDLORD:
            yield Transfer(farmer, tally.landlord, steps.points, "deal.farmer", tuple(steps))
        else:
            yield Transfer(tally.landlord, farmer, steps.points, "deal.landlord", tuple(steps))


def _absent(state: State, facts: Deal) -> Iterator[Problem]:
    called = (call.by for call in facts.auction)
    played = (play.by for play in facts.plays)
    for name in dict.fromkeys((facts.landlord, *facts.doubled, *called, *played)):
        if name and name not in state.seats:
            yield Problem("seat.absent", name)


def _notes(facts: Deal, tally: Tally, options: DoudizhuOptions, seats: tuple[str, ...]) -> Iterator[Note]:
    spring = "note.no_spring" if tally.winner == LANDLORD else "note.no_anti_spring"
    codes = {
        spring: tally.spring and options.spring == "off",
        "note.no_robs": facts.robs and options.bidding != "rob",
        "note.no_shown": facts.shown and options.open_hand == "off",
        "note.no_doubling": facts.doubled and options.doubling == "off",
        "note.super_bombs": facts.plays and tally.bombs and options.super_bombs == "on",
        "note.no_big_bombs": facts.big_bombs and len(seats) < 4 and options.super_bombs == "off",
        "note.no_rockets": tally.rockets and options.rocket_factor == 1,
    }
    yield from (Note(code) for code, applies in codes.items() if applies)
    for cards in tally.quads:
        yield Note("note.quad", {"shown": cards})
    for cards in tally.small_bombs:
        yield Note("note.small_bomb", {"shown": cards})


def landlord_of(facts: Deal) -> tuple[str, int]:
    """Who was the landlord and for which bid, from the auction where there is one; by lot it is 1."""
    return highest_bid(facts.auction) if facts.auction else (facts.landlord, facts.bid or 1)


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
    together = [step.of for step in steps if step.code in ("factor.bomb.added", "factor.bombs.added")]
    added = sum(len(numbers) - 1 for numbers in together)  # 1, and one for each bomb
    bombs = codes["factor.bomb"] + codes["factor.big_bomb"] + added
    return Multiplied(
        bombs, codes["factor.rocket"], bool(codes["factor.spring"] + codes["factor.anti_spring"])
    )


def figures(
    facts: Deal, options: DoudizhuOptions, seats: tuple[str, ...]
) -> tuple[Tally, tuple[Problem, ...]]:
    """The figures, and the objections to plays."""
    if not facts.plays:
        return _entered(facts, options, seats), ()
    landlord, rules = landlord_of(facts)[0], rules_for(options, len(seats))
    limits = {name: OF_LANDLORD if name == landlord else OF_FARMER for name in seats}
    turns = list(in_turn(facts.plays, rules))
    wrong = objections(turns, landlord, rules, limits if len(seats) == 3 else {})
    return _played(facts, turns, options.four_bombs if len(seats) > 3 else "any"), tuple(wrong)


def _played(facts: Deal, turns: list[Turn], sized: FourBombs) -> Tally:
    """The figures as the plays show them; ``sized`` is which bombs count."""
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


def _entered(facts: Deal, options: DoudizhuOptions, seats: tuple[str, ...]) -> Tally:
    """The figures as entered.

    An eight-card bomb is a bomb like the others where sizes do not count, and none in one deck.
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
