"""Every screen of the app by name, the tables that stand behind them, and how one gets to each."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.player import Facts, Player
from tests.browser.test_layout import settle
from tests.browser.test_pads import open_round, set_wishes, table_of_three
from tests.browser.test_settling import YEN, lose

GAMES = ("gamble", "kawagoe", "teyaku", "dotenko", "doudizhu")
USUAL = 4
"""How many play where it does not matter; every game can be played by so many."""
COUNTS = dict.fromkeys(GAMES, (2, USUAL, 10)) | {"doudizhu": (3, USUAL)}
NAMES = [
    "寿限無寿限無五劫の擦り切れ海砂利水魚の水",
    "Wolfeschlegelsteinha",
    "あき",
    "Maximiliane Charlott",
    "さくらのはなのさくころにうまれましたので",
    "Ben",
    "歐陽修與司馬光的朋友們都來打牌的那個晚上",
    "عبد الرحمن بن محمد ب",
    "だい",
    "I",
]
"""Six of them as long as twenty characters."""
HANDS = (["K", "8"], ["Q"], ["J", "3", "5"], ["10", "7", "A"], ["K", "Q"], ["6"], ["9", "7"], ["3"])
"""What those hold who neither claim nor pay, in turn."""
MOVES = ((1, 0, 456_780), (3, 2, 98_760), (5, 4, 123_450))
"""Six digits and a minus: from whom to whom how many points."""
COMPARED = 3
"""How many evenings a year needs before they are compared."""
LEFT_OUT = {
    "api_circle": "what programs read",
    "api_description": "what programs read",
    "api_other": "what programs read",
    "api_session": "what programs read",
    "api_sessions": "what programs read",
    "circle_payments_csv": "a file",
    "circle_rounds_csv": "a file",
    "code": "a picture, which the table page shows",
    "export": "a file",
    "circle_export": "a file",
    "join": "leads on to the table or the group",
    "manifest": "what a browser asks for by itself",
    "person_picture": "a picture, which the person's page shows",
    "night_picture": "a picture, which the night's page shows",
    "shared_night_picture": "a picture, which chats show",
    "clear_part": "the form of a payment, as at a table",
    "pads": "a part of the entry page",
    "keys": "a sheet over the entry page",
    "result_picture": "a picture, which the settling page shows",
    "payments_csv": "a file",
    "rounds_csv": "a file",
    "rule_sets_file": "a file",
    "shared_picture": "a picture, which chats show",
    "sheet_picture": "a picture, which the sheet shows",
    "set_language": "leads back to where it was chosen",
    "sheet_csv": "a file",
    "worker": "what a browser asks for by itself",
    "year_picture": "a picture, which the year shows",
    "years": "leads on to the latest year",
}
"""Addresses that can be opened and are no screens, each with the reason."""


# --- what was played


def last_round(game: str, names: Sequence[str]) -> Facts:
    """A round of the game in which everybody has a part."""
    first, second = names[0], names[1]
    if game == "doudizhu":
        deal = {"kind": "deal", "landlord": second, "bid": 3, "bombs": 2, "rockets": 1}
        return deal | {"winner": "farmers", "spring": True}
    claim = {"kind": "dobon", "callers": [second], "victim": first, "card": "9"}
    if game == "teyaku":
        shown = {"turnup": "H9", "bottom": "SK", "riichi": [second]}
        return claim | shown | {"hands": {second: ["H3", "H4", "S2"]}}
    claimed = {second: ["4", "5"], first: ["A", "2", "2", "J"]}
    others = dict(zip(names[2:], HANDS, strict=False)) if game == "gamble" else {}
    return claim | {"hands": claimed | others}


def evening(game: str, count: int, rounds: bool = True) -> Facts:
    """A session document of so many players."""
    names = NAMES[:count]
    moves = [
        {"from": names[payer], "to": names[payee], "points": points, "reason": "前回からの持ち越し"}
        for payer, payee, points in MOVES
        if payer < count
    ]
    played = [{"kind": "adjust", "transfers": moves}, last_round(game, names)]
    rate = {"unit": "円", "per_point": "2", "round_to": 10}
    document: Facts = {"format": 1, "game": game, "options": {}, "players": names, "rate": rate}
    return document | {"rounds": played if rounds else []}


def ruled() -> Facts:
    """An evening whose house rules change after the first round."""
    document = evening("gamble", USUAL)
    changed = {"kind": "rules", "options": {"dobon_factor": 2, "returns": "on", "streak": "points"}}
    return document | {"rounds": [*document["rounds"], changed, document["rounds"][-1]]}


# --- tables


@dataclass
class World:
    """What stands on the server: paths of tables and groups by name, and the cookies of each phone."""

    paths: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, list[Any]] = field(default_factory=lambda: {"nobody": []})

    def keep(self, who: str, phone: Phone) -> None:
        self.cookies[who] = phone.context.cookies()


def build(open_one: Callable[..., Phone], games: Sequence[str]) -> World:
    """Set up every table and group that the screens of these games show."""
    world, host = World(), open_one()
    world.paths["usual"] = host.bring(evening("gamble", USUAL))
    _group(host, world)
    for game in games:
        for count in COUNTS[game]:
            world.paths[f"{game}-{count}"] = host.bring(evening(game, count))
        world.paths[f"{game}-fresh"] = host.bring(evening(game, USUAL, rounds=False))
    for name in ("voided", "ended"):
        world.paths[name] = host.bring(evening("gamble", USUAL))
    _corrected(host, world)
    world.paths["ruled"] = host.bring(ruled())
    watching = open_one()
    invitation = host.ask(f"{world.paths['usual']}?link=viewer")
    watching.ask(_found(r'id="join-link".*? value="https?://[^/]+([^"]+)"', invitation))
    world.keep("host", host)
    world.keep("watching", watching)
    _together(open_one, world)
    return world


def _corrected(host: Phone, world: World) -> None:
    """A round is taken back, and a table ended."""
    host.go(f"{world.paths['voided']}rounds/1/void/")
    host.tap("#bar button[value=confirm]")
    host.page.wait_for_url(re.compile(r"/t/[\w-]+/(rounds/1/)?$"))
    _end(host, world.paths["ended"])
    world.paths["page"] = share(host, world.paths["ended"])


def share(host: Phone, path: str) -> str:
    """Make a page of a table's result, and return its path."""
    host.go(f"{path}share/")
    host.tap("#share .pick")
    with host.page.expect_navigation():
        host.tap("button[form=share]")
    return _found(r'value="https?://[^/]+(/r/[^"]+)"', host.page.content())


