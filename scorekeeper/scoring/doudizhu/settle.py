"""闘地主: the stake of a deal, what multiplies it, and who pays."""

from collections.abc import Iterator
from functools import lru_cache
from math import prod

from ..core import NO_VALUES, Note, Outcome, Problem, State, Step, Transfer, Values
from .auction import auction_objections
from .facts import LANDLORD, Deal
from .options import SPRING_FACTORS, DoudizhuOptions
from .tally import Cards, Tally, count

MOST_POINTS = 10**12
"""No payment is above this."""


def settle(state: State, facts: Deal, options: DoudizhuOptions) -> Outcome:
    """Score one deal.  Source: 004; facts that break a rule are scored as entered, with a Problem each."""
    problems = [*_absent(state, facts)]
    if facts.auction:
        problems += auction_objections(facts.auction, state.seats)
    if facts.kind == "passed":
        return Outcome(problems=tuple(problems), counts=False)
    tally, wrong = count(facts, options, state.seats)
    shared = tuple(_steps(facts, tally, options))
    return Outcome(
        transfers=tuple(_transfers(facts, tally, shared, options, state.seats)),
        remarks=tuple(_derived(facts, tally)),
        notes=tuple(_notes(facts, tally, options, state.seats)),
        problems=(*problems, *wrong),
    )


def _steps(facts: Deal, tally: Tally, options: DoudizhuOptions) -> Iterator[Step]:
    """The stake and everything that multiplies it for everybody."""
    yield Step("bid" if options.bidding == "bid" else "base", tally.bid)
    if options.unit_points > 1:
        yield _factor("factor.unit", options.unit_points)
    if options.bidding == "rob" and facts.robs:
        yield _factor("factor.robs", 2**facts.robs, {"count": facts.robs})
    yield from _bomb_steps(tally, options)
    if options.rocket_factor > 1:
        for cards in tally.rockets:
            yield _factor("factor.rocket", options.rocket_factor, {"cards": cards})
    if tally.spring and options.spring != "off":
        code = "factor.spring" if tally.winner == LANDLORD else "factor.anti_spring"
        yield _factor(code, SPRING_FACTORS[options.spring])
    if options.open_hand == "on" and facts.shown:
        yield _factor("factor.shown", facts.shown)


def _bomb_steps(tally: Tally, options: DoudizhuOptions) -> Iterator[Step]:
    if options.bomb_effect == "add":
        parts = (1,) * (1 + len(tally.bombs)) + (2,) * len(tally.big_bombs)
        if len(parts) > 1:
            yield Step("factor.bombs", sum(parts), "sum", parts, "factor")
        return
    yield from map(_bomb, tally.bombs)
    for cards in tally.big_bombs:
        yield _factor("factor.big_bomb", 3, {"cards": cards})


def _factor(code: str, times: int, values: Values = NO_VALUES) -> Step:
    return Step(code, times, makes="factor", values=values)


@lru_cache(256)
def _bomb(cards: Cards) -> Step:
    return _factor("factor.bomb", 2, {"cards": cards})


@lru_cache(256)
def _doubled(who: str) -> Step:
    return _factor("factor.doubled", 2, {"who": who})


def _transfers(
    facts: Deal, tally: Tally, shared: tuple[Step, ...], options: DoudizhuOptions, seats: tuple[str, ...]
) -> Iterator[Transfer]:
    for farmer in seats:
        if farmer == tally.landlord:
            continue
        steps = (*shared, *_doublings(facts, tally.landlord, farmer, options))
        points, capped = _product(steps, options)
        if tally.winner == LANDLORD:
            yield Transfer(farmer, tally.landlord, points, "deal.farmer", (*steps, *capped))
        else:
            yield Transfer(tally.landlord, farmer, points, "deal.landlord", (*steps, *capped))


def _doublings(facts: Deal, landlord: str, farmer: str, options: DoudizhuOptions) -> Iterator[Step]:
    if options.doubling == "on":
        for who in facts.doubled:
            if who in (landlord, farmer):
                yield _doubled(who)


def _product(steps: tuple[Step, ...], options: DoudizhuOptions) -> tuple[int, tuple[Step, ...]]:
    """What the steps make, and the step that limits it."""
    points = prod([step.gives for step in steps])
    most = min(options.cap or MOST_POINTS, MOST_POINTS)
    if points <= most:
        return points, ()
    return most, (Step("cap", most, "least", (points, most), "total"),)


def _absent(state: State, facts: Deal) -> Iterator[Problem]:
    called = (call.by for call in facts.auction)
    played = (play.by for play in facts.plays)
    for name in dict.fromkeys((facts.landlord, *facts.doubled, *called, *played)):
        if name and name not in state.seats:
            yield Problem("seat.absent", name)


def _derived(facts: Deal, tally: Tally) -> Iterator[Note]:
    """Who won, where that was counted from the plays."""
    if facts.plays:
        side = "note.derived_landlord" if tally.winner == LANDLORD else "note.derived_farmers"
        yield Note(side, {"who": tally.landlord})


def _notes(facts: Deal, tally: Tally, options: DoudizhuOptions, seats: tuple[str, ...]) -> Iterator[Note]:
    """What did not count and why."""
    if tally.spring and options.spring == "off":
        yield Note("note.no_spring" if tally.winner == LANDLORD else "note.no_anti_spring")
    if facts.robs and options.bidding != "rob":
        yield Note("note.no_robs")
    if facts.shown and options.open_hand == "off":
        yield Note("note.no_shown")
    if facts.doubled and options.doubling == "off":
        yield Note("note.no_doubling")
    yield from _bomb_notes(facts, tally, options, seats)


def _bomb_notes(
    facts: Deal, tally: Tally, options: DoudizhuOptions, seats: tuple[str, ...]
) -> Iterator[Note]:
    if facts.big_bombs and len(seats) < 4:
        yield Note("note.no_big_bombs")
    if tally.rockets and options.rocket_factor == 1:
        yield Note("note.no_rockets")
    for cards in tally.small_bombs:
        yield Note("note.small_bomb", {"shown": cards})
