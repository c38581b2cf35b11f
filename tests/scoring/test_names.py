"""Names: what is one, and when two are the same."""

import pytest

from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.names import LONGEST, clean_name, same_name

NAMES = [
    ("あき", "あき"), ("  Ben ", "Ben"), ("Mary   Ann", "Mary Ann"), ("太郎\u3000さん", "太郎 さん"),
    ("🎴", "🎴"),
    ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"), ("محمد", "محمد"),
    ("x" * LONGEST, "x" * LONGEST), ("O'Hara", "O'Hara"),
    ("<b>", "<b>"), ("a\nb", "a b"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "name"), NAMES)
def test_a_name(text: str, name: str) -> None:
    assert clean_name(text) == name


NO_NAMES = [
    ("", "name.empty"), ("   ", "name.empty"), ("\u3000", "name.empty"), ("\u200d", "name.empty"),
    ("x" * (LONGEST + 1), "name.long"), ("x" * 500, "name.long"), ("a\x00", "name.control"),
    ("\u202eabc", "name.control"), ("a\ufeff", "name.control"), ("\ud800", "name.control"),
    ("a\ue000", "name.control"), ("pot", "name.reserved"), ("\uff50\uff4f\uff54", "name.reserved"),
    ("Bank", "name.reserved"), ("BANK", "name.reserved"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code"), NO_NAMES)
def test_no_name(text: str, code: str) -> None:
    with pytest.raises(ReadError) as caught:
        clean_name(text, "players[1]")
    assert (caught.value.where, caught.value.code) == ("players[1]", code)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ben", "BEN"),
        ("Ben", "\uff22\uff45\uff4e"),
        ("Ben", "Ben"),
        ("ガ", "カ\u3099"),
        ("straße", "STRASSE"),
    ],
)
def test_the_same_name(one: str, other: str) -> None:
    assert same_name(one) == same_name(other)


def test_different_names() -> None:
    assert same_name("あき") != same_name("アキ")
