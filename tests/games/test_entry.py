"""結果の入力: what the page of every game asks, and what it says of what cannot be read; and any round of any
evening, opened for correction and sent back as it is, is what it was."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest
from django.utils.datastructures import MultiValueDict

from scorekeeper.games.families import family_of
from scorekeeper.play.models import Round
from scorekeeper.play.table import Table
from scorekeeper.scoring.events import BETWEEN
from scorekeeper.scoring.presets import PRESETS
from tests.games.test_referee import by_table
from tests.helpers import Phone, entry_form, html, text
from tests.scoring.test_cases import CASES, load

THREE = ("A", "B", "C")
OFF = {"dora": "off", "joker_yaku": "off", "riichi": "off", "together": "off", "jokers": 0}
DRAWN = dict(PRESETS["bottom-card"].options)
Words = tuple[str, ...]

PAGES: list[tuple[str, dict[str, object], str, str, Words, Words]] = [
    # game and house rules, fields that are there and not, words that are there and not
    ("gamble", {}, "hand-0 sum-0", "returns count target turnup bottom riichi-0 yaku-n-0 count-0 player",
     ("where your table takes points for it, enter them here",),
     ("data-suit-keys", " Jk:", 'value="opening"', 'value="draw"', 'value="burst"')),
    ("gamble", {"burst": "on", "jokers": 2}, "", "drawn doublings", (" Jk:", 'value="burst"'), ()),
    ("gamble", {"deckout": "fewest"}, "count-0", "starter", (), ()),
    ("gamble", {"yaku_factor": "on"}, "yaku-who-0", "", (), ()),
    ("dotenko", DRAWN, "drawn doublings", "", ('data-slot="drawn"', 'data-slot="doublings"'), ()),
    ("kawagoe", {}, "sum-0 returns", "riichi-0", ("Opening dobon", " Jk:"),
     ("where your table takes points for it", "data-suit-keys", 'value="burst"')),
    ("teyaku", {}, "turnup bottom riichi-0 yaku-who-0 count target count-0", "sum-0 starter",
     ("Cleared", "Won by drawing", "Stock used up", 'data-suit-keys="SHDC"', "Whose riichi had lapsed?"), ()),
    ("teyaku", {"riichi_lasts": "round"}, "riichi-0", "", (), ("Whose riichi had lapsed?",)),
    ("teyaku", OFF, "hand-0", "turnup bottom riichi-0 count target", (), ("data-suit-keys", " Jk:")),
    ("dotenko", {}, "hand-0", "turnup riichi-0 sum-0 count-0 target",
     ("Dotenko", "Sho-tenko", "Burst", "No game"), ('value="out"',)),
    ("doudizhu", {}, "bombs rockets", "landlord bid result robs shown big_bombs doubled-0",
     ("Landlord wins", "Farmers win", "All passed", "Choose who was the landlord."),
     ('name="rockets" value="2"', 'value="lot"', "-spring")),
    ("doudizhu", {"bidding": "rob"}, "robs", "", (), ('name="bid"', 'name="auction"')),
    ("doudizhu", {"nobody_bids": "lot"}, "bombs", "", ('name="bid" value="3"', 'value="lot"'), ()),
    ("doudizhu", {"nobody_bids": "lot", "bidding": "rob"}, "robs", "",
     ('value="lot"',), ('name="bid" value="3"',)),
    ("doudizhu", {"super_bombs": "on"}, "big_bombs", "", ("Super bombs",), ()),
    ("sheet", {"bonuses": "革命 +10, 反則 -5"}, "sum-0", "", ("革命 +10",), ()),
]  # fmt: skip


@pytest.mark.parametrize(("game", "options", "fields", "others", "words", "never"), PAGES)
def test_only_what_the_table_plays_is_asked(
    db: None, game: str, options: dict[str, object], fields: str, others: str, words: Words, never: Words
) -> None:
    answer = Phone().open_table(THREE, game=game, **options).show("round_new")
    form, page = entry_form(answer), " ".join(html(answer).split())
    assert form["kind"] == [{"doudizhu": "deal", "sheet": "points"}.get(game, "dobon")]
    assert set(fields.split()) <= form.keys()
    assert not set(others.split()) & form.keys()
    assert [word for word in words if word not in page] == []
    assert [word for word in never if word in page] == []


def test_returns_rockets_and_bombs_follow_the_rules(db: None) -> None:
    for game, places in (("kawagoe", 1), ("dotenko", 4)):
        form = entry_form(Phone().open_table(THREE, game=game).show("round_new"))
        assert form["returns"] == [""] * places
    four = {"four_bombs": "size", "four_rocket": "two"}
    page = Phone().open_table((*THREE, "D"), game="doudizhu", **four).show("round_new")
    assert 'name="rockets" value="2"' in html(page)
    assert "Bombs of eight cards" in text(page)


CLAIM = {"kind": "dobon", "callers": "0", "victim": "1", "card": "9", "hand-0": "4 5", "hand-1": "3"}
RIICHI = {**CLAIM, "turnup": "♥K", "bottom": "♠K", "riichi-0": "1"}
DEAL = {"landlord": "1", "bid": "3", "bombs": "2", "rockets": "1", "result": "landlord"}

JOKERS = {"twos": "off", "joker_factor": "off", "joker_loss": "all"}
WRONG: list[tuple[str, dict[str, Any], dict[str, str], dict[str, str]]] = [
    # game and house rules, what is typed, and what is said at each field, or of the form as a whole
    ("dotenko", {}, {"kind": "dobon"},
     {"callers": "Choose the caller.", "victim": "Choose the claimed player.",
      "card": "Choose the claimed card."}),
    ("dotenko", {}, {"kind": "burst"}, {"player": "Choose whose hand was full."}),
    ("dotenko", {}, {"kind": "opening"}, {"callers": "Choose the caller."}),
    ("dotenko", {"burst": "off"}, {"kind": "burst", "player": "0"}, {"kind": "Choose how the round ended."}),
    ("dotenko", DRAWN, CLAIM | {"drawn": "Z", "doublings": "x"},
     {"drawn": "is not a card", "doublings": "Enter a whole number, 0 or more."}),
    ("gamble", dict(PRESETS["claimed-card"].options), CLAIM | {"card": ""},
     {"card": "Choose the claimed card."}),
    ("gamble", {}, CLAIM | {"hand-2": "A 2 1l"}, {"hand-2": "“1l” is not a card"}),
    ("teyaku", {"draw_payers": "holder"}, {"kind": "draw", "winner": "2", "card": "4", "hand-2": "A 5"},
     {"victim": "Choose whose card was on the table."}),
    *(("teyaku", {}, RIICHI | typed, said) for typed, said in (
        ({"riichi-0": "x"}, {"riichi-0": "Enter how often"}),
        ({"riichi-0": "100"}, {"riichi-0": "Enter how often"}),
        ({"turnup": "♥99"}, {"turnup": "o card"}),
        ({"bottom": "?"}, {"bottom": "o card"}),
        ({"count": "0"}, {"count": "not between"}),
        ({"count-2": "x"}, {"count-2": "number of cards"}),
        ({"hand-2": "5", "count-2": "1"}, {"hand-2": "not both"}),
        ({"yaku-n-0": "x", "yaku-who-0": "0"}, {"yaku-n-0": "number of yaku"}),
        ({"yaku-n-0": "1"}, {"yaku-who-0": "Choose whose yaku it is."}),
    )),
    ("doudizhu", {}, {"bombs": "more", "bombs-more": "x"},
     {"landlord": "Choose who was the landlord.", "bid": "Choose the bid.", "result": "Choose who won.",
      "bombs": "Enter a whole number, 0 or more."}),
    ("doudizhu", {"bidding": "rob"}, DEAL | {"robs": "x"}, {"robs": ""}),
    *(("doudizhu", {}, DEAL | typed, said) for typed, said in (
        ({"bid": "9"}, {"bid": ""}),
        ({"bid": "x"}, {"bid": ""}),
        ({"landlord": "77"}, {"landlord": ""}),
        ({"rockets": "-1"}, {"rockets": ""}),
        ({"kind": "dobon"}, {"kind": "Choose how the deal ended."}),
        ({"plays": "B: 33x"}, {"plays": "Line 1: no card “x”"}),
        ({"plays": "B: 3\n\nDora: 4"}, {"plays": "Line 3: nobody at this table is called “Dora”"}),
        ({"plays": "B: Jk"}, {"plays": "Line 1: a joker needs its colour here"}),
        ({"plays": "B: pass"}, {"plays": "Nobody played a card"}),
        ({"auction": "B: 4"}, {"auction": "Line 1: a call is 1, 2, 3 or pass"}),
        ({"auction": "B: pass"}, {"auction": "Nobody bid in this auction"}),
    )),
    ("teyaku", {}, {"kind": "out", "winner": "0", "count-1": "3"}, {"": "Still needed: hands of C"}),
    ("gamble", {}, CLAIM | {"hand-0": "", "hand-2": "K"}, {"": "Still needed: hands of A"}),
    ("dotenko", dict(PRESETS["drawn-card"].options), CLAIM,
     {"": "Still needed: the card drawn at the end"}),
    # nobody pays for it, but a 2 in it would multiply, and a joker double what the winner gets
    ("kawagoe", {}, CLAIM | {"hand-0": ""}, {"": "Still needed: hands of A"}),
    ("kawagoe", JOKERS, CLAIM | {"hand-0": ""}, {"": "Still needed: hands of A"}),
]  # fmt: skip


@pytest.mark.parametrize("rows", by_table(WRONG), ids=lambda rows: rows[0][0])
def test_all_errors_are_shown_at_their_fields(db: None, rows: list[Any]) -> None:
    game, options = rows[0][:2]
    phone = Phone().open_table(THREE, game=game, **options)
    blank = phone.fill({})
    for _game, _options, typed, said in rows:
        answer = phone.send({**blank, **typed})
        assert answer.status_code == 422, typed
        page = html(answer)
        for field, words in said.items():
            assert not field or f'href="#f-{field}"' in page, text(answer)
            assert words in text(answer)
            if f'aria-describedby="f-{field}_helptext' in page:
                assert f'aria-describedby="f-{field}_helptext f-{field}_error"' in page
                assert f'id="f-{field}_error"' in page
        form = entry_form(answer)
        assert {name: form.get(name, [value]) for name, value in typed.items()} == {
            name: [value] for name, value in typed.items()
        }
        assert not Round.objects.exists()


def evenings() -> Iterator[Any]:
    """Every evening, with those of its rounds that have a new fact."""
    seen: set[tuple[str, ...]] = set()
    for name in CASES:
        data = load(name)["document"]
        new = []
        for number, facts in enumerate(data["rounds"], 1):
            if facts["kind"] not in BETWEEN and entered(data["game"], facts) - seen:
                new.append(number)
                seen |= entered(data["game"], facts)
        marks = () if new else pytest.mark.long
        yield pytest.param(name, new, id=name.replace("/", "-"), marks=marks)


def entered(game: str, facts: dict[str, Any]) -> set[tuple[str, ...]]:
    """The facts of a round, those with several values, and the ways its hands are given."""
    several = (f"several {key}" for key, value in facts.items() if isinstance(value, list) and value[1:])
    hands = (hand for hand in facts.get("hands", {}).values() if isinstance(hand, dict))
    return {(game, facts["kind"], key) for key in (*facts, *several, *chain.from_iterable(hands))}


def in_any_order(facts: dict[str, Any]) -> dict[str, Any]:
    """Facts whose declarations, which have no order, are sorted by seat."""
    return {**facts, **{key: sorted(facts.get(key, []), key=int) for key in ("riichi", "doubled")}}


@pytest.mark.parametrize(("name", "new"), list(evenings()))
@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.long)])
def test_editing_loses_nothing(db: None, name: str, new: list[int], every: bool) -> None:
    """For the rounds with a new fact, or with ``every`` for all rounds."""
    case = load(name)
    phone = Phone().bring_in(case["document"])
    assert phone.points() == case["expect"]["balance"]
    table = Table(phone.session)
    form = family_of(table.ruleset).form
    for row in table.rounds:
        if row.facts["kind"] in BETWEEN or not (every or row.position in new):
            continue
        page = phone.show("round_edit", row.position)
        there = table.at(row.position)
        parsed = form.parse(form.from_post(MultiValueDict(entry_form(page))), there)
        assert not parsed.errors
        assert in_any_order(parsed.data) == in_any_order(row.facts)
