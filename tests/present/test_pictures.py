"""画像: what fonts have, how texts are cut to their places, and pictures of tables that are hard to draw."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils.translation import override

from scorekeeper.play.table import Table
from scorekeeper.present.pictures import boxes, frame, letters
from scorekeeper.present.pictures.table import result, standing
from tests.browser.evenings import NAMES, evening
from tests.helpers import Phone
from tests.picture_texts import placed

LARGEST = 250_000


def table_of(document: dict[str, Any]) -> Table:
    return Table(Phone().bring_in(document).session)


@pytest.mark.parametrize(
    "text", ["あぁア阿齋髙﨑凜", "韩梅梅国门骨", "Łukasz Đặng ß Ω Иван", "♠♥♦♣ ✓ → − ± · … ◎ 円"]
)
@pytest.mark.parametrize("name", [letters.BOLD, letters.REGULAR])
def test_the_fonts_have_the_characters_of_names_and_signs(name: str, text: str) -> None:
    missing = [char for key, some in letters.runs(text, name) for char in some if not letters.has(key, char)]
    assert missing == []


@pytest.mark.parametrize("language", ["ja", "zh_Hans"])
def test_the_fonts_have_the_characters_of_the_catalogues(language: str) -> None:
    catalogues = (Path(path) / language / "LC_MESSAGES" / "django.po" for path in settings.LOCALE_PATHS)
    used = {char for path in catalogues for char in path.read_text(encoding="utf-8")} - {"\n"}
    assert {char for char in used if not letters.has(letters.REGULAR, char)} == set()


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("Ben", [(letters.BOLD, "Ben")]),
        ("あ🎲い", [(letters.BOLD, "あ"), (letters.EMOJI, "🎲"), (letters.BOLD, "い")]),
        ("👩🏽‍🚀", [(letters.EMOJI, "👩")]),
        ("🇯🇵", [(letters.BOLD, "JP")]),
        ("か\u3099\u200b", [(letters.BOLD, "が")]),
        ("Łu", [(letters.LATIN, "Ł"), (letters.BOLD, "u")]),
        ("ع", [(letters.BOLD, "ع")]),
    ],
)
def test_each_character_is_drawn_with_a_font_that_has_it(text: str, runs: list[letters.Run]) -> None:
    assert letters.runs(text, letters.BOLD) == runs


def test_text_that_does_not_fit_shrinks_and_is_then_cut() -> None:
    """Full-width characters are as wide as they are high."""
    assert letters.fit("さくら", letters.BOLD, 30, 90) == ("さくら", 30)
    assert letters.fit("さくら", letters.BOLD, 30, 75, 20) == ("さくら", 25)
    assert letters.fit("さくらもち", letters.BOLD, 30, 60, 20) == ("さく…", 20)
    assert letters.fit("🎲" * 3, letters.BOLD, 30, 1) == ("…", 30)


def test_lines_are_broken_at_spaces_and_between_cjk_characters() -> None:
    """20 pixels a character: six to a line; a full stop begins none."""
    text = letters.lines("あいうえおかき。くけこ", letters.BOLD, 20, 120, 3)
    assert text == ["あいうえおか", "き。くけこ"]
    assert letters.lines("one two three", letters.BOLD, 20, 90, 5) == ["one two", "three"]
    assert letters.lines("あ" * 30, letters.BOLD, 20, 120, 2)[1].endswith("…")


def test_colours_are_those_of_the_light_theme() -> None:
    css = (settings.BASE_DIR / "static/css/tokens/theme.css").read_text(encoding="utf-8")
    light = dict(re.findall(r"--([\w-]+): (#\w{6});", css.partition("@media")[0]))
    assert [light[f"seat-{number}"] for number in range(10)] == list(boxes.SEATS[:10])
    named = ("felt", "felt-deep", "felt-ink", "felt-gold", "ink", "ink-2", "line", "paper", "sunk")
    for name in (*named, "gain", "loss", "gold", "gold-bg"):
        assert getattr(boxes, name.upper().replace("-", "_")) == light[name]


@pytest.mark.parametrize("count", [2, 10])
def test_the_size_of_a_picture_is_limited(db: None, count: int) -> None:
    """Names of twenty characters in five scripts, six digits with a minus, money."""
    table = table_of(evening("gamble", count))
    for shape in (*frame.SHAPES.values(), frame.PREVIEW):
        for picture in (result(table, shape), standing(table, shape)):
            value = frame.png(picture)
            assert value.startswith(b"\x89PNG")
            assert 5_000 < len(value) < LARGEST


def test_every_language_has_a_picture_of_its_own(db: None) -> None:
    table, value = table_of(evening("doudizhu", 3)), set()
    for language, _name in settings.LANGUAGES:
        with override(language):
            value.add(frame.png(result(table, frame.PREVIEW)))
    assert len(value) == len(settings.LANGUAGES)


def test_no_text_is_wider_than_its_place(db: None) -> None:
    """Every text of every picture ends within it, whatever the names are."""
    table = table_of(evening("gamble", len(NAMES)))
    with placed() as texts:
        for shape in frame.SHAPES.values():
            frame.png(result(table, shape))
        frame.png(standing(table, frame.PREVIEW))
    assert len(texts) > 3 * len(NAMES)
    assert [item.words for item in texts if not 0 <= item.x <= item.end <= item.width] == []


def test_an_empty_text_leaves_no_gap() -> None:
    sheet, area = boxes.Canvas(200, 50), boxes.Area(0, 0, 200, 50)
    texts = [boxes.Text(words, 20, align="right") for words in ("", "A")]
    with placed() as result:
        boxes.Line(tuple(texts), 16).draw(sheet, area)
        texts[1].draw(sheet, area)
    assert result[-2].x == result[-1].x


def test_a_long_paragraph_shrinks_before_it_is_cut() -> None:
    """20 full-width characters in 300 pixels: two lines of 30 do not fit into 70 pixels, two of 26 do."""
    with placed() as result:
        boxes.Paragraph("あ" * 20, 30, min_size=20).draw(boxes.Canvas(300, 70), boxes.Area(0, 0, 300, 70))
    assert "".join(item.words for item in result) == "あ" * 20
    assert {item.size for item in result} == {26}
