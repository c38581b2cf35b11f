"""Events between the rounds of any game: agreed corrections, changes of seats and of house rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from .core import BANK, POT, Note, Outcome, Problem, State, Step, Transfer
from .errors import ReadError
from .facts import (
    ACCOUNT,
    PLAYER,
    PLAYERS,
    FactKind,
    by_player,
    fact,
    list_of,
    read_facts,
    record,
    required,
    required_and_optional,
    text,
    whole,
)
from .limits import MOST_MOVES
from .options import Options, Value, checked, in_force, settings, specs
from .reading import LARGEST, Json, Players, read_object, read_player


def _read_names(data: object, players: Players, where: str) -> tuple[str, ...]:
    if isinstance(data, str):
        return (read_player(data, players, where),)
    return PLAYERS.read(data, players, where)


_NAMES = replace(PLAYERS, read=_read_names, schema={"anyOf": [PLAYER.schema, PLAYERS.schema]})
_OPTIONS: FactKind[Mapping[str, Value]] = FactKind(
    "options",
    lambda data, _, where: {},  # read by ``read_settings``, with the rules of the family
    {
        "type": "object",
        "description": "What changes of the house rules.",
        "minProperties": 1,
        "additionalProperties": {"type": ["string", "integer", "boolean", "array"]},
    },
    lambda value, _: dict(value),
)


@dataclass(frozen=True, slots=True)
class Move:
    """Points that the table agreed to move, and why."""

    payer: str = required(ACCOUNT, name="from")
    payee: str = required(ACCOUNT, name="to")
    points: int = required(whole(1, LARGEST))
    reason: str = fact(text(200), "")


@dataclass(frozen=True, slots=True)
class Adjust:
    """精算の訂正: an agreed correction or penalty in points."""

    moves: tuple[Move, ...] = required(list_of(record(Move), MOST_MOVES, "adjust.empty"), name="transfers")
    kind: str = "adjust"


@dataclass(frozen=True, slots=True)
class Seats:
    """席替え: people who join (at the end), leave, or swap their seats between two rounds."""

    join: tuple[str, ...] = fact(_NAMES, ())
    leave: tuple[str, ...] = fact(_NAMES, ())
    swap: tuple[str, ...] = fact(_NAMES, ())
    kind: str = "seats"


@dataclass(frozen=True, slots=True)
class Streak:
    """連荘の訂正: how often in a row players have won, as the table corrects it; others stay as they are."""

    wins: Mapping[str, int] = required(by_player(whole(0, 99)))
    kind: str = "streak"


@dataclass(frozen=True, slots=True)
class Rules:
    """ハウスルールの変更: house rules that change from the next round on; all others stay as they are."""

    options: Mapping[str, Value] = required(_OPTIONS)
    kind: str = "rules"


Event = Adjust | Seats | Streak | Rules
TYPES: Mapping[str, type[Event]] = {"adjust": Adjust, "seats": Seats, "streak": Streak, "rules": Rules}
EVENTS = tuple(TYPES)
BETWEEN = EVENTS[1:]
"""The events that are entered on separate pages."""


def read_event(data: Json, players: Players, where: str, options: Options) -> Event:
    """The event of a JSON round of one of the kinds ``EVENTS``; raises ReadError."""
    if data["kind"] == "rules":
        return _read_rules(data, where, options)
    of = TYPES[data["kind"]]
    event: Event = read_facts(of, data, players, where, required_and_optional(of))
    for place, move in enumerate(event.moves if isinstance(event, Adjust) else ()):
        if move.payer == move.payee:
            raise ReadError(f"{where}.transfers[{place}].to", "adjust.same", name=move.payer)
    if isinstance(event, Seats):
        if not (event.join or event.leave or event.swap):
            raise ReadError(where, "seats.empty")
        if len(event.swap) not in (0, 2):
            raise ReadError(f"{where}.swap", "seats.swap")
    return event


def read_settings(data: Json, where: str, options_type: type[Options]) -> Rules:
    """A change of house rules, without checking conflicts with the other rules; raises ReadError."""
    place = f"{where}.options"
    values = checked(options_type, read_object(data, where, ("kind", "options"))["options"], place)
    if not values:
        raise ReadError(place, "rules.empty")
    for spec in specs(options_type):
        if spec.fixed and spec.key in values:
            raise ReadError(f"{place}.{spec.key}", "option.fixed")
    return Rules(values)


def _read_rules(data: Json, where: str, options: Options) -> Rules:
    rules = read_settings(data, where, type(options))
    try:
        in_force(options, rules.options)
    except ReadError as error:
        raise ReadError(f"{where}.{error.where}", error.code) from None
    return rules


def settle_event(state: State, event: Event, options: Options) -> Outcome:
    """Score an event: only agreed corrections move points."""
    if isinstance(event, Adjust):
        return _settle_adjust(state, event)
    if isinstance(event, Streak):
        return Outcome(starter=state.starter, counts=False, streak={**state.streak, **event.wins})
    if isinstance(event, Rules):
        remarks, rules = tuple(_rules_remarks(state, event, options)), {**state.rules, **event.options}
        return Outcome(remarks=remarks, starter=state.starter, counts=False, rules=rules)
    seats, problems = reseat(state.seats, event)
    starter = state.starter if state.starter in seats else ""
    return Outcome(starter=starter, seats=seats, problems=problems, counts=False)


def _rules_remarks(state: State, event: Rules, before: Options) -> Iterator[Note]:
    """What changes, and that the pot and the streaks stay."""
    yield Note("rules.changed", {"settings": settings(type(before), event.options)})
    after = in_force(before, event.options)
    if state.pot and before.traits.has_pot and not after.traits.has_pot:
        yield Note("rules.pot", {"points": state.pot})
    won = tuple((name, wins) for name, wins in state.streak.items() if wins)
    if won and after.traits.counts_streaks and not before.traits.counts_streaks:
        yield Note("rules.streak", {"wins": won})


def _settle_adjust(state: State, event: Adjust) -> Outcome:
    """Points move all at once.  The bank pays what a move out of the pot exceeds it by."""
    put_in = sum(move.points for move in event.moves if move.payee == POT)
    held = state.pot + put_in
    taken = sum(move.points for move in event.moves if move.payer == POT)
    short = [Problem("pot.short", "", {"points": taken - put_in, "held": state.pot})] if taken > held else []
    transfers: list[Transfer] = []
    for move in event.moves:
        available = min(move.points, held) if move.payer == POT else move.points
        held -= available if move.payer == POT else 0
        transfers += _move_transfers(move, available)
    return Outcome(tuple(transfers), problems=tuple(short), starter=state.starter, counts=False)


def _move_transfers(move: Move, available: int) -> Iterator[Transfer]:
    code, numbers = "adjust.reason" if move.reason else "adjust.points", (move.points, available)
    agreed = Step(code, move.points, values={"reason": move.reason})
    taken, lacking = Step("adjust.pot", available, "least", numbers, 1), move.points - available
    if available:
        steps = (agreed, taken) if lacking else (agreed,)
        yield Transfer(move.payer, move.payee, available, "adjust.agreed", steps)
    if lacking and move.payee != BANK:
        left = Step("adjust.bank", lacking, "difference", numbers, 1)
        yield Transfer(BANK, move.payee, lacking, "adjust.agreed", (agreed, left))


def reseat(seats: tuple[str, ...], event: Seats) -> tuple[tuple[str, ...], tuple[Problem, ...]]:
    after = [name for name in seats if name not in event.leave]
    present = [name for name in event.join if name in after]
    after += [name for name in event.join if name not in after]
    absent = [name for name in event.leave if name not in seats]
    absent += [name for name in event.swap if name not in after]
    problems = [Problem("seats.absent", name) for name in absent]
    problems += [Problem("seats.present", name) for name in present]
    if len(event.swap) == 2 and not set(event.swap) - set(after):
        first, second = (after.index(name) for name in event.swap)
        after[first], after[second] = after[second], after[first]
    return tuple(after), tuple(problems)
