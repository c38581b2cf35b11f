"""Three phones at one table until its evening ends: the host's, a player's, and one that only watches.

The evening and what comes of it are a case that was worked out by hand; its first rounds are brought in, and
of the others one is entered wrongly at first, and put right by the other phone later.
"""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.player import Facts, Player
from tests.browser.tables import scan
from tests.scoring.test_cases import load

CASE = "gamble/borrowed-chain-of-returns"
AT_ONCE_MS = 2000
EARLIER, WRONG, NOTICED = 3, 3, 5
"""How many rounds were played before; which is entered wrongly, and after which that is noticed (from 0)."""
SLIP = {"Ben": ["2"]}
"""Ben holds a queen, which is 10; as a 2 it is R(50)=50, and Dai has 40 more of him."""
OFF = {"Ben": -40, "Dai": 40}


@dataclass
class Table:
    """The three phones, and where their table is."""

    host: Player
    player: Player
    viewer: Player
    path: str
    link: str

    @property
    def all(self) -> tuple[Player, ...]:
        return self.host, self.player, self.viewer

    def show(self, standing: Counter[str]) -> None:
        """All screens show it at once, and the one that watches offers nothing to be entered."""
        points = [f"{points:,}".replace("-", "−") for points in standing.values()]
        for each in self.all:
            expect(each.page.locator("#scores .seat-pts b")).to_have_text(points, timeout=AT_ONCE_MS)
            expect(each.page.locator("#scores .seat-name")).to_have_text(list(standing))
        for way in ("[data-testid=enter-result]", "#main form", "#bar form", '#main a[href*="/void/"]'):
            expect(self.viewer.page.locator(way)).to_have_count(0)


def opened(phones: OpenPhone, document: Facts) -> Table:
    """The host opens the table and shows the codes; the others come by them, the player to a seat."""
    host = Player(phones(), document)
    path = host.open(EARLIER)
    link = host.phone.invitation(path)
    host.phone.go(f"{path}?link=player")
    expect(host.page.locator("#invite img.qr")).to_be_visible()
    player = scan(phones, link)
    player.tap(player.page.locator(".seat-pick").nth(1))
    player.page.wait_for_url(re.compile(rf"{path}$"))
    viewer = phones(lang="en")
    viewer.go(host.phone.invitation(path, "viewer"))
    assert viewer.page.url.endswith(path)
    host.phone.go(path)
    return Table(host, Player(player, document), Player(viewer, document), path, link)


def play(table: Table, rounds: list[Facts], changes: list[list[int]]) -> Counter[str]:
    """The host and the player enter in turn; what the others show comes without a reload.

    Returns the points that all have shown in the end.
    """
    standing = Counter(dict.fromkeys(table.host.seats, 0))
    for change in changes[:EARLIER]:
        standing.update(dict(zip(table.host.seats, change, strict=True)))
    table.viewer.phone.loaded_once()
    for number in range(EARLIER, len(rounds)):
        facts, change = rounds[number], changes[number]
        entering, other = (table.host, table.player)[:: -1 if number % 2 else 1]
        other.phone.loaded_once()
        slip = number == WRONG
        entering.enter(facts | {"hands": facts["hands"] | SLIP} if slip else facts)
        standing.update(dict(zip(table.host.seats, change, strict=True)))
        standing.update(OFF if slip else {})
        table.show(standing)
        other.phone.still_there()
        if number == NOTICED:
            table.host.phone.loaded_once()
            put_right(table)
            standing.subtract(OFF)
            table.show(standing)
            table.host.phone.still_there()
    table.viewer.phone.still_there()
    return standing


def put_right(table: Table) -> None:
    """The player's phone gives Ben the queen."""
    phone = table.player.phone
    phone.go(f"{table.path}rounds/{WRONG + 1}/")
    phone.tap(phone.page.locator('#bar a[href*="/edit/"]'))
    phone.live()
    phone.who(table.player.seats["Ben"])
    phone.tap("card-0")
    phone.keys("Q")
    expect(phone.at(f"hand-{table.player.seats['Ben']}")).to_have_value("Q")
    phone.confirm()
    phone.page.wait_for_url(f"**{table.path}rounds/{WRONG + 1}/")
    phone.go(table.path)


def settled(player: Player, path: str, payments: list[dict[str, Any]]) -> None:
    player.phone.go(f"{path}settle/")
    assert player.payments() == sorted((one["from"], one["to"], str(one["points"])) for one in payments)


def put_out(table: Table) -> None:
    """The host closes the link by which the player came."""
    host, player = table.host.phone, table.player.phone
    player.expected |= {404}
    host.go(f"{host.circle()}settings/")
    host.page.locator("#links > summary").tap()
    token = re.search(r"/join/([^?]+)", table.link)
    assert token
    came = host.page.locator("#links .way").filter(has=host.page.locator(f'input[value*="{token[1]}"]'))
    host.tap(came.locator('a[href*="/revoke/"]'))
    expect(host.page.locator("li.way")).to_have_count(1)
    host.tap("save")
    host.page.wait_for_url("**/#links")
    expect(player.page.locator(".live-note.out")).to_be_visible(timeout=AT_ONCE_MS)
    assert player.go(table.path).status == 404


def test_an_evening_on_three_phones(phones: OpenPhone) -> None:
    case = load(CASE)
    table = opened(phones, case["document"])
    assert play(table, case["document"]["rounds"], case["expect"]["change"]) == case["expect"]["balance"]
    for each in table.all:
        settled(each, table.path, case["expect"]["payments"])
    put_out(table)
    for each in (table.host, table.viewer):
        settled(each, table.path, case["expect"]["payments"])
