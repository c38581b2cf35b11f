"""What the card pad says by itself: each of its sentences is there, in every language, and used."""

import json
import re
from pathlib import Path

from django.conf import settings

from scorekeeper.games.dobon.page import SAYINGS, files

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
