"""卓, 印, 判定: the page of a running session, colours of people, and the referee."""

import re
from collections import defaultdict

import pytest

from scorekeeper.circles.models import CircleChange, Player, rare_colors
from tests.circle_pages import ask, circle_of, join_by_link
from tests.helpers import DOBON, NAMES, OUT, Phone, forms, html, text

MARK = re.compile(r'<i class="mark seat-(\d+)[^"]*"[^>]*>(?:<span class="pair">)?([^<]+)<')
PICK = re.compile(r'name="color" value="(\d+)"')


def test_standing_and_change_of_the_last_round(phone: Phone) -> None:
    shown = text(phone.show("table"))
    for words in ("Deal the cards.", "Round 1 next", "Total 0 ✓", *NAMES):
        assert words in shown
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


def test_the_last_change_is_of_the_last_counted_round(phone: Phone) -> None:
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


def test_an_agreed_end_for_viewers_and_after_voiding(phone: Phone) -> None:
    """Of two rounds one is left, of one none, and one again; an ended table has none to go."""
    agreed(phone, rounds=3)
    phone.record(DOBON)
    assert "2 rounds left" in text(phone.show("table"))
    phone.record(DOBON, DOBON)
    viewer = join_by_link(phone, "viewer")
    assert buttons(viewer) == [("btn", phone.url("settle"))]
    phone.confirm_change("round_void", 1)
    assert buttons(phone) == [("btn", phone.url("round_new"))]
    assert "1 round left" in text(phone.show("table"))
    phone.press("session_end")
    assert "round left" not in text(phone.show("table"))


def test_the_loser_deals_next_and_after_several_losers_the_table_decides(db: None) -> None:
    """Chie's opening on 10: the three others pay 14 each, and the rules name none of them.

    Then Ben alone has lost.
    """
    phone = Phone().open_table(game="kawagoe")
    assert "Dealer" not in text(phone.show("table"))
    phone.record({"kind": "opening", "callers": ["2"], "card": "10", "hand-2": "2 8"})
    assert phone.points() == {"あき": -14, "Ben": -14, "Chie": 42, "大輔": -14}
    assert "Dealer: the table decides" in text(phone.show("table"))
    assert "All but the caller have lost: the table decides who deals next." in text(phone.show("round", 1))
    hands = {"hand-0": "4 5", "hand-1": "3 K"}
    phone.record({"kind": "dobon", "callers": ["0"], "victim": "1", "card": "9", **hands})
    shown = text(phone.show("table"))
    assert "Dealer: Ben" in shown
    assert "B Ben #4 deals next" in shown
    assert "starts next" not in shown
    phone.press("session_end")
    assert "Dealer" not in text(phone.show("table"))


def test_points_of_the_bank_have_a_row(db: None) -> None:
    """Ben pays 3 × 110 (54 and 60), Chie 70 (74), 大輔 nothing (4): 400 in all."""
    phone = Phone().open_table(paid_to="bank")
    phone.record(DOBON)
    shown = text(phone.show("table"))
    assert "Penalty total 400" in shown
    assert "Total 0 ✓" in shown


def colors_in(texts: list[str]) -> dict[str, set[str]]:
    result = defaultdict(set)
    for color, mark in (pair for shown in texts for pair in MARK.findall(shown)):
        result[mark].add(color)
    return dict(result)


def colors(phone: Phone) -> dict[str, int]:
    return dict(circle_of(phone).players.values_list("name", "color"))


def test_people_have_one_colour_on_every_page(phone: Phone) -> None:
    """The second table has the same people on other seats; both are played and one is over."""
    phone.record(DOBON)
    texts = [html(phone.show(name)) for name in ("table", "rounds", "settle", "sheet", "board")]
    texts.append(html(phone.get(phone.url("round", 1))))
    phone.press("session_end")
    phone.open_table(("大輔", "Chie", "Ben", "あき"), cid=circle_of(phone).public_id)
    phone.record(OUT)
    texts += [html(phone.show(name)) for name in ("table", "rounds", "settle", "sheet", "board")]
    texts += [html(ask(phone, name)) for name in ("circle", "people", "versus", "ranking")]
    marks = colors_in(texts)
    assert {mark: len(marks[mark]) for mark in "あBC大"} == dict.fromkeys("あBC大", 1)
    assert len(set.union(*(marks[mark] for mark in "あBC大"))) == 4


def test_new_people_get_rare_colours(phone: Phone) -> None:
    """Ten colours: the twelfth person has that of the second, but not beside her.

    The form of a person has every colour once.
    """
    circle = circle_of(phone)
    for number in range(7):
        Player.objects.create(circle=circle, name=f"Guest {number}")
    assert sorted(colors(phone).values()) == [0, *range(10)]
    people = circle.players.all()
    ben = people.get(name="Ben")
    assert PICK.findall(html(ask(phone, "person_edit", ben.pk))) == [str(color) for color in range(10)]
    assert (ben.color, next(rare_colors(people)), next(rare_colors(people, [ben]))) == (1, 1, 2)


def test_a_person_with_a_taken_colour_is_offered_another(phone: Phone) -> None:
    """Before the first round; any other colour changes nothing."""
    people = circle_of(phone).players
    people.filter(name="大輔").update(color=people.get(name="あき").color)
    daisuke = people.get(name="大輔")
    shown = html(phone.show("table"))
    assert "<bdi>大輔</bdi> looks like <bdi>あき</bdi>" in shown
    assert PICK.findall(shown) == ["3", "4", "5", "6"]
    for form in ({}, {"color": "1"}, {"color": "x"}, {"color": "4", "player": "0"}):
        answer = phone.post(phone.url("seat_look"), {"player": str(daisuke.pk)} | form)
        assert answer.status_code == 302
        assert not CircleChange.objects.exists()
    phone.post(phone.url("seat_look"), {"player": str(daisuke.pk), "color": "4"})
    assert colors(phone) == {"あき": 0, "Ben": 1, "Chie": 2, "大輔": 4}
    assert "looks like" not in html(phone.show("table"))
    change = CircleChange.objects.get()
    assert (change.player, change.before, change.after) == (daisuke, {"color": 0}, {"color": 4})
    people.filter(name="大輔").update(color=0)
    phone.record(DOBON)
    assert "looks like" not in html(phone.show("table")), "nor is it offered once a round was played"


@pytest.mark.parametrize(
    ("query", "game", "words"),
    [
        ({"game": "gamble", "card": "5", "hand": "2 7"}, "gamble", "✗ Not valid 2+7=9 ≠ 5"),
        ({"game": "kawagoe", "card": "5", "hand": "2 7"}, "kawagoe", "✓ Valid 7−2=5"),
        ({"game": "dotenko", "hand": "??"}, "dotenko", "No card “??”"),
        *((query, "gamble", "") for query in ({}, {"game": "nosuch"})),
    ],
)
def test_the_referee_without_a_table(db: None, query: dict[str, str], game: str, words: str) -> None:
    page = Phone().get("/referee/", query)
    assert page.status_code == (422 if "??" in words else 200)
    assert words in text(page)
    assert forms(page)["referee"]["game"] == [game]
