"""Several phones at a table, set up by requests instead of pages."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import THREE, Phone, cards

AT_ONCE_MS = 2000
"""The longest time until the other phones show what one phone did."""
YEN = {
    "stakes-unit": "円",
    "stakes-per_point": "1",
    "stakes-round_to": "10",
    "stakes-top_bonus": "gap_times_players",
}


def lose(phone: Phone, table: str, *moves: tuple[int, int, int]) -> None:
    """Record moves of points: from which seat to which, and how many."""
    named = {
        f"{what}-{row}": str(value)
        for row, move in enumerate(moves)
        for what, value in zip(("from", "to", "points"), move, strict=True)
    }
    phone.report(table, kind="adjust", **named)


def friends(phones: OpenPhone) -> tuple[Phone, Phone, str]:
    """Two phones at a table; the second joined by the link and has its page open."""
    first, second = phones(), phones()
    path = first.post("/new/", name=THREE)
    join(first, second, path)
    return first, second, path


def join(first: Phone, second: Phone, path: str) -> None:
    """The second joins by the link of the first; it may use another address of the server."""
    second.ask(first.invitation(path))
    second.go(path)


def fill(phone: Phone, hand: str) -> None:
    """あき is out; Ben has `hand`, Chie a single 5: R(5)=10."""
    phone.click(f"kind-out who-0 {cards(hand, '5')}")


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
    host.click("kind-out who-0")
    host.tap("ask")
    expect(host.page.locator(".ticks li")).to_have_count(asked)


def set_wishes(phone: Phone, path: str, *names: str) -> None:
    """Post the form of the settings with these switches on."""
    place = f"{path}settings/"
    carried = dict(re.findall(r'name="(day|key|revision)"[^>]* value="([^"]+)"', phone.ask(place)))
    assert phone.post(place, **carried, **dict.fromkeys(names, "on")) == path
    phone.ask(path)  # the message "saved" is shown here, not over the keys of the next page
