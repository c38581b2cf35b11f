"""闘地主: the stake of a deal, what multiplies it, and who pays."""

from collections import Counter
from collections.abc import Iterator

from ..core import Calculation, Note, Outcome, Problem, State, Step, Steps, Transfer
from ..limits import MOST_POINTS
from .auction import auction_objections
from .facts import LANDLORD, Deal
from .options import SPRING_FACTORS, DoudizhuOptions
from .tally import Cards, Tally, count


def settle(state: State, facts: Deal, options: DoudizhuOptions) -> Outcome:
    """Score one deal.  Source: 004; facts that break a rule are scored as entered, with a Problem each."""
    problems = [*_absent(state, facts)]
    if facts.auction:
        problems += auction_objections(facts.auction, state.seats)
    if facts.lot and options.nobody_bids == "redeal":
        problems.append(Problem("lot.off", facts.landlord))
    if facts.kind == "passed":
        return Outcome(problems=tuple(problems), counts=False)
    tally, wrong = count(facts, options, state.seats)
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
    if tally.spring and options.spring == "off":
        yield Note("note.no_spring" if tally.winner == LANDLORD else "note.no_anti_spring")
    if facts.robs and options.bidding != "rob":
        yield Note("note.no_robs")
    if facts.shown and options.open_hand == "off":
        yield Note("note.no_shown")
    if facts.doubled and options.doubling == "off":
        yield Note("note.no_doubling")
    if facts.plays and tally.bombs and options.super_bombs == "on":
        yield Note("note.super_bombs")
    if facts.big_bombs and len(seats) < 4 and options.super_bombs == "off":
        yield Note("note.no_big_bombs")
    if tally.rockets and options.rocket_factor == 1:
        yield Note("note.no_rockets")
    for cards in tally.quads:
        yield Note("note.quad", {"shown": cards})
    for cards in tally.small_bombs:
        yield Note("note.small_bomb", {"shown": cards})
