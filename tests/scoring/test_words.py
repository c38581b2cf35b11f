"""Texts about a round: clear, without repetition, and in the language of the reader."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from scorekeeper.scoring.document import read_document
from scorekeeper.scoring.reporting import explain, report
from scorekeeper.scoring.words import Language, translator
from tests.scoring.tables import a_round, dobon, last, opening, session
from tests.scoring.test_cases import CASES, load


def test_cards_are_shown_in_one_way() -> None:
    hands = {"A": "D6 C7", "B": "S3 JkR"}
    explained = explain(last(session("A B", a_round("dobon", card="DK", callers="A", victim="B", hands=hands),
                                jokers=2)), str)  # fmt: skip
    assert [line for line in explained if "♦" in line or "♠" in line] == [
        "B's hand (♠3 big joker): 3+0 = 3",
        "A's hand (♦6 ♣7): 6+7 = 13",
        "The claimed ♦K is in nobody's hand and counts for nobody.",
    ]


def test_equal_sums_show_their_own_cards() -> None:
    lost = [a_round("out", winner="A", hands={"B": cards}) for cards in ("H5", "S5")]
    reported = report(session("A B", *lost), str)
    lines = [line for entry in reported["rounds"] for line in entry["explain"]]
    assert [line for line in lines if "(♥5)" in line or "(♠5)" in line] == [
        "B's hand (♥5): 5", "B's hand (♠5): 5",
    ]  # fmt: skip


LATIN = re.compile(r"[A-Za-z][A-Za-z0-9]*")
MARKS = {
    "ja": {"A", "J", "Q", "K", "Jk"},
    "zh-hans": {"A", "J", "Q", "K", "Jk", "Dobon", "Dotenko", "Sho", "tenko"},
}
"""Latin letters that a reader of the language knows: cards, and in Chinese the names of the games."""


@pytest.mark.parametrize("language", MARKS)
@pytest.mark.parametrize("name", CASES)
def test_no_word_of_another_language(name: str, language: Language) -> None:
    data = load(name)["document"]
    known = MARKS[language] | set(LATIN.findall(" ".join(written(data))))
    explained = report(read_document(data), translator(language))
    lines = [line for entry in explained["rounds"] for line in said(entry)]
    assert lines
    assert [line for line in lines if set(LATIN.findall(line)) - known] == []


def said(entry: dict[str, Any]) -> list[str]:
    """Every text of a round."""
    return [*entry["explain"], *(item["text"] for item in entry["problems"])]


def written(data: Any) -> Iterator[str]:
    """What people wrote themselves: names of players and yaku, and reasons."""
    yield from data["players"]
    for played in data["rounds"]:
        yield from played.get("join", ())
        yield from (move.get("reason", "") for move in played.get("transfers", ()))
        yield from (own["name"] for extra in played.get("extra_yaku", {}).values() for own in extra)


OWN = [{"name": "flush", "yaku": 1}]
WON = dobon("9", {"A": "4 5", "B": "3"})
UNPAID = "B's hand does not count: for this ending nobody pays for it."
PLAIN = {"dora": "off"}
IDLE = "The streak of A (wins so far: {}) is not paid for this ending, but goes on."
FOUR = a_round("deal", landlord="A", bid=1, plays=[{"by": "A", "cards": ["4", "4", "4", "4", "5", "6"]}])
NOT_COUNTED = {
    # A has won twice: goes out, draws, or has the fewest cards; only a dobon pays the streak
    "a streak at a clear": ("teyaku", {}, [WON, WON, a_round("out", winner="A", hands={"B": "3", "C": "4"})],
        IDLE.format(2)),
    # cards left are paid by their number, whatever the yaku
    "no yaku at a clear": ("teyaku", {"streak_paid": "wins"},
        [WON, a_round("out", winner="A", hands={"B": "3", "C": "4"})], IDLE.format(1)),
    "points at a clear": ("teyaku", {"streak_paid": "wins", "streak": "points"},
        [WON, a_round("out", winner="A", hands={"B": "3", "C": "4"})], ""),
    "yaku that multiply": ("gamble", {"yaku_factor": "on"}, [a_round("out", winner="A", hands={"B": "9",
        "C": "8"}, extra_yaku={"A": [{"name": "flush", "yaku": 2}], "B": OWN})],
        "flush of B does not count: only yaku of the player being paid do."),
    "a yaku of one": ("kawagoe", {"yaku_factor": "on"},
        [dobon("9", {"A": "4 5", "B": "9"}, extra_yaku={"A": [{"name": "lone", "yaku": 1}]})],
        "lone of A is worth 1 and multiplies nothing."),
    "2s at an opening": ("kawagoe", {}, [opening("10", {"A": "♦2 8 Jk"})],
        "♦2 Jk of A: 2s and jokers do not double an opening dobon."),
    "2s that double at an opening": ("kawagoe", {"opening_bonus": "doubled"},
        [opening("10", {"A": "2 8 Jk"})], ""),
    "the first caller's 2s": ("kawagoe", {}, [dobon("9", {"A": "2 7", "B": "3 Q"}, returns="B")],
        "The claim of A does not count: the return of B cancels it."
        " / 2 of A: nothing is doubled, since that claim was returned."),
    "2s that are kept": ("kawagoe", {"first_bonus": "kept"},
        [dobon("9", {"A": "2 7", "B": "3 Q"}, returns="B")],
        "The claim of A does not count: the return of B cancels it."),
    "the first caller's 8s": ("gamble", {"returns": "on", "eights": "winner"},
        [dobon("9", {"A": "8 A", "B": "4 5", "C": "3"}, returns="B")],
        "The claimed 9 is in nobody's hand and counts for nobody."
        " / The claim of A does not count: the return of B cancels it."
        " / 8 of A: nothing is doubled, since that claim was returned."),
    "two 9s": ("kawagoe", {}, [dobon("9", {"A": "4 5", "B": "3"}, count=2)],
        "2 cards were played together; the number of 9 counts once."),
    # the 2 and the joker of B, who pays, are worth 2 and 0 and double nothing
    "2s of who pays": ("kawagoe", {}, [dobon("9", {"A": "4 5", "B": "2 Jk"})],
        "2 Jk of B: only 2s and jokers of the winning hand double."),
    "8s of who pays": ("gamble", {"eights": "winner", "returns": "on"},
        [dobon("9", {"A": "8 A", "B": "8", "C": "♠8"})],
        "The claimed 9 is in nobody's hand and counts for nobody."
        " / 8 of B: only 8s of the player being paid double."
        " / ♠8 of C: only 8s of the player being paid double."),
    "8s that are not added up": ("kawagoe", {"eights": "summed"}, [dobon("9", {"A": "8 A", "B": "8"})],
        "8 of A: only 8s in the hands that are added up double."),
    "a joker left": ("teyaku", {}, [a_round("out", winner="A", hands={"B": "3 Jk", "C": "4"})],
        "Jk of B: jokers do not count as cards left."),
    "a joker that counts": ("teyaku", {"deckout_jokers": "counted"},
        [a_round("out", winner="A", hands={"B": "3 Jk", "C": "4"})], ""),
    "two jokers of one": ("gamble", {"joker_loss": "clear", "jokers": 2, "round_unit": 1},
        [a_round("out", winner="A", hands={"B": "3 Jk Jk", "C": "4 Jk"})],
        "B has 2 jokers; they double once, like a single one."),
    "no riichi": ("teyaku", PLAIN, [dobon("9", {"A": "♠4 ♥5"}, bottom="SK")],
        "♠4 of A: ura-dora count only after riichi."),
    "a stick that waits": ("teyaku", {}, [a_round("nogame", riichi="A")],
        "The pot stays: nobody has won this round."),
    "a bystander": ("kawagoe", {}, [dobon("9", {"A": "4 5", "B": "3", "C": "8"})],
        "C neither called nor was claimed, so that hand does not count."),
    "yaku at a clear": ("teyaku", {}, [a_round("out", winner="A", hands={"B": "3"}, extra_yaku={"A": OWN})],
        "flush of A does not count: nothing here is paid by yaku."),
    # the table has points for 0 and 1 yaku
    "too many yaku": ("teyaku", {"yaku_points": "100 200", **PLAIN},
        [dobon("9", {"A": "4 5"}, extra_yaku={"A": [{"name": "flush", "yaku": 3}]})],
        "A has 3 yaku; the points end at 1 yaku, and more are worth the same."),
    "as many yaku as there are points for": ("teyaku", {"yaku_points": "100 200", **PLAIN},
        [dobon("9", {"A": "4 5"}, extra_yaku={"A": OWN})], ""),
    "the pot": ("teyaku", {}, [a_round("deckout", riichi="B", hands={"A": "4", "B": "3 5", "C": "4 6"})],
        "The pot stays: it is not won when the stock is used up."),
    # dora of the winner alone; the ♥4 and the joker of a claim that was countered are no yaku
    "dora of a countered claim": ("teyaku", {},
        [dobon("9", {"A": "♥4 ♠5 Jk", "B": "♥2 ♠7"}, turnup="H9", returns="B")],
        "The claim of A does not count: the counter of B cancels it."
        " / ♥4 Jk of A make no yaku, since that claim was countered."),
    "a held joker at a dobon": ("teyaku", {"joker_loss": "clear"},
        [dobon("9", {"A": "♠4 ♠5", "B": "♠3 Jk"}, turnup="H9")],
        f"{UNPAID} / Jk of B: held jokers do not double this ending."),
    "a held joker at the end": ("teyaku", {"joker_loss": "all"},
        [a_round("deckout", hands={"A": "4", "B": "3 5 Jk", "C": "4 6"})],
        "Jk of B: jokers do not count as cards left." " / Jk of B: held jokers do not double this ending."),
    # a joker turned up: one yaku at a dobon only
    "a joker turned up and a draw": ("teyaku", {},
        [a_round("draw", winner="A", card="9", turnup="Jk", hands={"A": "4 5"})],
        "A joker was turned up, so there are no dora in this round."
        " / The joker turned up first makes a yaku for a dobon, not for a win by drawing."),
    # everybody pays 10 and 4, whatever is held
    "hands at an opening": ("kawagoe", {}, [opening("10", {"A": "3 7", "B": "K", "C": ""})],
        UNPAID),
    # 3+6 played on a 9: the number of the top card, 6
    "a combination played": ("dotenko", {}, [dobon("6", {"A": "4 5"}, target=9)],
        "9 was claimed, but what is paid is the number of the card on top, 6."),
    "a combination that counts": ("dotenko", {"number_counts": "each"},
        [dobon("6", {"A": "4 5"}, target=9)], ""),
    "three cards drawn": ("dotenko", {"amount": "drawn"}, [dobon("9", {"A": "4 5"}, drawn=["A", "3", "7"])],
        "Of the cards drawn only the last, 7, counts."),
    # four of a kind with two cards is no bomb, so the bid of 1 stays
    "a four with other cards": ("doudizhu", {}, [FOUR], "It was a spring; this table does not count that."
        " / 4 4 4 4 5 6 is no bomb: other cards are attached to the four."),
    "the first claim stands": ("kawagoe", {"first_claim": "stands"},
        [dobon("9", {"A": "2 7", "B": "3 Q"}, returns="B")], ""),
    "riichi": ("teyaku", PLAIN, [dobon("9", {"A": "♠4 ♥5"}, bottom="SK", riichi="A")], ""),
    # a chain: A is countered, B too, and A wins after all
    "dora in a chain": ("teyaku", {"returns": "chain"},
        [dobon("9", {"A": "♥4 ♠5", "B": "♥2 ♠7"}, turnup="H9", returns="B A")],
        "The claim of A does not count: the counter of B cancels it."
        " / The counter of B does not count: the counter of A cancels it."
        " / ♥2 of B make no yaku, since that claim was countered."),
    "penalty points": ("gamble", {"paid_to": "bank"}, [dobon("9", {"A": "4 5", "B": "K", "C": "9"}, "A C")],
        "The claimed 9 is in nobody's hand and counts for nobody. / This table plays without return."
        " / Penalty points are lost once, however many have called."),
}  # fmt: skip


@pytest.mark.parametrize(("game", "options", "rounds", "explained"), NOT_COUNTED.values(), ids=NOT_COUNTED)
def test_what_did_not_count_and_why(
    game: str, options: dict[str, object], rounds: list[dict[str, Any]], explained: str
) -> None:
    entry = report(session("A B C", *rounds, game=game, **options), translator("en"))["rounds"][-1]
    assert " / ".join(item["text"] for item in entry["not_counted"]) == explained
    assert entry["explain"][len(entry["explain"]) - len(entry["not_counted"]) :] == [
        item["text"] for item in entry["not_counted"]
    ]


OWN_WORDS = [
    # the dora ♥2 is a yaku: 200, twice for the counter
    ("teyaku", {"return_factor": 2},
     dobon("9", {"A": "♠4 ♠5", "B": "♥2 ♠7"}, turnup="H9", returns="B"),
     "(dora 1 = 1 yaku → 200) × counter 2 = 400", "for the countered claim",
     "The claim of A does not count: the counter of B cancels it.", "(ドラ1＝1役 → 200)×カウンター2＝400"),
    # without a factor of the counter its name is in the reason alone
    ("teyaku", PLAIN, dobon("9", {"A": "4 5", "B": "2 7"}, returns="B"), "0 yaku → 100",
     "for the countered claim", "The claim of A does not count: the counter of B cancels it.", "0役 → 100"),
    ("teyaku", {"returns": "off", **PLAIN}, dobon("9", {"A": "4 5"}), "0 yaku → 100",
     "for the claimed card", "This table plays without counter.", "0役 → 100"),
    ("kawagoe", {}, dobon("9", {"A": "4 5", "B": "3 Q"}, returns="B"),
     "(number 9 + A's hand 9 = 18) × return 2 = 36", "for the returned claim",
     "The claim of A does not count: the return of B cancels it.", "(数字9＋Aの手札9＝18)×返し2＝36"),
    ("dotenko", {"opening_extra": 4}, opening("7", {"A": "3 4"}),
     "number 7 + sho-tenko 4 = 11", "for sho-tenko", "", "数字7＋しょてんこ4＝11"),
    ("dotenko", {"dobon_factor": 3}, dobon("7", {"A": "3 4"}), "number 7 × dotenko 3 = 21",
     "for the claimed card", "", "数字7×どてんこ3＝21"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "options", "facts", "formula", "reason", "explained", "japanese"), OWN_WORDS
)
def test_the_words_of_one_game(
    game: str, options: dict[str, object], facts: dict[str, Any], formula: str, reason: str, explained: str,
    japanese: str,
) -> None:  # fmt: skip
    document = session("A B C", facts, game=game, **options)
    entry = report(document, translator("en"))["rounds"][-1]
    assert entry["transfers"][0]["formula"] == formula
    assert any(line.endswith(f"({reason})") for line in entry["explain"])
    assert [item["text"] for item in entry["not_counted"]] == ([explained] if explained else [])
    ja = report(document, translator("ja"))["rounds"][-1]
    assert ja["transfers"][0]["formula"] == japanese


STOCK = a_round("deckout", hands={"A": "3 4", "B": "3 5", "C": "3 6", "D": "3 7 8"})
DEBT = ["Cards of D 3, the fewest 2: 3−2 = 1", "100 points a card: 1×100 = 100"]
OWED = "(3 cards − fewest 2) × 100 points"
FOR_CARDS = "(for the cards above the fewest)"
SHARED = [
    # (3-2) x 100 = 100 by three: 34 each takes 102, 2 more than there are
    pytest.param({}, [
        "100 for the cards, shared by 3 in steps of 1: 34 each; D, with the most cards, adds the missing 2.",
        *DEBT, "All that is paid for cards: 100", "Shared by 3, in steps of 1: 100÷3 → 34",
        "At most what A is still owed: 34: → 34",
        f"D → A: {OWED} = 100 → 34 {FOR_CARDS}",
        "Paid to A already: 34", "Still to be paid: 100−34 = 66", "At most what B is still owed: 34: → 34",
        f"D → B: {OWED} − 34 = 66 → 34 {FOR_CARDS}",
        "Paid to B already: 34", "Still to be paid: 100−34−34 = 32",
        f"D → C: {OWED} − 34 − 34 = 32 {FOR_CARDS}",
        "Equal shares for 3: 34×3 = 102", "Minus everything paid for cards: 100: 102−100 = 2",
        "D → C: (100 ÷ 3 → 34) × 3 − 100 = 2 (the indivisible remainder)",
    ], id="rounded up"),
    # 33 each takes 99
    pytest.param({"deckout_rest": "pot"}, [
        "100 for the cards, shared by 3 in steps of 1: 33 each; the 1 left over go into the pot.",
        *DEBT, "All that is paid for cards: 100", "Shared by 3, in steps of 1: 100÷3 → 33",
        "At most what A is still owed: 33: → 33",
        f"D → A: {OWED} = 100 → 33 {FOR_CARDS}",
        "Paid to A already: 33", "Still to be paid: 100−33 = 67", "At most what B is still owed: 33: → 33",
        f"D → B: {OWED} − 33 = 67 → 33 {FOR_CARDS}",
        "Paid to B already: 33", "Still to be paid: 100−33−33 = 34",
        "At most what C is still owed: 33: → 33",
        f"D → C: {OWED} − 33 − 33 = 34 → 33 {FOR_CARDS}",
        "Paid to C already: 33", "Still to be paid: 100−33−33−33 = 1",
        f"D → pot: {OWED} − 33 − 33 − 33 = 1 {FOR_CARDS}",
    ], id="left over"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "lines"), SHARED)
def test_how_tied_winners_share_can_be_followed(options: dict[str, object], lines: list[str]) -> None:
    assert explain(last(session("A B C D", STOCK, game="teyaku", **options)), str) == lines


TWO_NINES = dobon("9", {"A": "4 5", "B": "3 K"}, count=2)
EACH = {"number_counts": "each"}
ONCE = [
    # 9 twice and 3+13: 18+16 = 34
    pytest.param("kawagoe", EACH, TWO_NINES, [
        "A: 4+5=9 ✓", "Claimed number 9 on 2 cards: 9×2 = 18", "B's hand (3 K): 3+13 = 16",
        "Together: 18+16 = 34", "B → A: 9 × 2 + 16 = 34 (for the claimed card)",
    ], id="two 9s count each"),
    pytest.param("kawagoe", {}, TWO_NINES, [
        "A: 4+5=9 ✓", "Claimed number 9", "B's hand (3 K): 3+13 = 16", "Together: 9+16 = 25",
        "B → A: 9 + 16 = 25 (for the claimed card)",
    ], id="two 9s count once"),
    pytest.param("dotenko", {**EACH, "unit_points": 10}, TWO_NINES, [
        "A: 4+5=9 ✓", "Claimed number 9 on 2 cards: 9×2 = 18", "Points of a unit: 10: 18×10 = 180",
        "B → A: 9 × 2 × 10 = 180 (for the claimed card)",
    ], id="two 9s in units"),
    # a 6 played with a 3 counts as 9
    pytest.param("dotenko", EACH, dobon("6", {"A": "4 5", "B": "3 K"}, target=9), [
        "A: 4+5=9 ✓", "Claimed sum of the cards played with 6: 9", "B → A: 9 (for the claimed card)",
    ], id="3 and 6"),
    # nothing is added
    pytest.param("dotenko", {}, opening("7", {"A": "3 4"}), [
        "A: 3+4=7 ✓", "Claimed number 7", "B → A: 7 (for the opening dobon)",
    ], id="no extra at an opening"),
    # a 9 of hearts turned up, and A has none
    pytest.param("teyaku", {}, dobon("9", {"A": "4 S5"}, turnup="H9"), [
        "A: 4+5=9 ✓", "No yaku: 0", "0 yaku by the table: 100 points",
        "B → A: 0 yaku → 100 (for the claimed card)",
    ], id="points by the table"),
    # 10+4 from each of three
    pytest.param("kawagoe", {}, opening("10", {"A": "3 7"}), [
        "A: 3+7=10 ✓", "Claimed number 10", "Added at an opening dobon: 4", "Together: 10+4 = 14",
        *(f"{who} → A: 10 + 4 = 14 (for the opening dobon)" for who in "BCD"),
    ], id="everybody pays the same"),
    # B's 57, A's and C's 9 are added up with each; D's 12 is 10 to both
    pytest.param("gamble", {}, dobon("9", {"A": "4 5", "C": "9", "B": "2 7", "D": "Q 2"}, "A C"), [
        "A: 4+5=9 ✓", "C: 9=9 ✓",
        "B's hand (2 7): 50+7 = 57", "A's hand (4 5): 4+5 = 9", "Together: 57+9 = 66",
        "66 rounded to the nearest 10 (halves up): → 70", "Dobon ×3: 70×3 = 210",
        "B → A: (57 + 9 = 66 → 70) × 3 = 210 (for the claimed card)",
        "D's hand (Q 2): 10+50 = 60", "60 rounded to the nearest 10 (halves up): → 60",
        "D → A: 60 → 60 (for the cards left in the hand)",
        "C's hand (9): 9",
        "B → C: (57 + 9 = 66 → 70) × 3 = 210 (for the claimed card)",
        "D → C: 60 → 60 (for the cards left in the hand)",
    ], id="two callers"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "options", "facts", "lines"), ONCE)
def test_every_step_is_shown_once(
    game: str, options: dict[str, object], facts: dict[str, Any], lines: list[str]
) -> None:
    assert explain(last(session("A B C D", facts, game=game, **options)), str)[: len(lines)] == lines
