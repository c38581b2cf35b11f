"""成績の検算: the figures of a circle's pages equal a recount."""

import json
import os
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from scorekeeper.archive.management.commands.demo import bring_in
from scorekeeper.circles.models import Circle, Player
from scorekeeper.circles.services import set_least_rounds
from scorekeeper.play.people import last_change, merge
from tests.scoring.strategies import GUESTS, NAMES, sessions
from tests.story import pages, recount
from tests.story.demo_year import some_tables

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

Draw = Any
SUBS = ("Sub", "Sue")
TWIN = ("Ben", "Benny")
"""Two names of one person."""
BEGUN = datetime(2023, 12, 30, 12, tzinfo=UTC)
DAYS = 500


@st.composite
def circle_files(draw: Draw) -> Any:
    """The file of a circle; the person with two names never sits at a table with both."""
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


THREE = ["あき", "Ben", "Chie"]
EXAMPLES = 100 if os.environ.get("HYPOTHESIS_PROFILE") == "full" else 3
"""A circle has some fifty pages."""


def test_pages_of_a_month_equal_the_recount() -> None:
    pages.check_pages(some_tables(8))


@pytest.mark.long
def test_pages_of_a_year_equal_the_recount() -> None:
    pages.check_pages(some_tables(8), most=1000)


def sheet(number: int, preset: str, *rounds: Any) -> Any:
    document = {"format": 1, "game": "sheet", "options": {"preset": preset}, "players": THREE}
    at = f"2026-03-0{number}T20:00:00+09:00"
    return {
        "id": f"sheet{number}",
        "started": at,
        "ended": at,
        "document": {**document, "rounds": list(rounds)},
        "entries": [{"at": at} for _ in rounds],
    }


def test_pages_of_score_sheets_equal_the_recount() -> None:
    """Fewest points win in hearts: Chie is ahead of Ben and あき, also once 2 of Ben's are あき's.

    Presets are games of their own.
    """
    hearts = (
        {"kind": "points", "points": {"あき": 20, "Ben": 6}},
        {"kind": "points", "points": {"Ben": 13, "Chie": 13}},
        {"kind": "adjust", "transfers": [{"from": "Ben", "to": "あき", "points": 2}]},
    )
    uno = ({"kind": "winner", "winner": "Ben", "points": {"あき": 24, "Chie": 72}},)
    places = (
        {"kind": "places", "places": [["あき"], ["Ben", "Chie"]]},
        {"kind": "places", "places": [["Chie"], ["Ben"], ["あき"]]},
    )
    tables = [
        sheet(day, *table)
        for day, table in enumerate((("hearts", *hearts), ("uno", *uno), ("daifugo", *places)), 1)
    ]
    people = [{"name": name} for name in (*THREE, TWIN[1])]
    circle = brought({"format": 1, "circle": {"name": "x"}, "people": people, "sessions": tables})
    pages.check_pages(circle)
    shown = pages.Pages(circle)
    assert {one.game for one in shown.book.tables} == {"hearts", "uno", "daifugo"}
    assert shown.book.of("hearts")[0].points == {"Ben": -17, "Chie": -13, "あき": -22}
    assert recount.taken(shown.book.of("hearts"))["Ben", "あき"] == 2


class Undone(Exception):
    """Rolls back an example."""


@given(circle_files())
@settings(
    max_examples=EXAMPLES,
    phases=(Phase.explicit, Phase.generate),  # a circle takes seconds: none is made smaller
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
)
def test_pages_of_any_circle_equal_the_recount(data: Any) -> None:
    with suppress(Undone), transaction.atomic():
        pages.check_pages(brought(data))
        raise Undone


def brought(data: Any) -> Circle:
    """A circle imported from a file, in which the two names were merged."""
    circle = bring_in(json.dumps(data))
    set_least_rounds(circle, data["circle"].get("least_rounds", 1), None)
    known, other = (Player.objects.get(circle=circle, name=name) for name in TWIN)
    merge(known, other, None, max(map(last_change, (known, other))))
    return Circle.objects.get(pk=circle.pk)
