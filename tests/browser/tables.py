"""Phones at a table, and what they do there without a look at a page."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import THREE, Phone

AT_ONCE_MS = 2000
"""How long what one phone does may take to be seen on the others."""
YEN = {
    "stakes-unit": "円",
    "stakes-per_point": "1",
    "stakes-round_to": "10",
    "stakes-top_bonus": "gap_times_players",
}


def lose(phone: Phone, table: str, *moves: tuple[int, int, int]) -> None:
    """Somebody loses so many points to somebody else, by the numbers of their seats."""
    named = {
        f"{what}-{row}": str(value)
        for row, move in enumerate(moves)
        for what, value in zip(("from", "to", "points"), move, strict=True)
    }
    phone.report(table, kind="adjust", **named)


def friends(phones: OpenPhone) -> tuple[Phone, Phone, str]:
    """Two phones at the same table, which is open on the second; that came by the link."""
    first, second = phones(), phones()
    path = first.post("/new/", name=THREE)
    join(first, second, path)
    return first, second, path


def join(first: Phone, second: Phone, path: str) -> None:
    """The second comes by the first one's link; it may reach the server by another address."""
    second.ask(first.invitation(path))
    second.go(path)


def fill(phone: Phone, hand: str) -> None:
    """あき is out; Ben has `hand`, Chie a single 5: R(5)=10."""
    phone.kind("out")
    phone.who(0)
    phone.hands(hand, "5")


def report(phone: Phone, path: str, hand: str) -> None:
    """The same round is recorded without a page."""
    phone.report(path, kind="out", winner="0", **{"hand-1": hand, "hand-2": "5"})


def scan(phones: OpenPhone, link: str, js: bool = True) -> Phone:
    phone = phones(js=js)
    phone.go(link)
    assert "/join/" not in phone.page.url
    return phone


def table_of_three(
    phones: OpenPhone, *more: str, game: str = "gamble", **look: object
) -> tuple[Phone, Phone, str]:
    """あき has opened the table, Ben has joined; both hold their own seats; `more` play too."""
    host, ben = phones(**look), phones(**look)
    path = host.post("/new/", name=[*THREE, *more], game=game)
    ben.ask(host.invitation(path))
    for seat, phone in enumerate((host, ben)):
        take_seat(phone, path, seat)
        phone.go(path)
    return host, ben, path


def take_seat(phone: Phone, path: str, seat: int) -> None:
    players = re.findall(r'name="player" value="(\d+)"', phone.ask(f"{path}me/"))
    assert phone.post(f"{path}me/", player=players[seat]) == path


def open_round(host: Phone, path: str = "", asked: int = 2) -> None:
    """あき is out; the others are asked."""
    host.enter(path)
    host.kind("out")
    host.walk("who-0 ask")
    expect(host.page.locator(".ticks li")).to_have_count(asked)


def set_wishes(phone: Phone, path: str, *names: str) -> None:
    """Switch them on with the form of the settings, which is not opened."""
    place = f"{path}settings/"
    carried = dict(re.findall(r'name="(day|key|revision)"[^>]* value="([^"]+)"', phone.ask(place)))
    assert phone.post(place, **carried, **dict.fromkeys(names, "on")) == path
    phone.ask(path)  # here it says that it is saved, not over the keys of the next page
