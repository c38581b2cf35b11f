"""精算: who owes whom."""

from django.http import HttpResponse
from django.utils.formats import date_format

from tests.helpers import OUT, Phone, forms, html, text
from tests.rules.test_stakes import table_for

TWO_CALLERS = {
    "kind": "dobon",
    "callers": ["0", "1"],
    "victim": "2",
    "card": "9",
    "hand-0": "4 5",
    "hand-1": "2 7",
    "hand-2": "K",
    "hand-3": "3 8",
}


def shared_text(page: HttpResponse) -> str:
    """What the page offers for a group chat."""
    return html(page).split('<textarea id="share-text"')[1].split(">", 1)[1].split("</textarea>")[0]


def test_nobody_pays(phone: Phone) -> None:
    shown = text(phone.show("settle"))
    assert "All square: nobody pays." in shown
    assert "Total 0 ✓" in shown


def test_evening(phone: Phone) -> None:
    """Two callers: +70 and +220, the victim −270, the bystander −20 (rules: 60, 210, 10 and 10)."""
    phone.record(TWO_CALLERS)
    assert phone.points() == {"あき": 70, "Ben": 220, "Chie": -270, "大輔": -20}
    shown = text(phone.show("settle"))
    for payment in ("Chie pays あ あき 70", "Chie pays B Ben 200", "大輔 pays B Ben 20"):
        assert payment in shown
    assert "These are the fewest payments possible." in shown
    assert "1 B Ben +220 2 あ あき +70 3 大 大輔 −20 4 C Chie −270" in shown


def test_text_to_share(phone: Phone) -> None:
    phone.record(TWO_CALLERS)
    assert shared_text(phone.show("settle")).splitlines() == [
        "Gamble Dobon",
        f"{date_format(phone.session.night.day, 'DATE_FORMAT')} · 1 round",
        "1. Ben +220 points",
        "2. あき +70 points",
        "3. 大輔 −20 points",
        "4. Chie −270 points",
        "Chie → あき 70 points",
        "Chie → Ben 200 points",
        "大輔 → Ben 20 points",
        "Total 0 ✓",
    ]


def test_the_text_says_how_a_result_comes_about(db: None) -> None:
    """300 each with base 400: 300+240−400+4·100 for the first, 300−220−400 for the last."""
    phone = table_for(base="400")
    phone.record(
        {"kind": "adjust", "from-0": "1", "to-0": "0", "points-0": "220"},
        {"kind": "adjust", "from-0": "2", "to-0": "0", "points-0": "20"},
    )
    shared = shared_text(phone.show("settle"))
    assert "1. あき +540 points (points 540 − base points 400 + top bonus 100 × 4 players = 540)" in shared
    assert "4. Ben −320 points (points 80 − base points 400 = −320)" in shared


def test_the_text_says_what_points_are_in_money(db: None) -> None:
    """Two yen a point, to the full ten: 440 and 140 for 220 and 70, 540 and 40 from −270 and −20."""
    phone = table_for(unit="円", per_point="2", round_to="10", start="", top_bonus="none")
    phone.record(TWO_CALLERS)
    shared = shared_text(phone.get(phone.url("settle"), headers={"accept-language": "ja"}))
    assert "1. Ben +220点（+440円）\n2. あき +70点（+140円）" in shared
    assert "4. Chie −270点（−540円）\nChie → あき 140円" in shared


def test_ties_share_a_place_on_the_page_and_in_the_text(phone: Phone) -> None:
    phone.record({**OUT, "hand-3": "K"})
    page = phone.show("settle")
    assert "1 C Chie +30 2 あ あき −10 2 B Ben −10 2 大 大輔 −10" in text(page)
    assert "2. あき −10 points\n2. Ben −10 points\n2. 大輔 −10 points" in html(page)


def test_buttons(phone: Phone) -> None:
    assert phone.url("session_end") in forms(phone.show("settle"))
    phone.press("session_end")
    page = phone.show("settle")
    assert phone.url("session_reopen") in forms(page)
    assert phone.url("session_end") not in forms(page)
    assert "Final standings" in text(page)


RIICHI = {
    "format": 1,
    "game": "teyaku",
    "players": ["A", "B", "C", "D"],
    "stake": {"start": 5000, "base": 6000},
    "rounds": [
        {"kind": "adjust", "transfers": [{"from": "D", "to": "A", "points": 2700}]},
        {"kind": "nogame", "riichi": ["A", "B", "B"]},
    ],
}


def test_pot_and_top_bonus(db: None) -> None:
    """7600, 4800, 5000, 2300 and 300 in the pot: A 7900 − 6000 + 4000, the others down from 6000."""
    phone = Phone().bring_in(RIICHI)
    assert phone.points() == {"A": 7600, "B": 4800, "C": 5000, "D": 2300}
    shown = text(phone.show("settle"))
    assert "Left in the pot: 300. It goes to the first place: A +300." in shown
    assert "1 A A +5,900 7,900 − 6,000 top bonus +4,000" in shown
    assert "2 C C −1,000 5,000 − 6,000" in shown
    assert "Total 0 ✓" in shown
    assert "Pot 300" in text(phone.show("table"))


def test_pot_back_to_who_put_it_in(db: None) -> None:
    phone = Phone().bring_in({**RIICHI, "options": {"pot_end": "returned"}})
    shown = text(phone.show("settle"))
    assert "Left in the pot: 300. It goes back to those who put it in: A +100, B +200." in shown
    assert "7,700 − 6,000" in shown


def test_rounding_in_words(db: None) -> None:
    rate = {"unit": "円", "per_point": "0.1", "round_to": 10}
    shown = text(Phone().bring_in({**RIICHI, "rate": rate}).show("settle"))
    assert "1 point is 0.1 円, in steps of 10 円. Results are rounded down" in shown
    assert "+5,900 7,900 − 6,000 top bonus +4,000 +590円" in shown
    assert "1 point is" not in text(Phone().bring_in(RIICHI).show("settle"))
