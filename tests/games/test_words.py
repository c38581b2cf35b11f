"""No word of another language or game on the pages of an evening, texts that several games share in the words
of one of them, and what the card pad says by itself."""

import json
import re
from dataclasses import asdict
from itertools import cycle
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.http import QueryDict
from django.utils import translation
from django.utils.translation import gettext

from scorekeeper.games.dobon.page import SAYINGS, files
from scorekeeper.present.words import notes_of, rules_line
from scorekeeper.rules.forms import OptionsForm
from scorekeeper.scoring.__main__ import main
from scorekeeper.scoring.core import Note
from scorekeeper.scoring.registry import GAMES, RULESETS
from scorekeeper.scoring.sources import SOURCES
from scorekeeper.scoring.texts import for_game
from tests.helpers import Phone, text
from tests.scoring.test_cases import load
from tests.scoring.test_words import LATIN, MARKS, written

EVENINGS = [
    "gamble/pot-bank-and-seats",
    "kawagoe/both-hands-and-kept-bonuses",
    "teyaku/everything-on",
    "dotenko/borrowed-pot-and-stock",
    "doudizhu/auctions",
]
PAGES = ("table", "rounds", "settle", "rules", "referee")
NAMES = {"HTTPS", "CSV", "English", "JkB", "JkR"}
CARDS = re.compile("[A-Z]|[0-9AJQK]+")
"""A letter is the mark of a name, a row of ranks a play."""


@pytest.mark.parametrize(("name", "language"), list(zip(EVENINGS, cycle(MARKS), strict=False)))
def test_no_word_of_another_language(db: None, name: str, language: str) -> None:
    data = load(name)["document"]
    known = MARKS[language] | NAMES | set(LATIN.findall(" ".join([*written(data), data["game"], *SOURCES])))
    phone = Phone(language).bring_in(data)
    rounds = [("round", number + 1) for number in range(len(data["rounds"]))]
    for page in [*((page,) for page in PAGES), *rounds]:
        shown = text(phone.show(*page))
        for source in SOURCES.values():
            shown = shown.replace(source, "")
        words = {word for word in LATIN.findall(shown) if not CARDS.fullmatch(word)} - known
        assert words == set(), page


# the heading explains the word once; what is given back out of the pot is no return of a claim
USUAL = {
    "dotenko": {"ja": "ドボン", "zh-hans": "Dobon", "en": r"(?i:dobon)"},
    "teyaku": {"ja": "(?<!（)返し(?!ま)", "zh-hans": "(?<!（)反喊", "en": r"(?<!: )(?i:\breturn)"},
}
"""The usual word for something, by the game that has another word."""


@pytest.mark.parametrize("game", USUAL)
def test_pages_use_the_words_of_the_game(db: None, game: str) -> None:
    phone = Phone().open_table(("A", "B"), game=game)
    for language, usual in USUAL[game].items():
        for page in ("rules", "round_new"):
            shown = text(phone.get(phone.url(page), headers={"accept-language": language}))
            for source in SOURCES.values():
                shown = shown.replace(source, "")
            assert re.findall(f".{{0,20}}{usual}.{{0,20}}", shown) == [], (language, page)


def test_notes_and_the_line_of_rules_use_the_words_of_the_game_but_keep_names() -> None:
    notes = (
        Note("note.first_cancelled", {"who": "返子", "by": "Ben"}),
        Note("note.bystander", {"who": "ドボン太郎"}),
    )
    with translation.override("ja"):
        values = {game.key: notes_of(notes, for_game(game.key, gettext)) for game in GAMES}
        lines = {game.key: rules_line(game, game.defaults) for game in GAMES}
    assert values["gamble"][0] == "返子の宣言は、Benの返しで取り消しになったので数えません。"
    assert values["teyaku"][0] == "返子の宣言は、Benのカウンターで取り消しになったので数えません。"
    assert values["dotenko"][1].startswith("ドボン太郎")
    assert "返しあり" in lines["kawagoe"]
    assert "カウンターあり" in lines["teyaku"]
    assert "返し" not in lines["teyaku"]


@pytest.mark.parametrize(
    ("language", "expected"),
    [("ja", ["返し", "カウンター"]), ("en", ["Return", "Counter"]), ("zh-hans", ["反喊", "反击"])],
)
def test_a_text_without_an_entry_for_the_game_is_the_usual_one(language: str, expected: list[str]) -> None:
    with translation.override(language):
        assert [for_game(game, gettext)("Return") for game in ("kawagoe", "teyaku")] == expected
        assert for_game("teyaku", gettext)("Winner") == gettext("Winner")
        assert for_game("teyaku", gettext)("not in any catalogue") == "not in any catalogue"


@pytest.mark.parametrize(("game", "word"), [("gamble", "返し"), ("teyaku", "カウンター")])
def test_errors_of_rules_use_the_words_of_the_game(game: str, word: str) -> None:
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


def test_the_title_of_a_source_is_no_english_sentence() -> None:
    for title in SOURCES.values():
        # an address has a full stop or a slash
        words = [word.strip("(),") for word in title.split() if not {".", "/"} & set(word)]
        assert [word for word in words if re.fullmatch("[a-z]+", word)] == [], title


PAD = Path(settings.BASE_DIR) / "static" / "js" / "pad"
ON_THE_PAGE = {"tCounting"}
"""Texts that depend on the table, which are in the form."""


def test_the_texts_of_the_pad_are_those_its_scripts_use_in_each_language() -> None:
    scripts = "".join(path.read_text("utf-8") for path in PAD.glob("*.js"))
    assert set(re.findall(r"\bt[A-Z][a-zA-Z]+\b", scripts)) - ON_THE_PAGE == SAYINGS.keys()
    made = files()
    assert made.keys() == {"js/words/ja.js", "js/words/en.js", "js/words/zh-hans.js"}
    words = {name: json.loads(text.partition(" = ")[2].rstrip(";\n")) for name, text in made.items()}
    assert all(one.keys() == SAYINGS.keys() for one in words.values())
    assert words["js/words/en.js"]["tAskHand"] == "What does {name} hold?"
    assert words["js/words/ja.js"]["tNoCards"] == "手札なし"
