"""The score sheet: rules and rounds as JSON, what is refused and how, a round in words, a replay."""

import json
from functools import partial
from typing import Any

import pytest

from scorekeeper.scoring import texts
from scorekeeper.scoring.document import read_document, recall_round, write_document
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.reporting import report
from scorekeeper.scoring.words import translator
from tests.scoring.tables import a_round, document, in_english, last, net, refused, session

LISTS = {
    "zero_sum": True,
    "place_points": [20, 10, -10, -20],
    "bonuses": [{"name": "革命", "points": 10}, {"name": "Foul out", "points": -5}],
}
RULES = [
    LISTS,
    {"preset": "daifugo"},
    {"preset": "daifugo", "target": 15, **LISTS},
    {"preset": "hearts", "round_total": 0, "bonuses": [{"name": "Moon", "points": -26}]},
    {"preset": "poker", "zero_sum": False},
    {"wins": "low", "counted_places": "last", "place_points": [0], "ties": "same", "target": -50},
]


def of_two(options: dict[str, Any], *rounds: dict[str, Any], game: str = "sheet") -> dict[str, Any]:
    return {"format": 1, "game": game, "options": options, "players": ["A", "B"], "rounds": list(rounds)}


@pytest.mark.parametrize("options", RULES)
def test_a_document_is_written_as_it_was_read(options: dict[str, Any]) -> None:
    rounds = [
        {"kind": "rules", "options": {"target": 30, **LISTS}},
        {"kind": "points", "points": {"A": 5, "B": -5}, "bonus": {"A": ["革命", "革命"], "B": ["Foul out"]}},
        {"kind": "rules", "options": {"zero_sum": False, "bonuses": []}},
        {"kind": "places", "places": [["B"], ["A"]]},
        {"kind": "winner", "winner": "A", "points": {"B": 3}},
        {"kind": "winner", "winner": "A", "points": {}},
        {"kind": "points", "points": {}},
        {"kind": "nogame"},
    ]
    first = {"kind": "rules", "options": {"round_total": 0}}
    data = of_two(options, first, *rounds)
    assert json.loads(json.dumps(write_document(read_document(data)))) == data


WRITTEN = [
    ({"zero_sum": "on"}, {"zero_sum": True}),
    ({"zero_sum": "off"}, {}),
    ({"zero_sum": False}, {}),
    ({"place_points": "3 2 1 0"}, {}),
    ({"place_points": [3, 2, 1, 0]}, {}),
    ({"place_points": "20, 10, −10、-20"}, {"place_points": [20, 10, -10, -20]}),
    ({"place_points": "+5 ０ －５"}, {"place_points": [5, 0, -5]}),
    ({"bonuses": "革命　＋10、 Foul  out −5\n都落ち 3"},
     {"bonuses": [{"name": "革命", "points": 10}, {"name": "Foul out", "points": -5},
                  {"name": "都落ち", "points": 3}]}),
    ({"bonuses": ""}, {}),
    ({"preset": "free"}, {}),
    ({"preset": "daifugo", "place_points": [2, 1, 0], "target": 11}, {"preset": "daifugo"}),
]  # fmt: skip


@pytest.mark.parametrize(("given", "written"), WRITTEN)
def test_typed_lists_are_written_as_json(given: dict[str, Any], written: dict[str, Any]) -> None:
    assert write_document(read_document(of_two(given)))["options"] == written


@pytest.mark.parametrize("key", [key for key, ruleset in RULESETS.items() if ruleset.preset_of])
def test_a_preset_is_an_option_of_the_sheet(key: str) -> None:
    """It may also be named as the game, and the option takes precedence over the game."""
    ruleset = RULESETS[key]
    for data in (
        of_two({"preset": key}),
        of_two({}, game=key),
        of_two({"preset": key}, game="uno"),
    ):
        read = read_document(data)
        assert (read.ruleset, read.options) == (ruleset, ruleset.defaults)
        assert write_document(read) == of_two({"preset": key})


