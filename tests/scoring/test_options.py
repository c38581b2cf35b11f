"""House rules: declared once, loaded strictly, written only where they differ."""

import pytest

from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring import texts
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.registry import RULESETS
from tests.scoring.covering import with_needs

GAMBLE = RULESETS["gamble"].defaults
UNPUBLISHED = ("yaku_points", "draw_payers")
"""House rules without a published source: every table has its own."""
WITH_CHOICES = ("choice", "preset", "flag")
LISTS = {
    "numbers": ["1 20 3"],
    "cards": ["D3=30 S3"],
    "list": ["20 -10 0"],
    "named": ["", "革命 +10, Foul out -5"],
}
"""Values of house rules that are lists."""


@pytest.mark.parametrize("game", RULESETS)
def test_every_rule_says_what_a_page_needs(game: str) -> None:
    defaults = RULESETS[game].defaults
    for spec in house_rules.specs(type(defaults)):
        assert spec.label
        assert spec.help.endswith(".")
        assert spec.group
        assert set(spec.games.split()) <= set(RULESETS)
        assert spec.source or spec.key in UNPUBLISHED
        assert spec.check(getattr(defaults, spec.key), "") == getattr(defaults, spec.key)
        assert all(key and label for key, label in spec.choices)
        assert (spec.kind in WITH_CHOICES) == bool(spec.choices)


@pytest.mark.parametrize("game", RULESETS)
def test_every_value_is_loaded_and_written(game: str) -> None:
    defaults = RULESETS[game].defaults
    for spec in house_rules.specs(type(defaults)):
        usual = getattr(defaults, spec.key)
        values = [key for key, _ in spec.choices] or LISTS.get(spec.kind, [spec.low, spec.high])
        for value in values:
            rules = with_needs(game, {spec.key: value})
            assert rules is not None, f"nothing goes with {spec.key}={value}"
            loaded = house_rules.load(defaults, rules)
            written = house_rules.dump(loaded, defaults)
            assert getattr(loaded, spec.key) == value
            assert written.get(spec.key, spec.json(usual)) == spec.json(value)
            assert house_rules.load(defaults, written) == loaded


DEFAULTS = [
    # a 2 counts 50, faces 10, nearest 10, dobon times 3; no return, no 8s; the going-out card may be
    # claimed
    ("gamble", {
        "dobon_factor": 3, "two_value": 50, "face_value": 10, "round_unit": 10, "round_to": "nearest",
        "round_where": "sum", "returns": "off", "out_card": "allowed", "single_claim": "allowed",
        "eights": "off", "combine": "product", "next_starter": "nearest", "decks": 1, "amount": "hands",
        "bystanders": "pay", "two_cards": "sum", "several": "all", "deckout": "starter",
        "starts": "winner", "jokers": 0, "streak": "off", "riichi": "off", "burst": "off",
    }),
    # the payer's own hand, the payer after a return, the first caller's cards dropped, once each, flat,
    # a joker is no card, N counts once, each in full, no return of a return
    ("kawagoe", {
        "added_hand": "payer", "return_hands": "payer", "first_bonus": "dropped", "return_bonus": "once",
        "opening_bonus": "flat", "opening_extra": 4, "joker_claim": "uncounted", "number_counts": "once",
        "several": "all", "returns": "on", "return_by": "victim", "return_factor": 2, "twos": "double",
        "joker_factor": "double", "two_cards": "four", "more_cards": "sum", "division": "exact",
        "difference": "absolute", "starts": "loser", "jokers": 2, "two_value": 2, "face_value": 0,
        "joker_value": 0, "round_unit": 1, "dobon_factor": 1, "bystanders": "nothing",
    }),
    # twice for a holder however many, times four for two holders; everybody pays a draw; 100 and as many
    # points needed, void at 0, until one's next turn; pot to the top and shared; a used-up stock leaves it;
    # whole points; jokers not counted; +1 at the second win in a row
    ("teyaku", {
        "joker_loss": "off", "joker_each": "person", "joker_both": "four", "draw_payers": "all",
        "riichi": "on", "riichi_points": 100, "riichi_needs": "void", "riichi_lasts": "turn",
        "pot_end": "top", "pot_split": "split", "pot_deckout": "no", "share_unit": 1, "deckout": "fewest",
        "deckout_rest": "heaviest", "deckout_jokers": "uncounted", "streak": "yaku", "streak_first": 1,
        "clear_points": 100, "yaku_points": "100 200 400 800 1600 3200", "together": "on", "dora": "on",
        "joker_yaku": "on", "two_cards": "four", "more_cards": "sum",
    }),
    # cancelled; later calls return; a chain; one card may; a joker is not claimable; the top card's
    # number; 10 and 5
    ("dotenko", {
        "first_claim": "cancelled", "several": "returns", "returns": "chain", "return_by": "anyone",
        "return_factor": 2, "single_claim": "allowed", "joker_card": "refused", "number_counts": "once",
        "burst": "on", "burst_points": 10, "burst_cards": 5, "aces": "plus_minus", "joker_claim": "free",
        "amount": "number", "opening_extra": 0, "starts": "loser", "jokers": 2,
    }),
]  # fmt: skip
"""House rules of each game, also where its source leaves them open."""


