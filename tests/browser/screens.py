"""Every screen of the app by name, the tables that stand behind them, and how one gets to each."""

import base64
import json
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import parse_qsl

from playwright.sync_api import expect

from tests.browser.pad import cards
from tests.browser.phone import Phone
from tests.browser.player import Facts, Player
from tests.browser.tables import YEN, lose, open_round, set_wishes, table_of_three

USUAL = 4
"""How many play where it does not matter; every game can be played by so many."""
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
LONG = "Wolfeschlegelsteinhausenberger"
LONG_TOO = "寿限無寿限無五劫の擦り切れ海砂利水魚の水行末雲来末風来末食う"
ARABIC = "عبد الرحمن بن محمد"
FAMILY = "👩‍👩‍👧‍👦🎉"
TIGHT = [LONG, LONG_TOO, ARABIC, FAMILY, "だい", "I"]
"""The longest that there can be, and other scripts."""
HANDS = (["K", "8"], ["Q"], ["J", "3", "5"], ["10", "7", "A"], ["K", "Q"], ["6"], ["9", "7"], ["3"])
"""What those hold who neither claim nor pay, in turn."""
CARRIED = "前回からの持ち越し"
MOVES = ((1, 0, 456_780), (3, 2, 98_760), (5, 4, 123_450))
"""Six digits and a minus: from whom to whom how many points."""
COMPARED = 3
"""How many evenings a year needs before they are compared."""
NO_SCREENS = {
    "what programs read": "api_circle api_description api_other api_session api_sessions",
    "a file": "circle_export circle_payments_csv circle_rounds_csv export payments_csv rounds_csv sheet_csv",
    "a file too": "rule_sets_file",
    "what browsers ask for by themselves": "manifest worker",
    "a picture on a page": "code person_picture result_picture sheet_picture year_picture",
    "a picture that chats show": "night_picture shared_night_picture shared_picture",
    "a part of the entry page": "pads keys",
    "leads on to a page": "join set_language years",
}
"""Addresses that can be opened and are no screens, by the reason."""


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
        {"from": names[payer], "to": names[payee], "points": points, "reason": CARRIED}
        for payer, payee, points in MOVES
        if payer < count
    ]
    played = [{"kind": "adjust", "transfers": moves}, last_round(game, names)]
    rate = {"unit": "円", "per_point": "2", "round_to": 10}
    document: Facts = {"format": 1, "game": game, "options": {}, "players": names, "rate": rate}
    return document | {"rounds": played if rounds else []}


