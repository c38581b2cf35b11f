"""ルールセット: reading and writing the format, also of other versions."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.rule_sets import RuleSet, lost_text, read_rule_set, write_rule_set
from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring import texts
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.settlement import Stake

GAMBLE, KAWAGOE, DOTENKO = (RULESETS[key] for key in ("gamble", "kawagoe", "dotenko"))


def friday(**body: object) -> dict[str, Any]:
    return {"format": 1, "rule_set": {"name": "Friday", "game": "gamble", "options": {}, **body}}


def test_only_unusual_options_are_written() -> None:
    rules = RuleSet(
        "金曜", GAMBLE, house_rules.load(GAMBLE.defaults, {"two_value": 20}), Stake(300, rounds=8)
    )
    assert write_rule_set(rules) == {
        "format": 1,
        "rule_set": {
            "name": "金曜",
            "game": "gamble",
            "version": GAMBLE.version,
            "options": {"two_value": 20},
            "stake": {"start": 300, "top_bonus": "gap_times_players", "rounds": 8, "end_on_bust": False},
        },
    }


def test_the_limit_of_options() -> None:
    """300 unknown ones are read and reported."""
    assert len(read_rule_set(friday(options={f"unknown_{number}": 1 for number in range(300)})).lost) == 300
    with pytest.raises(ReadError) as caught:
        read_rule_set(friday(options={str(key): 1 for key in range(301)}))
    assert texts.error(caught.value, str) == "301 entries; at most 300"


def test_options_and_version_may_be_left_out_and_a_preset_is_a_game() -> None:
    data = friday()
    del data["rule_set"]["options"]
    assert read_rule_set(data) == RuleSet("Friday", GAMBLE, GAMBLE.defaults)
    expected = RuleSet("Friday", RULESETS["hearts"], RULESETS["hearts"].defaults)
    assert read_rule_set(friday(game="sheet", options={"preset": "hearts"})) == expected
    assert read_rule_set(friday(game="hearts")) == expected


@pytest.mark.parametrize(
    ("data", "where", "code"),
    [
        ([], "", "type.object"),
        ({}, "", "key.missing"),
        ({"format": 1}, "", "key.missing"),
        ({"format": 2, "rule_set": {}}, "format", "format.version"),
        ({"format": "1", "rule_set": {}}, "format", "type.whole"),
        ({"format": 1, "rule_set": []}, "rule_set", "type.object"),
        ({"format": 1, "rule_set": {}, "players": []}, "", "key.unknown"),
        ({"format": 1, "rule_set": {"game": "gamble"}}, "rule_set", "key.missing"),
        ({"format": 1, "rule_set": {"name": "x"}}, "rule_set", "key.missing"),
        (friday(game="bridge"), "rule_set.game", "game.unknown"),
        (friday(game=["gamble"]), "rule_set.game", "game.unknown"),
        (friday(name=""), "rule_set.name", "name.empty"),
        (friday(name=" \u3000"), "rule_set.name", "name.empty"),
        (friday(name="x" * 61), "rule_set.name", "text.long"),
        (friday(name="a\x00b"), "rule_set.name", "text.control"),
        (friday(name=7), "rule_set.name", "type.text"),
        (friday(version="1"), "rule_set.version", "type.whole"),
        (friday(version=0), "rule_set.version", "whole.bounds"),
        (friday(options=[]), "rule_set.options", "type.object"),
        (friday(stake=300), "rule_set.stake", "type.object"),
    ],
)
def test_other_json_raises_read_error(data: object, where: str, code: str) -> None:
    with pytest.raises(ReadError) as caught:
        read_rule_set(data)
    assert (caught.value.where, caught.value.code) == (where, code)
    assert texts.error(caught.value, str)


UNKNOWN, USUAL = "“abc” is not known here", "; the usual rule is used."


@pytest.mark.parametrize(
    ("body", "kept", "where", "sentence"),
    [
        ({"options": {"abc": 1, "burst": "on"}}, {"burst": "on"}, "options.abc", UNKNOWN + USUAL),
        (
            {"options": {"returns": "thrice", "two_value": 20}}, {"two_value": 20}, "options.returns",
            "Return (dobon-gaeshi) cannot be “thrice” here" + USUAL,
        ),
        (
            {"options": {"dobon_factor": 999}}, {}, "options.dobon_factor",
            "Dobon factor cannot be “999” here" + USUAL,
        ),
        (
            {"options": {"dobon_factor": [3]}}, {}, "options.dobon_factor",
            "Dobon factor cannot be “[…]” here" + USUAL,
        ),
        (
            {"options": {"dora": "on", "two_value": 20}}, {"two_value": 20}, "options.dora",
            "Dora: “on” does not fit the other rules (dora count as yaku; this table does not pay by yaku)"
            + USUAL,
        ),
        (
            {"game": "dotenko", "version": 2, "options": {"returns": "on", "burst_points": 20}},
            {"burst_points": 20}, "options.returns",
            "Return (dobon-gaeshi): “once” does not fit the other rules (later calls can be returns only "
            "where returns can be returned)" + USUAL,
        ),
        (
            {"version": 7}, {}, "version",
            f"Made for version 7 of this game. Here it is version {GAMBLE.version}: "
            "the same cards may give other points.",
        ),
        ({"colour": "red"}, {}, "colour", "“colour” is not known here and is left out."),
    ],
)  # fmt: skip
def test_valid_options_are_read_and_the_others_reported(
    body: Any, kept: dict[str, object], where: str, sentence: str
) -> None:
    rules = read_rule_set(friday(**body))
    assert write_rule_set(rules)["rule_set"]["options"] == kept
    assert [(item.where, lost_text(item, str)) for item in rules.lost] == [(f"rule_set.{where}", sentence)]


@pytest.mark.parametrize(
    ("stake", "kept", "keys"),
    [
        ({"start": 300, "wind": "east"}, Stake(300), ["wind"]),
        ({"start": 300, "base": 200}, Stake(300), ["base"]),
        ({"start": -1, "rounds": 8}, Stake(rounds=8), ["start"]),
        ({"start": 300, "rounds": 0, "end_on_bust": 1}, Stake(300), ["rounds", "end_on_bust"]),
        ({"start": 300, "top_bonus": "twice"}, Stake(300), ["top_bonus"]),
    ],
)
def test_valid_keys_of_the_stake_are_read(stake: object, kept: Stake, keys: list[str]) -> None:
    rules = read_rule_set(friday(stake=stake))
    assert rules.stake == kept
    assert [item.where for item in rules.lost] == [f"rule_set.stake.{key}" for key in keys]
    assert all("is left out" in lost_text(item, str) for item in rules.lost)


def test_every_conflict_is_reported_and_the_changed_option_of_it_dropped() -> None:
    """Dora and yaku for jokers need yaku; the other option stays."""
    data = friday(game="kawagoe", version=2, options={"dora": "on", "joker_yaku": "on", "returns": "off"})
    rules = read_rule_set(data)
    assert [item.where.rpartition(".")[2] for item in rules.lost] == ["dora", "joker_yaku"]
    assert write_rule_set(rules)["rule_set"]["options"] == {"returns": "off"}
    # ``bystanders: pay`` is usual in gamble and excludes ``amount: number``: only the latter is reported
    rules = read_rule_set(friday(options={"bystanders": "pay", "amount": "number"}))
    assert [item.where for item in rules.lost] == ["rule_set.options.amount"]
    assert rules.options == GAMBLE.defaults


def test_a_label_is_translated() -> None:
    item = read_rule_set(friday(options={"dora": "on"})).lost[0]
    assert lost_text(item, lambda text: f"<{text}>" if text in ("Dora", "on") else text).startswith(
        "<Dora>: “<on>” does not fit"
    )


KEYS = [spec.key for spec in house_rules.specs(type(DOTENKO.defaults))]
VALUES = st.one_of(
    st.sampled_from(
        [choice for spec in house_rules.specs(type(DOTENKO.defaults)) for choice, _ in spec.choices]
    ),
    st.integers(-5, 200),
    st.text(max_size=5),
    st.none(),
)


@given(
    st.sampled_from([GAMBLE, KAWAGOE, DOTENKO]), st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=8)
)
def test_law_every_option_is_read_or_reported(ruleset: Any, given_rules: dict[str, object]) -> None:
    rules = read_rule_set(friday(game=ruleset.key, options=given_rules))
    told_keys = {item.where.rpartition(".")[2] for item in rules.lost}
    for key, value in given_rules.items():
        kept = str(getattr(rules.options, key)) == str(value) or key in told_keys
        assert kept or " ".join(str(value).split()) == getattr(rules.options, key)
    assert read_rule_set(write_rule_set(rules)) == replace(rules, lost=())
