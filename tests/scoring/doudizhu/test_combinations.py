"""組み合わせ of 闘地主: what may be played, why something may not, and the command ``combo``.

What beats what is compared with the rules' text in ``test_combinations_brute.py``.
"""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.scoring import texts
from scorekeeper.scoring.__main__ import main
from scorekeeper.scoring.cards import Card, CardError
from scorekeeper.scoring.core import Note
from scorekeeper.scoring.doudizhu.combinations import ORDER, Rules, identify, rank_of, read_play
from scorekeeper.scoring.doudizhu.options import DoudizhuOptions, rules_for
from tests.scoring.commands import printed, refused, run

ONE_DECK = Rules()
FOUR = Rules(decks=2, rocket=4)
RED_AND_BLACK = Rules(decks=2, rocket=2)
BARE = Rules(decks=2, rocket=4, wings=False)
REPEAT = Rules(wings_repeat=True)


def named(play: str, rules: Rules = ONE_DECK) -> tuple[str, str, int] | None:
    """Type, rank and length of a play written in ranks."""
    combination = identify(play, rules)
    if isinstance(combination, Note):
        return None
    return combination.type, combination.rank, combination.length


def reason(play: str, rules: Rules = ONE_DECK) -> Note:
    note = identify(play, rules)
    assert isinstance(note, Note)
    return note


ILLEGAL = [
    ("", ONE_DECK, "why.empty"),
    ("34", ONE_DECK, "why.nothing"),
    ("3345", ONE_DECK, "why.nothing"),
    ("33334444", ONE_DECK, "why.nothing"),
    ("33333", ONE_DECK, "why.too_many"),
    ("BB", ONE_DECK, "why.too_many"),
    ("3456", ONE_DECK, "why.short_sequence"),
    ("3344", ONE_DECK, "why.short_pairs"),
    ("JQKA2", ONE_DECK, "why.run_two"),
    ("TJQKAR", ONE_DECK, "why.run_two"),
    ("KKAA22", ONE_DECK, "why.run_two"),
    ("AA22", ONE_DECK, "why.short_pairs"),
    ("AAA222", ONE_DECK, "why.run_two"),
    ("34568", ONE_DECK, "why.run_gap"),
    ("333555", ONE_DECK, "why.run_gap"),
    ("333555" + "78", ONE_DECK, "why.run_gap"),
    ("333BR", ONE_DECK, "why.wings_jokers"),
    ("3333BR", ONE_DECK, "why.wings_jokers"),
    ("333444BR", ONE_DECK, "why.wings_jokers"),
    ("333444677", ONE_DECK, "why.wings_mixed"),
    ("33344455", ONE_DECK, "why.wings_same"),
    ("333344", ONE_DECK, "why.wings_same"),
    ("3334445", ONE_DECK, "why.wings_number"),
    ("33345", ONE_DECK, "why.wings_number"),
    ("33334", ONE_DECK, "why.wings_quad"),
    ("3333455", ONE_DECK, "why.wings_quad"),
    ("BR", FOUR, "why.rocket_four"),
    ("BBRR", RED_AND_BLACK, "why.rocket_two"),
    ("333BB", FOUR, "why.wings_joker_pair"),
    ("333344BB", FOUR, "why.wings_joker_pair"),
    ("333B", BARE, "why.wings_off"),
    ("333356", BARE, "why.wings_off"),
    ("333333333", FOUR, "why.too_many"),
    ("3333345", FOUR, "why.nothing"),
    ("3333BB", FOUR, "why.wings_joker_pair"),
    # no single cards on triplets and nothing on quads; pairs on triplets stay
    ("33344456", BARE, "why.wings_off"),
    ("33335566", BARE, "why.wings_off"),
]


@pytest.mark.parametrize(("play", "rules", "code"), ILLEGAL)
def test_illegal_plays_and_why(play: str, rules: Rules, code: str) -> None:
    assert reason(play, rules).code == code
    text = texts.note(reason(play, rules), str)
    assert text
    assert "%(" not in text


COUNTED = [
    ("3456T", "The ranks do not follow one another: 7 is missing."),
    ("3456", "A run of single cards needs five ranks; this has 4."),
    ("3344", "A run of pairs needs three ranks; this has 2."),
    ("33333", "3 ×5: more than there are."),
    # 7 − 3·2 and 5 − 3·1
    ("3334445", "A card or a pair must be attached to each triplet. Triplets here: 2; other cards: 1."),
    # 5 − 4 and 7 − 4
    ("33334", "Four of a kind takes two single cards or two pairs. Other cards here: 1."),
    ("33445566778899TTJJQQK", "21 cards; nobody holds more than 20."),
    # a landlord's 20 cards can be held
    ("33334444555566667777", "These cards make no combination."),
]


@pytest.mark.parametrize(("play", "words"), COUNTED)
def test_a_reason_in_words(play: str, words: str) -> None:
    assert texts.note(reason(play), str) == words


TWO_DECKS = [
    ("RR", RED_AND_BLACK, ("pair", "R", 1)),
    ("BR", RED_AND_BLACK, ("rocket", "B", 1)),
    # pairs on triplets stay
    ("33355", BARE, ("triplet_pair", "3", 1)),
    ("3334445566", BARE, ("triplet_sequence_pairs", "3", 2)),
]


