"""The start page: this device's circles alone."""

import re

from scorekeeper.circles.models import Circle, Player
from tests.helpers import Phone, forms, html, text


def test_first_visit(db: None) -> None:
    page = Phone().get("/")
    assert "Open a table: pick the game, type the names." in text(page)
    assert "device" not in page.cookies


def test_every_game_begins_with_one_tap(db: None) -> None:
    """Each is named with a line about it, and leads to its own form."""
    page = Phone().get("/")
    links = re.findall(r'href="(/new/\?game=\w+)"', html(page))
    games = ("gamble", "kawagoe", "teyaku", "dotenko", "doudizhu", "sheet")
    assert links == [f"/new/?game={key}" for key in games]
    assert "Dou Dizhu One landlord against the others" in text(page)
    chosen = forms(Phone().get(links[-2]))["new"]
    assert chosen["game"] == ["doudizhu"]


def test_only_the_circles_of_this_device(phone: Phone, stranger: Phone) -> None:
    page = phone.get("/")
    assert phone.url("table") in html(page)
    assert phone.circle_url() in html(page)
    assert stranger.url("table") not in html(page)
    assert stranger.circle_url() not in html(page)
    assert phone.url("table") not in html(stranger.get("/"))
    assert phone.url("table") not in html(Phone().get("/"))


def test_circle_that_was_joined(phone: Phone, second: Phone) -> None:
    assert phone.url("table") in html(second.get("/"))


def test_people_are_named_once(phone: Phone) -> None:
    """In the name of the group; beside it where it has another name."""
    circle = Circle.objects.get()
    assert circle.name == "あき & Ben & Chie & 大輔"
    assert text(phone.get("/")).count("大輔") == 1
    Player.objects.create(circle=circle, name="Be")
    assert "あき & Ben & Chie & 大輔 ＋Be" in text(phone.get("/"))
    Player.objects.filter(name="Be").delete()
    Circle.objects.update(name="Friday")
    assert "Friday あき, Ben, Chie, 大輔" in text(phone.get("/"))


def test_a_group_is_named_after_as_many_as_there_is_room_for(db: None) -> None:
    """Three times eighteen letters and two times three between them are 60; nobody is cut."""
    names = [letter * 18 for letter in "ABCD"]
    Phone().open_table(names)
    assert Circle.objects.get().name == " & ".join(names[:3])


def test_rounds_are_counted(phone: Phone) -> None:
    phone.record()
    assert "1 round" in text(phone.get("/"))