SHORT_HANDS = {LONG: ["4", "5"], LONG_TOO: ["2", "7"]}
TIGHT_HANDS = SHORT_HANDS | {FAMILY: [*"A23", "10", "K"], "だい": ["8", "8", "K"]}
LARGE_SUM = {"from": ARABIC, "to": LONG, "points": 12340, "reason": CARRIED}
LARGE_MOVE = {"kind": "adjust", "transfers": [LARGE_SUM]}
CHAIN = {
    "kind": "dobon",
    "callers": [LONG],
    "victim": LONG_TOO,
    "card": "J",
    "returns": [ARABIC, FAMILY],
    "hands": {LONG: ["7", "4"], LONG_TOO: ["Q"], ARABIC: ["10", "A"], FAMILY: ["5", "6"]},
}
OPENING = {"kind": "opening", "callers": ["だい"], "card": "6", "hands": {"だい": ["2", "4"]}}
WIN = {
    "kind": "dobon",
    "callers": [LONG_TOO],
    "victim": FAMILY,
    "card": "9",
    "turnup": "H9",
    "bottom": "SK",
    "riichi": [LONG_TOO, ARABIC],
    "extra_yaku": {LONG_TOO: [{"name": "この卓だけの長い名前の役", "yaku": 1}]},
    "hands": {LONG_TOO: ["H3", "H4", "S2", "Jk"]},
}
PLAYS = [
    (LONG, "3 3 3 4 4 4 5 5 6 6"),
    (LONG_TOO, "7 7 7 8 8 8 9 9 10 10"),
    (ARABIC, "J J J J"),
    (FAMILY, "Q Q Q Q Q Q Q Q"),
    (LONG, "JkB JkB JkR JkR"),
    (LONG, "3 3 4 4 5 5 7"),
]
DEAL = {
    "kind": "deal",
    "auction": [{"by": LONG_TOO, "bid": 1}, {"by": ARABIC, "bid": 0}, {"by": LONG, "bid": 3}],
    "plays": [{"by": by, "cards": cards.split()} for by, cards in PLAYS],
    "doubled": [LONG, LONG_TOO, FAMILY, FAMILY],
    "shown": 5,
}
SUMMED = {"kind": "deal", "landlord": FAMILY, "bid": 3, "bombs": 8, "big_bombs": 2, "rockets": 1}
TIGHTEST: dict[str, Facts] = {
    "gamble": {
        "rounds": [
            {
                "kind": "adjust",
                "transfers": [
                    LARGE_SUM,
                    {"from": "I", "to": LONG_TOO, "points": 98760, "reason": "forgotten last week " * 5},
                ],
            },
            {
                "kind": "dobon",
                "callers": [LONG, LONG_TOO],
                "victim": ARABIC,
                "card": "9",
                "hands": TIGHT_HANDS
                | {ARABIC: ["K", "Q", "2", "2", "J", "3", "5", "6"], "I": {"points": 64}},
            },
            {
                "kind": "dobon",
                "callers": ["I"],
                "victim": FAMILY,
                "card": "9",
                "hands": TIGHT_HANDS | {ARABIC: [], "I": ["3", "5"]},
            },
            {"kind": "out", "winner": "だい", "hands": TIGHT_HANDS | {"だい": [], ARABIC: ["A"], "I": ["5"]}},
        ],
    },
    "kawagoe": {
        "options": {"together": "on", "returns": "chain", "return_by": "anyone"},
        "rounds": [LARGE_MOVE, CHAIN, OPENING],
        "rate": {"unit": "円", "per_point": "2", "round_to": 50},
    },
    "teyaku": {
        "stake": {"start": 25000, "base": 30000, "top_bonus": "gap_times_players", "rounds": 8},
        "rounds": [LARGE_MOVE, WIN, WIN, {"kind": "nogame", "riichi": [LONG, LONG, "I"]}],
    },
    "dotenko": {
        "rounds": [LARGE_MOVE, CHAIN, OPENING, {"kind": "burst", "player": FAMILY}],
        "rate": {"unit": "chips", "per_point": "0.5", "round_to": 1},
    },
    "doudizhu": {
        "players": TIGHT[:USUAL],
        "options": {
            "unit_points": 10,
            "spring": "triple",
            "doubling": "on",
            "open_hand": "on",
            "four_bombs": "size",
            "cap": 10000,
        },
        "rounds": [DEAL, SUMMED | {"winner": "farmers", "spring": True}, {"kind": "passed"}],
    },
}
"""An evening of each game with everything that takes room."""
GAMES = tuple(TIGHTEST)
COUNTS = dict.fromkeys(GAMES, (2, 10)) | {"doudizhu": (3,)}
"""How many play beside those of the tightest evening."""


def tightest(game: str = "gamble") -> Facts:
    return {"format": 1, "game": game, "players": TIGHT, **TIGHTEST[game]}


OLD = {
    "name": "寿限無寿限無五劫の擦り切れ海砂利水魚の水行末雲来末風来末食う処Wolfeschlegelsteinhausen",
    "game": "dotenko",
    "version": 9,
    "options": {"sevens_skip": "on", "returns": "on", "dora": "on", "burst_points": 20},
    "stake": {"start": 12_345_678, "wind": "east"},
}
"""Rules of another version of the app, with the longest name."""


def ruled() -> Facts:
    """An evening whose house rules change after the first round."""
    document = evening("gamble", USUAL)
    changed = {"kind": "rules", "options": {"dobon_factor": 2, "returns": "on", "streak": "points"}}
    return document | {"rounds": [*document["rounds"], changed, document["rounds"][-1]]}


# --- tables


class World(dict[str, str]):
    """What stands on the server: paths of tables and groups by name, each made when it is first asked for."""

    def __init__(self, open_one: Callable[..., Phone]) -> None:
        self.open_one, self.host = open_one, open_one()
        self.phones = {"nobody": open_one(), "host": self.host}

    def __missing__(self, name: str) -> str:
        MAKERS.get(name, _table)(self, name)
        return self[name]

    def cookies(self, who: str) -> Any:
        """What makes another phone that of somebody."""
        return self.phones[who].context.cookies()


def _table(world: World, name: str) -> None:
    game, _, count = name.partition("-")
    if count == "fresh":
        document = evening(game, USUAL, rounds=False)
    else:
        document = evening(game, int(count)) if count else tightest(game)
    world[name] = world.host.bring(document)


