"""精算: who owes whom, ticking what is paid, and the podium."""

import re
from types import SimpleNamespace

import pytest
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.translation import override

from scorekeeper.play.models import RoundEdit, SettlementPaid
from scorekeeper.play.table import Table
from tests.helpers import DOBON, OUT, Phone, html, text, words
from tests.rules.test_start import table_for
from tests.seated import sit

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


def shared_text(page: HttpResponse) -> str:
    """What the page offers for a group chat."""
    return html(page).split('<textarea id="share-text"')[1].split(">", 1)[1].split("</textarea>")[0]


def test_evening_on_the_page_and_as_a_text(phone: Phone) -> None:
    """Two callers: +70 and +220, the victim −270, the bystander −20 (rules: 60, 210, 10 and 10)."""
    assert "Total 0 ✓" in text(phone.show("settle"))
    assert "All square: nobody pays." in text(phone.show("settle"))
    phone.record(TWO_CALLERS)
    assert phone.points() == {"あき": 70, "Ben": 220, "Chie": -270, "大輔": -20}
    page = phone.show("settle")
    shown = text(page)
    for payment in ("Chie pays あ あき 70", "Chie pays B Ben 200", "大輔 pays B Ben 20"):
        assert payment in shown
    assert "These are the fewest payments possible." in shown
    assert "1 B Ben +220 2 あ あき +70 3 大 大輔 −20 4 C Chie −270" in shown
    assert shared_text(page).splitlines() == [
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


def test_pot_top_bonus_and_rounding_in_words(db: None) -> None:
    """7600, 4800, 5000, 2300 and 300 in the pot: A 7900 − 6000 + 4000, the others down from 6000."""
    phone = Phone().bring_in(RIICHI)
    assert phone.points() == {"A": 7600, "B": 4800, "C": 5000, "D": 2300}
    shown = text(phone.show("settle"))
    assert "Left in the pot: 300. It goes to the first place: A +300." in shown
    assert "1 A A +5,900 7,900 − 6,000 top bonus +4,000" in shown
    assert "2 C C −1,000 5,000 − 6,000" in shown
    assert "Total 0 ✓" in shown
    assert "Pot 300" in text(phone.show("table"))
    assert "1 point is" not in shown
    shown = text(phone.bring_in({**RIICHI, "options": {"pot_end": "returned"}}).show("settle"))
    assert "Left in the pot: 300. It goes back to those who put it in: A +100, B +200." in shown
    assert "7,700 − 6,000" in shown
    rate = {"unit": "円", "per_point": "0.1", "round_to": 10}
    shown = text(phone.bring_in({**RIICHI, "rate": rate}).show("settle"))
    assert "1 point is 0.1 円, in steps of 10 円. Results are rounded down" in shown
    assert "+5,900 7,900 − 6,000 top bonus +4,000 +590円" in shown


def suggested(phone: Phone) -> list[tuple[str, str, int]]:
    return [(debt.payer, debt.payee, debt.points) for debt in Table(phone.session).final.debts]


def press(phone: Phone, **button: str) -> int:
    """Tick or untick a payment, without its page."""
    return int(phone.post(phone.url("settle_paid"), {**phone.form_version(), **button}).status_code)


def values(phone: Phone) -> list[str]:
    return re.findall(r'class="tick" name="paid" value="([^"]+)"', html(phone.show("settle")))


def test_tick_and_untick(evening: Phone) -> None:
    assert suggested(evening) == [("Ben", "あき", 340), ("大輔", "あき", 50), ("大輔", "Chie", 10)]
    assert press(evening, paid="1:0:340:") == 302
    assert suggested(evening) == [("大輔", "あき", 50), ("大輔", "Chie", 10)]
    shown = text(evening.show("settle"))
    assert shown.index("Ben pays あ あき 340") < shown.index("大輔 pays"), "it stays where it was"
    row = SettlementPaid.objects.get()
    assert (row.payer, row.payee, row.points, row.money) == ("1", "0", 340, "")
    assert row.device is not None

    assert press(evening, undo=str(row.pk)) == 302
    assert suggested(evening)[0] == ("Ben", "あき", 340)
    row.refresh_from_db()
    assert row.undone_at is not None
    assert row.undone_by == row.device
    actions = list(evening.session.edits.order_by("pk").values_list("action", flat=True))
    assert actions == ["add", "add", "pay", "unpay"]
    paid = RoundEdit.objects.get(action="pay")
    assert paid.after == {"from": "1", "to": "0", "points": "340", "money": ""}
    assert paid.device is not None


def test_at_an_ended_table_it_is_said_who_ticked_what(evening: Phone, stranger: Phone) -> None:
    """Nobody can take it back from another table."""
    evening.press("session_end")
    assert press(evening, paid="1:0:340:") == 302
    page = html(evening.show("settle"))
    assert "Ben → あき 340 points ✓" in page
    assert "大輔 → あき 50 points\n" in page
    assert "· unnamed phone" in text(evening.show("settle"))
    sit(evening, "大輔")
    assert "· 大輔 (unnamed phone)" in text(evening.show("settle"))
    stranger.record({"kind": "out", "winner": "0", "hand-1": "K"})
    assert press(stranger, undo=str(SettlementPaid.objects.get().pk)) == 409
    assert SettlementPaid.objects.get().undone_at is None


def test_paying_one_does_not_change_the_others(evening: Phone) -> None:
    """In whatever order they are ticked, what is left is always the rest of the first list."""
    first = values(evening)
    for count, value in enumerate(reversed(first), 1):
        assert press(evening, paid=value) == 302
        assert values(evening) == first[: len(first) - count]
    assert "Everything is paid." in text(evening.show("settle"))
    assert html(evening.show("settle")).count('name="undo"') == len(first)


def test_a_later_correction_leaves_the_difference(evening: Phone) -> None:
    """Ben has paid 340; the first round is taken back: he owed 10 and gets the rest again."""
    press(evening, paid="1:0:340:")
    evening.confirm_change("round_void", 1)
    assert evening.points() == {"あき": -10, "Ben": -10, "Chie": 80, "大輔": -60}
    owed = {"あき": -10 - 340, "Ben": -10 + 340, "Chie": 80, "大輔": -60}
    for payer, payee, points in suggested(evening):
        owed[payer] += points
        owed[payee] -= points
    assert set(owed.values()) == {0}
    assert ("あき", "Ben", 330) in suggested(evening)


def test_money(db: None) -> None:
    """400, −330, −70 at half a yen in steps of 10: exact 200, −165, −35 become 200, −160, −40."""
    phone = table_for(unit="円", per_point="0.5", round_to="10")
    phone.record(DOBON)
    before = values(phone)
    assert before == ["1:0:320:160", "2:0:80:40"] or before == ["1:0:340:170", "2:0:60:30"]
    assert press(phone, paid=before[0]) == 302
    assert values(phone) == before[1:]
    assert SettlementPaid.objects.get().money in ("160", "170")


@pytest.mark.parametrize(
    ("places", "steps"),
    [
        ([1, 2], ["1 A #1 −1", "2 B #2 −2"]),
        ([1, 2, 3, 4], ["1 A #1 −1", "2 B #2 −2", "3 C #3 −3"]),
        ([1, 1, 3, 4], ["1 A B #1 −1", "3 C #3 −3"]),
        ([1, 2, 2, 4], ["1 A #1 −1", "2 B C #2 −2"]),
        ([1] * 10, ["1 A B C and 7 more #1 −1"]),
        ([1, 2, *[3] * 8], ["1 A #1 −1", "2 B #2 −2", "3 C D E and 5 more #3 −3"]),
    ],
)
def test_steps(places: list[int], steps: list[str]) -> None:
    """The place of a step, who stands on it, and what they came to."""
    people = [SimpleNamespace(name=name, mark="", color=0) for name in "ABCDEFGHIJ"]
    rows = [
        SimpleNamespace(place=place, result=-place, person=person)
        for place, person in zip(places, people, strict=False)
    ]
    with override("en"):
        page = render_to_string("money/_podium.html", {"results": rows})
    shown = re.findall(r'<li class="step step-(\d)">(.*?)</span>\s*</li>', page, re.DOTALL)
    assert [f"{place} {words(step)}" for place, step in shown] == steps
