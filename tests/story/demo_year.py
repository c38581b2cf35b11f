"""Circles made of the demo year: some of its tables, or many evenings generated from them."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice, takewhile
from typing import Any

from scorekeeper.archive.management.commands.demo import bring_in
from scorekeeper.archive.sample import sample_file
from scorekeeper.circles.models import Circle
from scorekeeper.scoring.events import BETWEEN

BEGUN = datetime(2025, 1, 1, 10, tzinfo=UTC)


def some_tables(most: int | None = None) -> Circle:
    """The circle with its first tables, or with all of them."""
    data = json.loads(sample_file("ja"))
    data["sessions"] = data["sessions"][:most]
    played = {session["id"] for session in data["sessions"]}
    data["bills"] = [bill for bill in data["bills"] if played.issuperset(bill["sessions"])]
    return bring_in(json.dumps(data))


def many_evenings(evenings: int, rounds: int, turns: int) -> Circle:
    """A year of ``evenings`` tables with ``rounds`` rounds each; each of the ``turns`` renames all people."""
    data = json.loads(sample_file("ja"))
    names = [one["name"] for one in data["people"]]
    sessions = islice(cycle(data["sessions"]), evenings)
    made = {
        "format": 1,
        "circle": data["circle"],
        "people": [{"name": f"{name}{turn}"} for turn in range(turns) for name in names],
        "sessions": [
            _played_on(_renamed(session, names, number % turns), number, evenings, rounds)
            for number, session in enumerate(sessions)
        ],
    }
    return bring_in(json.dumps(made))


def _renamed(session: Any, names: list[str], turn: int) -> Any:
    text = json.dumps(session)
    for name in names:
        text = text.replace(json.dumps(name), json.dumps(f"{name}{turn}"))
    return json.loads(text)


def _played_on(session: Any, number: int, evenings: int, rounds: int) -> Any:
    """A table that repeats its rounds, up to the first change of seats or rules, until it has ``rounds``."""
    document, begun = session["document"], BEGUN + timedelta(days=365) * number / evenings
    first: Iterator[Any] = takewhile(lambda facts: facts["kind"] not in BETWEEN, document["rounds"])
    times = [(begun + timedelta(minutes=2 * place)).isoformat() for place in range(1, rounds + 1)]
    return {
        "id": f"evening{number}",
        "started": begun.isoformat(),
        "ended": times[-1],
        "document": {**document, "rounds": list(islice(cycle(first), rounds))},
        "entries": [{"at": at} for at in times],
    }
