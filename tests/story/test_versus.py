"""対戦: the whole circle as a table, by game and year."""

import json
import re

from scorekeeper.circles.models import Player
from tests.doors import ask, page
from tests.helpers import Phone, html, text


def table(phone: Phone, query: str = "") -> list[list[str]]:
    """The lines of the table: the name, and what stands in each cell."""
    body = html(phone.get(page(phone, "versus") + query)).partition("<tbody>")[2].partition("</tbody>")[0]
    return [
        [
            re.sub(r"<i .*?</i>|<[^>]+>|\s+", "", cell)
            for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)
        ]
        for row in body.split("</tr>")[:-1]
    ]


def test_rows_took_from_columns(evening: Phone) -> None:
    assert table(evening) == [
        ["あき", "–", "+130", "–", "+660"],
        ["Chie", "−130", "–", "+60", "+10"],
        ["大輔", "–", "−60", "–", "–"],
        ["Ben", "−660", "−10", "–", "–"],
    ]
    shown = text(ask(evening, "versus"))
    assert "Total 0 ✓" in shown
    assert "Read across: あき took 660 points from Ben . Tap a figure" in shown
    assert "あ あき +790 C Chie −60 大 大輔 −60 B Ben −670" in shown
    assert "in no row" not in shown


def test_a_single_point(phone: Phone) -> None:
    phone.record({"kind": "adjust", "from-0": "1", "to-0": "0", "points-0": "1"})
    assert "Read across: あき took 1 point from Ben ." in text(ask(phone, "versus"))


def test_a_cell_leads_to_the_page_of_the_two(evening: Phone) -> None:
    aki, ben = (Player.objects.get(name=name).pk for name in ("あき", "Ben"))
    year = evening.session.started_at.year
    shown = html(evening.get(f"{page(evening, 'versus')}?game=gamble&year={year}"))
    assert f'<a class="gain t3" href="{aki}/{ben}/?game=gamble&amp;year={year}">+660</a>' in shown
    assert f'<a class="loss t3" href="{ben}/{aki}/?game=gamble&amp;year={year}">−660</a>' in shown


def test_what_guests_and_hidden_people_paid_is_left_out_and_told(evening: Phone) -> None:
    for left_out in ({"guest": True}, {"guest": False, "hidden": True}):
        Player.objects.filter(name="Ben").update(**left_out)
        assert table(evening) == [
            ["あき", "–", "–", "+130"],
            ["大輔", "–", "–", "−60"],
            ["Chie", "−130", "+60", "–"],
        ]
        shown = text(ask(evening, "versus"))
        assert "あ あき +130 +790 in all 大 大輔 −60 C Chie −70 −60 in all" in shown
        assert "Points paid by or to guests and hidden people are not counted in any row." in shown
        assert "penalty total" not in shown


def test_what_lies_in_the_pot_is_left_out_and_told(phone: Phone) -> None:
    """Ben paid 50 to Eva, and 100 into the pot for riichi, where they stay as nobody won."""
    rounds = [
        {"kind": "adjust", "transfers": [{"from": "Ben", "to": "Eva", "points": 50, "reason": "bet"}]},
        {"kind": "nogame", "turnup": "H9", "bottom": "SK", "riichi": ["Ben"]},
    ]
    data = {"format": 1, "game": "teyaku", "players": ["Ben", "Eva"], "rounds": rounds}
    phone.sid = phone.post("/import/", {"document": json.dumps(data)})["Location"].strip("/").split("/")[1]
    shown = text(ask(phone, "versus"))
    assert "E Eva +50 B Ben −50 −150 in all" in shown
    assert "Points paid into or out of the pot" in shown
    assert "guests" not in shown


def test_nothing_yet(phone: Phone) -> None:
    assert "No points have changed hands yet." in text(ask(phone, "versus"))
    phone.record({"kind": "nogame"})
    assert "No points have changed hands yet." in text(ask(phone, "versus"))
