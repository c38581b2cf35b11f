"""JavaScript modules without a page: they pass the tables that Python passes too (``tests/contract``)."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from scorekeeper.games.dobon.form import asked
from scorekeeper.games.dobon.page import pad_plan
from scorekeeper.scoring.cards import RANK_NAMES
from scorekeeper.scoring.registry import RULESETS
from tests.contract import PLAYERS, SEATS, cases

STATIC = Path(__file__).resolve().parents[2] / "static"
PLACE = "http://modules.test/"


@pytest.fixture(scope="module")
def blank(browser: Browser) -> Iterator[Page]:
    """An empty page that imports the modules from their files."""

    def serve(route: Route) -> None:
        path = STATIC / route.request.url.removeprefix(PLACE)
        if path.suffix == ".js":
            route.fulfill(path=path, content_type="text/javascript")
        else:
            route.fulfill(body="<!doctype html><title>blank</title>", content_type="text/html")

    page = browser.new_page()
    page.route(f"{PLACE}**", serve)
    page.goto(PLACE)
    yield page
    page.close()


def run(page: Page, module: str, call: str, given: Any) -> list[Any]:
    """The results of a function ``(module, case) => …`` for all cases."""
    script = f"""async ([address, all]) => {{
      const m = await import(address);
      return all.map((c) => ({call})(m, c));
    }}"""
    result: list[Any] = page.evaluate(script, [f"{PLACE}js/{module}.js", given])
    return result


def seats(count: int | None = None) -> list[dict[str, str]]:
    return [{"seat": seat, "name": name} for seat, name in list(SEATS.items())[:count]]


FORM = """{ text: (name) => c.texts?.[name] ?? '', chosen: (name) => c.chosen?.[name] ?? [] }"""
STATE = f"new m.State({FORM}, c.plan, c.deck, c.seats)"


def pad(case: dict[str, Any], **more: Any) -> dict[str, Any]:
    """What the page of a game passes to the pad."""
    ruleset = RULESETS[case["game"]]
    options = ruleset.defaults
    values = dict(zip(RANK_NAMES, options.card_values, strict=True))
    deck = {"copies": 4, "decks": 1, "jokers": 2, "together": False, "most": 4, "values": values}
    plan = json.loads(pad_plan(asked(options), options, str))
    return {"plan": plan, "deck": deck, "seats": seats(PLAYERS), **more}


READ_LINES = "const lines = m.readLines(c.calls, c.seats)"
CONTRACTS: dict[str, tuple[str, str, Callable[[dict[str, Any]], Any]]] = {
    "shown": (
        "cards",
        "(m, c) => m.readShown(c.text).map((one) => one.suit + one.rank)",
        lambda case: [] if "unread" in case else [case["card"]],
    ),
    "numbers": ("tools", "(m, c) => m.whole(c.text)", lambda case: case["number"]),
    "suits": (
        "cards",
        "(m, c) => [m.readSuits(c.hand)[c.suit] ?? null,"
        " m.suitBounds(m.readCards(c.hand), c.suit, c.decks ?? 1)]",
        lambda case: [case["told"], case["bounds"]],
    ),
    "bids": (
        "deal/turns",
        f"(m, c) => {{ {READ_LINES}; return [m.taker(lines), m.isOver(lines, {PLAYERS})]; }}",
        lambda case: [case["takes"], case["over"]],
    ),
    "plays": (
        "deal/plays",
        "(m, c) => (m.isRead(c.text) ? m.tokens(c.text).map(m.rankOf).join('') : null)",
        lambda case: case.get("ranks"),
    ),
    "turns": (
        "deal/turns",
        "(m, c) => m.readLines(c.text, c.seats).map(({ by, text }) => [by, text])",
        lambda case: case["lines"],
    ),
}
"""For each table the module that reads it, a function for a case, and the expected result."""


@pytest.mark.parametrize("name", CONTRACTS)
def test_a_table_is_read_as_by_python(blank: Page, name: str) -> None:
    module, call, wanted = CONTRACTS[name]
    table = [case | {"seats": seats()} for case in cases(name)]
    assert run(blank, module, call, table) == [wanted(case) for case in table]


def test_cards(blank: Page) -> None:
    table = cases("cards")
    read = (
        "(m, c) => m.readCards(c.text).map((one) => (one.rank ? one.suit + one.rank : { unread: one.text }))"
    )
    for case, item in zip(table, run(blank, "cards", read, table), strict=True):
        if "unread" in case:
            assert {"unread": case["unread"]} in item, case
        else:
            joker = [card[1:] + card[0] if card[1:] == "Jk" else card for card in item]
            assert joker == case["cards"], case


def test_sums(blank: Page) -> None:
    table = cases("sums")
    given = [pad(case, chosen={"kind": ["out"]}, texts={"hand-0": case["hand"]}) for case in table]
    result = run(blank, "pad/state", f"(m, c) => {STATE}.total('0')", given)
    assert result == [str(case["points"]) for case in table]


def test_hands(blank: Page) -> None:
    table = cases("hands")
    given = [pad(case, chosen={**case["chosen"], "kind": [case["kind"]]}) for case in table]
    text = "(s) => [s.order(), s.numbers().filter((seat) => s.suited(seat))]"
    result = run(blank, "pad/state", f"(m, c) => ({text})({STATE})", given)
    assert result == [[case["hands"], case["suited"]] for case in table]


def test_one_deck(blank: Page) -> None:
    """Four of a rank, one of each suit; the cards in hands and on the table are no longer in the deck."""
    hands = {"hand-0": "K K SK", "hand-1": "HA", "card": "K"}
    given = pad({"game": "gamble"}, chosen={"kind": ["dobon"], "callers": ["0"]}, texts=hands)
    asked = "[['K', ''], ['K', 'S'], ['A', 'H'], ['A', 'S'], ['Jk', '']]"
    left = f"(s) => {asked}.map(([rank, suit]) => s.left({{ rank, suit }}))"
    result = run(blank, "pad/state", f"(m, c) => ({left})({STATE})", [given])
    assert result == [[0, 0, 0, 1, 2]]


def test_what_keys_of_a_keyboard_mean(blank: Page) -> None:
    """There are three keys for a ten; where a number is asked, 1 is the ace."""
    given = [["7", False], ["1", False], ["0", False], ["T", False], ["1", True], ["0", True], ["X", False]]
    result = run(blank, "entry/keys", "(m, [key, counting]) => m.ranksOf(key, counting)", given)
    ten = ["10", "T"]
    assert result == [["7"], ten, ten, ten, ["A"], ten, ["Jk", "B"]]


def test_arrows_go_to_the_hands_that_are_asked(blank: Page) -> None:
    """Seat 1 is out and has no hand: from seat 0 arrows lead to seat 2, the last seat, and the winner."""
    given = pad({"game": "gamble"}, chosen={"kind": ["out"], "winner": ["1"]})
    step = "(s) => [[1, true], [-1, true], [-1, false]].map(([by, along]) => s.beside(by, along))"
    result = run(blank, "pad/state", f"(m, c) => ({step})({STATE})", [given])
    last = seats(PLAYERS)[-1]["seat"]
    assert result == [
        [{"slot": "hand", "seat": "2"}, {"slot": "hand", "seat": last}, {"slot": "winner", "seat": ""}]
    ]
