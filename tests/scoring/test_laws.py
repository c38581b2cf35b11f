"""Laws that hold for every session of every game."""

import json
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.play.ledger import prepare, read_state, write_state
from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring import texts
from scorekeeper.scoring.__main__ import main
from scorekeeper.scoring.cards import read_card
from scorekeeper.scoring.core import ACCOUNTS, BANK
from scorekeeper.scoring.dobon.claims import waits
from scorekeeper.scoring.document import Document, read_document, write_document
from scorekeeper.scoring.events import Event
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.replay import Replay, replay
from scorekeeper.scoring.reporting import report
from tests.scoring.strategies import CARDS, GAMES, deserted_sessions, garbage, sessions, some_options


def test_every_game_has_a_strategy() -> None:
    assert set(GAMES) == set(RULESETS)


def sums_to_zero(document: Document, played: Replay) -> None:
    start = document.stake.start if document.stake else 0
    bank = 0
    for entry in played.scored:
        assert sum(entry.change.values()) == 0
        assert all(type(points) is int for points in entry.change.values())
        assert all(transfer.points >= 0 for transfer in entry.outcome.transfers)
        assert entry.pot >= 0
        assert all(transfer.payer != transfer.payee for transfer in entry.outcome.transfers)
        bank += entry.change.get(BANK, 0)
        assert sum(entry.balance.values()) + entry.pot + bank == len(entry.balance) * start


def settling_up_leaves_nothing_owed(document: Document, played: Replay) -> None:
    """Penalty points without a rate are only counted: nobody owes anything for them."""
    final = document.settle_up(played.state)
    if document.points_only(played.state):
        assert final.debts == ()
        return
    if document.rate is None:
        left = {name: Decimal(points) for name, points in final.result.items()}
        paid = [(debt.payer, debt.payee, Decimal(debt.points)) for debt in final.debts]
    else:
        left = {name: Decimal(amount) for name, amount in final.money.items()}
        paid = [(debt.payer, debt.payee, Decimal(debt.money)) for debt in final.debts]
    for payer, payee, amount in paid:
        assert amount > 0
        left[payer] = left.get(payer, Decimal(0)) + amount
        left[payee] = left.get(payee, Decimal(0)) - amount
    assert not any(amount for name, amount in left.items() if name != BANK)


def the_whole_pot_is_paid_out(document: Document, played: Replay) -> None:
    final = document.final_balances(played.state)
    assert sum(final.values()) == sum(played.state.balances.values()) + played.state.pot


def a_state_survives_storing(_document: Document, played: Replay) -> None:
    """The order of its players too, although a database may reorder the keys of JSON."""
    numbers = {name: str(number) for number, name in enumerate(reversed(played.state.balances))}
    names = {number: name for name, number in numbers.items()}
    for entry in played.scored:
        kept = json.dumps(write_state(entry.state, numbers), sort_keys=True)
        again = read_state(json.loads(kept), names)
        assert again == entry.state
        assert list(again.balances) == list(entry.state.balances)


def stored_results_add_up(document: Document, played: Replay) -> None:
    ready = prepare(document)
    for kept, entry in zip(ready.records, played.scored, strict=True):
        gains = {ready.names[int(row["seat"])]: row["gain"] for row in kept["seats"]}
        balances = {ready.names[int(row["seat"])]: row["balance"] for row in kept["seats"]}
        assert sum(kept["change"].values()) == 0
        assert {name: gain for name, gain in gains.items() if gain} == {
            name: points for name, points in entry.change.items() if points and name not in ACCOUNTS
        }
        assert balances.items() <= dict(entry.balance).items()


def written_and_read_again(document: Document, _played: Replay) -> None:
    again = read_document(json.loads(json.dumps(write_document(document))))
    assert again == document
    assert write_document(again) == write_document(document)


def every_text_is_complete(document: Document, played: Replay) -> None:
    reported = report(document, str, played)
    assert json.loads(json.dumps(reported)) == reported
    lines = [line for entry in reported["rounds"] for line in entry["explain"]]
    lines += [problem["text"] for entry in reported["rounds"] for problem in entry["problems"]]
    assert all(line and "%(" not in line for line in lines)


LAWS = (
    sums_to_zero,
    settling_up_leaves_nothing_owed,
    the_whole_pot_is_paid_out,
    a_state_survives_storing,
    stored_results_add_up,
    written_and_read_again,
    every_text_is_complete,
)