@pytest.mark.parametrize(("game", "wanted"), DEFAULTS)
def test_defaults_are_those_of_the_rules(game: str, wanted: dict[str, object]) -> None:
    defaults = RULESETS[game].defaults
    assert {key: getattr(defaults, key) for key in wanted} == wanted


BORROWED = {"amount", "bystanders", "dobon_factor", "round_unit"}
"""What other games of the family differ in; these play as they do without being asked."""


@pytest.mark.parametrize(("game", "wanted"), DEFAULTS[1:])
def test_the_open_rules_of_a_game_belong_to_it(game: str, wanted: dict[str, object]) -> None:
    homes = {spec.key: spec.games.split() for spec in house_rules.specs(type(RULESETS[game].defaults))}
    assert [key for key in wanted if game not in homes[key] and key not in BORROWED] == []


def test_the_amounts_of_gamble_dobon_belong_to_it() -> None:
    """A 2 counts 50 and a face 10, hands are rounded to the nearest 10, and a claim is paid three times."""
    homes = {spec.key: spec.games.split() for spec in house_rules.specs(type(GAMBLE))}
    counted = ("two_value", "face_value", "round_unit", "round_to", "round_where", "dobon_factor")
    assert [key for key in counted if "gamble" not in homes[key]] == []


CONFLICTS = [
    ("gamble", {"dora": "on"}, "dora", "dora"),
    ("dotenko", {"streak": "yaku"}, "streak", "streak_yaku"),
    ("gamble", {"jokers": 2, "joker_yaku": "on"}, "joker_yaku", "joker_yaku"),
    ("kawagoe", {"bystanders": "pay"}, "bystanders", "bystanders"),
    ("teyaku", {"deckout": "starter"}, "deckout", "deckout"),
    ("gamble", {"several": "returns"}, "several", "several"),
    ("teyaku", {"several": "returns", "returns": "on"}, "several", "several"),
    ("dotenko", {"returns": "off"}, "several", "several"),
    ("dotenko", {"return_by": "victim"}, "several", "several_victim"),
    ("gamble", {"several": "returns", "returns": "chain"}, "several", "several_victim"),
    ("teyaku", {"eights": "summed"}, "eights", "eights"),
    ("kawagoe", {"joker_loss": "clear"}, "joker_loss", "joker_clear"),
    ("gamble", {"joker_loss": "all"}, "joker_loss", "joker_loss"),
    ("teyaku", {"jokers": 0, "joker_loss": "clear"}, "joker_loss", "joker_loss"),
    ("dotenko", {"dobon_hands": "all"}, "dobon_hands", "dobon_hands"),
    ("kawagoe", {"claimed_card": "counted"}, "claimed_card", "claimed_card"),
    ("dotenko", {"twos": "summed"}, "twos", "twos"),
    ("teyaku", {"twos": "instead"}, "twos", "twos"),
    ("dotenko", {"threes": "summed"}, "threes", "summed"),
    ("teyaku", {"threes": "instead"}, "threes", "summed"),
    ("teyaku", {"joker_factor": "summed"}, "joker_factor", "summed"),
    ("teyaku", {"yaku_factor": "on"}, "yaku_factor", "yaku_factor"),
    ("gamble", {"unit_points": 10}, "unit_points", "unit_points"),
    ("kawagoe", {"drawn_factor": "on"}, "drawn_factor", "drawn_factor"),
    ("dotenko", {"burst_pays": "drawn"}, "burst_pays", "burst_pays"),
    ("dotenko", {"foul": "drawn"}, "foul", "foul"),
    ("dotenko", {"special_cards": "D3=30"}, "special_cards", "special_cards"),
    ("gamble", {"several": "shared", "paid_to": "bank"}, "several", "several_shared"),
    # the hands are no longer what is paid for, but everybody else still pays for theirs
    ("gamble", {"amount": "number"}, "bystanders", "bystanders"),
    ("gamble", {"amount": "number", "bystanders": "nothing"}, "deckout", "deckout"),
]


