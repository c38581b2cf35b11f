"""結果の入力 where a card is drawn at the end, rounds are doubled, or points go to the bank."""

from typing import Any

from scorekeeper.play.models import Round
from scorekeeper.scoring.presets import PRESETS
from tests.helpers import Phone, entry_form, text


def table_by(key: str, **options: Any) -> Phone:
    preset = PRESETS[key]
    return Phone().open_table(("A", "B", "C"), game=preset.game, **{**preset.options, **options})


CLAIM: dict[str, Any] = {"kind": "dobon", "callers": "0", "victim": "1", "card": "9", "hand-0": "4 5"}


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


def test_what_another_kind_of_round_does_not_have_is_left_out(db: None) -> None:
    """A drawn card that was typed before the round turned out to be no game."""
    phone = table_by("drawn-card")
    assert phone.play({"kind": "nogame", "drawn": "7", "doublings": "1"}).status_code == 302
    assert Round.objects.get().facts == {"kind": "nogame"}


def test_penalty_points_are_only_counted(db: None) -> None:
    """Nobody receives them, so nobody is asked to pay; the fewest are first."""
    phone = table_by("penalty-points")
    phone.record({**CLAIM, "hand-1": "J", "hand-2": "3"})
    assert "penalty total" in text(phone.show("round", 1))
    shown = text(phone.show("settle"))
    assert "Points are only counted at this table: nobody pays for them." in shown
    assert "enalty total" not in shown
    assert "1 A A ±0 2 C C −3 3 B B −20" in shown


def test_the_rule_page_says_what_is_drawn(db: None) -> None:
    """The example: the 7 drawn, and two doublings."""
    shown = text(table_by("drawn-card").show("rules"))
    assert "After the claim a card is drawn" in shown
    assert "card 7 × (doublings → 4) = 28" in shown
