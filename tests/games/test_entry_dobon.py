"""結果の入力 of the dobon family: ways to end, objections, and facts of some games, worked out by hand."""

from typing import Any

import pytest

from scorekeeper.play.models import Round
from scorekeeper.scoring.presets import PRESETS
from tests.helpers import DOBON, Phone, entry_form, html, text

Form = dict[str, Any]

THREE = ("A", "B", "C")
MOVES = {
    "from-0": "0", "to-0": "1", "points-0": "50", "reason-0": "遅刻",
    "from-1": "2", "to-1": "1", "points-1": "１，０００", "reason-1": "",
    "from-2": "", "to-2": "", "points-2": "", "reason-2": "",
}  # fmt: skip
FULL_WIDTH = {
    "kind": "dobon", "callers": ["0"], "victim": "1", "card": "Ｋ",
    "hand-0": "２　Ｊ", "hand-1": "♠A、♥2・♣3", "hand-2": "a2310k",
}  # fmt: skip
ENDINGS: dict[str, tuple[Form, tuple[int, int, int], str]] = {
    "sums only": ({"kind": "out", "winner": "0", "sum-1": "74", "sum-2": "５"}, (80, -70, -10), ""),
    "full width": (FULL_WIDTH, (400, -330, -70), "Dobon! A hit B on K"),
    "nothing left": ({"kind": "out", "winner": "0", "hand-1": "なし", "hand-2": "-"}, (0, 0, 0), ""),
    "correction": ({"kind": "adjust", **MOVES}, (-50, 1050, -1000), "遅刻"),
}


@pytest.mark.parametrize(("form", "points", "words"), ENDINGS.values(), ids=ENDINGS)
def test_points(db: None, form: Form, points: tuple[int, int, int], words: str) -> None:
    phone = Phone().open_table(THREE)
    response = phone.play(form)
    assert response.status_code == 302, text(response)
    assert phone.points() == dict(zip(THREE, points, strict=True))
    receipt = text(phone.show("round", 1))
    assert "Total 0 ✓" in receipt
    assert words in receipt
    for name, number in zip(THREE, points, strict=True):
        sign = f"+{number:,}" if number > 0 else f"−{-number:,}" if number else "±0"
        assert f"{name} {sign}" in receipt


def test_who_starts_next(db: None) -> None:
    phone = Phone().open_table(THREE)
    phone.record({"kind": "out", "winner": "1", "hand-0": "K", "hand-2": "K"})
    assert "Starts: B" in text(phone.show("table"))
    assert entry_form(phone.show("round_new"))["starter"] == ["1"]


# ── warnings ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("change", "words"), [({"card": "Q"}, "あき: 2+J=13, not 12"), ({"hand-2": "♠K ♠K"}, "♠K ×2")]
)
def test_an_objection_is_shown_and_can_be_overruled(phone: Phone, change: Form, words: str) -> None:
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


def test_an_objection_that_was_not_seen_is_shown_first(phone: Phone) -> None:
    form = entry_form(phone.send(phone.fill({**DOBON, "card": "Q"})))
    again = phone.send({**form, "hand-2": "K K K K", "hand-3": "K"})
    assert again.status_code == 422
    assert "K ×5" in text(again)
    assert '<details class="warn"' in html(again), "two take one line"
    assert "All 2" in text(again)
    assert phone.send(entry_form(again)).status_code == 302


# ── a card drawn at the end, doublings, penalty points ──────────────────────────────────────────


def table_by(key: str, **options: Any) -> Phone:
    preset = PRESETS[key]
    return Phone().open_table(THREE, game=preset.game, **{**preset.options, **options})


CLAIM: Form = {"kind": "dobon", "callers": "0", "victim": "1", "card": "9", "hand-0": "4 5"}


def test_a_drawn_card_is_paid_and_kept(db: None) -> None:
    """The 2 doubles, the 8 counts: 8 · 10 · 2 = 160."""
    phone = table_by("bottom-card")
    assert phone.play({**CLAIM, "drawn": "2 8", "doublings": "1"}).status_code == 302
    assert phone.points() == {"A": 160, "B": -160, "C": 0}
    facts = Round.objects.get().facts
    assert (facts["drawn"], facts["doublings"]) == (["2", "8"], 1)
    form = entry_form(phone.show("round_edit", 1))
    assert (form["drawn"], form["doublings"]) == (["2 8"], ["1"])
    receipt = text(phone.show("round", 1))
    assert "drawn 2 8" in receipt
    assert "doubled ×2" in receipt


