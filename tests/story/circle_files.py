"""Arbitrary circles as files: all games, stand-ins, rounds taken back, guests, hidden people, two names."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from tests.scoring.strategies import GUESTS, NAMES, sessions

Draw = Any
SUBS = ("Sub", "Sue")
TWIN = ("Ben", "Benny")
"""Somebody, and the other name by which that person sits at some tables."""
BEGUN = datetime(2023, 12, 30, 12, tzinfo=UTC)
DAYS = 500


@st.composite
def circle_files(draw: Draw) -> Any:
    """The file of a circle of some evenings; who is called twice never sits at a table with both names."""
    evenings = [draw(_evenings(number)) for number in range(draw(st.integers(1, 5)))]
    apart = st.sampled_from(["guest", "hidden", "", "", ""])
    people = [{"name": name} for name in (*NAMES, *GUESTS, *SUBS, TWIN[1])]
    for one in people:
        if one["name"] != TWIN[1] and (flag := draw(apart)):
            one[flag] = True
    day = BEGUN.date()
    spans = ((0, 40), (41, 300), (301, 900))
    seasons = [
        {"name": f"S{first}", "first": str(day + timedelta(first)), "last": str(day + timedelta(last))}
        for first, last in spans
    ]
    return {
        "format": 1,
        "circle": {"name": "x", "least_rounds": draw(st.integers(1, 3))},
        "people": people,
        "seasons": seasons,
        "sessions": sorted(evenings, key=lambda one: one["started"]),
    }


@st.composite
def _evenings(draw: Draw, number: int) -> Any:
    document = draw(sessions())
    if draw(st.booleans()):
        document = json.loads(json.dumps(document).replace(f'"{TWIN[0]}"', f'"{TWIN[1]}"'))
    joined = [name for row in document["rounds"] for name in row.get("join", [])]
    seats = list(dict.fromkeys([*document["players"], *joined]))
    begun = BEGUN + timedelta(days=draw(st.integers(0, DAYS)), hours=draw(st.integers(0, 23)))
    entries, running = [], []
    for row in document["rounds"]:
        if draw(st.integers(0, 3)) == 0:
            by, seat = draw(st.sampled_from(SUBS)), draw(st.sampled_from(document["players"]))
            running = draw(
                st.sampled_from(
                    [[], [{"for": seat, "by": by}], [{"for": seat, "by": by, "keeps_figures": True}]]
                )
            )
        entries.append({"at": begun.isoformat(), **({"stand_ins": running} if running else {})})
        if row["kind"] not in ("seats", "rules") and draw(st.integers(0, 4)) == 0:
            entries.append({"at": begun.isoformat(), "taken_back": row})
    ended = {"ended": (begun + timedelta(hours=3)).isoformat()} if draw(st.booleans()) else {}
    return {
        "id": f"s{number}",
        "started": begun.isoformat(),
        **ended,
        "seats": seats,
        "document": document,
        "entries": entries,
    }
