"""結果の入力 of 手役ドボン: suits, dora, riichi, own yaku, several cards at once, and counted cards."""

import pytest

from scorekeeper.play.models import Round
from tests.helpers import Phone, entry_form, text

FOUR = ("A", "B", "C", "D")
CLAIM = {
    "kind": "dobon",
    "callers": "1",
    "victim": "0",
    "card": "9",
    "hand-1": "♥3 ♥4 ♠2 Jk",
    "turnup": "♥K",
    "bottom": "♠K",
    "riichi-1": "1",
    "riichi-0": "2",
}


def teyaku(**options: object) -> Phone:
    return Phone().open_table(FOUR, game="teyaku", **options)


def test_dobon_with_everything(db: None) -> None:
    """T2-2 and T2-3 in the first round: dora 2, ura 1, joker 1: 4 yaku are 1600; the pot is 300."""
    phone = teyaku()
    assert phone.play(CLAIM).status_code == 302
    assert phone.points() == {"A": -1600 - 200, "B": 1600 - 100 + 300, "C": 0, "D": 0}
    facts = Round.objects.get().facts
    assert facts["riichi"] == ["0", "0", "1"]
    assert (facts["turnup"], facts["bottom"]) == ("HK", "SK")
    message = text(phone.show("round", 1))
    sticks = "A A pays ◎ pot riichi 100 (2 times) 200 B B pays ◎ pot riichi 100 100"
    assert f"{sticks} ◎ pot pays B B riichi 3 × 100 points = 300 300" in message


def test_the_suit_of_the_dora_is_enough(db: None) -> None:
    """Dora 2, ura 1, joker 1, as by whole cards."""
    phone = teyaku()
    phone.record({**CLAIM, "turnup": "♥", "bottom": "s"})
    assert phone.points() == {"A": -1600 - 200, "B": 1600 - 100 + 300, "C": 0, "D": 0}
    facts = Round.objects.get().facts
    assert (facts["turnup"], facts["bottom"]) == ("H", "S")
    assert "turned up ♥" in text(phone.show("round", 1))
    form = entry_form(phone.show("round_edit", 1))
    assert (form["turnup"], form["bottom"]) == (["H"], ["S"])


@pytest.mark.parametrize("typed", ["なし", ""])
def test_a_dora_that_nobody_knows(db: None, typed: str) -> None:
    """The joker alone is 200; to correct something else, the dora is not asked again."""
    phone = teyaku()
    phone.record({**CLAIM, "turnup": typed, "bottom": typed})
    assert phone.points() == {"A": -200 - 200, "B": 200 - 100 + 300, "C": 0, "D": 0}
    before = Round.objects.get().facts
    assert not {"turnup", "bottom"} & set(before)
    form = entry_form(phone.show("round_edit", 1))
    assert (form["turnup"], form["bottom"]) == (["-"], ["-"])
    phone.play({}, "round_edit", 1)
    assert Round.objects.get().facts == before


def test_a_riichi_that_lapsed(db: None) -> None:
    """Without the ura-dora 3 yaku are 800; it is asked only where a declaration can lapse."""
    phone = teyaku()
    assert "Whose riichi had lapsed?" in text(phone.show("round_new"))
    phone.record({**CLAIM, "lapsed": "1"})
    assert phone.points() == {"A": -800 - 200, "B": 800 - 100 + 300, "C": 0, "D": 0}
    assert Round.objects.get().facts["lapsed"] == ["1"]
    assert entry_form(phone.show("round_edit", 1))["lapsed"] == ["1"]
    assert "The riichi of B had lapsed" in text(phone.show("round", 1))
    assert "lapsed" not in text(teyaku(riichi_lasts="round").show("round_new"))


def test_several_cards_at_once(db: None) -> None:
    """T2-9: three 6s claimed on 18 by {9,9}; {A,5} cannot."""
    phone = teyaku()
    facts = {"kind": "dobon", "callers": "1", "victim": "0", "card": "6", "count": "3", "target": "18"}
    preview = text(phone.send(phone.fill({**facts, "hand-1": "9 9"}), "preview"))
    assert "9+9=18 ✓" in preview
    assert "not 18" in text(phone.send(phone.fill({**facts, "hand-1": "A 5"}), "preview"))


def test_streak_tag(db: None) -> None:
    phone = teyaku()
    facts = {"kind": "dobon", "callers": "1", "victim": "0", "card": "9", "hand-1": "9"}
    phone.record(facts)
    assert "streak 1" not in text(phone.show("table"))
    phone.record(facts)
    assert "streak 1" in text(phone.show("table"))
