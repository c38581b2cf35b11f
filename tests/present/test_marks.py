"""印: marks and colours, chosen or given."""

import pytest

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
    found = dict(spread(dict(enumerate(chosen)), 10))
    assert [found[number] for number in range(len(chosen))] == colors
