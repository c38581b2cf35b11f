"""A made-up year: the same from the same seed, and evenings as real cards would have them."""

import json
from collections import Counter, defaultdict
from functools import cache

from scorekeeper.scoring.document import write_document
from scorekeeper.scoring.doudizhu.facts import Deal

from .chance import Chance, public_id
from .file import write_file
from .year import TOKYO, Evening, Wish, year

FIVE = {"gamble", "kawagoe", "teyaku", "dotenko", "doudizhu"}
SHORT = Wish(evenings=8, rounds=8)


@cache
def evenings() -> list[Evening]:
    return list(year(SHORT))


def documents(wish: Wish) -> list[str]:
    return [json.dumps(write_document(evening.document)) for evening in year(wish)]


def test_the_same_seed_makes_the_same_year_and_another_seed_another() -> None:
    wish = Wish(evenings=3, rounds=4)
    assert documents(wish) == documents(wish)
    assert not set(documents(wish)) & set(documents(Wish(evenings=3, rounds=4, seed=2)))


def test_chance_is_the_same_with_every_python() -> None:
    """The first bytes of SHA-256 of the words, through a generator that Python promises to keep."""
    chance, again = Chance("a", 1), Chance("a", 1)
    assert [chance.below(52) for _ in range(40)] == [again.below(52) for _ in range(40)]
    assert sorted(chance.shuffled(range(52))) == list(range(52))
    assert chance.some("abcdef", 6) == list("abcdef")
    assert len(public_id("x")) == 12


def test_all_games_are_played_and_the_rules_object_to_nothing() -> None:
    """Claims that a hand cannot make, and more cards than a deck has, would be objections."""
    assert {evening.book.game for evening in evenings()} == FIVE
    for evening in evenings():
        for scored in evening.document.replay().scored:
            assert not scored.outcome.problems, (evening.number, scored.facts)


def test_everything_that_is_moved_is_moved_from_somebody_to_somebody() -> None:
    for evening in evenings():
        for scored in evening.document.replay().scored:
            assert sum(scored.change.values()) == 0


def test_a_round_of_landlords_goes_through_its_cards() -> None:
    """Anyone who goes out has played 17 cards, or 20 as the landlord."""
    lines = [facts for evening in evenings() for facts in evening.document.rounds]
    played = [facts for facts in lines if isinstance(facts, Deal) and facts.plays]
    assert played
    for facts in played:
        counts: Counter[str] = Counter()
        for play in facts.plays:
            counts[play.by] += len(play.cards)
        bids = {call.bid: call.by for call in facts.auction}
        out = facts.plays[-1].by
        assert counts[out] == (20 if out == bids[max(bids)] else 17)


def test_evenings_are_in_the_year_one_after_the_other_and_rounds_too() -> None:
    begins = [evening.begins for evening in evenings()]
    assert begins == sorted(begins)
    for evening in evenings():
        assert list(evening.times) == sorted(set(evening.times))
        assert len(evening.times) == len(evening.document.rounds)
        assert {at.astimezone(TOKYO).year for at in evening.times} == {SHORT.year}
        assert evening.begins.astimezone(TOKYO).hour >= 19


def test_there_are_people_who_come_late_a_round_taken_back_and_payments() -> None:
    items = list(year(Wish(evenings=20, rounds=3)))
    assert [facts for evening in items for facts in evening.document.rounds if facts.kind == "seats"]
    sessions = write_file(Wish(evenings=20, rounds=3))["sessions"]
    entries = [entry for session in sessions for entry in session["entries"]]
    assert any("taken_back" in entry for entry in entries)
    assert any(session.get("payments") for session in sessions)
    assert [session for session in sessions if "ended" not in session] == sessions[-1:]


def test_nights_have_several_games_names_and_bills() -> None:
    """Many nights have two tables, some two of one game; one is paid in part, and so are two together."""
    data = write_file(Wish(evenings=30, rounds=4))
    nights: dict[str, list[str]] = defaultdict(list)
    for session in data["sessions"]:
        nights[session["started"][:10]].append(session["document"]["game"])
    several = [games for games in nights.values() if len(games) > 1]
    assert len(several) * 3 >= len(nights)
    assert any(len(set(games)) < len(games) for games in several)
    assert data["nights"]
    assert {one["day"] for one in data["nights"]} <= set(nights)
    of_night, of_two = data["bills"]
    assert of_night["night"] in nights
    assert "night" not in of_two
    for bill in (of_night, of_two):
        assert (len(bill["sessions"]), bill["unit"], len(bill["payments"])) == (2, "円", 1)
    rounds = [facts for session in data["sessions"] for facts in session["document"]["rounds"]]
    assert {"kind": "rules", "options": {"dobon_factor": 2}} in rounds
    rates = {json.dumps(session["document"].get("rate")) for session in data["sessions"]}
    assert "null" in rates
    assert len(rates) > 2


def test_more_of_everything_for_measurements() -> None:
    items = list(year(Wish(evenings=60, rounds=1, people=40)))
    people = {name for evening in items for name in evening.document.players}
    assert len({evening.begins.date() for evening in items}) == 60
    assert len(people) > 20
