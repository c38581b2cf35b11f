"""単位とレート: changed at any time, after a look at who pays whom before and after."""

import re
from typing import Any

import pytest

from scorekeeper.play.models import GameSession, SettlementPaid
from tests.api.test_csv import column, read
from tests.archive.books import file_of
from tests.archive.test_importing import empty, import_data
from tests.circle_pages import ask, circle_of
from tests.helpers import DOBON, Phone, forms, html, text
from tests.money.test_settle import press, values

YEN = {"unit": "円", "per_point": "0.5", "round_to": "10"}


def send(phone: Phone, action: str, **fields: str) -> Any:
    form = forms(phone.show("rate"))["rate"]
    return phone.post(phone.url("rate"), {**form, **fields, "action": action})


@pytest.fixture
def phone(db: None) -> Phone:
    """あき has 400 of Ben's 330 and Chie's 70."""
    return Phone().open_table().record(DOBON)


def test_it_shows_who_pays_whom_before_and_after(phone: Phone) -> None:
    """あき has 200 yen, Ben owes 165 and Chie 35. In tens, losses away from zero: 200, 170, 40; the ten too
    much go back to who lost most by rounding: both 5, so to the earlier seat, Ben."""
    shown = text(send(phone, "preview", **YEN))
    before, _, after = shown.partition("From now on: 1 point = 0.5 円, in steps of 10")
    assert re.search(r"So far: points only B Ben pays あ あき 330 C Chie pays あ あき 70", before)
    assert "160円" in after
    assert "40円" in after
    assert phone.session.rate is None


def test_the_rate_is_changed_logged_and_changed_back(phone: Phone) -> None:
    """Also once the table is over.  Of several changes only the last one is taken back."""
    assert phone.url("rate") in html(phone.show("table"))
    assert send(phone, "confirm", **YEN)["Location"] == phone.url("settle")
    assert phone.session.rate == {"unit": "円", "per_point": "0.5", "round_to": 10}
    assert "160円" in text(phone.show("settle"))
    assert "points only becomes 1 point = 0.5 円, in steps of 10" in text(phone.show("session_changes"))
    phone.press("session_end")
    assert phone.url("rate") in html(phone.show("table"))
    back = forms(phone.show("session_changes"))[phone.url("rate")]
    assert phone.post(phone.url("rate"), back).status_code == 302
    assert phone.session.rate is None
    assert phone.points()["あき"] == 400
    for unit in ("円", "枚"):
        assert send(phone, "confirm", **{**YEN, "unit": unit}).status_code == 302
    assert html(phone.show("session_changes")).count(f'action="{phone.url("rate")}"') == 1


def test_ticks_in_the_old_unit_come_first(phone: Phone) -> None:
    """A form that was opened before the tick comes too late; with the tick taken back it can be changed."""
    late = forms(phone.show("rate"))["rate"]
    assert press(phone, paid=values(phone)[0]) == 302
    page = text(phone.show("rate"))
    assert "Some payments are ticked as paid in the old unit. Untick them first; nothing is lost." in page
    assert phone.post(phone.url("rate"), {**late, **YEN, "action": "confirm"}).status_code == 409
    assert send(phone, "confirm", **YEN).status_code == 422
    assert phone.session.rate is None
    assert press(phone, undo=str(SettlementPaid.objects.get().pk)) == 302
    assert send(phone, "confirm", **YEN).status_code == 302


def test_what_was_paid_keeps_its_unit(phone: Phone) -> None:
    """Chie's 70 points, unticked, are no 70円, and Ben's 160円 then no 160枚, neither here nor where the
    group's file is brought in."""
    for paid, rate in (("2:0:70:", YEN), ("1:0:320:160", {**YEN, "unit": "枚"})):
        assert press(phone, paid=paid) == 302
        assert press(phone, undo=str(SettlementPaid.objects.latest("pk").pk)) == 302
        assert send(phone, "confirm", **rate).status_code == 302
    for log in (phone.show("session_changes"), ask(phone, "changes")):
        assert text(log).count("Chie → あき 70") == 2
        assert "70円" not in text(log)
    for shown, times in (("changes", 2), ("payments", 1)):
        assert text(ask(phone, shown)).count("160円") == times
        assert "160枚" not in text(ask(phone, shown))
    assert column(read(phone, phone.url("payments_csv")), "Unit") == ["", "円"]
    other = empty()
    import_data(other, file_of(circle_of(phone)))
    assert [row.unit for row in SettlementPaid.objects.filter(session__circle=other)] == ["", "円"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"per_point": "2"}, "Name the unit."),
        ({"unit": "円", "round_to": "0.5"}, "円"),
        ({"unit": "円", "per_point": "-1"}, "greater than or equal"),
    ],
)
def test_errors(phone: Phone, fields: dict[str, str], words: str) -> None:
    answer = send(phone, "confirm", **fields)
    assert answer.status_code == 422
    assert words in text(answer)
    assert phone.session.rate is None


def test_a_rate_after_another_phones_change_is_stale(phone: Phone, second: Phone) -> None:
    form = {**forms(phone.show("rate"))["rate"], **YEN, "action": "confirm"}
    other = {**forms(second.show("rate"))["rate"], "unit": "枚", "action": "confirm"}
    assert phone.post(phone.url("rate"), form).status_code == 302
    late = second.post(phone.url("rate"), other)
    assert late.status_code == 409
    assert "changed the settings of the table" in text(late)
    assert forms(late)["rate"]["unit"] == ["枚"]
    assert phone.session.rate == {"unit": "円", "per_point": "0.5", "round_to": 10}


def test_the_rate_of_a_game_is_offered_again(phone: Phone) -> None:
    """At the next table of the game and for a table without one; another game has none."""
    circle = phone.session.circle.public_id
    GameSession.objects.update(rate={"unit": "円", "per_point": "0.5", "round_to": 10})
    fresh = forms(phone.get(f"/circles/{circle}/new/?game=gamble"))["new"]
    offered = [fresh[f"stakes-{field}"] for field in ("unit", "per_point", "round_to")]
    assert offered == [["円"], ["0.5"], ["10"]]
    assert forms(phone.get(f"/circles/{circle}/new/?game=dotenko"))["new"]["stakes-unit"] == [""]
    phone.open_table(cid=circle)
    assert phone.session.rate is None
    assert forms(phone.show("rate"))["rate"]["unit"] == ["円"]
    assert forms(phone.get(f"/circles/{circle}/new/?game=gamble"))["new"]["stakes-unit"] == [""]
