"""印: a person looks the same on every page, and two at one table can be made to differ."""

import re
from collections import defaultdict

from scorekeeper.circles.models import CircleChange, Player, rare_colors
from tests.doors import ask, circle_of, page
from tests.helpers import DOBON, OUT, Phone, html

MARK = re.compile(r'<i class="mark seat-(\d+)[^"]*"[^>]*>(?:<span class="pair">)?([^<]+)<')
PICK = re.compile(r'name="color" value="(\d+)"')


def colors_in(texts: list[str]) -> dict[str, set[str]]:
    result = defaultdict(set)
    for color, mark in (pair for text in texts for pair in MARK.findall(text)):
        result[mark].add(color)
    return dict(result)


def colors(phone: Phone) -> dict[str, int]:
    return dict(circle_of(phone).players.values_list("name", "color"))


def clash(phone: Phone) -> Player:
    """大輔, who has the colour of あき from now on."""
    people = circle_of(phone).players
    people.filter(name="大輔").update(color=people.get(name="あき").color)
    return people.get(name="大輔")


def test_one_look_on_every_page(phone: Phone) -> None:
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


def test_people_who_come_get_a_colour_that_few_have(phone: Phone) -> None:
    """Ten colours: the twelfth person has that of the second, but not beside her."""
    circle = circle_of(phone)
    for number in range(7):
        Player.objects.create(circle=circle, name=f"Guest {number}")
    assert sorted(colors(phone).values()) == [0, *range(10)]
    people = circle.players.all()
    ben = people.get(name="Ben")
    assert (ben.color, next(rare_colors(people)), next(rare_colors(people, [ben]))) == (1, 1, 2)


def test_the_second_of_two_who_look_alike_is_offered_another_colour_for_good(phone: Phone) -> None:
    daisuke = clash(phone)
    shown = html(phone.show("table"))
    assert "<bdi>大輔</bdi> looks like <bdi>あき</bdi>" in shown
    assert PICK.findall(shown) == ["3", "4", "5", "6"]
    phone.post(phone.url("seat_look"), {"player": str(daisuke.pk), "color": "4"})
    assert colors(phone) == {"あき": 0, "Ben": 1, "Chie": 2, "大輔": 4}
    assert "looks like" not in html(phone.show("table"))
    change = CircleChange.objects.get()
    assert (change.player, change.before, change.after) == (daisuke, {"color": 0}, {"color": 4})


def test_what_is_not_offered_changes_nothing(phone: Phone) -> None:
    daisuke = clash(phone)
    for form in ({}, {"color": "1"}, {"color": "x"}, {"color": "4", "player": "0"}):
        answer = phone.post(phone.url("seat_look"), {"player": str(daisuke.pk)} | form)
        assert answer.status_code == 302
        assert not CircleChange.objects.exists()
    phone.record(DOBON)
    assert "looks like" not in html(phone.show("table")), "nor is it offered once a round was played"


def test_the_form_of_a_person_has_every_colour_once(phone: Phone) -> None:
    number = circle_of(phone).players.get(name="Chie").pk
    shown = html(phone.get(page(phone, "person_edit", number)))
    assert PICK.findall(shown) == [str(color) for color in range(10)]
