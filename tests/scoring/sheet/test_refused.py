"""What the score sheet refuses: each error with its place, and what is needed to mend it."""

from functools import partial
from typing import Any

import pytest

from scorekeeper.scoring import texts
from scorekeeper.scoring.document import read_document, recall_round
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.registry import RULESETS
from tests.scoring.tables import a_round, document, refused

on_paper = partial(document, "A B C D", game="sheet")


def one_place_each(**more: Any) -> dict[str, Any]:
    return a_round("places", places=[["A"], ["B"], ["C"], ["D"]], **more)


ROUNDS = [
    # points
    (a_round("points"), {}, "rounds[0]", "key.missing"),
    (a_round("points", points={"E": 1}), {}, "rounds[0].points", "player.unknown"),
    (a_round("points", points={"A": 1.5}), {}, "rounds[0].points.A", "type.whole"),
    (a_round("points", points={"A": "5"}), {}, "rounds[0].points.A", "type.whole"),
    (a_round("points", points={}, winner="A"), {}, "rounds[0]", "key.unknown"),
    # places
    (a_round("places", places=[]), {}, "rounds[0].places", "places.empty"),
    (a_round("places", places=[["A"], []]), {}, "rounds[0].places[1]", "places.group"),
    (a_round("places", places=[["A"], ["B", "A"]]), {}, "rounds[0].places[1][1]", "player.twice"),
    (a_round("places", places=[["A", "A"]]), {}, "rounds[0].places[0][1]", "player.twice"),
    (a_round("places", places=["A"]), {}, "rounds[0].places[0]", "type.list"),
    # winner
    (a_round("winner", winner="A"), {}, "rounds[0]", "key.missing"),
    (a_round("winner", winner="A", points={"B": 3, "A": 0}), {}, "rounds[0].points.A", "winner.pays"),
    (a_round("winner", winner="A", points={"B": -3}), {}, "rounds[0].points.B", "whole.bounds"),
    # extras
    (a_round("points", points={}, bonus={"A": ["x"]}), {}, "rounds[0].bonus.A[0]", "bonus.unknown"),
    (one_place_each(bonus={"D": ["x", "y"]}), {"bonuses": "x +5"}, "rounds[0].bonus.D[1]", "bonus.unknown"),
    (a_round("nogame", bonus={"A": ["x"]}), {"bonuses": "x +5"}, "rounds[0]", "key.unknown"),
    # house rules
    (a_round("rules", options={"preset": "uno"}), {}, "rounds[0].options.preset", "option.fixed"),
    (a_round("rules", options={"wins": "low"}), {}, "rounds[0].options.wins", "option.fixed"),
    (a_round("rules", options={"zero_sum": 1}), {}, "rounds[0].options.zero_sum", "option.choice"),
    (a_round("rules", options={"zero_sum": True}), {"round_total": 5}, "rounds[0].options.round_total",
     "options.round_total"),
]  # fmt: skip


@pytest.mark.parametrize(("facts", "options", "where", "code"), ROUNDS)
def test_what_is_no_round(facts: dict[str, Any], options: dict[str, Any], where: str, code: str) -> None:
    assert refused(on_paper(facts, **options)) == (where, code)


SENTENCES = [
    # 5 and -2 are 3 too many
    (a_round("points", points={"A": 5, "B": -2}), {"zero_sum": True},
     "rounds[0].points: the points must sum to 0; what is missing: −3"),
    (a_round("points", points={"A": -1200}), {"zero_sum": True},
     "rounds[0].points: the points must sum to 0; what is missing: 1,200"),
    # 3 + 2 + 1 + 0
    (one_place_each(), {"zero_sum": True},
     "rounds[0].places: the points of 4 places must sum to 0; what is missing: −6. "
     "Change the points by place"),
    # two first get 2 each, the third place -1
    (a_round("places", places=[["A", "B"], ["C"]]),
     {"zero_sum": True, "ties": "same", "place_points": [2, 0, -1]},
     "rounds[0].places: the points of 3 places must sum to 0; what is missing: −3. "
     "Change the points by place"),
    (a_round("winner", winner="A", points={"A": 3}), {}, "rounds[0].points.A: A won and pays nothing"),
    (a_round("points", points={}, bonus={"A": ["反則"]}), {"bonuses": "革命 +10, 都落ち -10"},
     "rounds[0].bonus.A[0]: no extra “反則” at this table (known: 革命, 都落ち)"),
    (a_round("rules", options={"wins": "low"}), {},
     "rounds[0].options.wins: this cannot change while a table runs"),
]  # fmt: skip


