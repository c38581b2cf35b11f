"""印: marks and colours, chosen or given."""

from types import SimpleNamespace

import pytest
from django.template import Context, Template

from scorekeeper.present.marks import clusters, spread
from scorekeeper.present.presenter import initial


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("AB", ["A", "B"]),
        ("か\u3099き", ["か\u3099", "き"]),
        ("e\u0301a", ["e\u0301", "a"]),
        ("❤️🔥", ["❤️", "🔥"]),
        ("👨‍👩‍👧‍👦x", ["👨‍👩‍👧‍👦", "x"]),
        ("👋🏽👋", ["👋🏽", "👋"]),
        ("🇯🇵🇨🇳", ["🇯🇵", "🇨🇳"]),
        ("7️⃣", ["7️⃣"]),
        ("", []),
    ],
)
def test_characters_as_people_count_them(text: str, parts: list[str]) -> None:
    assert clusters(text) == parts


def test_the_first_character_of_a_name() -> None:
    assert initial("ben") == "B"
    assert initial("👩🏽‍🚀 Ann") == "👩🏽‍🚀"


@pytest.mark.parametrize(
    ("chosen", "colors"),
    [
        ([None, None, None], [0, 1, 2]),
        ([None, 0, None], [1, 0, 2]),
        ([4, 4, None], [4, 4, 2]),
        ([1, None, 0], [1, 2, 0]),
        ([None] * 12, [*range(10), 0, 1]),
        ([3, *[None] * 9], [3, 1, 2, 0, *range(4, 10)]),
    ],
)
def test_two_at_one_table_have_one_colour_only_if_they_chose_it(
    chosen: list[int | None], colors: list[int]
) -> None:
    values = dict(spread(dict(enumerate(chosen)), 10))
    assert [values[number] for number in range(len(chosen))] == colors


@pytest.mark.parametrize(
    ("signs", "size", "html"),
    [
        ("あ", "", '<i class="mark seat-3" aria-hidden="true">あ</i>'),
        ("あ", ' "s"', '<i class="mark seat-3 s" aria-hidden="true">あ</i>'),
        ("Bé", "", '<i class="mark seat-3" aria-hidden="true"><span class="pair">Bé</span></i>'),
        ("👩🏽‍🚀", "", '<i class="mark seat-3" aria-hidden="true">👩🏽‍🚀</i>'),
        ("<", "", '<i class="mark seat-3" aria-hidden="true">&lt;</i>'),
        ("<&", "", '<i class="mark seat-3" aria-hidden="true"><span class="pair">&lt;&amp;</span></i>'),
    ],
)
def test_the_mark_of_a_seat(signs: str, size: str, html: str) -> None:
    template = Template("{% load points %}{% mark who" + size + " %}")
    assert template.render(Context({"who": SimpleNamespace(mark=signs, color=3)})) == html
