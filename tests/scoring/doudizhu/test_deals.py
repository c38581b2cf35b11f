"""闘地主: the stake and what multiplies it, the auction, and what is counted from the plays."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.scoring import texts
from scorekeeper.scoring.document import read_document, write_document
from scorekeeper.scoring.reporting import explain
from tests.scoring.doudizhu.deals import DOUDIZHU, auctioned, called, course, deal, formulas, notes, scored
from tests.scoring.strategies import doudizhu_rounds, some_options
from tests.scoring.tables import document, net, problems, refused, session

# ── the stake ───────────────────────────────────────────────────────────────────────────────────


WORDS = [
    # 1 x 2
    ({"spring": "double"}, deal(spring=True), "A B C", "Spring ×2: 1×2 = 2"),
    ({"spring": "double"}, deal(spring=True, winner="farmers"), "A B C", "Anti-spring ×2: 1×2 = 2"),
    ({"bidding": "rob"}, deal(robs=1), "A B C", "Starting stake 1"),
    ({"bidding": "rob"}, deal(robs=1), "A B C", "Times robbed: 1, ×2: 1×2 = 2"),
    # 1 x 3
    ({"super_bombs": "on"}, deal(big_bombs=1), "A B C", "1 super bomb ×3: 1×3 = 3"),
    ({"four_bombs": "size"}, deal(big_bombs=1), "A B C D", "1 bomb of eight cards ×3: 1×3 = 3"),
]


@pytest.mark.parametrize(("options", "data", "players", "line"), WORDS)
def test_what_multiplies_in_words(
    options: dict[str, Any], data: dict[str, Any], players: str, line: str
) -> None:
    assert line in explain(scored(data, players, **options), str)


@pytest.mark.parametrize(
    ("options", "winner", "won", "spring"),
    [
        ({"spring": "double"}, "landlord", ("A",), ("A",)),
        ({"spring": "double"}, "farmers", ("B", "C"), ("B", "C")),
        ({}, "landlord", ("A",), ()),
    ],
)
def test_roles(options: dict[str, Any], winner: str, won: tuple[str, ...], spring: tuple[str, ...]) -> None:
    entry = scored(deal(spring=True, winner=winner), **options)
    parts = DOUDIZHU.parts(entry.state, entry.facts, entry.options, entry.outcome)
    assert parts.roles == {"landlord": ("A",), "farmer": ("B", "C"), "winner": won, "spring": spring}


STAKES: list[tuple[dict[str, Any], dict[str, Any], str, str]] = [
    ({"spring": "triple"}, deal(bid=3, spring=True), "A +18, B -9, C -9", "3 × 3 = 9"),
    # three bombs added: 2 x (1+3) = 8 instead of 2 x 8 = 16; the rocket doubles: 16
    ({"bomb_effect": "add"}, deal(bid=2, bombs=3), "A +16, B -8, C -8", "2 × 4 = 8"),
    ({"bomb_effect": "add"}, deal(bid=2, bombs=3, rockets=1), "A +32, B -16, C -16", "2 × 4 × 2 = 16"),
    # a rocket three times: 1 x 3
    ({"rocket_factor": 3}, deal(rockets=1), "A +6, B -3, C -3", "1 × 3 = 3"),
    # robbed twice: 1 x 2 x 2 = 4, then a bomb: 8
    ({"bidding": "rob"}, deal(bid=None, robs=2, bombs=1), "A +16, B -8, C -8", "1 × 4 × 2 = 8"),
    # an open hand at its earliest: 2 x 5 = 10
    ({"open_hand": "on"}, deal(bid=2, shown=5), "A +20, B -10, C -10", "2 × 5 = 10"),
    # 3 x 2 x 2 x 2 = 24, at most 20
    ({"cap": 20}, deal(bid=3, bombs=3), "A +40, B -20, C -20", "3 × 8 = 24 → 20"),
    ({"cap": 24}, deal(bid=3, bombs=3), "A +48, B -24, C -24", "3 × 8 = 24"),
]
EIGHT = deal(bombs=2, big_bombs=1)
OF_FOUR = [
    # two bombs and one of eight cards: 2^3 = 8 where every bomb doubles, and where those of six or more do
    ({}, EIGHT, "A +24, B -8, C -8, D -8", "1 × 8 = 8"),
    ({"four_bombs": "six"}, EIGHT, "A +24, B -8, C -8, D -8", "1 × 8 = 8"),
    # by size: 2 x 2 x 3 = 12; added: 1 + 1 + 1 + 2 = 5
    ({"four_bombs": "size"}, EIGHT, "A +36, B -12, C -12, D -12", "1 × 4 × 3 = 12"),
    ({"four_bombs": "size", "bomb_effect": "add"}, EIGHT, "A +15, B -5, C -5, D -5", "1 × 5 = 5"),
    ({"bomb_effect": "add"}, EIGHT, "A +12, B -4, C -4, D -4", "1 × 4 = 4"),
]


@pytest.mark.parametrize(
    ("players", "options", "data", "change", "formula"),
    [*(("A B C", *row) for row in STAKES), *(("A B C D", *row) for row in OF_FOUR)],
)
def test_what_multiplies(
    players: str, options: dict[str, Any], data: dict[str, Any], change: str, formula: str
) -> None:
    entry = scored(data, players, **options)
    assert net(entry) == change
    assert {*formulas(entry)} == {formula}
    assert problems(entry) == ""
    assert notes(entry) == []


def test_doubling_is_between_two() -> None:
    # B doubled: 2 x 2 = 4; C did not: 2.  The landlord's doubles both: 8 and 4; twice by one: 16
    entry = scored(deal(bid=2, doubled=["B"]), doubling="on")
    assert net(entry) == "A +6, B -4, C -2"
    assert net(scored(deal(bid=2, doubled=["B", "A"]), doubling="on")) == "A +12, B -8, C -4"
    assert net(scored(deal(bid=2, doubled=["B", "A", "B"]), doubling="on")) == "A +20, B -16, C -4"
    assert formulas(entry) == ["2 × 2 = 4", "2"]


def test_the_largest_payment() -> None:
    # 3 x 1000 x 8^2 x 2^26 x 5 = 64,424,509,440,000
    options = {"unit_points": 1000, "rocket_factor": 8, "open_hand": "on"}
    entry = scored(deal(bid=3, bombs=26, rockets=2, shown=5), **options)
    assert [transfer.points for transfer in entry.outcome.transfers] == [10**12] * 2
    assert formulas(entry)[0].endswith(" = 64,424,509,440,000 → 1,000,000,000,000")


NOT_COUNTED = [
    ({}, {"spring": True}, "note.no_spring"),
    ({}, {"spring": True, "winner": "farmers"}, "note.no_anti_spring"),
    ({}, {"robs": 2}, "note.no_robs"),
    ({}, {"shown": 3}, "note.no_shown"),
    ({}, {"doubled": ["B"]}, "note.no_doubling"),
    ({}, {"big_bombs": 1}, "note.no_big_bombs"),
    ({"rocket_factor": 1}, {"rockets": 1}, "note.no_rockets"),
]


@pytest.mark.parametrize(("options", "keys", "code"), NOT_COUNTED)
def test_notes_on_what_does_not_count(options: dict[str, Any], keys: dict[str, Any], code: str) -> None:
    entry = scored(deal(**keys), **options)
    assert [transfer.points for transfer in entry.outcome.transfers] == [1, 1]
    assert notes(entry) == [code]
    assert explain(entry, str)[-1] == texts.MESSAGES.notes[code]


BIDS = {
    "all passed": ({"kind": "passed"}, {}, None),
    "robbed": (deal(bid=None, robs=2), {"bidding": "rob"}, 1),
    "bid": (deal(bid=2), {}, 2),
}  # fmt: skip


@pytest.mark.parametrize(("facts", "options", "bid"), BIDS.values(), ids=BIDS)
def test_the_bid_that_is_written(facts: dict[str, Any], options: dict[str, Any], bid: int | None) -> None:
    [written] = write_document(session("A B C", facts, game="doudizhu", **options))["rounds"]
    assert written.get("bid") == bid


# ── reading and writing ─────────────────────────────────────────────────────────────────────────

BROKEN = [
    (deal(landlord=None), "", "key.missing"),
    (deal(bid=4), ".bid", "whole.bounds"),
    (deal(landlord="Z"), ".landlord", "player.unknown"),
    (deal(winner="A"), ".winner", "option.choice"),
    (deal(shown=1), ".shown", "whole.bounds"),
    (deal(shown=6), ".shown", "whole.bounds"),
    (deal(hands={}), "", "key.unknown"),
    (auctioned("A1 B0 C0", landlord="A"), ".landlord", "deal.replaced"),
    (auctioned("A1 B0 C0", bid=1), ".bid", "deal.replaced"),
    (auctioned("A0 B0 C0"), ".auction", "auction.none"),
    (auctioned(""), ".auction", "auction.empty"),
    ({"kind": "passed", "auction": called("A1 B0 C0")}, ".auction", "auction.bid"),
    (auctioned("A4"), ".auction[0].bid", "whole.bounds"),
    (auctioned("Z1"), ".auction[0].by", "player.unknown"),
    ({"kind": "passed", "landlord": "A"}, "", "key.unknown"),
    (course("A:3", winner="landlord"), ".winner", "deal.replaced"),
    (course("A:3", bombs=0), ".bombs", "deal.replaced"),
    (course("A:3", spring=False), ".spring", "deal.replaced"),
    (course("A: B:"), ".plays", "plays.none"),
    (deal(winner=None, plays=[{"by": "A", "cards": ["3", "Jk"]}]), ".plays[0].cards[1]", "play.joker"),
    (deal(winner=None, plays=[{"by": "A", "cards": ["x"]}]), ".plays[0].cards[0]", "card.unknown"),
    (deal(winner=None, plays=[{"by": "A"}]), ".plays[0]", "key.missing"),
    ({"kind": "dobon"}, ".kind", "kind.unknown"),
    # a lot goes with a landlord alone
    (deal(lot=True), ".bid", "deal.replaced"),
    (auctioned("A0 B0 C0", lot=True), ".lot", "deal.replaced"),
    (deal(landlord=None, bid=None, lot=True), "", "key.missing"),
]


@pytest.mark.parametrize(("data", "place", "code"), BROKEN)
def test_what_cannot_be_read(data: dict[str, Any], place: str, code: str) -> None:
    assert refused(document("A B C", data, game="doudizhu")) == (f"rounds[0]{place}", code)


WRITTEN = [
    deal(bombs=0, rockets=0, spring=False, big_bombs=1, robs=2, shown=4, doubled=["B", "B", "A"]),
    auctioned("A0 B1 C0 A0", bombs=0, rockets=0, spring=False),
    deal(winner=None, plays=[{"by": "A", "cards": ["H3", "S10", "JkB"]}], doubled=["C"]),
    {"kind": "passed", "auction": called("A0 B0 C0")},
]


@pytest.mark.parametrize("data", WRITTEN)
def test_written_as_it_was_read(data: dict[str, Any]) -> None:
    written = document("A B C", data, game="doudizhu")
    assert json.loads(json.dumps(write_document(read_document(written)))) == written


@given(some_options("doudizhu"), st.sampled_from([3, 4]), st.data(), st.randoms(use_true_random=False))
def test_seats_suits_and_the_order_of_cards_change_no_points(
    options: dict[str, object], size: int, draw: st.DataObject, chance: Any
) -> None:
    players = ["A", "B", "C", "D"][:size]
    data = draw.draw(doudizhu_rounds("doudizhu", options, players))
    mixed = {**data, "plays": [shuffled(play, chance) for play in data.get("plays", ())]}
    order = chance.sample(players, size)
    here = scored(data, " ".join(players), **options)
    there = scored(mixed if data.get("plays") else data, " ".join(order), **options)
    assert there.change == here.change
    assert notes(there) == notes(here)


def shuffled(play: dict[str, Any], chance: Any) -> dict[str, Any]:
    """The same play with its cards in another order, and of other suits."""
    plain = [card.lstrip("HS") for card in play["cards"]]
    suited = [card if card.startswith("Jk") else chance.choice(["", *"SHDC"]) + card for card in plain]
    return {**play, "cards": chance.sample(suited, len(suited))}


# ── a landlord by lot, super bombs ──────────────────────────────────────────────────────────────


def test_a_lot_where_the_cards_are_dealt_again_is_objected_to_and_scored() -> None:
    entry = scored(deal(bid=None, lot=True))
    assert (net(entry), problems(entry)) == ("A +2, B -1, C -1", "lot.off A")
