"""手役ドボン from one round to the next: the pot, riichi that lapses, winning streaks, and who starts."""

from typing import Any

import pytest

from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring import texts
from scorekeeper.scoring.dobon.facts import Round
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.replay import opening, replay
from scorekeeper.scoring.settlement import Stake
from tests.scoring.dobon.teyaku import LAPSING, clear, deckout, dobon, draw, play
from tests.scoring.tables import a_round, last, net, problems, session

STICKS = a_round("nogame", riichi="A A B")
POT = {
    "a clear takes it": ([STICKS, clear("C")], {}, "A -100, B -100, C +600, D -100, pot -300"),
    "a draw takes it": ([STICKS, draw()], {}, "A +600, B -100, C -100, D -100, pot -300"),
    "a counter takes it": ([STICKS, dobon(hands={"B": "9"}, returns="B")], {}, "A -100, B +400, pot -300"),
    # the 1 that did not divide goes to the next winner too
    "without riichi": ([deckout(2, 2, 2, 3), dobon()], {"deckout_rest": "pot", "riichi": "off"},
        "A +201, B -200, pot -1"),
}  # fmt: skip


@pytest.mark.parametrize(("rounds", "options", "change"), POT.values(), ids=POT)
def test_the_pot(rounds: list[dict[str, Any]], options: dict[str, object], change: str) -> None:
    entry = play(*rounds, **options)
    assert (net(entry), problems(entry)) == (change, "")


NEEDED = {
    # 250: two declarations leave 50, which is too little for a third
    "enough": ({"start": 250}, "A A", {}, ""),
    "the third is too much": ({"start": 250}, "A A A", {}, "riichi.points A"),
    "50 are more than nothing": ({"start": 250}, "A A A", {"riichi_needs": "any"}, ""),
    # the third leaves -50
    "none are left": ({"start": 250}, "A A A A", {"riichi_needs": "any"}, "riichi.points A"),
    "0 is none": ({"start": 200}, "A A A B B", {"riichi_needs": "any"}, "riichi.points A"),
    "nobody started with points": ({"rounds": 3}, "A A A A", {}, ""),
    "not played": ({"start": 250}, "A B A", {"riichi": "off"}, "riichi.off A, riichi.off B"),
}  # fmt: skip


@pytest.mark.parametrize(("stake", "riichi", "options", "objections"), NEEDED.values(), ids=NEEDED)
def test_declaring_takes_points(
    stake: dict[str, object], riichi: str, options: dict[str, object], objections: str
) -> None:
    entry = play(a_round("nogame", riichi=riichi), stake=stake, **options)
    assert problems(entry) == objections
    assert entry.pot == 100 * len(riichi.split())


VOID = {
    # 250: two sticks leave 50, which is too little for a third and objected to; it leaves -50, and the next
    # is void
    "below 0": ({"start": 250}, "A A A A", "riichi.points A", 300, "A 1"),
    "at 0": ({"start": 200}, "A A A B A", "", 300, "A 2"),
    "nobody started with points": ({"rounds": 3}, "A A A A", "", 400, ""),
}  # fmt: skip


@pytest.mark.parametrize(("stake", "riichi", "objections", "pot", "void"), VOID.values(), ids=VOID)
def test_a_declaration_with_nothing_left_is_void(
    stake: dict[str, object], riichi: str, objections: str, pot: int, void: str
) -> None:
    entry = play(a_round("nogame", riichi=riichi), stake=stake, riichi_needs="void")
    assert (problems(entry), entry.pot) == (objections, pot)
    items = [note.values for note in entry.outcome.notes if note.code == "note.riichi_void"]
    assert " ".join(f"{values['who']} {values['count']}" for values in items) == void


def test_who_never_sat_down_has_no_points_to_declare_with() -> None:
    teyaku, stake = RULESETS["teyaku"], Stake(5000)
    options = house_rules.load(teyaku.defaults, {"riichi_needs": "any"})
    facts = Round("nogame", riichi=("C",))
    [entry] = replay(teyaku, options, opening(["A", "B"], stake), [facts], stake).scored
    assert [texts.problem(one, str) for one in entry.outcome.problems] == [
        "C is not at the table in this round.",
        "C has 0 points; riichi needs 1.",
    ]


def bonuses(wins: str, **options: object) -> list[int]:
    """The bonus in every round: D, C, W are a dobon, clear and draw of A, b and c a dobon and clear of B."""
    ways = {
        "D": dobon(), "C": clear(), "W": draw(), "b": dobon("B", "A"), "c": clear("B"),
        "-": a_round("nogame"),
        "k": deckout(2, 3, 3, 3), "e": deckout(2, 2, 3, 3), "f": deckout(3, 2, 3, 3),
        "x": a_round("burst", player="C"),
        "2": a_round("streak", wins={"A": 3}), "0": a_round("streak", wins={"A": 0}),
        "a": a_round("adjust", transfers=[{"from": "B", "to": "A", "points": 5}]),
    }  # fmt: skip
    played = session("A B C D", *(ways[win] for win in wins), game="teyaku", **options).replay()
    steps = [[s for t in entry.outcome.transfers for s in t.steps] for entry in played.scored]
    return [next((s.gives for s in items if s.code == "yaku.streak"), 0) for items in steps]


