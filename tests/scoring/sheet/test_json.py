"""The house rules of the score sheet as JSON: switches, lists and presets come back as they were written."""

import json
from typing import Any

import pytest

from scorekeeper.scoring.document import read_document, write_document
from scorekeeper.scoring.registry import RULESETS

LISTS = {
    "zero_sum": True,
    "place_points": [20, 10, -10, -20],
    "bonuses": [{"name": "革命", "points": 10}, {"name": "Foul out", "points": -5}],
}
RULES = [
    LISTS,
    {"preset": "daifugo"},
    {"preset": "daifugo", "target": 15, **LISTS},
    {"preset": "hearts", "round_total": 0, "bonuses": [{"name": "Moon", "points": -26}]},
    {"preset": "poker", "zero_sum": False},
    {"wins": "low", "counted_places": "last", "place_points": [0], "ties": "same", "target": -50},
]


def document(options: dict[str, Any], *rounds: dict[str, Any], game: str = "sheet") -> dict[str, Any]:
    return {"format": 1, "game": game, "options": options, "players": ["A", "B"], "rounds": list(rounds)}


@pytest.mark.parametrize("options", RULES)
def test_a_document_is_written_as_it_was_read(options: dict[str, Any]) -> None:
    rounds = [
        {"kind": "rules", "options": {"target": 30, **LISTS}},
        {"kind": "points", "points": {"A": 5, "B": -5}, "bonus": {"A": ["革命", "革命"], "B": ["Foul out"]}},
        {"kind": "rules", "options": {"zero_sum": False, "bonuses": []}},
        {"kind": "places", "places": [["B"], ["A"]]},
        {"kind": "winner", "winner": "A", "points": {"B": 3}},
        {"kind": "winner", "winner": "A", "points": {}},
        {"kind": "points", "points": {}},
        {"kind": "nogame"},
    ]
    first = {"kind": "rules", "options": {"round_total": 0}}
    data = document(options, first, *rounds)
    assert json.loads(json.dumps(write_document(read_document(data)))) == data


WRITTEN = [
    ({"zero_sum": "on"}, {"zero_sum": True}),
    ({"zero_sum": "off"}, {}),
    ({"zero_sum": False}, {}),
    ({"place_points": "3 2 1 0"}, {}),
    ({"place_points": [3, 2, 1, 0]}, {}),
    ({"place_points": "20, 10, −10、-20"}, {"place_points": [20, 10, -10, -20]}),
    ({"place_points": "+5 ０ －５"}, {"place_points": [5, 0, -5]}),
    ({"bonuses": "革命　＋10、 Foul  out −5\n都落ち 3"},
     {"bonuses": [{"name": "革命", "points": 10}, {"name": "Foul out", "points": -5},
                  {"name": "都落ち", "points": 3}]}),
    ({"bonuses": ""}, {}),
    ({"preset": "free"}, {}),
    ({"preset": "daifugo", "place_points": [2, 1, 0], "target": 11}, {"preset": "daifugo"}),
]  # fmt: skip


@pytest.mark.parametrize(("given", "written"), WRITTEN)
def test_typed_lists_are_written_as_json(given: dict[str, Any], written: dict[str, Any]) -> None:
    assert write_document(read_document(document(given)))["options"] == written


@pytest.mark.parametrize("key", [key for key, ruleset in RULESETS.items() if ruleset.preset_of])
def test_a_preset_is_an_option_of_the_sheet(key: str) -> None:
    """Also where a document names it for a game, and whatever it says of the game beside it."""
    ruleset = RULESETS[key]
    for data in (document({"preset": key}), document({}, game=key), document({"preset": key}, game="uno")):
        read = read_document(data)
        assert (read.ruleset, read.options) == (ruleset, ruleset.defaults)
        assert write_document(read) == document({"preset": key})


def test_free_is_the_sheet_itself() -> None:
    read = read_document(document({"preset": "free"}, game="daifugo"))
    assert (read.ruleset, read.options) == (RULESETS["sheet"], RULESETS["sheet"].defaults)
