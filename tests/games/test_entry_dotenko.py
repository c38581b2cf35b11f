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
    assert not {"turnup", "riichi-0", "sum-0", "count-0", "target"} & set(form)
    assert form["returns"] == ["", "", "", ""]


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


def test_several_callers_are_a_chain(db: None) -> None:
    """Two callers sent at once: the second returns the first."""
    phone = dotenko()
    phone.record({"kind": "dobon", "callers": ["0", "2"], "victim": "1", "card": "5"})
    assert phone.points() == {"A": -10, "B": 0, "C": 10, "D": 0, "E": 0}
    form = entry_form(phone.show("round_edit", 1))
    assert form["callers"] == ["0", "2"]
