"""The tables and groups that the screens show, each made on first use."""

import base64
import json
import re
import zlib
from collections.abc import Callable
from urllib.parse import parse_qsl

from playwright.sync_api import expect

from tests.browser.evenings import OLD, TIGHT, USUAL, evening, ruled, tightest
from tests.browser.phone import Phone, cards
from tests.browser.tables import YEN, lose, open_round, set_wishes, table_of_three

COMPARED = 3
"""The number of evenings from which on a year compares them."""


class World(dict[str, str]):
    """Paths of tables and groups by name; a missing one is made on the server."""

    def __init__(self, open_one: Callable[..., Phone]) -> None:
        self.open_one, self.host = open_one, open_one()
        self.phones = {"nobody": open_one(), "host": self.host}

    def __missing__(self, name: str) -> str:
        MAKERS.get(name, _table)(self, name)
        return self[name]


def _table(world: World, name: str) -> None:
    game, _, count = name.partition("-")
    if count == "fresh":
        document = evening(game, USUAL, rounds=False)
    else:
        document = evening(game, int(count)) if count else tightest(game)
    world[name] = world.host.bring(document)


def _usual(world: World, _name: str) -> None:
    """A table with a viewer."""
    world["usual"] = world.host.bring(evening("gamble", USUAL))
    _watch(world, "usual")


def _watch(world: World, table: str) -> None:
    watching = world.phones.setdefault("watching", world.open_one())
    watching.ask(world.host.invitation(world[table], "viewer"))


def _voided(world: World, _name: str) -> None:
    world["voided"] = world.host.bring(evening("gamble", USUAL))
    world.host.go(f"{world['voided']}rounds/1/void/")
    world.host.tap("#bar button[value=confirm]")
    world.host.page.wait_for_url(re.compile(r"/t/[\w-]+/(rounds/1/)?$"))


def _ruled(world: World, _name: str) -> None:
    world["ruled"] = world.host.bring(ruled())


def _group(world: World, _name: str) -> None:
    """A group with an ended table, evenings of a year, saved rules, API keys and seasons."""
    host = world.host
    world["ended"] = host.bring(tightest() | {"rate": {"unit": "円", "per_point": "1", "round_to": 10}})
    host.end(world["ended"])
    host.post(f"{world['ended']}share/", sheet="1", key="the-page-of-the-result")
    world["page"] = host.found(r'value="https?://[^/]+(/r/[^"]+)"', f"{world['ended']}share/")
    world["circle"] = host.found(r"(/circles/[\w-]+/)", world["ended"])
    circle = world["circle"]
    _watch(world, "ended")
    packed = zlib.compress(json.dumps({"format": 1, "rule_set": OLD}).encode())
    world["code"] = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    world["kept"] = host.post(f"{circle}rules/", code=world["code"], name=OLD["name"])
    world["key"] = world["kept"].split("/")[-2]
    _evenings(world)
    host.post(f"{circle}seasons/", name="春のシーズン", first="2026-01-01", last="")
    host.post(f"{world['night']}share/")
    host.go(f"{circle}tokens/")
    named(host)
    for name, pattern, page in (
        ("somebody", rf"({circle}people/\d+/)edit/", f"{circle}people/"),
        ("pair", r'href="(\d+/\d+/)\?', f"{circle}versus/"),
        ("season", rf'"({circle}seasons/\d+/)"', f"{circle}seasons/"),
        ("night_page", r"(/n/[\w.-]+/)", f"{world['night']}share/"),
        ("token", rf"({circle}tokens/\d+/)", f"{circle}tokens/"),
        ("link", rf"({circle}links/\d+/)", f"{circle}settings/"),
        ("device", rf"({circle}devices/\d+/)", f"{circle}settings/"),
        ("part", r'href="([^"]+/clear/part/[^"]+)"', f"{circle}bills/"),
    ):
        world[name] = host.found(pattern, page).replace("&amp;", "&")
    host.post(f"{world['device']}rename/", name="とてもとても長い名前の端末そのいち番")
    _files(world)


