"""Every way a round can end, through the form: points worked out by hand from the rules."""

from typing import Any

import pytest

from tests.helpers import DOBON, Phone, entry_form, html, text

Form = dict[str, Any]

THREE = ("A", "B", "C")
FOUR = ("A", "B", "C", "D")


def hands(*typed: str, first: int = 0) -> Form:
    return {f"hand-{seat}": cards for seat, cards in enumerate(typed, first)}


def dobon(card: str, *typed: str, callers: str = "0", victim: str = "1") -> Form:
    return {"kind": "dobon", "callers": callers.split(), "victim": victim, "card": card, **hands(*typed)}


MOVES = {
    "from-0": "0",
    "to-0": "1",
    "points-0": "50",
    "reason-0": "罰",
    "from-1": "2",
    "to-1": "1",
    "points-1": "１，０００",
    "reason-1": "",
    "from-2": "",
    "to-2": "",
    "points-2": "",
    "reason-2": "",
}
ENDINGS: list[tuple[str, tuple[str, ...], Form, tuple[int, ...]]] = [
    ("sums only", THREE, {"kind": "out", "winner": "0", "sum-1": "74", "sum-2": "５"}, (80, -70, -10)),
    (
        "full-width and symbols", THREE, dobon("Ｋ", "２　Ｊ", "♠A、♥2・♣3", "a2310k"), (400, -330, -70),
    ),
    ("everybody empty", THREE, {"kind": "out", "winner": "0", **hands("なし", "-", first=1)}, (0, 0, 0)),
    ("correction, several rows", THREE, {"kind": "adjust", **MOVES}, (-50, 1050, -1000)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("names", "form", "points"), [case[1:] for case in ENDINGS], ids=[c[0] for c in ENDINGS]
)
def test_points(db: None, names: tuple[str, ...], form: Form, points: tuple[int, ...]) -> None:
    phone = Phone().open_table(names)
    expected = dict(zip(names, points, strict=True))
    response = phone.play(form)
    assert response.status_code == 302, text(response)
    assert phone.points() == expected
    receipt = text(phone.show("round", 1))
    assert "Total 0 ✓" in receipt
    for name, number in expected.items():
        sign = f"+{number:,}" if number > 0 else f"−{-number:,}" if number else "±0"
        assert f"{name} {sign}" in receipt


def test_who_starts_next(db: None) -> None:
    phone = Phone().open_table(THREE)
    phone.record({"kind": "out", "winner": "1", "hand-0": "K", "hand-2": "K"})
    assert "Starts: B" in text(phone.show("table"))
    assert entry_form(phone.show("round_new"))["starter"] == ["1"]


def test_correction_says_why(db: None) -> None:
    phone = Phone().open_table(THREE)
    phone.record({"kind": "adjust", "from-0": "0", "to-0": "1", "points-0": "50", "reason-0": "遅刻"})
    receipt = text(phone.show("round", 1))
    assert "Correction: A → B 50" in receipt
    assert "遅刻" in receipt


WARNINGS: list[tuple[Form, str]] = [
    ({"card": "Q"}, "あき: 2+J=13, not 12"),
    ({"hand-2": "♠K ♠K"}, "♠K ×2"),
]


@pytest.mark.parametrize(("change", "words"), WARNINGS)
def test_warning_is_shown_and_can_be_overruled(phone: Phone, change: Form, words: str) -> None:
    first = phone.send(phone.fill({**DOBON, **change}))
    assert first.status_code == 422
    assert words in text(first)
    assert "Record anyway" in text(first)
    assert set(phone.points().values()) == {0}

    form = entry_form(first)
    assert form["seen"] != [""]
    assert phone.send(form).status_code == 302
    receipt = text(phone.show("round", 1))
    assert "Overruled by the table" in receipt
    assert words in receipt
    assert ">overruled<" in html(phone.show("rounds"))


def test_another_warning_than_the_one_seen_is_shown_first(phone: Phone) -> None:
    form = entry_form(phone.send(phone.fill({**DOBON, "card": "Q"})))
    again = phone.send({**form, "hand-2": "K K K K", "hand-3": "K"})
    assert again.status_code == 422
    assert "K ×5" in text(again)
    assert phone.send(entry_form(again)).status_code == 302


def test_many_warnings_take_one_line(phone: Phone) -> None:
    preview = phone.send(phone.fill({**DOBON, "hand-0": "2 3", "hand-2": "A A A A A"}), "preview")
    assert '<details class="warn"' in html(preview)
    assert "All 2" in text(preview)