@pytest.mark.parametrize("game", sorted(RULESETS))
@settings(max_examples=settings().max_examples // 2)
@given(st.data())
def test_every_law_holds_for_every_session(game: str, draw: st.DataObject) -> None:
    """Drawing a session takes most of the time, so all laws check each."""
    document = read_document(draw.draw(sessions(game=game)))
    played = document.replay()
    for law in LAWS:
        law(document, played)


@given(deserted_sessions())
def test_the_starter_has_a_seat_and_a_wrong_number_of_players_is_objected_to(
    data: dict[str, Any],
) -> None:
    """No payment or pot is negative there."""
    document = read_document(data)
    limits = range(document.ruleset.fewest_players, document.ruleset.most_players + 1)
    so_far = replace(document, rounds=()).replay()
    for facts in document.rounds:
        fits = len(so_far.state.seats) in limits or isinstance(facts, Event)
        so_far = replay(document.ruleset, document.options, so_far.state, (facts,))
        assert so_far.state.starter in ("", *so_far.state.seats)
        (entry,) = so_far.scored
        assert all(transfer.points >= 0 for transfer in entry.outcome.transfers)
        assert entry.pot >= 0
        reported = [problem.code for problem in entry.outcome.problems]
        assert ("deal.seats" in reported) == (not fits)


@given(sessions(), st.data())
def test_replay_of_a_prefix_is_a_prefix(data: dict[str, Any], draw: st.DataObject) -> None:
    """And continuing from its state, or from the stored one, gives the whole."""
    document = read_document(data)
    whole = document.replay()
    length = draw.draw(st.integers(0, len(document.rounds)))
    part = replace(document, rounds=document.rounds[:length]).replay()
    assert part.scored == whole.scored[:length]
    assert part.ended == (whole.ended if whole.ended and whole.ended.round <= length else None)
    rest = document.rounds[length:]
    taken_up = replay(document.ruleset, document.options, part.state, rest, document.stake)
    assert (taken_up.scored, taken_up.state) == (whole.scored[length:], whole.state)
    ready = prepare(document)
    names = {str(number): name for number, name in enumerate(ready.names)}
    begun = read_state(ready.records[length - 1]["state"], names) if length else document.opening
    gone_on = replay(document.ruleset, document.options, begun, rest, document.stake)
    assert (gone_on.scored, gone_on.state) == (whole.scored[length:], whole.state)


@given(sessions(seats=False), st.data())
def test_an_edit_equals_having_entered_it_right(data: dict[str, Any], draw: st.DataObject) -> None:
    names = data["players"]
    right = draw.draw(GAMES[data["game"]](data["game"], data["options"], list(names)))
    place = draw.draw(st.integers(0, len(data["rounds"])))
    entered = {**data, "rounds": [*data["rounds"][:place], right, *data["rounds"][place + 1 :]]}
    wrong = write_document(read_document(data))
    wrong["rounds"][place : place + 1] = [right]
    assert report(read_document(wrong), str) == report(read_document(entered), str)


@given(sessions(seats=False), st.randoms(use_true_random=False))
def test_seats_do_not_change_the_points(data: dict[str, Any], chance: Any) -> None:
    """Where no house rule asks who sits nearest or earliest."""
    order = list(data["players"])
    chance.shuffle(order)
    seatless = {"next_starter": "first", "pot_split": "split", "deckout_rest": "pot"}
    seatless |= {"ties": "same", "zero_sum": "off"}
    known = {spec.key for spec in house_rules.specs(type(RULESETS[data["game"]].defaults))}
    seatless = {key: value for key, value in seatless.items() if key in known}
    if data["options"].get("several") == "first":
        seatless["several"] = "all"
    data = {**data, "options": {**data["options"], **seatless}}
    here, there = read_document(data).replay(), read_document({**data, "players": order}).replay()
    assert there.state.balances == here.state.balances
    assert [entry.change for entry in there.scored] == [entry.change for entry in here.scored]
    assert there.ended == here.ended


@given(text=st.text(max_size=30) | garbage.map(json.dumps))
def test_the_command_line_never_fails(tmp_path_factory: Any, text: str) -> None:
    file = tmp_path_factory.getbasetemp() / "garbage.json"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    for command in ("replay", "settle"):
        assert main([command, str(file), "--lang", "en"]) in (0, 2)


@given(st.sampled_from(sorted(RULESETS)), st.text(max_size=8), st.text(max_size=8), st.text(max_size=8))
def test_a_claim_of_anything_is_answered(game: str, card: str, hand: str, option: str) -> None:
    arguments = ["claim", f"--game={game}", f"--card={card}", f"--hand={hand}", f"--option={option}"]
    assert main(arguments) in (0, 2)


@given(st.data())
def test_every_hand_waits_on_what_can_be_claimed(draw: st.DataObject) -> None:
    """Whatever the house rules: the way to a number really makes it, and the numbers are in bounds."""
    game = draw.draw(st.sampled_from([key for key, ruleset in sorted(RULESETS.items()) if ruleset.claims]))
    options = house_rules.load(RULESETS[game].defaults, draw.draw(some_options(game)))
    hand = tuple(read_card(card) for card in draw.draw(st.lists(CARDS, max_size=8)))
    opening = draw.draw(st.booleans())
    check = waits(hand, options, opening)
    for number, step in check.targets.items():
        assert 0 <= number <= 52
        assert step.values["total"] == number
        assert texts.claim(step.values).endswith(f"={number}")
        assert step.values["operation"] == "+" or not opening
