"""Steps: each names its operation and its numbers, and together they make the payment, in every language."""

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import ceil, floor, prod
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from scorekeeper.scoring.__main__ import translator
from scorekeeper.scoring.document import load_json, read_document
from scorekeeper.scoring.formulas import arithmetic, formula
from scorekeeper.scoring.messages import COMMON
from scorekeeper.scoring.registry import GAMES
from scorekeeper.scoring.reporting import report
from tests.scoring.strategies import sessions
from tests.scoring.tables import a_round, last, session

CASES = sorted((Path(__file__).parent / "cases").glob("*/*.json"))
LANGUAGES = ("ja", "en", "zh-hans")

Told = dict[str, Any]


def worth(step: Told) -> int:
    """What a step comes to, by its operation and its numbers alone."""
    op, of = step["op"], step["of"]
    if op == "given":
        assert of == []
        return int(step["gives"])
    if op == "table":
        return int(step["table"][min(of[0], len(step["table"]) - 1)])
    if op in ("round", "quotient"):
        return rounded(Fraction(of[0], of[1] if op == "quotient" else 1), step)
    worked_out = {"sum": sum, "product": prod, "least": min, "most": max, "difference": less}
    return int(worked_out[op](of))


def less(of: list[int]) -> int:
    return of[0] - sum(of[1:])


def rounded(value: Fraction, step: Told) -> int:
    units = value / step["unit"]
    up, down = ceil(units), floor(units)
    nearest = floor(units + Fraction(1, 2))
    return int({"up": up, "down": down, "nearest": nearest}[step["to"]] * step["unit"])


def plain(text: str) -> str:
    """A text as a program reads its numbers."""
    return re.sub(r"(?<=\d),(?=\d{3})", "", text).replace("−", "-")


def numbers(text: str) -> list[int]:
    return [int(found) for found in re.findall(r"\d+", plain(text))]


def cards_at_the_end(text: str) -> int:
    """How many cards a text ends with."""
    text = re.sub("small joker|big joker|黒ジョーカー|赤ジョーカー|小王|大王", "Jk", text)
    found = re.search(r"(?: (?:[♠♥♦♣]?(?:A|[2-9]|10|J|Q|K)|Jk))+$", text)
    return len(found[0].split()) if found else 0


def unnamed(step: Told, before: list[int]) -> list[int]:
    """The numbers of a step that nothing names: no step before, no card, and not its own text."""
    if step["op"] in ("sum", "difference") and cards_at_the_end(step["text"]) == len(step["of"]):
        return []
    named = [*before, *numbers(step["text"])]
    return [number for number in step["of"] if number not in named]


def has_words(text: str) -> bool:
    return any(char.isalpha() or char in "“「" for char in text)


def check(transfer: Told) -> None:
    """The steps make the points, nothing is called only "100", and the formula says each number's name."""
    before: list[int] = []
    for step in transfer["steps"]:
        assert step["gives"] == worth(step), step
        assert unnamed(step, before) == [], step
        assert has_words(step["text"]), step
        assert "%(" not in step["text"]
        before.append(step["gives"])
    assert before, "every payment has steps"
    assert before[-1] == transfer["points"]
    check_formula(transfer["formula"], transfer["points"])


def check_formula(formula: str, points: int) -> None:
    assert numbers(formula)[-1] == points, formula
    parts = re.split(r"([+＋×÷=＝→−])", formula)
    for sign, operand in zip(["+", *parts[1::2]], parts[0::2], strict=True):
        assert sign in "=＝→" or has_words(operand), (operand, formula)