STREAKS = {
    # T2-7 and T2-8 are in test_vectors.py
    "k - 1": ("DDDDD", {}, [0, 1, 2, 3, 4]),
    # the counter stands at 2 repeats (three wins): +3, or after a clear +4
    "a counter of 2, dobon": ("2D", {}, [0, 3]),
    "a counter of 2, clear, dobon": ("2CD", {}, [0, 0, 4]),
    "the table takes it back": ("DD0D", {}, [0, 1, 0, 0]),
    "a draw adds without being paid": ("DWD", {}, [0, 0, 2]),
    # a clear is paid by cards and not by yaku
    "every win, but yaku count in a claim or draw": ("DCW", {"streak_paid": "wins"}, [0, 0, 2]),
    # the fourth win, by a dobon: three repeats
    "every win, a dobon too": ("DCWD", {"streak_paid": "wins"}, [0, 0, 2, 3]),
    "another's dobon ends it": ("DDbD", {}, [0, 1, 0, 0]),
    "a no-game changes nothing": ("D-D", {}, [0, 0, 1]),
    "the fewest cards add to it": ("DkD", {}, [0, 0, 2]),
    "another's fewest cards end it": ("DfD", {}, [0, 0, 0]),
    # A and B share the fewest: both go on
    "tied for the fewest": ("DeD", {}, [0, 0, 2]),
    "the other of the two": ("Deb", {}, [0, 0, 1]),
    "nobody wins a burst": ("DxD", {"burst": "on"}, [0, 0, 1]),
}  # fmt: skip


@pytest.mark.parametrize(("wins", "options", "paid_bonuses"), STREAKS.values(), ids=STREAKS)
def test_winning_again(wins: str, options: dict[str, object], paid_bonuses: list[int]) -> None:
    assert bonuses(wins, **options) == paid_bonuses


LAPSED = {
    "it has lapsed": (LAPSING, "A", "A", ["note.riichi_lapsed"]),
    "it cannot lapse": ({}, "A", "A", ["note.riichi_holds"]),
    "it holds": (LAPSING, "A", "", []),
    "another's": (LAPSING, "C", "C", []),
    "there was none": (LAPSING, "", "A", []),
}  # fmt: skip


@pytest.mark.parametrize(("options", "riichi", "lapsed", "notes"), LAPSED.values(), ids=LAPSED)
def test_why_a_riichi_counts_or_not_is_said(
    options: dict[str, object], riichi: str, lapsed: str, notes: list[str]
) -> None:
    for won in (dobon, draw):
        entry = play(won(bottom="SK", riichi=riichi, lapsed=lapsed), **options)
        assert [step.code for step in entry.outcome.notes if "riichi" in step.code] == notes


@pytest.mark.parametrize(
    ("game", "facts"),
    [
        # a clear is paid by cards left; a claim by the number or hands knows no dora of any kind
        pytest.param("teyaku", clear(riichi="A", lapsed="A"), id="a clear"),
        pytest.param("kawagoe", dobon(riichi="A", lapsed="A"), id="no yaku"),
    ],
)
def test_where_there_are_no_ura_dora_nothing_is_said_of_riichi(game: str, facts: dict[str, Any]) -> None:
    outcome = last(session("A B C D", facts, game=game, riichi="on", **LAPSING)).outcome
    assert [step.code for step in outcome.notes if "riichi" in step.code] == []


LOSERS = {
    # everybody else pays, so nobody lost more than another and D, who began, goes on
    "all pay": ({}, {"victim": "B"}, "D"),
    "all share": ({"draw_payers": "shared"}, {"victim": "B"}, "D"),
    "who played the standing card pays": ({"draw_payers": "holder"}, {"victim": "B"}, "B"),
    "who that was is not known": ({"draw_payers": "holder"}, {}, "D"),
}  # fmt: skip


@pytest.mark.parametrize(("options", "more", "starter"), LOSERS.values(), ids=LOSERS)
def test_who_starts_after_a_draw_where_the_loser_does(
    options: dict[str, object], more: dict[str, str], starter: str
) -> None:
    played = session("A B C D", dobon("C", "D"), draw(**more), game="teyaku", starts="loser", **options)
    assert played.replay().state.starter == starter


PAID_WINS = {
    # a dobon 100, then a clear of three cards at 100: 100, or twice, or 100 and 100 more from each
    "only claims": ({"streak": "factor"}, "A +300, B -100, C -100, D -100"),
    "all, a factor": ({"streak": "factor", "streak_paid": "wins"}, "A +600, B -200, C -200, D -200"),
    "all, points": ({"streak": "points", "streak_paid": "wins"}, "A +600, B -200, C -200, D -200"),
    "not clears": ({"streak": "points", "streak_paid": "draws"}, "A +300, B -100, C -100, D -100"),
}  # fmt: skip


@pytest.mark.parametrize(("options", "change"), PAID_WINS.values(), ids=PAID_WINS)
def test_a_streak_may_be_paid_for_every_win(options: dict[str, object], change: str) -> None:
    assert net(play(dobon(), clear(), **options)) == change
