"""結果の入力 where a card is drawn at the end, rounds are doubled, or points go to the bank."""

from typing import Any

from scorekeeper.play.models import Round
from scorekeeper.scoring.presets import PRESETS
from tests.helpers import Phone, entry_form, html, text


def table_by(key: str, **options: Any) -> Phone:
    preset = PRESETS[key]
    return Phone().open_table(("A", "B", "C"), game=preset.game, **{**preset.options, **options})


CLAIM: dict[str, Any] = {"kind": "dobon", "callers": "0", "victim": "1", "card": "9", "hand-0": "4 5"}


def test_fields_stand_only_where_the_table_needs_them(db: None) -> None:
    plain = entry_form(Phone().open_table(("A", "B", "C")).show("round_new"))
    assert "drawn" not in plain
    assert "doublings" not in plain
    page = table_by("bottom-card").show("round_new")
    assert entry_form(page)["drawn"] == entry_form(page)["doublings"] == [""]
    assert 'data-slot="drawn"' in html(page)
    assert 'data-slot="doublings"' in html(page)


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


def test_a_card_that_is_still_to_be_drawn_is_asked_for(db: None) -> None:
    phone = table_by("drawn-card")
    assert "Still needed: the card drawn at the end" in text(phone.send(phone.fill(CLAIM), "preview"))


def test_what_cannot_be_read_is_said_at_its_field(db: None) -> None:
    phone = table_by("drawn-card")
    response = phone.play({**CLAIM, "drawn": "Z", "doublings": "x"})
    assert response.status_code == 422
    assert "is not a card" in text(response)
    assert "Enter a whole number, 0 or more." in text(response)
    assert entry_form(response)["drawn"] == ["Z"]
    assert not Round.objects.exists()


def test_what_another_kind_of_round_does_not_have_is_left_out(db: None) -> None:
    """A drawn card that was typed before the round turned out to be no game."""
    phone = table_by("drawn-card")
    assert phone.play({"kind": "nogame", "drawn": "7", "doublings": "1"}).status_code == 302
    assert Round.objects.get().facts == {"kind": "nogame"}


def test_the_claimed_card_is_needed_where_it_counts(db: None) -> None:
    phone = table_by("claimed-card")
    response = phone.play({"kind": "dobon", "callers": "0", "victim": "1", "hand-0": "4 5", "hand-1": "3"})
    assert response.status_code == 422
    assert "Choose the claimed card." in text(response)


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