def test_free_is_the_sheet_itself() -> None:
    read = read_document(of_two({"preset": "free"}, game="daifugo"))
    assert (read.ruleset, read.options) == (RULESETS["sheet"], RULESETS["sheet"].defaults)


on_paper = partial(document, "A B C D", game="sheet")


def one_place_each(**more: Any) -> dict[str, Any]:
    return a_round("places", places=[["A"], ["B"], ["C"], ["D"]], **more)


ROUNDS = [
    # points
    (a_round("points"), {}, "rounds[0]", "key.missing"),
    (a_round("points", points={"E": 1}), {}, "rounds[0].points", "player.unknown"),
    (a_round("points", points={"A": "5"}), {}, "rounds[0].points.A", "type.whole"),
    # places
    (a_round("places", places=[]), {}, "rounds[0].places", "places.empty"),
    (a_round("places", places=[["A"], []]), {}, "rounds[0].places[1]", "places.group"),
    (a_round("places", places=[["A"], ["B", "A"]]), {}, "rounds[0].places[1][1]", "player.twice"),
    (a_round("places", places=[["A", "A"]]), {}, "rounds[0].places[0][1]", "player.twice"),
    # winner
    (a_round("winner", winner="A"), {}, "rounds[0]", "key.missing"),
    (a_round("winner", winner="A", points={"B": 3, "A": 0}), {}, "rounds[0].points.A", "winner.pays"),
    (a_round("winner", winner="A", points={"B": -3}), {}, "rounds[0].points.B", "whole.bounds"),
    # extras
    (one_place_each(bonus={"D": ["x", "y"]}), {"bonuses": "x +5"}, "rounds[0].bonus.D[1]", "bonus.unknown"),
    (a_round("nogame", bonus={"A": ["x"]}), {"bonuses": "x +5"}, "rounds[0]", "key.unknown"),
    (a_round("rules", options={"zero_sum": 1}), {}, "rounds[0].options.zero_sum", "option.choice"),
    (a_round("rules", options={"zero_sum": True}), {"round_total": 5}, "rounds[0].options.round_total",
     "options.round_total"),
]  # fmt: skip


@pytest.mark.parametrize(("facts", "options", "where", "code"), ROUNDS)
def test_bad_rounds(facts: dict[str, Any], options: dict[str, Any], where: str, code: str) -> None:
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


BAD_RULES: list[tuple[dict[str, Any], str, str]] = [
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
    *(({"place_points": value}, "place_points", "option.numbers") for value in NO_NUMBERS),
    *(({"bonuses": value}, "bonuses", "option.named") for value in NO_EXTRAS),
]


@pytest.mark.parametrize(("options", "key", "code"), BAD_RULES)
def test_bad_house_rules_are_refused(options: dict[str, Any], key: str, code: str) -> None:
    assert refused(on_paper(**options)) == (f"options.{key}", code)


@pytest.mark.parametrize(
    "facts",
    [
        a_round("points", points={"A": 5}),
        a_round("points", points={"A": 5, "B": -5}, bonus={"A": ["革命"]}),
        one_place_each(),
    ],
)
def test_a_round_is_read_unscored_under_other_rules(facts: dict[str, Any]) -> None:
    """One that was struck out, and was entered when extras were known and any sum was allowed."""
    names = {name: name for name in "ABCD"}
    strict = RULESETS["poker"]
    shown = recall_round(strict, strict.defaults, facts, names)
    assert strict.write(shown, names) == facts


