"""What can happen between the rounds of any game: agreed corrections, changes of seats and of house rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .core import ACCOUNTS, BANK, POT, Note, Outcome, Problem, State, Step, Transfer
from .errors import ReadError
from .options import Options, Value, checked, in_force, settings
from .reading import (
    Players,
    read_by_player,
    read_list,
    read_object,
    read_player,
    read_players,
    read_text,
    read_whole,
)


@dataclass(frozen=True, slots=True)
class Move:
    """Points that the table agreed to move, and why."""

    payer: str
    payee: str
    points: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Adjust:
    """精算の訂正: an agreed correction or penalty in points."""

    moves: tuple[Move, ...]
    kind: str = "adjust"


@dataclass(frozen=True, slots=True)
class Seats:
    """席替え: people who join (at the end), leave, or swap their seats between two rounds."""

    join: tuple[str, ...] = ()
    leave: tuple[str, ...] = ()
    swap: tuple[str, ...] = ()
    kind: str = "seats"


@dataclass(frozen=True, slots=True)
class Streak:
    """連荘の訂正: how often in a row players have won, as the table corrects it; others stay as they are."""

    wins: Mapping[str, int]
    kind: str = "streak"


@dataclass(frozen=True, slots=True)
class Rules:
    """ハウスルールの変更: house rules that change from the next round on; all others stay as they are."""

    options: Mapping[str, Value]
    kind: str = "rules"


Event = Adjust | Seats | Streak | Rules
BETWEEN = ("seats", "streak", "rules")
"""The events that are entered on separate pages."""
EVENTS = ("adjust", *BETWEEN)
CHANGES = ("join", "leave", "swap")


def read_event(data: dict[str, object], players: Players, where: str, options: Options) -> Event:
    """The event of a JSON round whose kind is one of ``EVENTS``, where ``options`` are in force; raises
    ReadError."""
    if data["kind"] == "adjust":
        read_object(data, where, ("kind", "transfers"))
        place = f"{where}.transfers"
        moves = read_list(data["transfers"], place, lambda move, at: _read_move(move, players, at))
        if not moves:
            raise ReadError(place, "adjust.empty")
        return Adjust(moves)
    if data["kind"] == "streak":
        return _read_streak(data, players, where)
    if data["kind"] == "rules":
        return _read_rules(data, where, options)
    return _read_seats(data, players, where)


def read_settings(data: dict[str, object], where: str, options_type: type[Options]) -> Rules:
    """A change of house rules, whatever the others are; raises ReadError."""
    place = f"{where}.options"
    values = checked(options_type, read_object(data, where, ("kind", "options"))["options"], place)
    if not values:
        raise ReadError(place, "rules.empty")
    return Rules(values)


def _read_rules(data: dict[str, object], where: str, options: Options) -> Rules:
    rules = read_settings(data, where, type(options))
    try:
        in_force(options, rules.options)
    except ReadError as error:
        raise ReadError(f"{where}.{error.where}", error.code, **error.values) from None
    return rules


def _read_streak(data: dict[str, object], players: Players, where: str) -> Streak:
    wins = read_object(data, where, ("kind", "wins"))["wins"]
    return Streak(
        read_by_player(wins, players, f"{where}.wins", lambda count, at: read_whole(count, at, 0, 99))
    )


def _read_move(data: object, players: Players, where: str) -> Move:
    move = read_object(data, where, ("from", "to", "points"), ("reason",))
    payer, payee = (_read_account(move[key], players, f"{where}.{key}") for key in ("from", "to"))
    if payer == payee:
        raise ReadError(f"{where}.to", "adjust.same", name=payer)
    points = read_whole(move["points"], f"{where}.points", 1)
    return Move(payer, payee, points, read_text(move.get("reason", ""), f"{where}.reason"))


def _read_account(data: object, players: Players, where: str) -> str:
    return str(data) if data in ACCOUNTS else read_player(data, players, where)


def _read_seats(data: dict[str, object], players: Players, where: str) -> Seats:
    read_object(data, where, ("kind",), CHANGES)
    join, leave, swap = (_read_names(data.get(key, []), players, f"{where}.{key}") for key in CHANGES)
    if not (join or leave or swap):
        raise ReadError(where, "seats.empty")
    if len(swap) not in (0, 2):
        raise ReadError(f"{where}.swap", "seats.swap")
    return Seats(join, leave, swap)


def _read_names(data: object, players: Players, where: str) -> tuple[str, ...]:
    if isinstance(data, str):
        return (read_player(data, players, where),)
    return read_players(data, players, where)


def write_event(event: Event, names: Mapping[str, str]) -> dict[str, object]:
    """The JSON of an event, with players written as ``names`` says."""
    if isinstance(event, Adjust):
        return {"kind": "adjust", "transfers": [_write_move(move, names) for move in event.moves]}
    if isinstance(event, Streak):
        return {"kind": "streak", "wins": {names[name]: count for name, count in event.wins.items()}}
    if isinstance(event, Rules):
        return {"kind": "rules", "options": dict(event.options)}
    parts = {"join": event.join, "leave": event.leave, "swap": event.swap}
    return {"kind": "seats", **{key: [names[name] for name in part] for key, part in parts.items() if part}}


def _write_move(move: Move, names: Mapping[str, str]) -> dict[str, object]:
    data: dict[str, object] = {
        "from": names.get(move.payer, move.payer),
        "to": names.get(move.payee, move.payee),
        "points": move.points,
    }
    return data | ({"reason": move.reason} if move.reason else {})


def settle_event(state: State, event: Event, options: Options) -> Outcome:
    """Score an event: only agreed corrections move points."""
    if isinstance(event, Adjust):
        return _settle_adjust(state, event)
    if isinstance(event, Streak):
        return Outcome(starter=state.starter, counts=False, streak={**state.streak, **event.wins})
    if isinstance(event, Rules):
        return _settle_rules(state, event, options)
    seats, problems = reseat(state.seats, event)
    starter = state.starter if state.starter in seats else ""
    return Outcome(starter=starter, seats=seats, problems=problems, counts=False)


def _settle_rules(state: State, event: Rules, options: Options) -> Outcome:
    """The pot and the streaks stay; only the rules change."""
    return Outcome(
        remarks=tuple(_rules_remarks(state, event, options)),
        starter=state.starter,
        counts=False,
        rules={**state.rules, **event.options},
    )


def _rules_remarks(state: State, event: Rules, before: Options) -> Iterator[Note]:
    """What changed, and what the new rules make of a pot or streaks from before."""
    yield Note("rules.changed", {"settings": settings(type(before), event.options)})
    after = in_force(before, event.options)
    if state.pot and before.has_pot and not after.has_pot:
        yield Note("rules.pot", {"points": state.pot})
    won = tuple((name, wins) for name, wins in state.streak.items() if wins)
    if won and after.counts_streaks and not before.counts_streaks:
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
    return Outcome(
        transfers=tuple(transfers),
        problems=tuple(short),
        starter=state.starter,
        counts=False,
    )


def _move_transfers(move: Move, available: int) -> Iterator[Transfer]:
    """The payments of one agreed move: the ``available`` points, and from the bank what they lack."""
    code = "adjust.reason" if move.reason else "adjust.points"
    agreed = Step(code, move.points, values={"reason": move.reason})
    if available == move.points:
        yield Transfer(move.payer, move.payee, available, "adjust.agreed", (agreed,))
        return
    numbers = (move.points, available)
    if available:
        taken = Step("adjust.pot", available, "least", numbers, 1)
        yield Transfer(POT, move.payee, available, "adjust.agreed", (agreed, taken))
    if move.payee != BANK:
        lacking = Step("adjust.bank", move.points - available, "difference", numbers, 1)
        yield Transfer(BANK, move.payee, move.points - available, "adjust.agreed", (agreed, lacking))


def reseat(seats: tuple[str, ...], event: Seats) -> tuple[tuple[str, ...], tuple[Problem, ...]]:
    """Who sits where after a change of seats, and what is wrong with it."""
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
