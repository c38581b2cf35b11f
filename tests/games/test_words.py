"""No word of another language on the pages of an evening; what the card pad says by itself is there."""

import json
import re
from io import StringIO
from itertools import cycle
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from scorekeeper.games.dobon.page import SAYINGS, files
from scorekeeper.scoring.sources import SOURCES
from tests.helpers import Phone, text
from tests.scoring.test_words import CASES, LATIN, MARKS, written

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
def test_no_word_of_another_language(db: None, tmp_path: Path, name: str, language: str) -> None:
    data = json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))["document"]
    known = MARKS[language] | NAMES | set(LATIN.findall(" ".join([*written(data), data["game"], *SOURCES])))
    phone = sit_down(data, language, tmp_path)
    rounds = [("round", number + 1) for number in range(len(data["rounds"]))]
    for page in [*((page,) for page in PAGES), *rounds]:
        shown = text(phone.show(*page))
        for source in SOURCES.values():
            shown = shown.replace(source, "")
        words = {word for word in LATIN.findall(shown) if not CARDS.fullmatch(word)} - known
        assert words == set(), page


def sit_down(data: object, language: str, folder: Path) -> Phone:
    """A phone at a table where an evening was played."""
    file, out = folder / "evening.json", StringIO()
    file.write_text(json.dumps(data), encoding="utf-8")
    call_command("import_session", str(file), stdout=out)
    phone = Phone(language)
    phone.sid, link = out.getvalue().split()
    phone.get(link)
    return phone


# the heading explains the word once; what is given back out of the pot is no return of a claim
USUAL = {
    "dotenko": {"ja": "ドボン", "zh-hans": "Dobon", "en": r"(?i:dobon)"},
    "teyaku": {"ja": "(?<!（)返し(?!ま)", "zh-hans": "(?<!（)反喊", "en": r"(?<!: )(?i:\breturn)"},
}
"""What other games call something, by the game that has a word of its own for it."""


@pytest.mark.parametrize("game", USUAL)
def test_a_game_is_told_in_its_own_words(db: None, game: str) -> None:
    phone = Phone().open_table(("A", "B"), game=game)
    for language, usual in USUAL[game].items():
        for page in ("rules", "round_new"):
            shown = text(phone.get(phone.url(page), headers={"accept-language": language}))
            for source in SOURCES.values():
                shown = shown.replace(source, "")
            assert re.findall(f".{{0,20}}{usual}.{{0,20}}", shown) == [], (language, page)


@pytest.mark.parametrize("title", SOURCES.values())
def test_the_title_of_a_source_is_no_english_sentence(title: str) -> None:
    # an address has a full stop or a slash
    words = [word.strip("(),") for word in title.split() if not {".", "/"} & set(word)]
    assert [word for word in words if re.fullmatch("[a-z]+", word)] == []


PAD = Path(settings.BASE_DIR) / "static" / "js" / "pad"
ON_THE_PAGE = {"tCounting"}
"""What differs from table to table comes with the form."""


def test_the_pad_says_what_there_is_and_nothing_else() -> None:
    scripts = "".join(path.read_text("utf-8") for path in PAD.glob("*.js"))
    assert set(re.findall(r"\bt[A-Z][a-zA-Z]+\b", scripts)) - ON_THE_PAGE == SAYINGS.keys()


def test_a_module_for_each_language() -> None:
    made = files()
    assert made.keys() == {"js/words/ja.js", "js/words/en.js", "js/words/zh-hans.js"}
    words = {name: json.loads(text.partition(" = ")[2].rstrip(";\n")) for name, text in made.items()}
    assert all(one.keys() == SAYINGS.keys() for one in words.values())
    assert words["js/words/en.js"]["tAskHand"] == "What does {name} hold?"
    assert words["js/words/ja.js"]["tNoCards"] == "手札なし"
