"""Texts that several games share, in the words of one of them."""

import json
import re
from dataclasses import asdict
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.utils import translation
from django.utils.translation import gettext

from scorekeeper.present.words import notes_of, rules_line
from scorekeeper.rules.forms import OptionsForm
from scorekeeper.scoring.__main__ import main
from scorekeeper.scoring.core import Note
from scorekeeper.scoring.registry import GAMES, RULESETS
from scorekeeper.scoring.texts import for_game


def test_a_note_speaks_the_words_of_its_game_and_leaves_names_alone() -> None:
    notes = (
        Note("note.first_cancelled", {"who": "返子", "by": "Ben"}),
        Note("note.bystander", {"who": "ドボン太郎"}),
    )
    with translation.override("ja"):
        values = {game.key: notes_of(notes, for_game(game.key, gettext)) for game in GAMES}
    assert values["gamble"][0] == "返子の宣言は、Benの返しで取り消しになったので数えません。"
    assert values["teyaku"][0] == "返子の宣言は、Benのカウンターで取り消しになったので数えません。"
    assert values["dotenko"][1].startswith("ドボン太郎")


def test_the_line_of_the_rules_speaks_the_words_of_its_game() -> None:
    games = {game.key: game for game in GAMES}
    with translation.override("ja"):
        lines = {key: rules_line(games[key], games[key].defaults) for key in ("kawagoe", "teyaku")}
    assert "返しあり" in lines["kawagoe"]
    assert "カウンターあり" in lines["teyaku"]
    assert "返し" not in lines["teyaku"]


@pytest.mark.parametrize(
    ("language", "expected"),
    [("ja", ["返し", "カウンター"]), ("en", ["Return", "Counter"]), ("zh-hans", ["反喊", "反击"])],
)
def test_a_text_without_an_entry_for_the_game_is_said_as_usual(language: str, expected: list[str]) -> None:
    with translation.override(language):
        assert [for_game(game, gettext)("Return") for game in ("kawagoe", "teyaku")] == expected
        assert for_game("teyaku", gettext)("Winner") == gettext("Winner")
        assert for_game("teyaku", gettext)("not in any catalogue") == "not in any catalogue"


@pytest.mark.parametrize(("game", "word"), [("gamble", "返し"), ("teyaku", "カウンター")])
def test_rules_that_do_not_go_together_are_told_in_the_words_of_the_game(game: str, word: str) -> None:
    rules = {**asdict(RULESETS[game].defaults), "several": "returns", "returns": "on"}
    typed = QueryDict(urlencode({f"opt-{key}": value for key, value in rules.items()}))
    with translation.override("ja"):
        text = str(OptionsForm(RULESETS[game], typed).errors)
    assert f"{word}を「何度でも」にしてください" in text


@pytest.mark.parametrize(("game", "usual"), [("dotenko", "ドボン|一発"), ("teyaku", "返(?!す$)")])
def test_no_house_rule_has_a_word_of_another_game(
    capsys: pytest.CaptureFixture[str], game: str, usual: str
) -> None:
    main(["rules", game, "--lang", "ja"])
    for rule in json.loads(capsys.readouterr().out):
        labels = [choice["label"] for choice in rule.get("choices", ())]
        assert [one for one in (rule["label"], rule["help"], *labels) if re.search(usual, one)] == []
