"""Steps: each names its operation and its numbers, and together they make the payment, in every language."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, cycle
from math import ceil, floor, prod
from typing import Any

import pytest
from hypothesis import given

from scorekeeper.scoring import closing, texts
from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.cards import read_cards
from scorekeeper.scoring.core import AnyStep, Step
from scorekeeper.scoring.dobon.facts import Round
from scorekeeper.scoring.document import read_document
from scorekeeper.scoring.formulas import Formulas, formula
from scorekeeper.scoring.messages import COMMON
from scorekeeper.scoring.registry import GAMES, RULESETS
from scorekeeper.scoring.reporting import report, write_step
from scorekeeper.scoring.sheet.options import SheetOptions
from scorekeeper.scoring.words import LANGUAGES, Language, translator
from tests.scoring.covering import covering
from tests.scoring.strategies import sessions
from tests.scoring.tables import a_round, arithmetic, last, session
from tests.scoring.test_cases import CASES, load
from tests.scoring.test_explained import EVERYTHING, FULL, check_round

Data = dict[str, Any]


def worth(step: Data) -> Fraction:
    """What a step comes to, by its operation and its numbers alone; amounts of money are texts."""
    op, of = step["op"], [Fraction(number) for number in step["of"]]
    if op == "given":
        assert of == []
        return Fraction(step["gives"])
    if op == "table":
        return Fraction(step["table"][min(int(of[0]), len(step["table"]) - 1)])
    if op in ("round", "quotient"):
        return rounded(of[0] / (of[1] if op == "quotient" else 1), step)
    if op == "share":
        each, left = divmod(of[0], step["among"])
        return each + (step["place"] < left)
    worked_out = {"sum": sum, "product": prod, "least": min, "most": max, "difference": less}
    return Fraction(worked_out[op](of))


def less(of: list[Fraction]) -> Fraction:
    return of[0] - sum(of[1:])


def rounded(value: Fraction, step: Data) -> Fraction:
    unit = Fraction(step["unit"])
    up, down, nearest = ceil(value / unit), floor(value / unit), floor(value / unit + Fraction(1, 2))
    return {"up": up, "down": down, "nearest": nearest}[step["to"]] * unit


def plain(text: str) -> str:
    """A text as a program reads its numbers."""
    return re.sub(r"(?<=\d),(?=\d{3})", "", text).replace("−", "-")


def numbers(text: str) -> list[Fraction]:
    return [Fraction(match) for match in re.findall(r"\d+(?:\.\d+)?", plain(text))]


def cards_at_the_end(text: str) -> int:
    """How many cards a text ends with."""
    text = re.sub("small joker|big joker|黒ジョーカー|赤ジョーカー|小王|大王", "Jk", text)
    match = re.search(r"(?: (?:[♠♥♦♣]?(?:A|[2-9]|10|J|Q|K)|Jk))+$", text)
    return len(match[0].split()) if match else 0


def unnamed(step: Data, before: list[Fraction]) -> list[Any]:
    """The numbers of a step that nothing names: no step before, no card, and not its own text."""
    if step["op"] in ("sum", "difference") and cards_at_the_end(step["text"]) == len(step["of"]):
        return []
    named = [*before, *numbers(step["text"])]
    return [number for number in step["of"] if Fraction(number) not in named]


def has_words(text: str) -> bool:
    return any(char.isalpha() or char in "“「" for char in text)


def check(transfer: Data) -> None:
    """The steps give the points, and each number has a name in its step and in the formula."""
    before: list[Fraction] = []
    for step in transfer["steps"]:
        assert Fraction(step["gives"]) == worth(step), step
        assert unnamed(step, before) == [], step
        assert has_words(step["text"]), step
        assert "%(" not in step["text"]
        before.append(Fraction(step["gives"]))
    assert before, "every payment has steps"
    amount = Fraction(transfer.get("money", transfer["points"]))
    assert before[-1] == amount
    check_formula(transfer["formula"], amount)


def check_formula(formula: str, amount: Fraction) -> None:
    assert numbers(formula)[-1] == abs(amount), formula
    parts = re.split(r"([+＋×÷=＝→]|−(?!\d))", formula)
    for sign, operand in zip(["+", *parts[1::2]], parts[0::2], strict=True):
        assert sign in "=＝→" or has_words(operand), (operand, formula)


def transfers(document: Any, language: Language) -> Iterator[Data]:
    """Everything with steps: payments of rounds, results, and the payments in the end."""
    reported = json.loads(json.dumps(report(read_document(document), translator(language))))
    for entry in reported["rounds"]:
        yield from entry["transfers"]
    final = reported["final"]
    yield from final["why"]["results"]
    yield from final["why"]["payments"]
    check_ending(final)


def check_ending(final: Data) -> None:
    """``why`` has the same results and payments as the rest of the final report."""
    why = final["why"]
    plain_ones = [
        {key: one[key] for key in one if key not in ("steps", "formula")} for one in why["payments"]
    ]
    assert plain_ones == final["payments"]
    points = {one["who"]: one["points"] for one in why["results"]}
    assert {name: points[name] for name in final["result"]} == final["result"]
    assert points.keys() - final["result"].keys() <= {"bank"}
    assert {one["who"]: one["money"] for one in why["results"] if "money" in one} == final["money"]


@pytest.mark.parametrize(("name", "language"), list(zip(CASES, cycle(LANGUAGES), strict=False)))
def test_the_steps_of_every_evening_make_its_payments(name: str, language: Language) -> None:
    for transfer in transfers(load(name)["document"], language):
        check(transfer)


@given(sessions())
def test_the_steps_of_any_session_make_its_payments(data: dict[str, Any]) -> None:
    for transfer in transfers(data, "ja"):
        check(transfer)


PEOPLE = ["A", "B", "C", "D"]
MORE = {"doublings": 2, "drawn": ["9", "4"], "turnup": "H9", "bottom": "SK", "riichi": ["A", "B"],
        "extra_yaku": {"A": [{"name": "x", "yaku": 2}]}}  # fmt: skip
DOBON_ROUNDS: list[Data] = [
    a_round("adjust", transfers=[{"from": "A", "to": "pot", "points": 7}]),
    a_round("adjust", transfers=[{"from": "pot", "to": "B", "points": 9, "reason": "y"}]),
    a_round("dobon", callers="A", victim="B", card="9", count=2, hands=FULL, **MORE),
    a_round("dobon", callers="A C", victim="B", card="Jk", hands=FULL, **MORE),
    a_round("dobon", callers="A", victim="B", card="6", target=9, hands=FULL, **MORE),
    a_round("dobon", callers="C", victim="B", card="K", hands={**FULL, "B": {"points": 12}, "C": "K"}),
    a_round("dobon", callers="A", victim="C", card="9", hands={**FULL, "C": []}),
    a_round("burst", player="D", drawn=["6"], doublings=1, hands={"D": "5 2 8 9 J"}),
    a_round("deckout", hands={"A": {"count": 1}, "B": {"count": 1}, "C": {"count": 2}, "D": {"count": 4}}),
    a_round(
        "dobon",
        callers="A",
        victim="B",
        card="9",
        turnup="Jk",
        doublings=16,
        hands={**FULL, "A": {"points": 10**6}},
    ),
    *EVERYTHING,
]
DEALS: list[Data] = [
    *DOBON_ROUNDS[:2],
    a_round("deal", landlord="A", bid=3, winner="landlord", bombs=2, big_bombs=1, rockets=2, robs=2, shown=3,
            doubled=["A", "B", "B"], spring=True),
    a_round("deal", landlord="A", bid=2, winner="farmers", bombs=1, spring=True),
    a_round("deal", landlord="A", bid=2, winner="farmers", big_bombs=2, rockets=1),
    a_round("deal", landlord="A", lot=True, winner="landlord"),
    a_round("deal", landlord="A", bid=1, plays=[
        {"by": "A", "cards": ["4"] * 4}, {"by": "B", "cards": ["5"] * 8},
        {"by": "A", "cards": ["JkB", "JkR"]},
    ]),
]  # fmt: skip


SHEET_ROUNDS: list[Data] = [
    *DOBON_ROUNDS[:2],
    a_round("points", points={"A": 7, "B": 0, "C": -4, "D": -3}),
    a_round("winner", winner="A", points={"B": 12, "C": 0}),
]
PLACES: list[Data] = [
    a_round("places", places=places)
    for places in ([["A"], ["B"], ["C"], ["D"]], [["B", "A"], ["C", "D"]], [["D"], ["C", "B", "A"]])
]
EXTRAS = a_round("points", points={}, bonus={"A": ["x", "y"], "D": ["y"]})


def on_paper(options: SheetOptions) -> list[Data]:
    """Rounds of the score sheet that its house rules do not refuse."""
    shared = (options.place_points, options.counted_places, options.ties) == ("5 2 -3 -4", "all", "share")
    places = PLACES if shared or options.zero_sum == "off" else []
    return [*SHEET_ROUNDS, *places, *([EXTRAS] if options.bonuses else [])]


ROUNDS: dict[str, Callable[[Any], list[Data]]] = {
    "dobon": lambda options: DOBON_ROUNDS,
    "doudizhu": lambda options: DEALS,
    "sheet": on_paper,
}
"""Every kind of round by family."""
TERMS: list[Data] = [
    {},
    {"stake": {"start": 500, "base": 600}},
    {"stake": {"start": 0, "base": 90, "top_bonus": "gap_once"}},
    {"rate": {"unit": "円", "per_point": "0.7", "round_to": 10}},
    {"stake": {"start": 100, "base": 130, "top_bonus": "none"},
     "rate": {"unit": "€", "per_point": "0.03", "round_to": "0.05"}},
]  # fmt: skip
ENDS = ("result.", "money.", "settle.")
FOREIGN = {"teyaku": ("返し",), "dotenko": ("ドボン", "一発")}
"""Words that a game replaces by its own."""


class Payments:
    """Checks rounds of a game under many house rules, each kind of payment and of result once."""

    def __init__(self, game: str) -> None:
        self.game, self.codes = game, set[str]()
        self._speak = texts.for_game(game, translator("ja"))
        self._seen: set[object] = set()

    def play(self, rules: Data, number: int = 0) -> None:
        """One session with every kind of round that these rules know."""
        ruleset = RULESETS[self.game]
        options = house_rules.load(ruleset.defaults, rules)
        kinds = (*ruleset.kinds(options), *ruleset.anywhere, "adjust")
        rounds = [one for one in ROUNDS[ruleset.family](options) if one["kind"] in kinds]
        changes, terms = house_rules.dump(options, ruleset.defaults), TERMS[number % len(TERMS)]
        data = {"format": 1, "game": self.game, "version": ruleset.version, "players": PEOPLE}
        data |= {"options": changes, "rounds": rounds}
        document = read_document({**data, **terms})
        played = document.replay()
        for entry in played.scored:
            for paid in entry.outcome.transfers:
                self._check_payment(paid.steps, paid.points)
            self._check_words(texts.note(note, self._speak) for note in entry.outcome.notes)
            if isinstance(entry.facts, Round):
                check_round(entry.facts, entry.outcome)
        final = document.settle_up(played.state)
        for one in final.accounts:
            self._check_payment((*one.points, *one.worth), one.money or one.result)
        for debt, steps in closing.payments(final):
            self._check_payment(steps, debt.money or debt.points)

    def _check_payment(self, steps: Sequence[AnyStep], amount: int | str) -> None:
        key = tuple(map(texts.step_key, steps))
        if key in self._seen:
            return
        self._seen.add(key)
        self.codes |= {step.code for step in steps}
        reported: Data = {"steps": [write_step(step, self._speak) for step in steps], "points": amount}
        check({**reported, "formula": Formulas(self._speak).of(steps)})
        self._check_words([*(step["text"] for step in reported["steps"])])

    def _check_words(self, lines: Iterable[str]) -> None:
        assert not [text for text in lines for word in FOREIGN.get(self.game, ()) if word in text]


FAMILIES = {
    family: [ruleset.key for ruleset in GAMES if ruleset.family == family and not ruleset.preset_of]
    for family in ROUNDS
}
"""Games that differ by their house rules alone."""


@pytest.mark.parametrize("family", FAMILIES)
def test_every_payment_of_every_two_house_rules(family: str) -> None:
    """All rounds under sets of rules with every two values together; the family's games take turns."""
    payments = [Payments(game) for game in FAMILIES[family]]
    for number, rules in enumerate(covering(FAMILIES[family][0])):
        payments[number % len(payments)].play(rules, number)
    common = {code for code in COMMON.steps if not code.startswith(ENDS)}
    every = common | RULESETS[FAMILIES[family][0]].messages.steps.keys()
    assert every - set().union(*(one.codes for one in payments)) == set()


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
    assert arithmetic(entry.outcome.transfers[0]) == "(59 + 60 = 119 → 120) × 3 = 360"
    bare = Formulas(str, named=False)
    assert bare.without_result(entry.outcome.transfers[0].steps) == "(59 + 60 = 119 → 120) × 3"
    assert bare.without_result(()) == ""


