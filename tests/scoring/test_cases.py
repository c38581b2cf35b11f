"""Whole evenings, with results worked out by hand (``cases/<game>/*.json``)."""

import json
from dataclasses import replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.document import Document, load_json, read_document, write_document
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.reporting import report

FOLDER = Path(__file__).parent / "cases"
CASES = {f"{path.parent.name}/{path.stem}": path for path in sorted(FOLDER.glob("*/*.json"))}
GAMES = {key: ruleset for key, ruleset in RULESETS.items() if not ruleset.preset_of}
"""The games that documents name; the sessions of their presets are among theirs."""
SWITCHES = [
    (game, spec.key)
    for game, ruleset in GAMES.items()
    for spec in house_rules.specs(type(ruleset.defaults))
    if game in spec.games.split()
]
NAMED_BY_ROUNDS = ("bonuses",)
"""House rules whose values rounds name, so that no round that does can be read without them."""
OF_NO_GAME = [
    spec.key
    for defaults in {type(ruleset.defaults): None for ruleset in RULESETS.values()}
    for spec in house_rules.specs(defaults)
    if not spec.games
]


def load(name: str) -> dict[str, Any]:
    case = load_json(CASES[name].read_text(encoding="utf-8"))
    assert isinstance(case, dict)
    return case


@cache
def document(name: str) -> Document:
    return read_document(load(name)["document"])


@pytest.mark.parametrize("name", CASES)
def test_evening(name: str) -> None:
    case = load(name)
    assert sorted(case) == ["document", "expect", "name", "note"]
    assert {"change", "balance", "ended", "payments", "problems"} <= case["expect"].keys()
    assert case["document"]["game"] == name.split("/")[0]
    evening = read_document(case["document"])
    played = evening.replay()
    starters = [entry.outcome.starter for entry in played.scored]
    reported = json.loads(json.dumps(report(evening, str, played)))
    assert seen({**reported, "starters": starters}, case["expect"]) == case["expect"]


def seen(reported: dict[str, Any], expect: dict[str, Any]) -> dict[str, Any]:
    """What came out, in the shape in which the case expects it."""
    final = reported["final"]
    whole = {
        "change": [
            shaped(entry["change"], wanted)
            for entry, wanted in zip(reported["rounds"], expect["change"], strict=True)
        ],
        "balance": final["balance"],
        "ended": reported["ended"],
        "problems": [[problem["code"] for problem in entry["problems"]] for entry in reported["rounds"]],
        "not_counted": [
            [f"{note['code']} {note['who']}".strip() for note in entry["not_counted"]]
            for entry in reported["rounds"]
        ],
        "starters": reported.get("starters"),
        "result": final["result"],
        "money": final["money"],
        "payments": final["payments"],
    }
    return {key: whole[key] for key in expect}


def shaped(change: dict[str, int], wanted: object) -> object:
    return list(change.values()) if isinstance(wanted, list) else change


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_evenings_of_every_size(game: str) -> None:
    sizes = {len(document(name).players) for name in CASES if name.startswith(f"{game}/")}
    assert len([name for name in CASES if name.startswith(f"{game}/")]) >= 6
    assert {RULESETS[game].fewest_players, RULESETS[game].most_players} <= sizes


@pytest.mark.parametrize("game", GAMES)
def test_every_way_to_end_a_round_occurs(game: str) -> None:
    rows = [load(name)["document"]["rounds"] for name in CASES if name.startswith(f"{game}/")]
    ruleset = RULESETS[game]
    wanted = {*ruleset.kinds(ruleset.defaults), "adjust", "seats", "rules"}
    assert wanted <= {row["kind"] for row in chain(*rows)}


@pytest.mark.parametrize("preset", [key for key in RULESETS if key not in GAMES])
def test_every_preset_has_an_evening_that_its_usual_rules_change(preset: str) -> None:
    played = [name for name in CASES if name.startswith(f"{RULESETS[preset].game}/")]
    assert any(differs(name, "preset") for name in played if document(name).ruleset.key == preset)


@pytest.mark.parametrize(("game", "key"), SWITCHES)
def test_every_house_rule_changes_an_evening_of_its_game(game: str, key: str) -> None:
    evenings = [name for name in CASES if name.startswith(f"{game}/")]
    assert any(differs(name, key) for name in evenings), f"no case of {game} depends on {key}"


@pytest.mark.parametrize("key", OF_NO_GAME)
def test_every_house_rule_of_no_game_changes_some_evening(key: str) -> None:
    assert any(differs(name, key) for name in CASES), f"no case depends on {key}"


def differs(name: str, key: str) -> bool:
    """Whether an evening comes out otherwise with the usual value, if its other house rules allow that."""
    evening = document(name)
    default = getattr(evening.ruleset.defaults, key, None)
    if key == "preset" and evening.ruleset.preset_of:
        return outcomes(without_preset(evening)) != as_played(name)
    if getattr(evening.options, key, None) == default:
        return False
    try:
        options = replace(evening.options, **{key: default})
    except ReadError:
        return False
    usual = replace(evening, options=options)
    if key in NAMED_BY_ROUNDS and not can_be_entered(usual):
        return True
    return outcomes(usual) != as_played(name)


@cache
def as_played(name: str) -> list[object]:
    return outcomes(document(name))


def without_preset(evening: Document) -> Document:
    """The evening with what it changes of its preset, played by the usual rules of the game."""
    game = RULESETS[evening.ruleset.game]
    changed = house_rules.dump(evening.options, evening.ruleset.defaults)
    return replace(evening, ruleset=game, options=house_rules.load(game.defaults, changed))


def can_be_entered(evening: Document) -> bool:
    """Whether its house rules let every round be read."""
    try:
        read_document(write_document(evening))
    except ReadError:
        return False
    return True


def outcomes(evening: Document) -> list[object]:
    """What can be entered at all, every round, and who owes whom in the end."""
    played = evening.replay()
    rounds = [
        (entry.change, entry.outcome.starter, [problem.code for problem in entry.outcome.problems])
        for entry in played.scored
    ]
    return [evening.ruleset.kinds(evening.options), *rounds, evening.settle_up(played.state)]
