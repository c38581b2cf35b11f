"""What Python reads of the tables; ``tests/browser/test_modules.py`` runs them in JavaScript."""

from types import SimpleNamespace
from typing import Any

import pytest

from scorekeeper.games.dobon import page
from scorekeeper.games.dobon.form import asked, read_hand
from scorekeeper.games.doudizhu.form import read_auction, split_lines
from scorekeeper.games.fields import Errors, Typed, whole
from scorekeeper.scoring import reading
from scorekeeper.scoring.cards import CardError, read_cards, suit_bounds
from scorekeeper.scoring.doudizhu.combinations import rank_of, read_play
from scorekeeper.scoring.doudizhu.course import auction_objections, highest_bid
from scorekeeper.scoring.doudizhu.facts import Call
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.reading import read_shown_card
from scorekeeper.scoring.registry import RULESETS
from tests.contract import PLAYERS, SEATS, cases

Case = dict[str, Any]


@pytest.mark.parametrize("case", cases("cards"))
def test_cards(case: Case) -> None:
    errors: Errors = {}
    hand = read_hand({"hand": case["text"]}, "0", errors)
    if "unread" in case:
        assert errors
        with pytest.raises(CardError) as caught:
            read_cards(case["text"])
        assert caught.value.text == case["unread"]
    else:
        assert (hand, errors) == (case["cards"], {})


@pytest.mark.parametrize("case", cases("shown"))
def test_shown_cards(case: Case) -> None:
    if "unread" in case:
        with pytest.raises(ReadError):
            read_shown_card(case["text"], "turnup")
    else:
        assert str(read_shown_card(case["text"], "turnup")) == case["card"]


@pytest.mark.parametrize("case", cases("numbers"))
def test_numbers(case: Case) -> None:
    assert whole(case["text"]) == case["number"]


@pytest.mark.parametrize("case", cases("suits"))
def test_how_many_of_a_suit(case: Case) -> None:
    hand = reading.read_hand(read_hand({"hand": case["hand"]}, "0", {}), "")
    values = {item.suit: item.count for item in hand.suits}
    assert values.get(case["suit"]) == case["told"]
    assert suit_bounds(hand.cards, case["suit"], case.get("decks", 1)) == tuple(case["bounds"])


@pytest.mark.parametrize("case", cases("sums"))
def test_sums(case: Case) -> None:
    cards = read_hand({"hand": case["hand"]}, "0", {})
    assert isinstance(cards, list)
    values = RULESETS[case["game"]].defaults.card_values
    assert sum(values[card.rank] for card in read_cards(" ".join(cards))) == case["points"]


@pytest.mark.parametrize("case", cases("hands"))
def test_hands(case: Case) -> None:
    ruleset = RULESETS[case["game"]]
    seats = dict(list(SEATS.items())[:PLAYERS])
    table: Any = SimpleNamespace(
        ruleset=ruleset,
        options=ruleset.defaults,
        numbers={name: seat for seat, name in seats.items()},
        before=SimpleNamespace(seats=tuple(seats.values())),
    )
    typed = Typed({"kind": [case["kind"]], **case["chosen"]})
    assert set(page.asked_seats(typed, table)) == set(case["hands"])
    ask = asked(ruleset.defaults)[case["kind"]]
    assert [seat for seat in seats if page.suited(ask, typed, seat)] == case["suited"]


@pytest.mark.parametrize("case", cases("bids"))
def test_bids(case: Case) -> None:
    errors: list[str] = []
    calls = tuple(Call(**call) for call in read_auction(case["calls"], SEATS, errors))
    assert not errors
    assert highest_bid(calls)[0] == case["takes"]
    objections = [problem.code for problem in auction_objections(calls, tuple(SEATS)[:PLAYERS])]
    assert ("auction.unfinished" not in objections) == case["over"]


@pytest.mark.parametrize("case", cases("plays"))
def test_plays(case: Case) -> None:
    if "unread" in case:
        with pytest.raises(CardError):
            read_play(case["text"])
    else:
        assert "".join(map(rank_of, read_play(case["text"]))) == case["ranks"]


@pytest.mark.parametrize("case", cases("turns"))
def test_turns(case: Case) -> None:
    errors: list[str] = []
    lines = [[line.by, line.text] for line in split_lines(case["text"], SEATS, errors)]
    assert (lines, errors) == (case["lines"], [])