def test_a_payment_that_two_share_in_operations() -> None:
    # no yaku: 100, by B and C
    facts = a_round("draw", winner="A", card="10", hands={"A": "A 5 4"})
    entry = last(session("A B C", facts, game="teyaku", draw_payers="shared"))
    share = entry.outcome.transfers[0].steps[-1]
    assert (share.op, share.of, share.gives, share.takes) == ("quotient", (100, 2), 50, 1)


CLAIM = {"callers": "B", "victim": "A"}
RIICHI = [a_round("dobon", **CLAIM, card="9", hands={"B": "4 5"}),
          a_round("dobon", **CLAIM, card="10", riichi="B C", turnup="H9", bottom="SK",
                  hands={"B": "H3 H4 S2 A"})]  # fmt: skip
WORDS = [
    # 5+50+4 = 59 and 50+10 = 60: 119, to the nearest 10: 120, three times
    ("gamble", {}, [a_round("dobon", card="K", callers="B", victim="A", hands={"B": "2 J", "A": "5 2 4"})],
     ["(Aの手札59＋Bの手札60＝119 → 120)×ドボン3＝360"]),
    # hearts 3 and 4 are dora, the spade ura-dora, the second win in a row: 4 yaku are 1,600
    ("teyaku", {}, RIICHI,
     ["リーチ100", "リーチ100", "ドラ2＋裏ドラ1＋連荘1＝4役 → 1,600", "リーチ2回×100点＝200"]),
    # J: A plays, B claims, C returns, B returns: 11 x 2 x 2
    ("dotenko", {}, [a_round("dobon", **CLAIM, card="J", returns="C B", hands={"B": "4 7", "C": "J"})],
     ["数字11×返し2回の倍率4＝44"]),
    ("doudizhu", {}, [a_round("deal", landlord="A", bid=3, bombs=2, rockets=1, winner="landlord")],
     ["ビッド3×爆弾2個の倍率4×ロケット1個の倍率2＝24"] * 2),
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


def moved(*moves: str) -> Data:
    """A correction: ``A>B 50``."""
    split = [re.split("[> ]", move) for move in moves]
    return a_round(
        "adjust", transfers=[{"from": a, "to": b, "points": int(points)} for a, b, points in split]
    )


MOVED = moved("B>A 700", "B>A 300")
ENDINGS = [
    # T2-1: 5000 each, base 6000: 8000 with 1000 from each of four, 5500, 4000, 2500
    ("A B C D", [moved("D>A 2500", "C>A 500", "C>B 500")], {"stake": {"start": 5000, "base": 6000}},
     ["持ち点8,000−基準点6,000＋トップ賞1,000×4人＝6,000", "持ち点5,500−基準点6,000＝−500",
      "持ち点4,000−基準点6,000＝−2,000", "持ち点2,500−基準点6,000＝−3,500",
      # B 500, C 2000, D 3500, all to A
      "Bの支払い500", "Cの支払い2,000", "Dの支払い3,500"]),
    # 1000 more than at the start, once: what all three put in (300) less 100 is the bank's
    ("A B C", [MOVED], {"stake": {"start": 0, "base": 100, "top_bonus": "gap_once"}},
     ["持ち点1,000−基準点100＋トップ賞100＝1,000", "持ち点−1,000−基準点100＝−1,100",
      "持ち点0−基準点100＝−100",
      "Aの分−1,000＋Bの分1,100＋Cの分100＝200",
      # A gets 1000, of B 1100 and C 100; the bank 200
      "Aの受け取り1,000", "Bの支払い1,100−Aへ1,000＝100", "Cの支払い100"]),
    # 5 are left in the pot for two at the top: 3 and 2, the odd one to the earlier seat
    ("A B C", [moved("C>pot 5")], {},
     ["持ち点0＋(供託5 → 3)＝3", "持ち点0＋(供託5 → 2)＝2", "持ち点−5", "Aの受け取り3", "Bの受け取り2"]),
    # the stick of C goes back to C, and nothing is left to share
    ("A B C", [moved("C>pot 100")], {"riichi": "on", "pot_end": "returned"},
     ["持ち点0", "持ち点0", "持ち点−100＋供託の返却100＝0"]),
    # 2×100 shared by two at the top, both with 0
    ("A B", [], {"stake": {"start": 0, "base": 100}},
     ["持ち点0−基準点100＋(トップ賞100×2人＝200 → 100)＝0"] * 2),
    # 0.7 yen a point: 423.5 is down to 420, -304.5 up to -300, -119 down to -120
    ("A B C", [moved("B>A 435", "C>A 170")], {"rate": {"unit": "円", "per_point": "0.7", "round_to": 10}},
     ["持ち点605×1点0.7円＝423.5 → 420", "持ち点−435×1点0.7円＝−304.5 → −300",
      "持ち点−170×1点0.7円＝−119 → −120", "Bの支払い300", "Cの支払い120"]),
    # penalty points: 60 and 40 to the bank, at 10 yen each
    ("A B C", [a_round("out", winner="A", hands={"B": "3 3", "C": "4"})],
     {"paid_to": "bank", "round_unit": 1, "rate": {"unit": "円", "per_point": 10, "round_to": 1}},
     ["持ち点0×1点10円＝0", "持ち点−6×1点10円＝−60", "持ち点−4×1点10円＝−40",
      "(Bの分6＋Cの分4＝10)×1点10円＝100", "Bの支払い60", "Cの支払い40"]),
]  # fmt: skip


@pytest.mark.parametrize(("players", "rounds", "terms", "formulas"), ENDINGS)
def test_the_end_in_words(
    players: str, rounds: list[Data], terms: dict[str, object], formulas: list[str]
) -> None:
    why = report(session(players, *rounds, **terms), translator("ja"))["final"]["why"]
    assert [one["formula"] for one in (*why["results"], *why["payments"])] == formulas


def test_one_yaku_alone_is_no_sum() -> None:
    # one dora: 200
    claim = a_round("dobon", **CLAIM, card="9", turnup="H9", hands={"B": "H4 5"})
    (paid,) = last(session("A B C", claim, game="teyaku")).outcome.transfers
    assert arithmetic(paid, translator("ja")) == "1役 → 200"


def test_no_code_means_two_things() -> None:
    families = {ruleset.family: ruleset.messages for ruleset in GAMES}
    for kind in ("steps", "transfers", "notes", "problems", "errors"):
        tables = [getattr(messages, kind) for messages in (COMMON, *families.values())]
        for one, other in combinations(tables, 2):
            assert not set(one) & set(other)


def test_two_people_with_the_same_cards_have_a_line_each() -> None:
    ace, king = read_cards("A"), read_cards("K")
    keys = [
        texts.step_key(Step("hand", 1, values={"name": name, "cards": cards}))
        for name, cards in (("A", ace), ("B", ace), ("A", king), ("A", ace))
    ]
    assert keys[0] == keys[3]
    assert len(set(keys)) == 3
