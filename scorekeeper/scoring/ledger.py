"""帳簿: what a scored round leaves behind, as plain data for whoever keeps it; players by their numbers.

``write_state`` and ``read_state`` are exact: a replay goes on from what was kept as from what it was.
"""

from collections.abc import Iterator, Mapping
from typing import TypedDict

from .core import ACCOUNTS, Ended, Parts, State
from .events import Event
from .outcomes import write_outcome
from .reading import Json
from .replay import Scored
from .ruleset import Ruleset

Numbers = Mapping[str, str]
"""Numbers of players by name, as facts write them."""


class KeptSeat(TypedDict):
    """What a player gained, the points and the wins in a row after it, and the parts played."""

    seat: str
    gain: int
    balance: int
    streak: int
    parts: list[str]


class KeptRound(TypedDict):
    """What a round moved by account, the state after it, how many objections there are, who had which part.

    ``counts`` tells whether a session of so many rounds counts it; ``number`` is the number claimed.
    ``flows`` are payer, payee and points, once for every two accounts between which points moved;
    ``outcome`` is all of it with the reasons, as ``outcomes`` writes it.
    """

    kind: str
    counts: bool
    change: dict[str, int]
    state: Json
    problems: int
    number: int | None
    seats: list[KeptSeat]
    flows: list[tuple[str, str, int]]
    outcome: Json


def write_state(state: State, numbers: Numbers) -> Json:
    """The JSON of a state.  Points are pairs, since their order decides ties and JSON objects may lose it."""
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
    return data | ({"rules": dict(state.rules)} if state.rules else {})


def read_state(data: Json, names: Mapping[str, str]) -> State:
    """The state that ``write_state`` has written; ``names`` are those of players by number."""
    return State(
        seats=tuple([names[number] for number in data["seats"]]),
        balances={names[number]: points for number, points in data["balances"]},
        starter=names.get(data["starter"], ""),
        pot=data["pot"],
        limited=data["limited"],
        streak={names[number]: wins for number, wins in data["streak"].items()},
        deposits={names.get(who, who): points for who, points in data["deposits"].items()},
        bank=data["bank"],
        joined=tuple([names[number] for number in data["joined"]]),
        entries=data["entries"],
        counted=data["counted"],
        payments=data["payments"],
        ended=Ended(*data["ended"]) if data["ended"] else None,
        rules=data.get("rules", {}),
    )


def keep(ruleset: Ruleset, before: State, scored: Scored, numbers: Numbers) -> KeptRound:
    """What is kept of a round that was scored on the state ``before`` it."""
    facts, outcome = scored.facts, scored.outcome
    parts = Parts() if isinstance(facts, Event) else ruleset.parts(before, facts, scored.options, outcome)
    return {
        "kind": facts.kind,
        "counts": outcome.counts,
        "change": {numbers.get(who, who): points for who, points in scored.change.items() if points},
        "state": write_state(scored.state, numbers),
        "problems": len(outcome.problems),
        "number": parts.number,
        "seats": list(_seats(before, scored, parts, numbers)),
        "flows": [
            (numbers.get(payer, payer), numbers.get(payee, payee), points)
            for (payer, payee), points in scored.outcome.flows().items()
        ],
        "outcome": write_outcome(outcome, numbers),
    }


def _seats(before: State, scored: Scored, parts: Parts, numbers: Numbers) -> Iterator[KeptSeat]:
    """Everybody who was or is at the table, and others where points moved or who had a part."""
    after, named = scored.state, (name for names in parts.roles.values() for name in names)
    moved = (name for name, points in scored.change.items() if points)
    for name in dict.fromkeys((*before.seats, *after.seats, *moved, *named)):
        if name not in ACCOUNTS:
            yield {
                "seat": numbers[name],
                "gain": scored.change.get(name, 0),
                "balance": after.balances.get(name, 0),
                "streak": after.streak.get(name, 0),
                "parts": [part for part, names in parts.roles.items() if name in names],
            }


def standing(state: State, numbers: Numbers) -> Json:
    """Points by number, how many rounds count, and the points that lie with nobody."""
    points = {numbers[name]: points for name, points in state.balances.items()}
    return {"points": points, "rounds": state.counted, "elsewhere": state.elsewhere}