def _evenings(world: World) -> None:
    """Evenings of a year, some of them settled together in yen, and one that still runs."""
    host, circle = world.host, world["circle"]
    out = {"kind": "out", "winner": "0", "hand-1": "K", "hand-2": "2 10", "hand-3": "5"}
    for _evening in range(COMPARED):
        table = host.post(f"{circle}new/", game="gamble", name=TIGHT[:USUAL])
        host.report(table, **out)
        host.end(table)
    world["year"] = host.own_context.request.get(f"{host.base}{circle}year/").url.removeprefix(host.base)
    for number in range(4):
        table = host.post(f"{circle}new/", game="gamble", name=TIGHT, **YEN)
        lose(host, table, (1, 0, 12340), (2, 0, 3200), (4, 3, 20560 + number))
        host.end(table)
    open_ = re.findall(r'name="table" value="([^"]+)"', host.ask(f"{circle}bills/"))
    bill = host.post(f"{circle}bills/", table=open_[:2], key="evenings-together")
    suggested = re.findall(r'href="([^"]+/payment/\?[^"]+)"', host.ask(bill))[0].replace("&amp;", "&")
    given = dict(parse_qsl(suggested.partition("?")[2])) | {"amount": "5000"}
    sent = dict(re.findall(r'name="(revision|key)" value="([^"]+)"', host.ask(bill)))
    world["bill"] = host.post(suggested.partition("?")[0], **given, **sent)
    world["night"] = host.found(rf"({circle}nights/[0-9-]+/)", circle)
    world["carried"] = host.post(f"{circle}new/", game="gamble", name=TIGHT)


def _files(world: World) -> None:
    """One imported file of the group, and one whose import waits for confirmation."""
    host, circle = world.host, world["circle"]
    data = json.loads(host.ask(f"{circle}export.json"))
    evening = data["sessions"][0]
    for name in ("there", "plan"):
        known = [evening] if name == "there" else []
        data["sessions"] = [*known, {**evening, "id": f"elsewhere-{name}"}]
        data["people"].append({"name": f"Dan {name}"})
        host.go(f"{circle}file/")
        file = {"name": "x.json", "mimeType": "application/json", "buffer": json.dumps(data).encode()}
        host.page.locator("#id_file").set_input_files([file])  # type: ignore[list-item]
        host.tap("save")
        host.page.wait_for_url(re.compile(r"/file/[\w-]+/$"))
        world[name] = host.page.url.removeprefix(host.base)
        if name == "there":
            host.tap("save")
            expect(host.page.locator("#h-there")).to_be_visible()


def _collecting(world: World, _name: str) -> None:
    """A table with two phones and an open collection of hands."""
    world.phones["asking"], world.phones["asked"], world["collecting"] = table_of_three(world.open_one)
    open_round(world.phones["asking"])


def _waiting(world: World, _name: str) -> None:
    """A table with two phones and a round that waits for a second person."""
    waiting, world.phones["second"], path = table_of_three(world.open_one)
    world.phones["waiting"], world["waiting"] = waiting, path
    set_wishes(waiting, path, "second_person")
    waiting.enter()
    waiting.click(f"kind-out who-0 {cards('10 10', '5')}")
    waiting.confirm()
    waiting.page.wait_for_url(re.compile("/second/$"))


def named(phone: Phone) -> None:
    """Make an API key."""
    phone.page.fill("[name=name]", "台所の得点板")
    with phone.page.expect_navigation():
        phone.tap("#bar button[form]")


IN_GROUP = (
    "circle ended page code kept year bill night carried somebody pair season night_page token link device"
    " part key there plan"
)
MAKERS: dict[str, Callable[[World, str], None]] = {
    **dict.fromkeys(IN_GROUP.split(), _group),
    "usual": _usual,
    "voided": _voided,
    "ruled": _ruled,
    "collecting": _collecting,
    "waiting": _waiting,
}