def _end(host: Phone, path: str) -> None:
    host.go(f"{path}settle/")
    host.tap('form[action$="/end/"] button')
    expect(host.page.locator('form[action$="/reopen/"]')).to_be_visible()


def _group(host: Phone, world: World) -> None:
    """The first group, with two tables, one of them ended, and with rules of its own."""
    circle = world.paths["circle"] = _found(r"(/circles/[\w-]+/)", host.ask("/"))
    host.go(f"{circle}new/")
    host.tap("button[form=new]")
    host.saved()
    _end(host, host.page.url.removeprefix(host.base))
    code = _found(r"/rules/shared/([\w-]+)/", host.ask("/rules/preset/twenty-rounds/"))
    world.paths["shared"] = f"/rules/shared/{code}/"
    world.paths["kept"] = host.post(f"{circle}rules/", code=code, name="金曜の夜のいつもの決まりごと")
    world.paths["somebody"] = _found(rf"({circle}people/\d+/)edit/", host.ask(f"{circle}people/"))
    world.paths["pair"] = circle + "versus/" + _found(r'href="(\d+/\d+/)\?', host.ask(f"{circle}versus/"))
    host.post(f"{circle}seasons/", name="春のシーズン", first="2026-01-01", last="")
    world.paths["season"] = _found(rf'"({circle}seasons/\d+/)"', host.ask(f"{circle}seasons/"))
    world.paths["year"] = _year(host, circle)
    _files(host, world)
    world.paths["bill"] = _bill(host, circle)
    world.paths["night"] = _found(rf"({circle}nights/[0-9-]+/)", host.ask(circle))
    host.post(f"{world.paths['night']}share/")
    world.paths["night_page"] = _found(r"(/n/[\w.-]+/)", host.ask(f"{world.paths['night']}share/"))
    world.paths["carried"] = host.post(f"{circle}new/", game="gamble", name=NAMES[:6])
    host.go(f"{circle}tokens/")
    named(host)
    world.paths["token"] = _found(rf"({circle}tokens/\d+/)", host.ask(f"{circle}tokens/"))
    for name in ("link", "device"):
        world.paths[name] = _found(rf"({circle}{name}s/\d+/)", host.ask(f"{circle}settings/"))