@pytest.mark.parametrize(("play", "rules", "name"), TWO_DECKS)
def test_two_decks(play: str, rules: Rules, name: tuple[str, str, int]) -> None:
    """All plays by the usual rules of two decks are in ``test_combinations_brute.py``."""
    assert named(play, rules) == name


def test_rules_of_a_table() -> None:
    usual = DoudizhuOptions()
    assert rules_for(usual, 3) == Rules()
    assert rules_for(usual, 4) == FOUR
    other = DoudizhuOptions(four_rocket="two", four_wings="off", wings_repeat="yes")
    assert rules_for(other, 3) == REPEAT
    assert rules_for(other, 4) == Rules(decks=2, wings_repeat=True, wings=False, rocket=2)


@pytest.mark.parametrize(
    ("text", "ranks"), [("♠10,♥T、D10", "TTT"), ("小王大王", "BR"), ("JKB", "JKB"), ("", "")]
)
def test_typed_plays(text: str, ranks: str) -> None:
    assert "".join(map(rank_of, read_play(text))) == ranks


def test_suits_are_kept() -> None:
    assert read_play("♠3 h10 JkR") == (Card(3, "S"), Card(10, "H"), Card(0, "R"))


@pytest.mark.parametrize("play", ["3x", (Card(0),)])
def test_what_has_no_rank(play: str | tuple[Card, ...]) -> None:
    with pytest.raises(CardError):
        identify(play)


RULES = st.builds(Rules, st.sampled_from([1, 2]), st.booleans(), st.booleans(), st.sampled_from([2, 4]))
RANKS = st.sampled_from(ORDER[:13])
GROUPS = st.builds(lambda rank, count: [rank] * count, RANKS, st.integers(1, 4))
PLAYS = st.lists(st.sampled_from(ORDER), max_size=10) | st.lists(GROUPS, max_size=6).map(
    lambda groups: [rank for group in groups for rank in group]
)


@given(PLAYS, RULES, st.randoms(use_true_random=False))
def test_order_and_suits_change_nothing(ranks: list[str], rules: Rules, chance: Any) -> None:
    mixed = list(ranks)
    chance.shuffle(mixed)
    suited = [
        Card(card.rank, card.suit or "SHDC"[place % 4])
        for place, card in enumerate(read_play("".join(mixed)))
    ]
    combination = identify("".join(ranks), rules)
    assert identify("".join(mixed), rules) == combination
    assert identify(suited, rules) == combination


def test_nobody_plays_more_cards_than_the_landlord_holds() -> None:
    """3 to Q in pairs are 20 cards, 3 to K are 22; with two decks the landlord has 33."""
    assert named("33445566778899TTJJQQ")
    assert reason("33445566778899TTJJQQKK") == Note("why.never_held", {"count": 22, "most": 20})
    assert named("33445566778899TTJJQQKK", Rules(decks=2))


TRIPLET = {"legal": True, "type": "triplet_single", "rank": "3", "length": 1}
COMBOS = [
    (["3334"], TRIPLET),
    (["3339", "--beats", "5557"], {**TRIPLET, "beats": False}),
    (["Q J 10 ♥9 8"], {"legal": True, "type": "sequence", "rank": "8", "length": 5}),
    (["小王 大王"], {"legal": True, "type": "rocket", "rank": "B", "length": 1}),
    (["34"], {"legal": False, "why": "These cards make no combination."}),
    (["5", "--beats", "34"], {"legal": True, "type": "single", "rank": "5", "length": 1, "beats": False}),
    (["33344455", "--option", "wings_repeat=yes"],
     {"legal": True, "type": "triplet_sequence_singles", "rank": "3", "length": 2}),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "answer"), COMBOS)
def test_combo(capsys: pytest.CaptureFixture[str], arguments: list[str], answer: dict[str, object]) -> None:
    assert printed(capsys, "combo", *arguments, "--lang", "en") == answer


def test_combos_line_by_line() -> None:
    done = run("combo", "--lines", "-", stdin="3334\r\n\n3339 > 5557\n10 10>99\n34\n34 > 3\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        '{"legal":true,"type":"triplet_single","rank":"3","length":1}',
        '{"legal":true,"type":"triplet_single","rank":"3","length":1,"beats":false}',
        '{"legal":true,"type":"pair","rank":"T","length":1,"beats":true}',
        '{"legal":false}',
        '{"legal":false,"beats":false}',
    ]


def test_combos_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "plays.txt"
    file.write_text("BR > 3333\n", encoding="utf-8")
    assert printed(capsys, "combo", "--lines", str(file))["beats"] is True
    file.write_text("34\n", encoding="utf-8")
    assert printed(capsys, "combo", "--lines", str(file)) == {"legal": False}
    file.write_text("\n\n", encoding="utf-8")
    assert main(["combo", "--lines", str(file)]) == 0
    assert capsys.readouterr() == ("", "")


def test_a_combo_line_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "plays.txt"
    for text, line in (
        ("3\n\n5\n3x", "lines[3]: no card “x”"),
        ("3 > y", "lines[0]: no card “y”"),
        ("3 Jk", "lines[0]: a joker in a play needs its colour: JkB or JkR"),
    ):
        file.write_text(text, encoding="utf-8")
        assert refused(capsys, "combo", "--lines", str(file), "--lang", "en") == line
