"""結果の入力 of どてんこ: the number on the table, chains of returns, opening claims and bursts."""

from scorekeeper.play.models import Round
from tests.helpers import Phone, entry_form, html, text

FIVE = ("A", "B", "C", "D", "E")


def dotenko(names: tuple[str, ...] = FIVE, **options: object) -> Phone:
    return Phone().open_table(names, game="dotenko", **options)


def test_page(db: None) -> None:
    page = dotenko().show("round_new")
    form = entry_form(page)
    assert form["kind"] == ["dobon"]
    shown = text(page)
    assert all(word in shown for word in ("Dotenko", "Sho-tenko", "Burst", "No game"))
    assert "Went out" not in shown
    assert 'value="out"' not in html(page)
    assert "turnup" not in form
    assert "riichi-0" not in form
    assert "sum-0" not in form
    assert "count-0" not in form
    assert form["returns"] == ["", "", "", ""]


def test_only_the_number_is_paid(db: None) -> None:
    """D-1 without any hand: J is 11."""
    phone = dotenko()
    assert phone.play({"kind": "dobon", "callers": "0", "victim": "1", "card": "J"}).status_code == 302
    assert phone.points() == {"A": 11, "B": -11, "C": 0, "D": 0, "E": 0}
    assert "Dotenko! A hit B on J" in text(phone.show("table"))


def test_the_claim_is_checked_where_a_hand_is_given(db: None) -> None:
    """D-2: 2+3+4 is 9, so it does not claim a 10; an ace is +1 or −1 (D-9)."""
    phone = dotenko()
    wrong = phone.fill({"kind": "dobon", "callers": "0", "victim": "1", "card": "10", "hand-0": "2 3 4"})
    assert "2+3+4=9, not 10" in text(phone.send(wrong, "preview"))
    right = {**wrong, "hand-0": "A 8", "card": "7"}
    assert "−A+8=7 ✓" in text(phone.send(right, "preview"))


def test_a_chain_of_returns_in_order(db: None) -> None:
    """D-11: A claims a J of D, B returns, C returns B: C gets 11 · 2 · 2 from B."""
    phone = dotenko()
    facts = {"kind": "dobon", "callers": "0", "victim": "3", "card": "J", "returns": ["1", "2"]}
    assert phone.play(facts).status_code == 302
    assert phone.points() == {"A": 0, "B": -44, "C": 44, "D": 0, "E": 0}
    assert Round.objects.get().facts["returns"] == ["1", "2"]
    assert "Dotenko returned! C hit B on J" in text(phone.show("table"))
    assert entry_form(phone.show("round_edit", 1))["returns"] == ["1", "2", "", ""]


def test_the_player_of_the_card_may_return(db: None) -> None:
    """D-5 and D-8: the one who played the J returns: 22 from the caller."""
    phone = dotenko()
    phone.play({"kind": "dobon", "callers": "0", "victim": "3", "card": "J", "returns": ["3"]})
    assert phone.points() == {"A": -22, "B": 0, "C": 0, "D": 22, "E": 0}


def test_opening_and_its_return(db: None) -> None:
    """D-4: five players, opening claim on 6: +24.  D-6: returned, 6 · 4 · 2 = 48 from the caller."""
    phone = dotenko()
    phone.play({"kind": "opening", "callers": "0", "card": "6"})
    assert phone.points() == {"A": 24, "B": -6, "C": -6, "D": -6, "E": -6}
    assert "Sho-tenko! A on 6" in text(phone.show("table"))
    phone.play({"kind": "opening", "callers": "0", "card": "6", "returns": ["1"]})
    assert phone.points() == {"A": -24, "B": 42, "C": -6, "D": -6, "E": -6}


def test_burst(db: None) -> None:
    """D-7: 10 to each of four others."""
    phone = dotenko()
    assert phone.play({"kind": "burst", "player": "4"}).status_code == 302
    assert phone.points() == {"A": 10, "B": 10, "C": 10, "D": 10, "E": -40}
    assert "E burst" in text(phone.show("table"))


def test_every_error_stands_at_its_field(db: None) -> None:
    phone = dotenko()
    answer = phone.send(phone.fill({"kind": "dobon"}))
    assert answer.status_code == 422
    shown = text(answer)
    assert "Choose the caller." in shown
    assert "Choose the claimed player." in shown
    assert "Choose the claimed card." in shown
    assert 'href="#f-card"' in html(answer)
    assert "Choose whose hand was full." in text(phone.send(phone.fill({"kind": "burst"})))
    assert "Choose the caller." in text(phone.send(phone.fill({"kind": "opening"})))


def test_a_kind_that_the_rules_do_not_have(db: None) -> None:
    phone = dotenko(burst="off")
    assert 'value="burst"' not in html(phone.show("round_new"))
    assert phone.send(phone.fill({"kind": "burst", "player": "0"})).status_code == 422


def test_a_combination_counts_as_the_top_card_or_as_the_sum(db: None) -> None:
    """3+6 played on a 9: the top card's 6, or 9 where the table counts every card."""
    assert "target" not in entry_form(dotenko().show("round_new"))
    phone = dotenko(number_counts="each")
    phone.play({"kind": "dobon", "callers": "0", "victim": "1", "card": "6", "target": "9"})
    assert phone.points()["A"] == 9


def test_several_callers_are_a_chain(db: None) -> None:
    """Two callers sent at once: the second returns the first."""
    phone = dotenko()
    phone.play({"kind": "dobon", "callers": ["0", "2"], "victim": "1", "card": "5"})
    assert phone.points() == {"A": -10, "B": 0, "C": 10, "D": 0, "E": 0}
    form = entry_form(phone.show("round_edit", 1))
    assert form["callers"] == ["0", "2"]