def _files(host: Phone, world: World) -> None:
    """A file that has come to the group, and one that is looked at."""
    circle = world.paths["circle"]
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
        world.paths[name] = host.page.url.removeprefix(host.base)
        if name == "there":
            host.tap("save")
            expect(host.page.locator("#h-there")).to_be_visible()


def _bill(host: Phone, circle: str) -> str:
    """Two evenings that are settled together, and two by themselves, in yen."""
    for number in range(4):
        table = host.post(f"{circle}new/", game="gamble", name=NAMES[:6], **YEN)
        lose(host, table, (1, 0, 12340), (2, 0, 3200), (4, 3, 20560 + number))
        _end(host, table)
    open_ = re.findall(r'name="table" value="([^"]+)"', host.ask(f"{circle}bills/"))
    bill = host.post(f"{circle}bills/", table=open_[:2], key="evenings-together")
    suggested = re.findall(r'href="([^"]+/payment/\?[^"]+)"', host.ask(bill))[0].replace("&amp;", "&")
    given = dict(parse_qsl(suggested.partition("?")[2])) | {"amount": "5000"}
    sent = dict(re.findall(r'name="(revision|key)" value="([^"]+)"', host.ask(bill)))
    return host.post(suggested.partition("?")[0], **given, **sent)


def _year(host: Phone, circle: str) -> str:
    """The year of a group with so many evenings that they are compared."""
    out = {"kind": "out", "winner": "0", "hand-1": "K", "hand-2": "2 10", "hand-3": "5"}
    for number in range(COMPARED):
        table = host.post(f"{circle}new/", game="gamble", name=NAMES[:USUAL])
        sent = {"revision": "0", "key": f"evening-{number}", "action": "confirm"}
        host.post(f"{table}rounds/new/", **out, **sent)
        _end(host, table)
    return host.context.request.get(f"{host.base}{circle}year/").url.removeprefix(host.base)


def _found(pattern: str, page: str) -> str:
    match = re.search(pattern, page, re.DOTALL)
    assert match, pattern
    return match[1]


def _together(open_one: Callable[..., Phone], world: World) -> None:
    """Two tables with two phones each: at one hands are collected, at the other a round waits for an OK."""
    asking, asked, world.paths["collecting"] = table_of_three(open_one)
    open_round(asking)
    waiting, second, path = table_of_three(open_one)
    set_wishes(waiting, path, "second_person")
    waiting.enter()
    waiting.kind("out")
    waiting.who(0)
    waiting.hands("10 10", "5")
    waiting.confirm()
    waiting.page.wait_for_url(re.compile("/second/$"))
    world.paths["waiting"] = path
    for who, phone in (("asking", asking), ("asked", asked), ("waiting", waiting), ("second", second)):
        world.keep(who, phone)


# --- what is done on a page before its picture is taken


def unfolded(phone: Phone) -> None:
    phone.page.evaluate("document.querySelectorAll('main details').forEach((fold) => { fold.open = true; })")


def sent_empty(phone: Phone) -> None:
    """The form of a page, with nothing filled in."""
    phone.page.evaluate("""document.querySelectorAll('form[method=post]').forEach((form) => {
      form.noValidate = true;
      for (const field of form.querySelectorAll('[name=name]')) field.value = '';
    })""")
    with phone.page.expect_navigation():
        phone.tap("#bar button[form]")


def named(phone: Phone) -> None:
    """A key for a program, with what it is for, made."""
    phone.page.fill("[name=name]", "台所の得点板")
    with phone.page.expect_navigation():
        phone.tap("#bar button[form]")


def nonsense(phone: Phone) -> None:
    """A document that is none."""
    phone.page.locator("#id_document").fill('{"format": 1, "game": "mahjong"}')
    phone.tap("save")
    expect(phone.page.locator("#id_document")).to_have_value(re.compile("mahjong"))


def stale(phone: Phone) -> None:
    """A round from a form that was opened before the others were recorded."""
    phone.page.wait_for_selector(".entry.live")
    phone.kind("nogame")
    expect(phone.page.locator('#preview[data-ready="1"]')).to_be_visible()
    phone.page.evaluate("document.querySelector('[name=revision]').value = '1'")
    phone.confirm()
    expect(phone.at("stale")).to_be_visible()