IN_WORDS = [
    (a_round("points", points={"A": 7, "B": 3, "C": -2}), {}, "A best with 7", "A"),
    (a_round("points", points={"A": 7, "B": 7, "C": -2}), {}, "A & B best with 7", "A B"),
    (a_round("points", points={"A": 7, "B": 3, "C": 4}), {"wins": "low"}, "B best with 3", "B"),
    # who is left out has 0
    (a_round("points", points={"A": -5, "B": -3}), {}, "C best with 0", "C"),
    (a_round("points", points={"A": 20, "B": 6}), {"preset": "hearts"}, "C best with 0", "C"),
    (a_round("points", points={"A": 26}), {"preset": "hearts"}, "B & C best with 0", "B C"),
    (a_round("points", points={"A": 5, "B": 5}), {}, "A & B best with 5", "A B"),
    (a_round("points", points={}), {}, "Points as written, all alike", ""),
    (a_round("points", points={"A": 4, "B": 4, "C": 4}), {}, "Points as written, all alike", ""),
    (a_round("places", places=[["B"], ["A", "C"]]), {}, "1. B / 2. A & C", "B"),
    (a_round("places", places=[["B", "A"], ["C"]]), {}, "1. A & B / 3. C", "A B"),
    (a_round("places", places=[["A", "B", "C"]]), {}, "1. A & B & C", ""),
    (a_round("places", places=[["A", "B"], ["C"]]), {"preset": "old_maid"}, "C last", "A B"),
    (a_round("winner", winner="B", points={"A": 5}), {}, "B won", "B"),
    (a_round("winner", winner="B", points={"A": 5}, bonus={"B": ["x", "x"], "C": ["y"]}),
     {"bonuses": "x +5, y -2"}, "B won / B: x & x / C: y", "B"),
    (a_round("nogame"), {}, "No game", ""),
]  # fmt: skip


@pytest.mark.parametrize(("facts", "options", "headline", "winners"), IN_WORDS)
def test_a_round_in_words(
    facts: dict[str, Any], options: dict[str, Any], headline: str, winners: str
) -> None:
    document = session("A B C", facts, game="sheet", **options)
    rules, scored = document.ruleset, last(document)
    phrases = rules.headline(scored.facts, document.options, scored.outcome)
    assert " / ".join(map(in_english, phrases)) == headline
    parts = rules.parts(document.opening, scored.facts, document.options, scored.outcome)
    assert " ".join(parts.roles.get("winner", ())) == winners
    assert rules.headline(scored.facts, document.options, None), "also where it was not scored"


def test_the_earlier_seat_gets_what_does_not_divide() -> None:
    # 3 + 2 by two: 3 for B, who sits first by then
    swap, tie = a_round("seats", swap=["A", "B"]), a_round("places", places=[["A", "B"], ["C"]])
    assert net(last(session("A B C", swap, tie, game="sheet"))) == "A +2, B +3, C +1, bank -6"


def test_a_report() -> None:
    """B and C share 20 + 0, and A has the third place."""
    facts = a_round("places", places=[["B", "C"], ["A"]])
    evening = session("A B C", facts, game="sheet", zero_sum=True, place_points=[20, 0, -20])
    reported = json.loads(json.dumps(report(evening, translator("en"))))
    (entry,) = reported["rounds"]
    assert [(one["from"], one["to"], one["points"], one["code"]) for one in entry["transfers"]] == [
        ("bank", "B", 10, "sheet.place"),
        ("bank", "C", 10, "sheet.place"),
        ("A", "bank", 20, "sheet.place"),
    ]
    assert entry["change"] == {"A": -20, "B": 10, "C": 10, "bank": 0}
    assert entry["transfers"][0]["steps"] == [
        {"op": "given", "of": [], "place": 1, "gives": 20, "text": "Place 1: 20"},
        {"op": "given", "of": [], "place": 2, "gives": 0, "text": "Place 2: 0"},
        {"op": "sum", "of": [20, 0], "gives": 20, "text": "Together"},
        {"op": "share", "of": [20], "among": 2, "place": 0, "gives": 10, "text": "Shared by 2: 10"},
    ]
    assert reported["final"]["payments"] == [
        {"from": "A", "to": "B", "points": 10},
        {"from": "A", "to": "C", "points": 10},
    ]
