"""Every way a round can end, through the form: points worked out by hand from the rules."""

from typing import Any

import pytest

from tests.helpers import AFTER_DOBON, DOBON, Phone, entry_form, html, text

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
    # 1+50+3+10+10 = 74 → 70
    ("out", ("A", "B"), {"kind": "out", "winner": "0", "hand-1": "A 2 3 10 K"}, (70, -70)),
    # 54+60 = 114 → 110, ×3
    ("dobon", ("A", "B"), dobon("K", "2 J", "A 2 3"), (330, -330)),
    ("dobon, bystander", THREE, dobon("K", "2 J", "A 2 3", "A 2 3 10 K"), (400, -330, -70)),
    # 4 → 0, 5 → 10, 1+3 = 4 → 0, 50+5+10 = 65 → 70
    (
        "rounding of lone payers", ("A", "B", "C", "D", "E"),
        {"kind": "out", "winner": "0", **hands("4", "5", "A 3", "2 5 10", first=1)}, (80, 0, -10, 0, -70),
    ),
    # 4+4 = 8 → 10, ×3: the sum is rounded, not each hand
    ("sum, then rounded", ("A", "B"), dobon("4", "4", "4"), (30, -30)),
    # X: 10+9 = 19 → 20, ×3 = 60; Y: 10+57 = 67 → 70, ×3 = 210; Z: 11 → 10 to each
    (
        "two callers", ("X", "Y", "V", "Z"),
        dobon("9", "4 5", "2 7", "K", "3 8", callers="0 1", victim="2"), (70, 220, -270, -20),
    ),
    # the victim has 6: 6+10 → 20 ×3 = 60; 6+15 = 21 → 20 ×3 = 60; 6+57 = 63 → 60 ×3 = 180; 25 → 30 to each
    (
        "three callers", ("X", "Y", "Z", "V", "W"),
        dobon("10", "10", "7 3 5", "2 7", "6", "J Q 5", callers="0 1 2", victim="3"),
        (90, 90, 210, -300, -90),
    ),
    # the victim went out with the K: only 6+7 = 13 → 10, ×3
    ("dobon on the going-out card", ("A", "B"), dobon("K", "6 7", "-"), (30, -30)),
    # who started is not charged
    ("deck-out", THREE, {"kind": "deckout", "starter": "2", **hands("K K", "2", "9 9")}, (-20, -50, 70)),
    ("no game", THREE, {"kind": "nogame"}, (0, 0, 0)),
    ("sums only", THREE, {"kind": "out", "winner": "0", "sum-1": "74", "sum-2": "５"}, (80, -70, -10)),
    (
        "sums only at a dobon", ("A", "B"),
        {"kind": "dobon", "callers": ["0"], "victim": "1", "card": "K", "sum-0": "60", "sum-1": "54"},
        (330, -330),
    ),
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


def test_return(db: None) -> None:
    """The caller pays 10+10 = 20 → 20, ×3 to who returned it, the bystander 50."""
    phone = Phone().open_table(THREE, returns="on")
    assert phone.play({**dobon("10", "10", "3 7", "2"), "returns": ["1"]}).status_code == 302
    assert phone.points() == {"A": -60, "B": 110, "C": -50}
    assert "Returned! B hit A on 10" in text(phone.show("round", 1))


def test_return_field_only_where_the_table_plays_with_it(phone: Phone) -> None:
    assert 'name="returns"' not in html(phone.show("round_new"))
    assert 'name="returns"' in html(Phone().open_table(THREE, returns="on").show("round_new"))


WARNINGS: list[tuple[Form, str]] = [
    ({"card": "Q"}, "あき: 2+J=13, not 12"),
    ({"hand-0": "-"}, "あき has no cards and cannot claim."),
    ({"hand-2": "K K K K"}, "K ×5: too many for the cards in play (decks: 1)."),
    ({"hand-2": "♠K ♠K"}, "♠K ×2"),
    ({"hand-2": "Jk"}, "This table plays without jokers."),
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


def test_a_false_claim_pays_as_entered(phone: Phone) -> None:
    phone.record({**DOBON, "card": "Q"})
    assert phone.points() == AFTER_DOBON


def test_two_decks_hold_eight_kings(db: None) -> None:
    phone = Phone().open_table(("A", "B"), decks=2)
    shown = phone.send(phone.fill({"kind": "out", "winner": "0", "hand-1": "K K K K K K K K"}))
    assert shown.status_code == 302


REFUSED: list[tuple[dict[str, object], Form, str]] = [
    ({"out_card": "refused"}, {"hand-1": "-"}, "Ben went out with this card"),
    ({"single_claim": "refused"}, {"hand-0": "K"}, "あき claims with one card"),
]


@pytest.mark.parametrize(("options", "change", "words"), REFUSED)
def test_warnings_of_house_rules(db: None, options: dict[str, object], change: Form, words: str) -> None:
    phone = Phone().open_table(**options)
    response = phone.send(phone.fill({**DOBON, **change}))
    assert response.status_code == 422
    assert words in text(response)
