"""結果の入力 of どてんこ: the number on the table, chains of returns, opening claims and bursts."""

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
