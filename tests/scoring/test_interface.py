"""The interface for other programs: few names, all documented, errors that name an argument, the schema."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper import scoring
from scorekeeper.scoring import ReadError, claim, combo, read_document, report, rules, settle
from scorekeeper.scoring.json_schema import FILE, session_schema
from tests.scoring.tables import dobon, document

DOCUMENT = Path(__file__).parents[2] / "docs" / "engine.md"
SESSION = document("A B", dobon("9", {"A": "3 6", "B": "K"}), game="kawagoe", version=2)


def test_few_names_and_all_of_them_are_documented() -> None:
    section = DOCUMENT.read_text(encoding="utf-8").split("## Use in other programs")[1].split("\n## ")[0]
    rows = "\n".join(re.findall(r"^\| (`[^|]+) \|", section, re.MULTILINE))
    assert set(re.findall(r"`([A-Za-z_]+)", rows)) == set(scoring.__all__)
    assert len(scoring.__all__) <= 10
    assert all(hasattr(scoring, name) for name in scoring.__all__)


def test_texts_are_japanese_unless_another_language_is_asked_for() -> None:
    session = read_document(SESSION)
    assert report(session) == report(session, lang="ja") != report(session, lang="en")
    assert rules("gamble") == rules("gamble", lang="ja") != rules("gamble", lang="zh-hans")


def test_what_a_claim_and_a_play_depend_on() -> None:
    assert claim("teyaku", "6", "9 9", count=3)["valid"]  # 3 x 6 = 9+9
    assert not claim("teyaku", "6", "9 9")["valid"]
    assert claim("kawagoe", "10", "3 7 Jk Jk", opening=True)["how"] == "3+7=10"
    assert claim("dotenko", "Jk", "A A", options={"joker_card": "zero"})["valid"]  # A-A = 0
    assert combo("33333", players=4)["type"] == "bomb"
    assert combo("33344455", options={"wings_repeat": "yes"})["legal"]


@pytest.mark.parametrize(
    ("call", "where", "code"),
    [
        (lambda: claim("gamble", "9", "9", count=2), "count", "claim.no_play"),
        (lambda: claim("teyaku", "9", "9", count=0), "count", "whole.bounds"),
        (lambda: claim("gamble", "9", "9", opening=True), "opening", "claim.no_play"),
        (lambda: combo("3", players=5), "players", "option.choice"),
        (lambda: settle([("A", 0)]), "balances", "type.object"),
    ],
)
def test_an_error_names_the_argument(call: Callable[[], object], where: str, code: str) -> None:
    with pytest.raises(ReadError) as caught:
        call()
    assert (caught.value.where, caught.value.code) == (where, code)


def test_the_schema_in_the_file_is_what_the_facts_declare() -> None:
    """Where a fact was changed on purpose, ``python -m scorekeeper.scoring.json_schema`` writes it again."""
    assert json.loads(FILE.read_text(encoding="utf-8")) == session_schema()