def _usual(world: World, _name: str) -> None:
    """A table at which somebody watches."""
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
    """A group with a table that has ended, evenings of a year, and rules, keys and seasons of its own."""
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
    """Evenings of a year, some settled together in yen, and one that still runs."""
    host, circle = world.host, world["circle"]
    out = {"kind": "out", "winner": "0", "hand-1": "K", "hand-2": "2 10", "hand-3": "5"}
    for _evening in range(COMPARED):
        table = host.post(f"{circle}new/", game="gamble", name=TIGHT[:USUAL])
        host.report(table, **out)
        host.end(table)
    world["year"] = host.context.request.get(f"{host.base}{circle}year/").url.removeprefix(host.base)
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
    """A file that has come to the group, and one that is looked at."""
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
    """A table with two phones at which hands are collected."""
    world.phones["asking"], world.phones["asked"], world["collecting"] = table_of_three(world.open_one)
    open_round(world.phones["asking"])


def _waiting(world: World, _name: str) -> None:
    """A table with two phones at which a round waits for an OK."""
    waiting, world.phones["second"], path = table_of_three(world.open_one)
    world.phones["waiting"], world["waiting"] = waiting, path
    set_wishes(waiting, path, "second_person")
    waiting.enter()
    waiting.walk(f"kind-out who-0 {cards('10 10', '5')} confirm")
    waiting.page.wait_for_url(re.compile("/second/$"))


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


# --- what is done on a page before it is looked at


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
    phone.live()
    phone.kind("nogame")
    phone.previewed()
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


def settle(phone: Phone) -> None:
    """Wait for the preview of the last tap."""
    expect(phone.page.locator("#preview")).not_to_have_attribute("aria-busy", "true")


def walked(phone: Phone, steps: str) -> None:
    """Some steps on the keys of an entry; "more" are the other endings, where there are more of them."""
    phone.live()
    phone.walk(steps)
    settle(phone)


def other_endings(phone: Phone) -> None:
    phone.live()
    if phone.at("kind-more").count():
        phone.tap("kind-more")


def filled(phone: Phone, game: str, count: int) -> None:
    """A whole round tapped in, up to its last question."""
    phone.live()
    document = evening(game, count)
    Player(phone, document).fill(document["rounds"][-1])
    phone.previewed()
    settle(phone)


def ticked(phone: Phone) -> None:
    """Two payments are made."""
    for _payment in range(2 - phone.page.locator(".tick[aria-pressed=true]").count()):
        phone.tap(phone.page.locator(".tick[aria-pressed=false]").first)
        expect(phone.page.locator(".flow.paid").first).to_be_visible()


CLAIM = "who-0 who-1 key-9"
DORA = f"kind-dobon {CLAIM} turnup-D"
RETURNS = f"kind-dobon {CLAIM} key-2 key-7 slot-returns who-1 who-2 who-3"
ENTRIES: dict[str, dict[str, str]] = {
    "gamble": {
        "out": f"kind-out who-5 {cards('4 5', '2 7 A 3', 'K Q J 10 9 8 7 6')}",
        "deckout": "kind-deckout",
        "dobon": "kind-dobon who-0 add-caller who-1 who-2 key-9",
        "complete": "+who-3 key-10 key-10 who-4 key-K who-5 key-A [data-testid=payments]>summary",
        "overruled": "+key-undo key-3",
        "exhausted": "+key-A key-A key-A key-A",
        "typed": "+key-type hand-0=17",
        "nogame": "kind-nogame",
        "adjust": "kind-adjust",
    },
    "kawagoe": {
        "opening": "kind-opening",
        "returns": RETURNS,
        "together": f"kind-dobon {CLAIM} slot-count times-2",
        "typed": "+key-type",
    },
    "teyaku": {
        "ranks": f"{DORA} key-2 key-7 key-10 key-Jk",
        "suits": f"{DORA} key-sum key-H2 key-H7 key-C10 suit-Jk",
        "riichi": "+slot-turnup key-sum key-D10 slot-riichi who-0 who-2 who-2 who-3 who-4 next",
        "typed": "+key-type yaku",
        "draw": "kind-draw who-0 key-K",
        "cleared": "kind-out who-0 key-10 key-3",
        "deckout": "kind-deckout",
        "nogame": "kind-nogame",
    },
    "dotenko": {
        "returns": RETURNS,
        "typed": "+key-type",
        "opening": "kind-opening who-0 key-K",
        "burst": "kind-burst",
    },
    "doudizhu": {
        "tapped": "landlord-1 plays play-3 play-4 play-5 play-6 play-7 play-8 play-9 play-7 play-7 play-7"
        " play-B play-R",
    },
}
"""What is tapped at the tightest table; "+" goes on from the screen before."""


# --- screens


