"""The score sheet on the command line."""

import json
from pathlib import Path

import pytest

from tests.scoring.commands import printed

DOCUMENT = {
    "format": 1,
    "game": "sheet",
    "options": {"zero_sum": True, "place_points": [20, 0, -20]},
    "players": ["A", "B", "C"],
    "rounds": [{"kind": "places", "places": [["B", "C"], ["A"]]}],
}


def test_a_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """B and C share 20 + 0, and A has the third place."""
    file = tmp_path / "session.json"
    file.write_text(json.dumps(DOCUMENT), encoding="utf-8")
    reported = printed(capsys, "replay", str(file), "--lang", "en")
    (entry,) = reported["rounds"]
    assert [(one["from"], one["to"], one["points"], one["code"]) for one in entry["transfers"]] == [
        ("bank", "B", 10, "sheet.place"),
        ("bank", "C", 10, "sheet.place"),
        ("A", "bank", 20, "sheet.place"),
    ]
    assert entry["change"] == {"A": -20, "B": 10, "C": 10, "bank": 0}
    assert entry["transfers"][0]["steps"] == [
        {"op": "given", "of": [], "place": 1, "gives": 20, "text": "Place 1: 20"},
        {"op": "given", "of": [], "place": 2, "gives": 0, "text": "Place 2: 0"},
        {"op": "sum", "of": [20, 0], "gives": 20, "text": "Together"},
        {"op": "share", "of": [20], "among": 2, "place": 0, "gives": 10, "text": "Shared by 2: 10"},
    ]
    assert reported["final"]["payments"] == [
        {"from": "A", "to": "B", "points": 10},
        {"from": "A", "to": "C", "points": 10},
    ]