def other_rules(phone: Phone) -> None:
    """House rules changed in the form, up to the question from when on."""
    phone.page.evaluate("""() => {
      document.querySelector('[name=opt-dobon_factor]').value = '4';
      document.querySelector('select[name=opt-returns]').value = 'chain';
    }""")
    with phone.page.expect_navigation():
        phone.tap("#bar button[value=preview]")


def first_question(phone: Phone) -> None:
    phone.page.wait_for_selector(".entry.live")


def correction(phone: Phone) -> None:
    """The form that moves points without a round."""
    first_question(phone)
    phone.kind("adjust")
    settle(phone)


def other_endings(phone: Phone) -> None:
    first_question(phone)
    if phone.at("kind-more").count():
        phone.tap("kind-more")


def filled(phone: Phone, game: str, count: int, payments: bool = False) -> None:
    """A whole round tapped in, up to its last question; with its payments unfolded."""
    first_question(phone)
    document = evening(game, count)
    Player(phone, document).fill(document["rounds"][-1])
    expect(phone.page.locator('#preview[data-ready="1"]')).to_be_visible()
    settle(phone)
    if payments and phone.at("[data-testid=payments] summary").count():
        phone.tap("[data-testid=payments] summary")


# --- screens


@dataclass(frozen=True)
class Screen:
    """One picture: where it stands on the sheet, its address with names of ``World.paths`` and who looks.

    ``then`` is what is done on the page first.
    """

    group: str
    name: str
    where: str
    then: Callable[[Phone], None] | None = None
    by: str = "host"


def screens(games: Sequence[str]) -> list[Screen]:
    """All screens; of the games only these."""
    return [*_of_groups(), *_of_tables(), *(screen for game in games for screen in _of_game(game))]


def _of_groups() -> Iterator[Screen]:
    """What is there before a table: start, groups, people, links and rules."""
    yield from _in("start", first=("/", "nobody"), again="/", referee="/referee/", offline="/offline/")
    yield Screen("start", "new", "/new/")
    yield Screen("start", "new-unfolded", "/new/", unfolded)
    yield Screen("start", "new-errors", "/new/", sent_empty)
    yield from _in("import", empty="/import/")
    yield Screen("import", "errors", "/import/", nonsense)
    yield from _in("group", group="{circle}", new="{circle}new/", watching=("{circle}", "watching"))
    yield from _in("group", settings="{circle}settings/", rules_only=("{circle}settings/", "watching"))
    yield Screen("group", "unfolded", "{circle}settings/", unfolded)
    yield from _in("story", people="{circle}people/?game=gamble", ranking="{circle}ranking/?game=gamble")
    yield from _in("story", seasons="{circle}seasons/", season="{season}", rating="{circle}rating/")
    yield from _in("story", person="{somebody}?game=gamble")
    yield from _in("story", versus="{circle}versus/?game=gamble", pair="{pair}")
    yield from _in("story", year="{year}")
    yield from _in("changes", circle="{circle}changes/", table="{voided}changes/")
    yield from _in("people", details="{somebody}edit/", merge="{somebody}merge/", forget="{somebody}forget/")
    yield from _in("group", delete="{circle}delete/")
    yield from _in("file", empty="{circle}file/", plan="{plan}", there="{there}")
    yield Screen("people", "unfolded", "{circle}people/", unfolded)
    yield from _in(
        "people and links",
        person="{circle}me/",
        seat="{usual}me/",
        link="{circle}links/new/",
        revoke="{link}revoke/",
        device="{device}",
        remove="{device}remove/",
        recovery="{circle}recovery/",
        tokens="{circle}tokens/",
        token_revoke="{token}revoke/",
        recover=("/recover/", "nobody"),
    )
    yield Screen("people and links", "token-made", "{circle}tokens/", named)
    yield from _in("rules", index="/rules/", game="/rules/doudizhu/", preset="/rules/preset/twenty-rounds/")
    yield from _in("rules", shared="{shared}", group="{circle}rules/", kept="{kept}", edit="{kept}edit/")
    yield Screen("rules", "edit-unfolded", "{kept}edit/", unfolded)


