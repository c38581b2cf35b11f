"""帳簿: a scored round as plain data for storage; players by their numbers.

``write_state`` and ``read_state`` are exact inverses: a replay can continue from a stored state.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypedDict

from scorekeeper.scoring.core import ACCOUNTS, Ended, Parts, State
from scorekeeper.scoring.events import Event
from scorekeeper.scoring.reading import Json
from scorekeeper.scoring.replay import Scored
from scorekeeper.scoring.ruleset import Ruleset

from .outcomes import write_outcome

Numbers = Mapping[str, str]
"""Numbers of players by name, as facts write them."""


class KeptSeat(TypedDict):
    seat: str
    gain: int
    balance: int  # after the round
    streak: int  # after the round
    parts: list[str]


class KeptRound(TypedDict):
    kind: str
    counts: bool  # ``Outcome.counts``
    change: dict[str, int]  # points by account
    state: Json  # after the round
    problems: int  # their number
    claimed: int | None  # the number claimed
    seats: list[KeptSeat]
    flows: list[tuple[str, str, int]]  # payer, payee and points, once for each pair of accounts
    outcome: Json  # with all reasons, by ``outcomes.write_outcome``


def write_state(state: State, numbers: Numbers) -> Json:
    """Points are pairs, as their order decides ties and JSON objects may lose it."""
    data: Json = {
        "seats": [numbers[name] for name in state.seats],
        "balances": [[numbers[name], points] for name, points in state.balances.items()],
        "starter": numbers.get(state.starter, ""),
        "pot": state.pot,
        "limited": state.limited,
        "streak": {numbers[name]: wins for name, wins in state.streak.items()},
        "deposits": {numbers.get(who, who): points for who, points in state.deposits.items()},
        "bank": state.bank,
        "joined": [numbers[name] for name in state.joined],
        "entries": state.entries,
        "counted": state.counted,
        "payments": state.payments,
        "ended": [state.ended.by, state.ended.round] if state.ended else None,
    }
    data |= {"rules": dict(state.rules)} if state.rules else {}
    data |= {"begun": True} if state.begun and not state.counted else {}
    claimed = {numbers[name]: times for name, times in state.claimed.items()}
    return data | ({"claimed": claimed} if claimed else {})


def read_state(data: Json, names: Mapping[str, str]) -> State:
    return State(
        seats=tuple([names[number] for number in data["seats"]]),
        balances={names[number]: points for number, points in data["balances"]},
        starter=names.get(data["starter"], ""),
        pot=data["pot"],
        limited=data["limited"],
        streak={names[number]: wins for number, wins in data["streak"].items()},
        claimed={names[number]: times for number, times in data.get("claimed", {}).items()},
        deposits={names.get(who, who): points for who, points in data["deposits"].items()},
        bank=data["bank"],
        joined=tuple([names[number] for number in data["joined"]]),
        entries=data["entries"],
        begun=data.get("begun", data["counted"] > 0),
        counted=data["counted"],
        payments=data["payments"],
        ended=Ended(*data["ended"]) if data["ended"] else None,
        rules=data.get("rules", {}),
    )


def kept_rounds(
    ruleset: Ruleset, before: State, scored: Iterable[Scored], numbers: Numbers
) -> Iterator[KeptRound]:
    for one in scored:
        facts, outcome = one.facts, one.outcome
        parts = Parts() if isinstance(facts, Event) else ruleset.parts(before, facts, one.options, outcome)
        yield {
            "kind": facts.kind,
            "counts": outcome.counts,
            "change": {numbers.get(who, who): points for who, points in one.change.items() if points},
            "state": write_state(one.state, numbers),
            "problems": len(outcome.problems),
            "claimed": parts.number,
            "seats": list(_seats(before, one, parts, numbers)),
            "flows": [
                (numbers.get(payer, payer), numbers.get(payee, payee), points)
                for (payer, payee), points in outcome.flows().items()
            ],
            "outcome": write_outcome(outcome, numbers),
        }
        before = one.state


def _seats(before: State, scored: Scored, parts: Parts, numbers: Numbers) -> Iterator[KeptSeat]:
    """Everybody at the table before or after the round, and others with a change of points or a role."""
    after, named = scored.state, (name for names in parts.roles.values() for name in names)
    moved = (name for name, points in scored.change.items() if points)
    for name in dict.fromkeys((*before.seats, *after.seats, *moved, *named)):
        if name not in ACCOUNTS:
            yield {
                "seat": numbers[name],
                "gain": scored.change.get(name, 0),
                "balance": after.balances[name],
                "streak": after.streak.get(name, 0),
                "parts": [part for part, names in parts.roles.items() if name in names],
            }


def standing(state: State, numbers: Numbers, low_wins: bool) -> Json:
    """Points by number, how many rounds count, and the points in the pot and with the bank.

    ``low`` says that the fewest points win, so that they count against their owner.
    """
    points = {numbers[name]: points for name, points in state.balances.items()}
    low = {"low": True} if low_wins else {}
    return {"points": points, "rounds": state.counted, "elsewhere": state.elsewhere, **low}
