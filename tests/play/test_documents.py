"""Reading JSON that is to be stored."""

import pytest

from scorekeeper.play.documents import load_lasting
from scorekeeper.scoring.errors import ReadError


@pytest.mark.parametrize(
    ("text", "shown", "line", "column"),
    [
        (r'{"a": "\u0000"}', r"\u0000", 1, 8),
        ('{\n "a": 1,\n "b": "x\\ud800"}', r"\ud800", 3, 9),
    ],
)
def test_what_no_database_stores_is_named_with_its_place(
    text: str, shown: str, line: int, column: int
) -> None:
    with pytest.raises(ReadError) as caught:
        load_lasting(text)
    assert caught.value.code == "json.text"
    assert caught.value.values == {"text": shown, "line": line, "column": column}


def test_what_is_stored_is_read() -> None:
    assert load_lasting(r'{"a": ["\u0041", "\ud83c\udccf"]}') == {"a": ["A", "\U0001f0cf"]}
