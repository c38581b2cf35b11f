"""対戦: the matrix of a circle, and the page of two people, by game and year."""

import json
import re

from scorekeeper.circles.models import Player
from tests.circle_pages import ask, circle_of, page, person
from tests.helpers import DEAL, Phone, html, text


def table(phone: Phone, query: str = "") -> list[list[str]]:
    """The rows of the matrix: the name, and the text of each cell."""
    body = html(phone.get(page(phone, "versus") + query)).partition("<tbody>")[2].partition("</tbody>")[0]
    return [
        [
            re.sub(r"<i .*?</i>|<[^>]+>|\s+", "", cell)
            for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)
        ]
        for row in body.split("</tr>")[:-1]
    ]


def test_cells_say_what_the_row_took_from_the_column(evening: Phone) -> None:
    """They lead to the pages of the two, names to the pages of people."""
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

    aki, ben = (person(evening, name).pk for name in ("あき", "Ben"))
    year = evening.session.started_at.year
    matrix = html(evening.get(f"{page(evening, 'versus')}?game=gamble&year={year}"))
    assert f'<a class="gain t3" href="{aki}/{ben}/?game=gamble&amp;year={year}">+660</a>' in matrix
    assert f'<a class="loss t3" href="{ben}/{aki}/?game=gamble&amp;year={year}">−660</a>' in matrix
    pair = html(evening.get(page(evening, "pair", aki, ben)))
    for key in (aki, ben):
        assert f'href="{page(evening, "person", key)}?game=gamble"' in pair
        assert f'href="{page(evening, "person", key)}?game=gamble"' in html(ask(evening, "versus"))
    assert evening.get(page(evening, "pair", aki, aki)).status_code == 404, "nobody is a pair alone"


def test_points_of_guests_and_hidden_people_are_left_out_with_a_note(evening: Phone) -> None:
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


def test_points_in_the_pot_are_left_out_with_a_note(phone: Phone) -> None:
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


def test_before_the_first_payment(phone: Phone) -> None:
    assert "No points have changed hands yet." in text(ask(phone, "versus"))
    phone.record({"kind": "nogame"})
    assert "No points have changed hands yet." in text(ask(phone, "versus"))


def address(phone: Phone, one: str, other: str) -> str:
    return page(phone, "pair", *(person(phone, name).pk for name in (one, other)))


def shown(phone: Phone, one: str, other: str, query: str = "") -> str:
    return text(phone.get(address(phone, one, other) + query))


def test_who_took_how_much_since_when_and_on_which_numbers(evening: Phone) -> None:
    text = shown(evening, "あき", "Ben")
    assert "あ あき あき took 660 B Ben 1 table · 3 rounds · since" in text
    assert "Dobon calls あ あき 2 Card 0 B Ben 2 K 0" in text
    assert "Neither has called Dobon on the other here." in shown(evening, "あき", "Chie")
    assert "B Ben あき took 660 あ あき" in shown(evening, "Ben", "あき")
    assert "Chie Chie took 60 大 大輔" in shown(evening, "Chie", "大輔")
    assert "あ あき ±0 大 大輔" in shown(evening, "あき", "大輔")
    Player.objects.filter(name="Ben").update(guest=True)
    assert "あき took 660" in shown(evening, "あき", "Ben"), "a guest has a page too"


def test_the_largest_payments_link_to_their_receipts(evening: Phone) -> None:
    """Chie paid 70 in the first two rounds, and was paid 10 in the third."""
    message = html(evening.get(address(evening, "Chie", "あき"))).partition("h-largest")[2]
    places = [message.index(f'href="{evening.url("round", number)}"') for number in (2, 1, 3)]
    assert places == sorted(places)
    plain = text(evening.get(address(evening, "Chie", "あき"))).partition("Largest payments")[2]
    assert plain.count("C Chie pays あ あき") == 2
    assert "あ あき pays C Chie" in plain


def test_the_line_chart_needs_two_tables(evening: Phone) -> None:
    message = html(evening.get(address(evening, "あき", "Ben")))
    assert "line-chart" not in message
    assert "A line is drawn from the second table" in message
    evening.open_table(("あき", "Ben"), circle_of(evening).public_id)
    evening.record({"kind": "out", "winner": "1", "hand-0": "K"})
    message = html(evening.get(address(evening, "あき", "Ben")))
    assert message.count('class="spot"') == 2
    plain = text(evening.get(address(evening, "あき", "Ben")))
    assert "Table Gain or loss Total" in plain
    assert "+660 +660" in plain
    assert "−10 +650" in plain


def test_claims_use_the_words_of_the_game(evening: Phone) -> None:
    """A game without claims has none, and one that they never played together nothing at all."""
    circle = circle_of(evening).public_id
    evening.open_table(("あき", "Ben", "Eva"), circle, game="doudizhu").record(DEAL)
    text = shown(evening, "あき", "Ben", "?game=doudizhu")
    assert "あき took 2 " in text
    assert "calls" not in text
    assert "have not played this together" in shown(evening, "Chie", "Eva")
    evening.open_table(("あき", "Ben"), circle, game="dotenko")
    called = {"kind": "dobon", "callers": ["0"], "victim": "1", "card": "K"}
    evening.record({**called, "hand-0": "2 J", "hand-1": "5"})
    assert "Dotenko calls" in shown(evening, "あき", "Ben", "?game=dotenko")