@pytest.mark.parametrize(("facts", "options", "sentence"), SENTENCES)
def test_the_sentence_in_english(facts: dict[str, Any], options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ReadError) as caught:
        read_document(on_paper(facts, **options))
    assert f"{caught.value.where}: {texts.error(caught.value, str)}" == sentence


NO_NUMBERS: list[Any] = [[], "", " ", "3 x", "3.5", None, 5, {}, [1.5], [True], [None], [10**6 + 1], [0] * 41]
NO_EXTRAS: list[Any] = [
    "革命", "+10", "革命 x", "革命 0", "x 1, x 2", None, 5, {}, [5], [["x", 1]], [{"name": "x"}],
    [{"name": "x", "points": 0}], [{"name": "x", "points": "a"}], [{"name": "", "points": 1}],
    [{"name": 5, "points": 1}], [{"name": "a, b", "points": 1}], [{"name": "x" * 21, "points": 1}],
    [{"name": "x", "points": 1, "more": 1}], [{"name": "x", "points": 1}, {"name": "x", "points": 2}],
    [{"name": "x", "points": 10**6 + 1}], [{"name": f"x{number}", "points": 1} for number in range(13)],
]  # fmt: skip


@pytest.mark.parametrize("value", NO_NUMBERS, ids=repr)
def test_no_points_by_place(value: object) -> None:
    assert refused(on_paper(place_points=value)) == ("options.place_points", "option.numbers")


@pytest.mark.parametrize("value", NO_EXTRAS)
def test_no_extras(value: object) -> None:
    assert refused(on_paper(bonuses=value)) == ("options.bonuses", "option.named")


@pytest.mark.parametrize(
    ("options", "key", "code"),
    [
        ({"preset": "bridge"}, "preset", "option.choice"),
        ({"preset": None}, "preset", "option.choice"),
        ({"zero_sum": 1}, "zero_sum", "option.choice"),
        ({"zero_sum": "yes"}, "zero_sum", "option.choice"),
        ({"wins": "most"}, "wins", "option.choice"),
        ({"target": 1000001}, "target", "option.bounds"),
        ({"target": "11"}, "target", "option.whole"),
        ({"round_total": -1}, "round_total", "option.bounds"),
        ({"zero_sum": True, "round_total": 26}, "round_total", "options.round_total"),
        ({"preset": "poker", "round_total": 26}, "round_total", "options.round_total"),
        ({"preset": "hearts", "zero_sum": True}, "round_total", "options.round_total"),
    ],
)
def test_no_house_rule(options: dict[str, Any], key: str, code: str) -> None:
    assert refused(on_paper(**options)) == (f"options.{key}", code)


@pytest.mark.parametrize(
    "facts",
    [
        a_round("points", points={"A": 5}),
        a_round("points", points={"A": 5, "B": -5}, bonus={"A": ["革命"]}),
        one_place_each(),
    ],
)
def test_a_round_that_is_only_shown_may_be_of_other_house_rules(facts: dict[str, Any]) -> None:
    """One that was struck out, and was entered when extras were known and any sum was allowed."""
    names = {name: name for name in "ABCD"}
    strict = RULESETS["poker"]
    shown = recall_round(strict, strict.defaults, facts, names)
    assert strict.write(shown, names) == facts
