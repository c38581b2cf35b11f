"""結果の入力 of 川越ドボン: the number and the payer's hand, jokers, 一発 and the victim's return."""

from tests.helpers import Phone, entry_form, html, text

FOUR = ("A", "B", "C", "D")
CLAIM = {"kind": "dobon", "callers": "0", "victim": "1", "card": "9", "hand-0": "2 7", "hand-1": "3 K"}


def kawagoe(**options: object) -> Phone:
    return Phone().open_table(FOUR, game="kawagoe", **options)


def test_page(db: None) -> None:
    page = kawagoe().show("round_new")
    form = entry_form(page)
    shown = text(page)
    assert "Opening dobon" in shown
    assert " Jk:" in html(page)
    assert "data-suit-keys" not in html(page)
    assert 'value="burst"' not in html(page)
    assert "riichi-0" not in form
    assert "sum-0" in form
    assert form["returns"] == [""]


def test_the_hand_of_the_winner_is_asked_because_it_multiplies(db: None) -> None:
    phone = kawagoe()
    answer = phone.send(phone.fill({**CLAIM, "hand-0": ""}))
    assert answer.status_code == 422
    assert "Still needed: hands of A" in text(answer)
    plain = kawagoe(twos="off", joker_factor="off")
    plain.record({**CLAIM, "hand-0": ""})
    assert plain.points()["A"] == 25
