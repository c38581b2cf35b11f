"""What was written by the defaults of an earlier version comes out the same (``tests/data/README.md``)."""

import gzip
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.archive.circle_reading import read_evenings, read_head
from scorekeeper.rules.rule_sets import read_rule_set
from scorekeeper.scoring.document import read_document, write_document
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.reporting import report
from tests.archive.test_circle import DOCUMENTS
from tests.scoring.tables import session

DATA = Path(__file__).parent.parent / "data" / "22582b3"


def data_of(name: str) -> Any:
    return json.loads(gzip.decompress((DATA / f"{name}.json.gz").read_bytes()))


WRITTEN = data_of("documents")


def numbers(reported: dict[str, Any]) -> dict[str, Any]:
    """A report without its texts: payments, changes of points and final results."""
    keys = ("from", "to", "points", "code")
    final = {key: value for key, value in reported["final"].items() if key != "why"}
    return {
        "payments": [
            [[one[key] for key in keys] for one in entry["transfers"]] for entry in reported["rounds"]
        ],
        "rounds": [{key: entry[key] for key in ("change", "balance", "pot")} for entry in reported["rounds"]],
        "problems": [[one["code"] for one in entry["problems"]] for entry in reported["rounds"]],
        "ended": reported["ended"],
        "final": final,
    }


@pytest.mark.parametrize("name", WRITTEN)
def test_a_document_without_a_version_comes_out_as_it_did(name: str) -> None:
    document = read_document(WRITTEN[name]["document"])
    reported = json.loads(json.dumps(report(document, str)))
    assert numbers(reported) == numbers(WRITTEN[name]["replay"])
    assert document.version == 1
    assert write_document(document) == WRITTEN[name]["document"]


BEFORE_ROWS: dict[str, Any] = json.loads(
    gzip.decompress((DATA.parent / "before-rows" / "expected.json.gz").read_bytes())
)["sessions"]


@pytest.mark.parametrize("sid", BEFORE_ROWS)
def test_an_export_of_the_first_tables_comes_out_as_it_did(sid: str) -> None:
    stored = BEFORE_ROWS[sid]
    played = read_document(json.loads(stored["export"])).replay()
    assert played.state.balances == stored["points"]
    moved = [{who: points for who, points in one.change.items() if points} for one in played.scored]
    assert moved == stored["moved"]


def test_every_evening_of_a_circle_comes_out_as_it_did() -> None:
    data, points = data_of("circle"), data_of("circle-points")
    evenings = list(read_evenings(data, read_head(data)))
    assert {one.id for one in evenings} == points.keys()
    for evening in evenings:
        reported = json.loads(json.dumps(report(evening.document, str)))
        final = {key: reported["final"][key] for key in ("balance", "money", "payments")}
        change = [list(one["change"].values()) for one in reported["rounds"]]
        assert {"change": change, **final} == points[evening.id]


@pytest.mark.parametrize("game", data_of("defaults"))
def test_the_defaults_of_the_first_version(game: str) -> None:
    """A house rule that has come since has the value by which rounds were scored without it."""
    usual = asdict(RULESETS[game].defaults_at(1))
    assert {key: usual[key] for key in data_of("defaults")[game]} == data_of("defaults")[game]


@pytest.mark.parametrize("game", RULESETS)
def test_earlier_defaults_differ_from_those_that_follow(game: str) -> None:
    ruleset = RULESETS[game]
    assert all(last < ruleset.version for last in ruleset.earlier)
    for last, earlier in ruleset.earlier.items():
        after = ruleset.defaults_at(last + 1)
        assert {key: getattr(after, key) for key in earlier}.items().isdisjoint(earlier.items())
    assert ruleset.defaults_at(ruleset.version) == ruleset.defaults


@pytest.mark.parametrize("game", RULESETS)
@pytest.mark.parametrize("newer", [0, 1])
def test_a_version_is_written_where_it_is_not_the_first(game: str, newer: int) -> None:
    ruleset = RULESETS[game]
    data = {"format": 1, "game": ruleset.game, "version": ruleset.version + newer, "players": ["A", "B", "C"]}
    data |= {"options": ruleset.named, "rounds": []}
    if newer:
        with pytest.raises(ReadError, match=r"version\.newer") as caught:
            read_document(data)
        assert caught.value.where == "version"
        return
    DOCUMENTS(data)
    document = read_document(data)
    assert document.options == ruleset.defaults
    assert write_document(document).get("version", 1) == ruleset.version


@pytest.mark.parametrize("game", ["kawagoe", "dotenko"])
@pytest.mark.parametrize(("version", "starter"), [(1, "B"), (2, "")])
def test_who_deals_after_an_opening(game: str, version: int, starter: str) -> None:
    """B is claimed and deals; C's opening 7 is lost by A and B, of whom version 1 lets B deal on."""
    rounds = [
        {"kind": "dobon", "callers": ["A"], "victim": "B", "card": "9", "hands": {"A": ["9"], "B": ["K"]}},
        {"kind": "opening", "callers": ["C"], "card": "7", "hands": {"C": ["3", "4"]}},
    ]
    played = session("A B C", *rounds, game=game, version=version).replay()
    assert played.state.starter == starter
    assert [note.code for note in played.scored[-1].outcome.remarks] == ["note.dealer_open"] * (version > 1)


@pytest.mark.parametrize(
    ("version", "lasts"), [({}, "round"), ({"version": 1}, "round"), ({"version": 2}, "turn")]
)
def test_a_rule_set_is_read_by_the_defaults_of_its_version(version: dict[str, int], lasts: str) -> None:
    rules = read_rule_set({"format": 1, "rule_set": {"name": "x", "game": "teyaku", **version}})
    assert (rules.options.riichi_lasts, rules.lost) == (lasts, ())