@pytest.mark.parametrize(("game", "changes", "key", "code"), CONFLICTS)
def test_combinations_that_make_no_sense_are_refused_with_a_sentence(
    game: str, changes: dict[str, object], key: str, code: str
) -> None:
    with pytest.raises(ReadError) as caught:
        house_rules.load(RULESETS[game].defaults, changes)
    assert (caught.value.where, caught.value.code) == (f"options.{key}", f"conflict.{code}")
    sentence = texts.error(caught.value, str)
    assert len(sentence.split()) > 5
    assert "_" not in sentence


def test_every_conflict_is_tested() -> None:
    codes = {code for code in texts.MESSAGES.errors if code.startswith("conflict.")}
    assert codes == {f"conflict.{code}" for _, _, _, code in CONFLICTS}


BAD = [
    (None, "options", "type.object"),
    ([], "options", "type.object"),
    ({"retruns": "on"}, "options", "key.unknown"),
    ({"returns": "maybe"}, "options.returns", "option.choice"),
    ({"returns": ["on"]}, "options.returns", "option.choice"),
    ({"two_value": True}, "options.two_value", "option.whole"),
    ({"two_value": 0}, "options.two_value", "option.bounds"),
    ({"two_value": 501}, "options.two_value", "option.bounds"),
]


@pytest.mark.parametrize(("data", "where", "code"), BAD)
def test_what_is_not_allowed_is_refused(data: object, where: str, code: str) -> None:
    with pytest.raises(ReadError) as caught:
        house_rules.load(GAMBLE, data)
    assert (caught.value.where, caught.value.code) == (where, code)


KINDS = [
    ("gamble", {}, "dobon out deckout nogame"),
    ("gamble", {"burst": "on", "deckout": "nogame"}, "dobon out burst nogame"),
    ("kawagoe", {}, "dobon opening nogame"),
    ("kawagoe", {"deckout": "fewest"}, "dobon opening deckout nogame"),
    ("teyaku", {}, "dobon out draw deckout nogame"),
    ("teyaku", {"burst": "on"}, "dobon out draw burst deckout nogame"),
    ("dotenko", {}, "dobon opening burst nogame"),
    ("dotenko", {"burst": "off"}, "dobon opening nogame"),
]


@pytest.mark.parametrize(("game", "changes", "kinds"), KINDS)
def test_how_a_round_can_end(game: str, changes: dict[str, object], kinds: str) -> None:
    ruleset = RULESETS[game]
    assert " ".join(ruleset.kinds(house_rules.load(ruleset.defaults, changes))) == kinds


[CARDS] = [spec for spec in house_rules.specs(type(GAMBLE)) if spec.kind == "cards"]
SPECIAL = [("♦3=30 ♠3", "D3=30 S3"), ("", ""), ("jk=50", "Jk=50"), ("3", "3")]
NOT_SPECIAL = ["X", "D3=", "D3=-1", "D3=12345", "D3 D3=30", "♦3=30=3", "S", 3, ["D3"]]


@pytest.mark.parametrize(("typed", "written"), SPECIAL)
def test_special_cards_are_written_in_one_way(typed: str, written: str) -> None:
    assert CARDS.check(typed, "") == written
    assert CARDS.check(written, "") == written


@pytest.mark.parametrize("value", NOT_SPECIAL)
def test_bad_special_cards_are_refused(value: object) -> None:
    with pytest.raises(ReadError) as caught:
        CARDS.check(value, "here")
    assert (caught.value.where, caught.value.code) == ("here", "option.cards")


def test_special_cards_in_words() -> None:
    assert texts.set_to(CARDS, "", str) == "–"
    assert texts.set_to(CARDS, "D3=30 S3", str) == "♦3=30 ♠3"