def test_fields_of_another_kind_of_round_are_left_out(db: None) -> None:
    """A drawn card that was typed before the round turned out to be no game.

    The example of the rules: the 7 drawn, and two doublings.
    """
    phone = table_by("drawn-card")
    assert phone.play({"kind": "nogame", "drawn": "7", "doublings": "1"}).status_code == 302
    assert Round.objects.get().facts == {"kind": "nogame"}
    rules = text(phone.show("rules"))
    assert "After the claim a card is drawn" in rules
    assert "card 7 × (doublings → 4) = 28" in rules


def test_penalty_points_are_only_counted(db: None) -> None:
    """Nobody receives them, so nobody is asked to pay; the fewest are first."""
    phone = table_by("penalty-points")
    phone.record({**CLAIM, "hand-1": "J", "hand-2": "3"})
    assert "penalty total" in text(phone.show("round", 1))
    shown = text(phone.show("settle"))
    assert "Points are only counted at this table: nobody pays for them." in shown
    assert "enalty total" not in shown
    assert "1 A A ±0 2 C C −3 3 B B −20" in shown


# ── 手役: suits, dora, riichi, own yaku, several cards at once, streaks ──────────────────────────

RIICHI = {
    "kind": "dobon", "callers": "1", "victim": "0", "card": "9", "hand-1": "♥3 ♥4 ♠2 Jk",
    "turnup": "♥K", "bottom": "♠K", "riichi-1": "1", "riichi-0": "2",
}  # fmt: skip
STICKS = "A A pays ◎ pot riichi 100 (2 times) 200 B B pays ◎ pot riichi 100 100"
KEPT: list[tuple[dict[str, str], dict[str, object], int, str]] = [
    # what else is typed, what is kept of it, the points of the yaku and words of the receipt
    # T2-2 and T2-3 in the first round: dora 2, ura-dora 1, joker 1: 4 yaku are 1600
    ({}, {"turnup": "HK", "bottom": "SK", "riichi": ["0", "0", "1"]}, 1600,
     f"{STICKS} ◎ pot pays B B riichi 3 × 100 points = 300 300"),
    ({"turnup": "♥", "bottom": "s"}, {"turnup": "H", "bottom": "S"}, 1600, "turned up ♥"),
    # nobody knows the dora: the joker alone
    ({"turnup": "なし", "bottom": "-"}, {"turnup": None, "bottom": None}, 200, ""),
    ({"turnup": "", "bottom": ""}, {"turnup": None, "bottom": None}, 200, ""),
    # without the ura-dora
    ({"lapsed": "1"}, {"lapsed": ["1"]}, 800, "The riichi of B had lapsed"),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "kept", "worth", "words"), KEPT)
def test_what_makes_yaku_is_paid_and_kept(
    db: None, typed: dict[str, str], kept: dict[str, object], worth: int, words: str
) -> None:
    """The pot is 300; to correct something else, a dora that nobody knows is not asked again."""
    phone = Phone().open_table((*THREE, "D"), game="teyaku").record({**RIICHI, **typed})
    assert phone.points() == {"A": -worth - 200, "B": worth - 100 + 300, "C": 0, "D": 0}
    facts = Round.objects.get().facts
    assert {name: facts.get(name) for name in kept} == kept
    assert words in text(phone.show("round", 1))
    assert entry_form(phone.show("round_edit", 1))["turnup"] == [facts.get("turnup", "-")]
    phone.play({}, "round_edit", 1)
    assert Round.objects.get().facts == facts


def test_streak_tag(db: None) -> None:
    phone = Phone().open_table(THREE, game="teyaku")
    for rounds in (0, 1):
        phone.record({**CLAIM, "hand-0": "9"})
        assert ("streak 1" in text(phone.show("table"))) is (rounds == 1)