def _of_tables() -> Iterator[Screen]:
    """What is alike at the tables of every game."""
    yield from _in("table", watching=("{usual}", "watching"), ended="{ended}", voided="{voided}")
    yield from _in("table", settings="{usual}settings/", seats="{usual}seats/", streak="{usual}streak/")
    yield from _in("table", changed="{ruled}rules/", ruled="{ruled}rounds/4/")
    yield from _in(
        "table", ruled_rounds="{ruled}rounds/", ruled_sheet="{ruled}sheet/", change="{ruled}rounds/3/"
    )
    yield Screen("table", "change-rules", "{ruled}rules/change/")
    yield Screen("table", "rules-preview", "{ruled}rules/change/", other_rules)
    yield Screen("table", "rules-taken-back", "{ruled}rounds/3/void/")
    yield from _in("scoreboard", watching=("{usual}board/", "watching"), ended="{ended}board/")
    yield from _in("table", stand_in="{usual}stand-in/", rate="{usual}rate/")
    yield from _in("corrections", edit="{usual}rounds/2/edit/", insert="{usual}rounds/2/insert/")
    yield from _in("corrections", void="{usual}rounds/2/void/", restore="{voided}rounds/1/restore/")
    yield from _in("corrections", receipt="{voided}rounds/1/", settled="{ended}settle/")
    yield Screen("settling", "carried-table", "{carried}", unfolded)
    yield from _in("settling", carried="{carried}settle/")
    yield from _in("settling", noted="{circle}payments/")
    yield from _in("settling", open="{circle}bills/", bill="{bill}", part="{bill}payment/")
    yield from _in("settling", night="{night}", night_share="{night}share/")
    yield from _in("settling", night_payment="{night}payment/?unit=円")
    yield from _in("settling", night_board="{night}board/", night_page=("{night_page}", "nobody"))
    yield from _in("settling", payment="{usual}settle/payment/?from=3&to=1&amount=500")
    yield from _in("corrections", result_page=("{page}", "nobody"), share="{ended}share/")
    yield Screen("corrections", "points", "{usual}rounds/new/", correction)
    yield Screen("corrections", "settled-unfolded", "{ended}settle/", unfolded)
    yield from _in("corrections", move="{usual}rounds/2/move/?to=up")
    yield from _in("together", table=("{collecting}", "asked"), hand=("{collecting}hand/", "asked"))
    yield from _in("together", asking=("{collecting}rounds/new/", "asking"))
    yield from _in("together", cancel=("{collecting}pads/cancel/", "asking"))
    yield from _in("together", waiting=("{waiting}second/", "waiting"), second=("{waiting}second/", "second"))
    yield Screen("trouble", "conflict", "{usual}rounds/new/", stale)
    yield from _in("trouble", missing="/t/nothing/", forbidden=("{usual}rounds/new/", "watching"))
    yield from _in("trouble", rules="/rules/shared/nothing/", no_rules="/rules/nothing/")


def _in(group: str, /, **where: str | tuple[str, str]) -> Iterator[Screen]:
    """Screens of one group that are only opened, by the host where nobody else is named."""
    for name, place in where.items():
        path, who = place if isinstance(place, tuple) else (place, "host")
        yield Screen(group, name.replace("_", "-"), path, by=who)


def _of_game(game: str) -> Iterator[Screen]:
    usual, entry = f"{{{game}-{USUAL}}}", f"{{{game}-fresh}}rounds/new/"
    yield Screen(game, "new", f"/new/?game={game}", unfolded)
    yield Screen(game, "table-fresh", f"{{{game}-fresh}}")
    yield Screen(game, "rules", f"{usual}rules/")
    yield Screen(game, "referee", f"{usual}referee/")
    yield Screen(game, "rounds", f"{usual}rounds/")
    yield Screen(game, "receipt-correction", f"{usual}rounds/1/")
    yield Screen(game, "receipt-unfolded", f"{usual}rounds/2/", unfolded)
    yield Screen(game, "entry-endings", entry, other_endings)
    yield Screen(game, "preview", entry, lambda phone: filled(phone, game, USUAL, payments=True))
    for count in COUNTS[game]:
        yield from _of_count(game, count)


def _of_count(game: str, count: int) -> Iterator[Screen]:
    """The screens that have a row or a chip for each player."""
    path = f"{{{game}-{count}}}"
    yield Screen(game, f"table-{count}", path)
    yield Screen(game, f"entry-first-{count}", f"{path}rounds/new/", first_question)
    yield Screen(game, f"entry-last-{count}", f"{path}rounds/new/", lambda phone: filled(phone, game, count))
    yield Screen(game, f"receipt-{count}", f"{path}rounds/2/")
    yield Screen(game, f"sheet-{count}", f"{path}sheet/")
    yield Screen(game, f"board-{count}", f"{path}board/")
    yield Screen(game, f"settle-{count}", f"{path}settle/")