def transfers(document: Any, language: str) -> Iterator[Told]:
    told = json.loads(json.dumps(report(read_document(document), translator(language))))
    for entry in told["rounds"]:
        yield from entry["transfers"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_steps_of_every_evening_make_its_payments(path: Path, language: str) -> None:
    data: Any = load_json(path.read_text(encoding="utf-8"))
    for transfer in transfers(data["document"], language):
        check(transfer)


@given(sessions())
def test_the_steps_of_any_session_make_its_payments(data: dict[str, Any]) -> None:
    for transfer in transfers(data, "ja"):
        check(transfer)


def test_the_evaluator_fails_where_a_number_has_no_name() -> None:
    step = {"op": "product", "of": [3, 100], "gives": 300, "text": "3 cards left"}
    assert unnamed(step, []) == [100]
    assert unnamed({**step, "text": "3 cards left, 100 points each"}, []) == []
    assert unnamed({**step, "text": "each"}, [3, 100]) == []
    assert unnamed({"op": "sum", "of": [50, 10], "text": "Hand of B 2 J"}, []) == []
    assert unnamed({"op": "sum", "of": [50, 10], "text": "Hand of B 2"}, []) == [50, 10]


def test_a_payment_in_operations() -> None:
    # 5+50+4 = 59 and 50+10 = 60: 119, to the nearest 10: 120, three times: 360
    hands = {"A": "2 J", "B": "5 2 4"}
    entry = last(session("A B", a_round("dobon", card="K", callers="A", victim="B", hands=hands)))
    steps = entry.outcome.transfers[0].steps
    assert [(step.op, step.of, step.gives, step.takes) for step in steps] == [
        ("sum", (5, 50, 4), 59, 0),
        ("sum", (50, 10), 60, 0),
        ("sum", (59, 60), 119, 2),
        ("round", (119,), 120, 1),
        ("product", (120, 3), 360, 1),
    ]
    assert arithmetic(entry.outcome.transfers[0], str) == "(59 + 60 = 119 → 120) × 3 = 360"


CLAIM = {"callers": "B", "victim": "A"}
RIICHI = [a_round("dobon", **CLAIM, card="9", hands={"B": "4 5"}),
          a_round("dobon", **CLAIM, card="10", riichi="B C", turnup="H9", bottom="SK",
                  hands={"B": "H3 H4 S2 A"})]  # fmt: skip
OWN = {"B": [{"name": "単騎", "yaku": 1}]}
WORDS = [
    # 5+50+4 = 59 and 50+10 = 60: 119, to the nearest 10: 120, three times
    ("gamble", {}, [a_round("dobon", card="K", callers="B", victim="A", hands={"B": "2 J", "A": "5 2 4"})],
     ["(Aの手札59＋Bの手札60＝119 → 120)×ドボン3＝360"]),
    # hearts 3 and 4 are dora, the spade ura-dora, the second win in a row: 4 yaku are 1,600
    ("teyaku", {}, RIICHI,
     ["リーチ100", "リーチ100", "ドラ2＋裏ドラ1＋連荘1＝4役 → 1,600", "リーチ2回×100点＝200"]),
    ("teyaku", {}, [a_round("dobon", **CLAIM, card="9", turnup="H9", hands={"B": "H4 H5 Jk"})],
     ["ドラ2＋ジョーカー1＝3役 → 800"]),
    ("teyaku", {}, [a_round("dobon", **CLAIM, card="9", extra_yaku=OWN, hands={"B": "9"})],
     ["「単騎」1＝1役 → 200"]),
    ("teyaku", {}, [a_round("dobon", **CLAIM, card="9", hands={"B": "4 5"})], ["0役 → 100"]),
    ("teyaku", {}, [a_round("out", winner="A", hands={"B": "3 4 5", "C": ""})],
     ["3枚×100点＝300", "0枚×100点＝0"]),
    # 9 and 3+13, twice for the 2; returned: 9 and 2+7, twice
    ("kawagoe", {}, [a_round("dobon", **CLAIM, card="9", hands={"B": "2 7", "A": "3 K"})],
     ["(数字9＋Aの手札16＝25)×2の倍率2＝50"]),
    ("kawagoe", {}, [a_round("dobon", **CLAIM, card="9", returns="A", hands={"B": "2 7", "A": "3 Q"})],
     ["(数字9＋Bの手札9＝18)×返し2＝36"]),
    ("kawagoe", {}, [a_round("opening", callers="B", card="10", hands={"B": "3 7"})],
     ["数字10＋一発4＝14", "数字10＋一発4＝14"]),
    # J: A plays, B claims, C returns, B returns: 11 x 2 x 2
    ("dotenko", {}, [a_round("dobon", **CLAIM, card="J", returns="C B", hands={"B": "4 7", "C": "J"})],
     ["数字11×返し4＝44"]),
    # the opening 6, returned: 6 x 2 from one for the two others
    ("dotenko", {}, [a_round("opening", callers="A", card="6", returns="B", hands={"A": "6", "B": "7 Jk"})],
     ["数字6×返し2×2人分＝24"]),
    ("dotenko", {}, [a_round("burst", player="A", hands={"A": "2 3 4 5 6"})], ["バースト10", "バースト10"]),
    ("doudizhu", {}, [a_round("deal", landlord="A", bid=3, bombs=2, rockets=1, winner="landlord")],
     ["ビッド3×爆弾4×ロケット2＝24"] * 2),
    ("gamble", {},
     [a_round("adjust", transfers=[{"from": "A", "to": "B", "points": 50, "reason": "チョンボ"}])],
     ["「チョンボ」50"]),
    # 300 asked of an empty pot: the bank pays them
    ("gamble", {}, [a_round("adjust", transfers=[{"from": "pot", "to": "B", "points": 300}])],
     ["卓で決めた300−供託0＝300"]),
]  # fmt: skip


@pytest.mark.parametrize(("game", "options", "rounds", "formulas"), WORDS)
def test_formulas_in_words(
    game: str, options: dict[str, object], rounds: list[dict[str, Any]], formulas: list[str]
) -> None:
    entry = last(session("A B C", *rounds, game=game, **options))
    assert [formula(one, translator("ja")) for one in entry.outcome.transfers] == formulas


def test_no_code_means_two_things() -> None:
    families = {ruleset.family: ruleset.messages for ruleset in GAMES}
    for kind in ("steps", "transfers", "notes", "problems", "errors"):
        tables = [getattr(messages, kind) for messages in (COMMON, *families.values())]
        for one, other in combinations(tables, 2):
            assert not set(one) & set(other)