@dataclass(frozen=True)
class Screen:
    """One picture: where it stands on the sheet, its address with names of the world, and who looks.

    ``then`` is what is done on the page first; without an address it goes on from the screen before.
    """

    group: str
    name: str
    where: str
    then: Callable[[Phone], None] | None = None
    by: str = "host"

    def open(self, phone: Phone, path: str) -> None:
        """Go to its path; what was typed before on this phone is forgotten."""
        if path:
            if phone.page.url.startswith(phone.base):
                phone.forget()
            assert phone.go(path).ok or self.group == "trouble", path
        if self.then:
            self.then(phone)


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
    yield from _in("story", versus="{circle}versus/?game=gamble", pair="{circle}versus/{pair}")
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
    kept_new = "{circle}new/?game=dotenko&rules=kept.{key}"
    shared, rules = "/rules/shared/{code}/", ("/rules/doudizhu/", "/rules/preset/twenty-rounds/")
    for name, where in (("game", rules[0]), ("preset", rules[1]), ("shared", shared), ("new", kept_new)):
        yield Screen("rules", name, where, unfolded)
    yield from _in("rules", index="/rules/", group="{circle}rules/", kept="{kept}", edit="{kept}edit/")
    yield Screen("rules", "edit-unfolded", "{kept}edit/", unfolded)


def _of_tables() -> Iterator[Screen]:
    """What is alike at the tables of every game."""
    yield from _in("table", watching=("{usual}", "watching"), ended="{ended}", voided="{voided}")
    yield from _in("table", settings="{usual}settings/", streak="{teyaku}streak/")
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
    yield from _in("settling", open="{circle}bills/", bill="{bill}", payment="{bill}payment/", part="{part}")
    yield from _in("settling", night="{night}", night_share="{night}share/")
    yield from _in("settling", night_payment="{night}payment/?unit=円")
    yield from _in("settling", night_board="{night}board/", night_page=("{night_page}", "nobody"))
    yield from _in("settling", payment="{usual}settle/payment/?from=3&to=1&amount=500")
    yield from _in("corrections", result_page=("{page}", "nobody"), share="{ended}share/")
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
    tight, fresh = f"{{{game}}}", f"{{{game}-fresh}}"
    yield Screen(game, "new", f"/new/?game={game}", unfolded)
    yield Screen(game, "table-fresh", fresh)
    yield Screen(game, "rules", f"{tight}rules/", unfolded)
    yield from _in(
        game, table=tight, **{page: f"{tight}{page}/" for page in ("rounds", "seats", "sheet", "board")}
    )
    for number in range(1, 4):
        yield Screen(game, f"receipt-{number}", f"{tight}rounds/{number}/")
    yield Screen(game, "receipt-unfolded", f"{tight}rounds/2/", unfolded)
    for number in (1, 2):
        yield Screen(game, f"edit-{number}", f"{tight}rounds/{number}/edit/", unfolded)
    yield Screen(game, "settle", f"{tight}settle/", ticked)
    hands = {"yes": "2+7&card=9", "no": "A+A+9+J+10+3+2+5&card=9"}
    if game == "doudizhu":
        hands = {"yes": "S3+D3+C3+H3&before=H9", "no": "H3+H9", "lower": "H3+H4+H5+H6+H7&before=DA"}
    yield Screen(game, "referee", f"{tight}referee/")
    for name, hand in hands.items():
        yield Screen(game, f"referee-{name}", f"{tight}referee/?hand={hand}")
    yield Screen(game, "entry", f"{tight}rounds/new/", unfolded)
    for name, steps in ENTRIES[game].items():
        where = "" if steps.startswith("+") else f"{tight}rounds/new/"
        yield Screen(game, f"entry-{name}", where, partial(walked, steps=steps.lstrip("+")))
    yield Screen(game, "entry-endings", f"{fresh}rounds/new/", other_endings)
    for count in COUNTS[game]:
        yield from _of_count(game, count)


def _of_count(game: str, count: int) -> Iterator[Screen]:
    """The screens that have a row or a chip for each player."""
    path = f"{{{game}-{count}}}"
    yield Screen(game, f"table-{count}", path)
    yield Screen(game, f"entry-first-{count}", f"{path}rounds/new/", Phone.live)
    yield Screen(game, f"entry-last-{count}", f"{path}rounds/new/", partial(filled, game=game, count=count))
    yield Screen(game, f"receipt-{count}", f"{path}rounds/2/")
    yield Screen(game, f"sheet-{count}", f"{path}sheet/")
    yield Screen(game, f"board-{count}", f"{path}board/")
    yield Screen(game, f"settle-{count}", f"{path}settle/")
