"""供託: what lies in the pot and who takes it, counted again by hand over sticks, corrections and rules.

A winner takes the whole pot where riichi is played, or the rest of a used-up stock goes there; elsewhere only
the sticks of that very round, and what else is in the pot waits for riichi or for the end.
"""

from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.scoring.core import POT
from scorekeeper.scoring.document import read_document
from tests.scoring.tables import a_round, correction, last, net, session

SEATS = ("A", "B", "C", "D")
USUAL: dict[str, Any] = {
    "riichi": "off", "riichi_points": 100, "pot_split": "split", "share_unit": 1, "several": "all",
    "deckout": "fewest", "deckout_rest": "heaviest", "pot_deckout": "no", "pot_end": "top",
    "return_by": "victim",
}  # fmt: skip
CHANGES: dict[str, st.SearchStrategy[object]] = {
    "riichi": st.sampled_from(["on", "off"]),
    "riichi_points": st.sampled_from([30, 100]),
    "pot_split": st.sampled_from(["split", "nearest"]),
    "share_unit": st.sampled_from([1, 100]),
    "deckout_rest": st.sampled_from(["heaviest", "pot"]),
    "pot_deckout": st.sampled_from(["no", "yes"]),
    "pot_end": st.sampled_from(["top", "returned"]),
}
RULES = st.fixed_dictionaries({}, optional=CHANGES)


def claim(winners: list[str], victim: str, riichi: list[str]) -> dict[str, Any]:
    return a_round("dobon", callers=winners, victim=victim, card="9", hands={}, riichi=riichi)


def fewest(winner: str, riichi: list[str]) -> dict[str, Any]:
    """The stock is used up; one has a card, the others two."""
    counts = {name: {"count": 2 - (name == winner)} for name in SEATS}
    return a_round("deckout", hands=counts, riichi=riichi)


NAME = st.sampled_from(SEATS)
STICKS = st.lists(NAME, max_size=3)
SEATED = st.permutations(SEATS)
ROUNDS = st.one_of(
    st.builds(lambda order, many, riichi: claim(order[:many], order[3], riichi), SEATED, st.integers(1, 3),
              STICKS),
    st.builds(lambda sticks: a_round("nogame", riichi=sticks), STICKS),
    st.builds(fewest, NAME, STICKS),
    st.builds(lambda who, points: correction((who, POT, points)), NAME, st.integers(1, 600)),
    st.builds(lambda who, points: correction((POT, who, points)), NAME, st.integers(1, 300)),
    RULES.filter(bool).map(lambda options: {"kind": "rules", "options": options}),
)  # fmt: skip


class Pot:
    """The pot as a table counts it, with whose points are in it."""

    def __init__(self, rules: dict[str, Any]) -> None:
        self.rules, self.held, self.owners = {**USUAL, **rules}, 0, dict[str, int]()

    def put(self, who: str, points: int) -> None:
        self.held += points
        self.owners[who] = self.owners.get(who, 0) + points

    def play(self, data: dict[str, Any]) -> dict[str, int]:
        """What each takes out of it in a round or between two."""
        if data["kind"] == "rules":
            self.rules |= data["options"]
            return {}
        if data["kind"] == "adjust":
            return self._correct(data["transfers"][0])
        return self._round(data)

    def _correct(self, move: dict[str, Any]) -> dict[str, int]:
        if move["to"] == POT:
            self.put(move["from"], move["points"])
            return {}
        taken = min(self.held, move["points"])
        self.held -= taken
        self.owners = {} if taken else self.owners
        return {move["to"]: taken} if taken else {}

    def _round(self, data: dict[str, Any]) -> dict[str, int]:
        before, owners = self.held, dict(self.owners)
        for who in data["riichi"]:
            self.put(who, self.rules["riichi_points"])
        whole = self.rules["riichi"] == "on" or self.rules["deckout_rest"] == "pot"
        lying = self.held if whole else self.held - before
        taken = self._shares(lying, self._winners(data), data.get("victim", ""))
        self.held -= sum(taken.values())
        if taken:
            self.owners = {} if whole else owners
        return taken

    def _winners(self, data: dict[str, Any]) -> list[str]:
        if data["kind"] == "deckout" and self.rules["pot_deckout"] == "yes":
            return [name for name, hand in data["hands"].items() if hand["count"] == 1]
        return data.get("callers", [])

    def _shares(self, lying: int, winners: list[str], victim: str) -> dict[str, int]:
        if not winners:
            return {}
        if len(winners) == 1:
            return {winners[0]: lying} if lying else {}
        if self.rules["pot_split"] == "nearest":
            place = SEATS.index(victim)
            order = SEATS[place + 1 :] + SEATS[:place]
            return {min(winners, key=order.index): lying} if lying else {}
        each = lying // len(winners)
        each -= each % self.rules["share_unit"]
        return dict.fromkeys(winners, each) if each else {}


def document(game: str, rules: dict[str, Any], rounds: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "format": 1, "game": game, "players": list(SEATS), "options": {**USUAL, **rules}, "rounds": rounds,
    }  # fmt: skip


@given(st.sampled_from(["gamble", "kawagoe", "teyaku", "dotenko"]), RULES, st.lists(ROUNDS, max_size=12))
@example("gamble", {}, [correction(("A", POT, 500)), claim(["C"], "B", ["B"])])
@example("teyaku", {"riichi": "on"}, [
    a_round("nogame", riichi=["A"]), {"kind": "rules", "options": {"riichi": "off"}},
    claim(["C"], "B", ["B"]), {"kind": "rules", "options": {"riichi": "on"}}, claim(["D"], "B", []),
])  # fmt: skip
def test_who_takes_what_out_of_the_pot(
    game: str, rules: dict[str, Any], rounds: list[dict[str, Any]]
) -> None:
    read = read_document(document(game, rules, rounds))
    played, pot = read.replay(), Pot(rules)
    for data, entry in zip(rounds, played.scored, strict=True):
        wanted = pot.play(data)
        taken = {one.payee: one.points for one in entry.outcome.transfers if one.payer == POT}
        assert taken == wanted
        assert entry.pot == pot.held
    balances = played.state.balances
    back = {name: points - balances[name] for name, points in read.final_balances(played.state).items()}
    assert sum(back.values()) == pot.held
    if pot.rules["pot_end"] == "returned" and sum(pot.owners.values()) <= pot.held:
        assert all(back[name] >= points for name, points in pot.owners.items())
        if sum(pot.owners.values()) == pot.held:
            assert {name: points for name, points in back.items() if points} == pot.owners


def test_without_riichi_the_winner_takes_only_the_sticks_of_the_round() -> None:
    # A's 500 stay; C goes out: B's stick of 100, and 10 for each ten
    out = a_round("out", winner="C", hands={"A": "K", "B": "K"}, riichi="B")
    entry = last(session("A B C", correction(("A", POT, 500)), out))
    assert (net(entry), entry.pot) == ("A -10, B -110, C +120", 500)
    assert [note.code for note in entry.outcome.notes if "pot" in note.code] == ["note.pot_before"]
