"""記録用紙: settling a round by points as written, points by place, or what losers pay the winner."""

from collections.abc import Callable, Iterator, Mapping

from ..core import BANK, Note, Outcome, Parts, Problem, State, Step, Steps, Transfer, with_sum
from ..options import points_by_name
from .facts import Entry, points_of_places
from .options import SheetOptions

Transfers = Iterator[Transfer]


def settle(state: State, facts: Entry, options: SheetOptions) -> Outcome:
    """Score one round.  Points that no player pays come from the bank, and those lost to nobody go there."""
    if facts.kind == "nogame":
        return Outcome(counts=False)
    transfers = (*KINDS[facts.kind](state, facts, options), *_bonus_transfers(state, facts, options))
    return Outcome(
        transfers=transfers,
        notes=tuple(_notes(state, facts)),
        problems=tuple(_problems(state, facts, options)),
    )


def _points_transfers(state: State, facts: Entry, options: SheetOptions) -> Transfers:
    for name, points in facts.points.items():
        yield _bank_transfer(
            name, "sheet.points", (Step("written" if points >= 0 else "lost", abs(points)),), points
        )


def _place_transfers(state: State, facts: Entry, options: SheetOptions) -> Transfers:
    for group, taken in zip(facts.places, points_of_places(facts, options), strict=True):
        names = sorted(group, key=lambda name: _seat(name, state))
        share = options.ties == "share" and options.counted_places == "all"
        yield from _shared_places(names, taken if share else taken[:1])


def _shared_places(names: list[str], taken: list[tuple[int, int]]) -> Transfers:
    """The points of a place for each, or the shares in those of the places that several take together."""
    total, count = sum(points for _, points in taken), len(taken)
    together = {sign: _place_steps(taken, sign) for sign in (1, -1)}
    for index, name in enumerate(names):
        each, rest = divmod(total, count)
        points = each + (index < rest)
        sign, place = (1, index) if points >= 0 else (-1, count - 1 - index)
        among = {"among": count, "place": place}
        shared = (Step("shared", abs(points), "share", (sign * total,), 1, among),) if count > 1 else ()
        yield _bank_transfer(name, "sheet.place", together[sign] + shared, points)


def _place_steps(taken: list[tuple[int, int]], sign: int) -> Steps:
    """The points of places, and their sum; where they are lost, all with the opposite sign."""
    each = [
        Step("place", sign * points, values={"place": place, "points": points}) for place, points in taken
    ]
    return with_sum([[step] for step in each])


def _winner_transfers(state: State, facts: Entry, options: SheetOptions) -> Transfers:
    for name, points in facts.points.items():
        yield Transfer(name, facts.winner, points, "sheet.winner", (Step("written", points),))


def _bonus_transfers(state: State, facts: Entry, options: SheetOptions) -> Transfers:
    """Points of extras; where a round sums to 0 they are shared by the other players."""
    worth = points_by_name(options.bonuses)
    for name, names in facts.bonus.items():
        for bonus in names:
            points, first = worth[bonus], Step("bonus", abs(worth[bonus]), values={"name": bonus})
            others = [seat for seat in state.seats if seat != name]
            if options.zero_sum == "off" or not others:
                yield _bank_transfer(name, "sheet.bonus", (first,), points)
                continue
            for index, other in enumerate(others):
                each = abs(points) // len(others) + (index < abs(points) % len(others))
                among = {"among": len(others), "place": index}
                steps = (first, Step("carried", each, "share", (first.gives,), 1, among))
                accounts = (other, name) if points > 0 else (name, other)
                yield Transfer(*accounts, each, "sheet.bonus", steps)


def _bank_transfer(name: str, code: str, steps: tuple[Step, ...], points: int) -> Transfer:
    accounts = (BANK, name) if points > 0 else (name, BANK)
    return Transfer(*accounts, abs(points), code, steps)


KINDS: Mapping[str, Callable[[State, Entry, SheetOptions], Transfers]] = {
    "points": _points_transfers,
    "places": _place_transfers,
    "winner": _winner_transfers,
}


def _notes(state: State, facts: Entry) -> Iterator[Note]:
    """Players at the table for whom nothing is written down."""
    named = {facts.winner, *facts.points, *(name for group in facts.places for name in group)}
    for name in state.seats:
        if name not in named:
            yield Note("note.no_place" if facts.places else "note.nothing", {"who": name})


def _problems(state: State, facts: Entry, options: SheetOptions) -> Iterator[Problem]:
    named = (facts.winner, *facts.points, *(name for group in facts.places for name in group), *facts.bonus)
    for name in dict.fromkeys(filter(None, named)):
        if name not in state.seats:
            yield Problem("seat.absent", name)
    total = sum(facts.points.values())
    if facts.kind == "points" and options.round_total and (not total or total % options.round_total):
        yield Problem("points.total", "", {"sum": total, "total": options.round_total})


def _seat(name: str, state: State) -> int:
    return state.seats.index(name) if name in state.seats else len(state.seats)


def parts(state: State, facts: Entry, options: SheetOptions, outcome: Outcome) -> Parts:
    """Who won a round: the winner, the first place, or who did best on points; nobody where all did alike."""
    return Parts({"winner": best(facts, options, outcome)} if outcome.counts else {})


def best(facts: Entry, options: SheetOptions, outcome: Outcome | None) -> tuple[str, ...]:
    """Who did best; among those with no points written down where the round was scored."""
    if facts.kind == "places":
        return facts.places[0] if len(facts.places) > 1 else ()
    if facts.kind == "winner":
        return (facts.winner,)
    idle = [note.values["who"] for note in outcome.notes if note.code == "note.nothing"] if outcome else []
    points = {**facts.points, **dict.fromkeys(idle, 0)}
    most = (min if options.wins == "low" else max)(points.values(), default=0)
    return tuple(name for name in points if points[name] == most and len({*points.values()}) > 1)
