"""結果の入力 of ギャンブル・ドボン: what it does not have, and what it borrows."""

from scorekeeper.play.table import Table
from tests.helpers import DOBON, OUT, Phone, entry_form, html, text


def test_nothing_of_the_other_games(phone: Phone) -> None:
    page = phone.show("round_new")
    form = entry_form(page)
    others = {"returns", "count", "target", "turnup", "bottom", "riichi-0", "yaku-n-0", "count-0", "player"}
    assert not others & set(form)
    for name in ("data-suit-keys", " Jk:", 'value="opening"', 'value="draw"', 'value="burst"'):
        assert name not in html(page)


def test_what_a_chombo_costs_stands_at_the_correction(phone: Phone) -> None:
    words = "where your table takes points for it, enter them here"
    assert words in text(phone.show("round_new"))
    assert words not in text(Phone().open_table(game="kawagoe").show("round_new"))


def test_borrowed_burst_and_jokers(db: None) -> None:
    phone = Phone().open_table(burst="on", jokers=2)
    assert " Jk:" in html(phone.show("round_new"))
    phone.record({"kind": "burst", "player": "0"})
    assert phone.points() == {"あき": -30, "Ben": 10, "Chie": 10, "大輔": 10}


def test_borrowed_fewest_cards(db: None) -> None:
    phone = Phone().open_table(deckout="fewest")
    form = entry_form(phone.show("round_new"))
    assert "count-0" in form
    assert "starter" not in form
    counts = {f"count-{seat}": str(seat + 1) for seat in range(4)}
    phone.record({"kind": "deckout", **counts})
    assert phone.points() == {"あき": 600, "Ben": -100, "Chie": -200, "大輔": -300}


def test_a_correction_with_the_pot_can_be_edited(db: None) -> None:
    phone = Phone().open_table(riichi="on")
    move = {"kind": "adjust", "from-0": "0", "to-0": "pot", "points-0": "50", "reason-0": "foul"}
    phone.record(move)
    assert phone.points()["あき"] == -50
    form = entry_form(phone.show("round_edit", 1))
    assert (form["from-0"], form["to-0"]) == (["0"], ["pot"])


def test_yaku_that_multiply_are_asked_however_the_round_ended(db: None) -> None:
    # B's K is 10, D's 2 and 10 are 60, A's 5 rounds to 10; a yaku of 3 trebles what C gets: 30+180+30
    own = {"yaku-who-0": "2", "yaku-name-0": "clean", "yaku-n-0": "3"}
    phone = Phone().open_table(yaku_factor="on")
    assert "yaku-who-0" in entry_form(phone.show("round_new"))
    phone.record({**OUT, **own})
    assert phone.points()["Chie"] == 240
    assert "clean" in text(phone.show("round", 1))
    assert "Each yaku entered for the winner multiplies" in text(phone.show("rules"))


def test_more_than_the_pot_holds_is_said_before_it_is_recorded(db: None) -> None:
    phone = Phone().open_table(riichi="on")
    move = {"kind": "adjust", "from-0": "pot", "to-0": "0", "points-0": "500"}
    preview = phone.send(phone.fill(move), "preview")
    assert "500 are taken out of the pot, which holds 0; the rest comes from the penalty total." in text(
        preview
    )
    phone.record(move)
    assert (phone.points()["あき"], Table(phone.session).replay.state.pot) == (500, 0)


def test_saved_edit_leads_to_the_receipt(phone: Phone) -> None:
    phone.record()
    assert f'data-done="{phone.url("table")}"' in html(phone.show("round_new"))
    assert f'data-done="{phone.url("table")}"' in html(phone.show("round_insert", 1))
    assert f'data-done="{phone.url("round", 1)}"' in html(phone.show("round_edit", 1))


def test_many_warnings_take_one_line(phone: Phone) -> None:
    facts = {**DOBON, "hand-0": "2 3", "hand-2": "A A A A A"}
    preview = phone.send(phone.fill(facts), "preview")
    assert '<details class="warn"' in html(preview)
    assert "All 2" in text(preview)
