"""卓: the running session's page."""

import re

import pytest

from tests.doors import come_in
from tests.helpers import DOBON, OUT, Phone, forms, html, text


def test_before_the_first_round(phone: Phone) -> None:
    shown = text(phone.show("table"))
    assert "Deal the cards." in shown
    assert "Round 1 next" in shown
    assert "Total 0 ✓" in shown
    assert all(name in shown for name in ("あき", "Ben", "Chie", "大輔"))


def test_standing_and_change_of_the_last_round(phone: Phone) -> None:
    phone.record(DOBON, OUT)
    shown = text(phone.show("table"))
    assert "あ あき #1 390 last round −10" in shown
    assert "Ben #4 −340 last round −10" in shown
    assert "Chie #2 starts next 10 last round +80" in shown
    assert "Starts: Chie" in shown
    assert "Round 3 next" in shown


def swap_seats(phone: Phone) -> None:
    url = phone.url("seats")
    phone.post(url, {**forms(phone.get(url))["seats"], "swap-a": "0", "swap-b": "1"})


def test_a_change_of_seats_and_no_game_leave_the_last_round_beside_the_points(phone: Phone) -> None:
    swap_seats(phone)
    assert "last round" not in text(phone.show("table"))
    phone.record(DOBON)
    for _ in range(2):
        phone.record({"kind": "nogame"})
        swap_seats(phone)
    shown = text(phone.show("table"))
    assert "400 last round +400" in shown
    assert "−330 last round −330" in shown
    assert "Round 2 next" in shown


def test_chart_from_the_second_round_on_with_an_axis_and_a_table_behind_it(phone: Phone) -> None:
    """From −660 of Ben to 800 of あき there are three round numbers."""
    phone.record(DOBON)
    assert "<polyline" not in html(phone.show("table"))
    phone.record(DOBON)
    shown = html(phone.show("table"))
    assert shown.count("<polyline") == 4
    assert re.findall(r'class="tick"[^>]*>([^<]*)<', shown) == ["−500", "0", "500"]
    assert f'href="{phone.url("sheet")}"' in shown.partition("<figure")[2].partition("</figure>")[0]


def test_ended(phone: Phone) -> None:
    phone.record(DOBON)
    phone.press("session_end")
    page = phone.show("table")
    assert "Settle up" in text(page)
    assert phone.url("round_new") not in html(page)
    assert "starts next" not in text(page)
    assert "Starts:" not in text(page)


def agreed(phone: Phone, **stake: object) -> None:
    """The table once more, with an end that was agreed."""
    phone.bring_in({**phone.show("export").json(), "stake": stake})


def buttons(phone: Phone) -> list[tuple[str, str]]:
    """The large buttons at the foot of the table: how each looks, and where it leads."""
    foot = html(phone.show("table")).split('id="bar"')[1]
    return re.findall(r'<a class="(btn[^"]*)"[^>]*\bhref="([^"]*)"', foot)


@pytest.mark.parametrize("stake", [{"rounds": 1}, {"start": 300, "end_on_bust": True}])
def test_an_agreed_end_leads_to_settling(phone: Phone, stake: dict[str, object]) -> None:
    """One round was agreed; or Ben, who began with 300, has lost 330."""
    agreed(phone, **stake)
    assert buttons(phone) == [("btn", phone.url("round_new"))]
    phone.record(DOBON)
    page = text(phone.show("table"))
    assert "Total 0 ✓ over" in page
    assert "Round 2 next" not in page
    assert "round left" not in page
    assert "rounds left" not in page
    assert "Starts:" not in page
    assert "starts next" not in page
    assert buttons(phone) == [("btn two", phone.url("round_new")), ("btn", phone.url("settle"))]


def test_an_agreed_end_for_who_only_looks_and_taken_back(phone: Phone) -> None:
    agreed(phone, rounds=1)
    phone.record(DOBON)
    viewer = come_in(phone, "viewer")
    assert buttons(viewer) == [("btn", phone.url("settle"))]
    phone.confirm_change("round_void", 1)
    assert buttons(phone) == [("btn", phone.url("round_new"))]
    assert "1 round left" in text(phone.show("table"))


def test_who_deals_next_where_the_loser_deals(db: None) -> None:
    phone = Phone().open_table(game="kawagoe")
    hands = {"hand-0": "4 5", "hand-1": "3 K"}
    phone.record({"kind": "dobon", "callers": ["0"], "victim": "1", "card": "9", **hands})
    shown = text(phone.show("table"))
    assert "Dealer: Ben" in shown
    assert "B Ben #4 deals next" in shown
    assert "starts next" not in shown


def test_the_table_decides_who_deals_where_several_have_lost(db: None) -> None:
    """Chie's opening on 10: the three others pay 14 each, and the rules name none of them."""
    phone = Phone().open_table(game="kawagoe")
    assert "Dealer" not in text(phone.show("table"))
    phone.record({"kind": "opening", "callers": ["2"], "card": "10", "hand-2": "2 8"})
    assert phone.points() == {"あき": -14, "Ben": -14, "Chie": 42, "大輔": -14}
    assert "Dealer: the table decides" in text(phone.show("table"))
    assert "All but the caller have lost: the table decides who deals next." in text(phone.show("round", 1))
    phone.press("session_end")
    assert "Dealer" not in text(phone.show("table"))


def test_what_the_bank_took_in_has_a_row(db: None) -> None:
    """Ben pays 3 × 110 (54 and 60), Chie 70 (74), 大輔 nothing (4): 400 in all."""
    phone = Phone().open_table(paid_to="bank")
    phone.record(DOBON)
    shown = text(phone.show("table"))
    assert "Penalty total 400" in shown
    assert "Total 0 ✓" in shown
