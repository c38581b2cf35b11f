"""精算: who owes whom."""

import pytest

from .helpers import DOBON, NAMES, OUT, Phone, forms, html, text

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


def test_nobody_pays(phone: Phone) -> None:
    shown = text(phone.show("settle"))
    assert "All square: nobody pays." in shown
    assert "Total 0 ✓" in shown


def test_evening(phone: Phone) -> None:
    """Two callers: +70 and +220, the victim −270, the bystander −20 (rules: 60, 210, 10 and 10)."""
    phone.play(TWO_CALLERS)
    assert phone.points() == {"あき": 70, "Ben": 220, "Chie": -270, "大輔": -20}
    shown = text(phone.show("settle"))
    for payment in ("Chie pays あ あき 70", "Chie pays B Ben 200", "大輔 pays B Ben 20"):
        assert payment in shown
    assert "These are the fewest payments possible." in shown
    assert "1 B Ben +220 2 あ あき +70 3 大 大輔 −20 4 C Chie −270" in shown


def test_text_to_share(phone: Phone) -> None:
    phone.play(TWO_CALLERS)
    page = html(phone.show("settle"))
    shared = page.split('<textarea id="share-text"')[1].split(">", 1)[1].split("</textarea>")[0]
    assert shared.splitlines()[1:] == [
        "1. Ben +220",
        "2. あき +70",
        "3. 大輔 −20",
        "4. Chie −270",
        "Chie → あき 70",
        "Chie → Ben 200",
        "大輔 → Ben 20",
        "Total 0 ✓",
    ]


def test_ties_share_a_place_on_the_page_and_in_the_text(phone: Phone) -> None:
    phone.play({**OUT, "hand-3": "K"})
    page = phone.show("settle")
    assert "1 C Chie +30 2 あ あき −10 2 B Ben −10 2 大 大輔 −10" in text(page)
    assert "2. あき −10\n2. Ben −10\n2. 大輔 −10" in html(page)


def test_many_rounds(phone: Phone) -> None:
    for _ in range(3):
        phone.play(DOBON)
    shown = text(phone.show("settle"))
    assert "Ben pays あ あき 990" in shown
    assert "Chie pays あ あき 210" in shown


def test_buttons(phone: Phone) -> None:
    assert phone.url("session_end") in forms(phone.show("settle"))
    phone.press("session_end")
    page = phone.show("settle")
    assert phone.url("session_reopen") in forms(page)
    assert phone.url("session_end") not in forms(page)
    assert "Final standing" in text(page)


@pytest.mark.parametrize("count", [2, 10])
def test_any_number_of_players(db: None, count: int) -> None:
    names = tuple(f"P{index}" for index in range(count))
    phone = Phone().open_table(names)
    hands = {f"hand-{seat}": "K" for seat in range(1, count)}
    phone.play({"kind": "out", "winner": "0", **hands})
    assert phone.points() == {"P0": 10 * (count - 1), **dict.fromkeys(names[1:], -10)}
    assert text(phone.show("settle")).count("pays P P0 10") == count - 1


def test_names_are_those_of_the_table(phone: Phone) -> None:
    shown = text(phone.show("settle"))
    assert all(name in shown for name in NAMES)
