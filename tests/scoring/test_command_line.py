"""The command line: what it prints, its exit codes, its one-line errors, and a terminal that fails."""

import io
import json
import os
import re
import subprocess
import sys
from argparse import _SubParsersAction
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.scoring.__main__ import _parser
from scorekeeper.scoring.options import specs
from scorekeeper.scoring.registry import RULESETS
from tests.scoring.commands import ROOT, printed, refused, run
from tests.scoring.tables import KNOWN_GAMES

SESSION = """{"format": 1,
 "game": "gamble",
 "options": {"returns": "off"},
 "players": ["あき", "Ben", "Chie"],
 "stake": {"start": 300, "base": 300, "top_bonus": "gap_times_players", "rounds": 10, "end_on_bust": true},
 "rate": {"unit": "円", "per_point": "1", "round_to": 10},
 "rounds": [
  {"kind": "dobon", "callers": ["あき"], "victim": "Ben", "card": "K",
   "hands": {"あき": ["2", "J"], "Ben": ["A", "2", "3"], "Chie": ["A", "2", "3", "10", "K"]}}
 ]}"""

NO_JSON = [
    ("", "a value is missing (line 1, character 1)"),
    ("[1,]", "a value is missing (line 1, character 4)"),
    ('{"a": 1\n "b"}', "a comma or a closing bracket is missing (line 2, character 2)"),
    ("[1", "a comma or a closing bracket is missing (line 1, character 3)"),
    ("{a}", "a name in double quotes is missing (line 1, character 2)"),
    ('{"a" 1}', "a colon is missing (line 1, character 6)"),
    ('["a', "unterminated string (line 1, character 2)"),
    ('["a\n"]', "a line break or control character in a text (line 1, character 4)"),
    ('["\\q"]', "invalid backslash escape (line 1, character 3)"),
    ("{} 1", "unexpected content after the end (line 1, character 4)"),
]


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "session.json"
    path.write_text(SESSION, encoding="utf-8")
    return path


def test_the_example_from_standard_input_whatever_the_terminal_says() -> None:
    done = run("replay", "-", stdin=SESSION, PYTHONIOENCODING="ascii", LC_ALL="C")
    assert (done.returncode, done.stderr) == (0, "")
    check_example(json.loads(done.stdout))


def check_example(printout: dict[str, Any]) -> None:
    first = printout["rounds"][0]
    # 54+60 = 114 -> 110 x 3; 74 -> 70
    moved = [{key: one[key] for key in ("from", "to", "points", "code")} for one in first["transfers"]]
    assert moved == [
        {"from": "Ben", "to": "あき", "points": 330, "code": "dobon.victim"},
        {"from": "Chie", "to": "あき", "points": 70, "code": "dobon.bystander"},
    ]
    assert first["change"] == {"あき": 400, "Ben": -330, "Chie": -70}
    assert first["balance"] == {"あき": 700, "Ben": -30, "Chie": 230}
    assert (first["pot"], first["problems"]) == (0, [])
    assert all(isinstance(line, str) for line in first["explain"])
    assert printout["ended"] == {"by": "bust", "round": 1}
    # 700 less 300, -30 less 300, 230 less 300
    assert [one["steps"][1]["of"] for one in printout["final"]["why"]["results"]] == [
        [700, 300],
        [-30, 300],
        [230, 300],
    ]
    assert {key: printout["final"][key] for key in printout["final"] if key != "why"} == {
        "balance": {"あき": 700, "Ben": -30, "Chie": 230},
        "result": {"あき": 400, "Ben": -330, "Chie": -70},
        "money": {"あき": "400", "Ben": "-330", "Chie": "-70"},
        "payments": [
            {"from": "Ben", "to": "あき", "points": 330, "money": "330"},
            {"from": "Chie", "to": "あき", "points": 70, "money": "70"},
        ],
    }


@pytest.mark.parametrize("language", ["ja", "en", "zh-hans"])
def test_languages_change_texts_only(saved: Path, capsys: pytest.CaptureFixture[str], language: str) -> None:
    check_example(printed(capsys, "replay", str(saved), "--lang", language))


def test_a_file_with_a_byte_order_mark(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved.write_text(SESSION, encoding="utf-8-sig")
    check_example(printed(capsys, "replay", str(saved)))


def test_objections_have_code_text_and_who(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved.write_text(SESSION.replace('["2", "J"]', '["2", "10"]'), encoding="utf-8")
    printout = printed(capsys, "replay", str(saved), "--lang", "en")
    wanted = {"code": "claim.wrong", "text": "あき: 2+10=12, not 13", "who": "あき"}
    assert printout["rounds"][0]["problems"] == [wanted]


CLAIMS = [
    ("gamble", "K", "2 J", [], True, "2+J=13", [13]),
    ("gamble", "Q", "2 J", [], False, "2+J=13", [13]),
    ("gamble", "K", "10 K", [], False, "10+K=23", []),
    ("gamble", "5", "5", ["--option", "single_claim=refused"], False, "5=5", []),
    ("teyaku", "6", "3 6", ["--count", "3"], True, "3×6=18", [2, 3, 9, 18]),
    ("dotenko", "7", "A 8", [], True, "−A+8=7", [7, 9]),
    # one operation throughout: 10 - 2 - (-1), the joker taken as -1
    ("dotenko", "9", "10 2 Jk", ["--option", "more_cards=one_operation"], True, "10−2+Jk=9",
     [5, 7, 8, 9, 11, 12, 13, 20]),
]  # fmt: skip


@pytest.mark.parametrize(("game", "card", "hand", "more", "valid", "how", "targets"), CLAIMS)
def test_claim(
    capsys: pytest.CaptureFixture[str], game: str, card: str, hand: str, more: list[str], valid: bool,
    how: str, targets: list[int],
) -> None:  # fmt: skip
    printout = printed(capsys, "claim", "--game", game, "--card", card, "--hand", hand, *more)
    assert printout == {"valid": valid, "how": how, "targets": targets}


def test_a_list_of_numbers_as_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["claim", "--game", "teyaku", "--card", "9", "--hand", "9", "--lang", "en", "--option"]
    assert printed(capsys, *arguments, "yaku_points=100 300")["valid"]
    assert printed(capsys, *arguments, "yaku_points=100")["valid"]
    assert printed(capsys, *arguments, "yaku_points=" + "100 " * 40)["valid"]
    line = "--option.yaku_points: whole numbers separated by spaces, at most 40"
    for wrong in ("1 x", " ", "100 " * 41):
        assert refused(capsys, *arguments, f"yaku_points={wrong}") == line


@pytest.mark.parametrize("game", RULESETS)
@pytest.mark.parametrize("language", ["ja", "en", "zh-hans"])
def test_rules_list_every_option(capsys: pytest.CaptureFixture[str], game: str, language: str) -> None:
    rules = printed(capsys, "rules", game, "--lang", language)
    declared = specs(type(RULESETS[game].defaults))
    assert [rule["key"] for rule in rules] == [spec.key for spec in declared]
    for rule, spec in zip(rules, declared, strict=True):
        bounds = {"choice": {"choices"}, "int": {"min", "max"}}.get(rule["type"], set())
        assert set(rule) == {"key", "type", "default", "label", "help", "source", *bounds}
        assert rule["type"] == ("choice" if spec.kind == "preset" else spec.kind)
        assert rule["default"] == spec.json(getattr(RULESETS[game].defaults, spec.key))


SETTLED = [
    ({"A": 5, "B": -3, "C": -2}, [("B", "A", 3), ("C", "A", 2)]),
    ({}, []),
    ({"bank": -5, "あ": 5}, [("bank", "あ", 5)]),
]


@pytest.mark.parametrize(("balances", "payments"), SETTLED)
def test_settle(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    balances: dict[str, int],
    payments: list[tuple[str, str, int]],
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps({"balances": balances})))
    printout = printed(capsys, "settle", "-")["payments"]
    assert [(one["from"], one["to"], one["points"]) for one in printout] == payments


BROKEN = [
    ('"3", "10", "K"', '"3", "1l", "K"', "rounds[0].hands.Chie[3]: no card “1l”"),
    ('"format": 1', '"format": 9', "format: format 9 is not known; this program reads format 1"),
    ('"start": 300', '"start": NaN', "not a number: NaN"),
    ('"start": 300', '"start": ' + "9" * 6000, "not a number: 99999999999999999999…"),
    ('"start": 300', '"start": ' + "[" * 100_000, "nested too deeply"),
    ('"victim": "Ben"', '"victim": "Ben", "vicitm": 1',
     'rounds[0]: unknown key “vicitm” (known: kind, callers, victim, card, returns, count, target, drawn,'
     " hands, doublings, turnup, bottom, riichi, lapsed, extra_yaku)"),
    ('"victim": "Ben"', '"victim": "B\\ne\\u202en"',
     'rounds[0].victim: nobody at this table is called “B\\ne\\u202en”'),
    ('"victim": "Ben"', '"victim": "Ben", "victim": "Chie"', '“victim” appears twice in one object'),
]  # fmt: skip


@pytest.mark.parametrize(("good", "bad", "line"), BROKEN)
def test_one_line_names_the_place(
    saved: Path, capsys: pytest.CaptureFixture[str], good: str, bad: str, line: str
) -> None:
    assert good in SESSION
    saved.write_text(SESSION.replace(good, bad, 1), encoding="utf-8")
    assert refused(capsys, "replay", str(saved), "--lang", "en") == line


CLAIM = ("claim", "--game", "gamble", "--card", "K", "--hand", "K")
REFUSED = [
    (["replay", "/nowhere/at/all.json"], "cannot read /nowhere/at/all.json: there is no such file"),
    (["replay", "/"], "cannot read /: it is a folder"),
    (["replay", "a\0b"], "cannot read a\\x00b: there is no such file"),
    (["rules", "bridge"], f'game: no game “bridge” (known: {KNOWN_GAMES})'),
    (["claim", "--game", "x", "--card", "K", "--hand", "K"], f'--game: no game “x” (known: {KNOWN_GAMES})'),
    (["claim", "--game", "doudizhu", "--card", "9", "--hand", "9"],
     "--game: there is nothing to claim in doudizhu"),
    (["claim", "--game", "gamble", "--card", "11", "--hand", "K"], "--card: no card “11”"),
    (["claim", "--game", "gamble", "--card", "K", "--hand", "2 1l"], "--hand: no card “1l”"),
    # four decks with eight jokers
    (["claim", "--game", "gamble", "--card", "K", "--hand", "K " * 217], "--hand: 217 cards; at most 216"),
    (["claim", "--game", "gamble", "--card", "K", "--hand", "K" * 2001],
     "--hand: 2,001 characters; at most 2,000"),
    ([*CLAIM, "--option", "returns"], "--option returns: write it as KEY=VALUE"),
    ([*CLAIM, "--option", "dora=on"], "--option.dora: dora count as yaku; this table does not pay by yaku"),
    ([*CLAIM, "--option", "returns=maybe"], "--option.returns: maybe is not one of: off, on, chain"),
    ([*CLAIM, "--option", "decks=--5"], "--option.decks: a whole number is needed here"),
    ([*CLAIM, "--option", "decks=" + "9" * 5000], "--option.decks: a whole number is needed here"),
    ([*CLAIM, "--option", "decks=9"], "--option.decks: 9 is not between 1 and 4"),
    # what argparse refuses
    (["dance"], "scoring: COMMAND: dance is not one of: replay, claim, combo, rules, settle"),
    (["replay"], "scoring replay: missing here: FILE|-"),
    (["rules", "gamble", "--colour"], "scoring: not known here: --colour"),
    (["rules", "gamble", "--lan", "en"], "scoring: not known here: --lan en"),
    (["rules", "gamble", "more"], "scoring: not known here: more"),
    (["rules", "gamble", "--lang=fr"], "scoring rules: --lang: fr is not one of: en, ja, zh-hans"),
    (["claim"], "scoring claim: missing here: --game, --card, --hand"),
    ([*CLAIM, "--count"], "scoring claim: --count: a value is needed after this"),
    ([*CLAIM, "--count", "x"], "scoring claim: --count: a whole number is needed here"),
    ([*CLAIM, "--opening=yes"], "scoring claim: --opening: no value may be given here"),
    (["combo", "3", "--players", "5"], "scoring combo: --players: 5 is not one of: 3, 4"),
    (["combo", "3z"], "combo: no card “z”"),
    (["combo", "3", "--beats", "Jk"], "--beats: a joker in a play needs its colour: JkB or JkR"),
    (["combo"], "combo: either a play, or --lines with a file, is needed here"),
    (["combo", "3", "--lines", "x"], "combo: either a play, or --lines with a file, is needed here"),
    (["combo", "--lines", "/nowhere"], "cannot read /nowhere: there is no such file"),
    (["combo", "3", "--option", "spring=x"], "--option.spring: x is not one of: off, double, triple"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "line"), REFUSED)
def test_bad_arguments_are_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], line: str
) -> None:
    assert refused(capsys, *arguments, "--lang", "en") == line


TRANSLATED = [
    ([], "scoring: 足りません：COMMAND"),
    (["dance", "--lang=ja"],
     "scoring: COMMAND: danceは選べません（選べるのは replay, claim, combo, rules, settle）"),
    (["rules", "gamble", "--lang", "fr"],
     "scoring rules: --lang: frは選べません（選べるのは en, ja, zh-hans）"),
    (["replay", "/nowhere"], "/nowhereを読めません：ファイルがありません"),
    # the language is found among bad arguments
    (["claim", "--lang", "zh-hans"], "scoring claim: 缺少：--game, --card, --hand"),
    (["--lang=zh-hans", "replay"], "scoring replay: 缺少：FILE|-"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "line"), TRANSLATED)
def test_usage_errors_are_translated(
    capsys: pytest.CaptureFixture[str], arguments: list[str], line: str
) -> None:
    assert refused(capsys, *arguments) == line


@pytest.mark.parametrize("language", ["ja", "zh-hans"])
@pytest.mark.parametrize(("text", "reason"), NO_JSON)
def test_json_errors_are_translated(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, language: str, text: str, reason: str
) -> None:
    for spoken in ("en", language):
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        line = refused(capsys, "replay", "-", "--lang", spoken)
        if spoken == "en":
            assert line == f"this is not JSON: {reason}"
        else:
            assert set(re.findall("[A-Za-z]+", line)) == {"JSON"}


def test_an_input_that_cannot_be_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with (tmp_path / "out").open("w", encoding="utf-8") as written:
        monkeypatch.setattr("sys.stdin", written)
        assert refused(capsys, "replay", "-", "--lang", "en") == "cannot read -: it cannot be opened"


def test_help_says_what_every_command_and_option_is_for() -> None:
    [commands] = [action for action in _parser()._actions if isinstance(action, _SubParsersAction)]
    parts = [
        *commands._choices_actions,
        *(part for each in commands.choices.values() for part in each._actions),
    ]
    assert len(parts) > 10
    assert [part.dest for part in parts if not part.help] == []


UNSETTLED = [
    ('{"balances": {"A": 1}}', "balances: the balances sum to 1, not to 0"),
    ('{"balances": {"A": true}}', "balances.A: a whole number is needed here"),
    ("[]", "an object is needed here"),
]


@pytest.mark.parametrize(("text", "line"), UNSETTLED)
def test_balances_that_cannot_be_settled(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, text: str, line: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert refused(capsys, "settle", "-", "--lang", "en") == line


def test_a_lone_surrogate_in_a_name() -> None:
    done = run("settle", "-", stdin='{"balances": {"\\ud800": 5, "B": -5}}')
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["payments"] == [{"from": "B", "to": "\ud800", "points": 5}]


def test_a_reader_that_goes_away_is_harmless() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        done = subprocess.run(
            [sys.executable, "-m", "scorekeeper.scoring", "rules", "gamble"],
            stdout=closed, stderr=subprocess.PIPE, cwd=ROOT, timeout=60, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")


COMMAND = f'"{sys.executable}" -m scorekeeper.scoring'
UNWRITTEN = "the answer cannot be written: the output is closed or full\n"
IN_JAPANESE = "結果を書き出せません。出力先が閉じているか、空きがありません\n"

CUT_OFF = """
import sys
from scorekeeper.scoring.__main__ import guarded
class Terminal:
    def read(self):
        raise KeyboardInterrupt
sys.stdin, sys.argv = Terminal(), ["scoring", "replay", "-", "--lang", "en"]
sys.exit(guarded())
"""


def shell(command: str) -> tuple[int, str, str]:
    done = subprocess.run(
        ["/bin/sh", "-c", command], capture_output=True, text=True, cwd=ROOT, timeout=60, check=False
    )
    return done.returncode, done.stdout, done.stderr


NO_FULL_DEVICE = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full device here")
TERMINALS = [
    pytest.param("rules gamble --lang en > /dev/full", 1, UNWRITTEN, id="a full disk", marks=NO_FULL_DEVICE),
    pytest.param("rules gamble --lang=en >&-", 1, UNWRITTEN, id="a closed output"),
    pytest.param("rules gamble >&- 2>&-", 1, "", id="nobody to tell"),
    pytest.param("replay - --lang en <&-", 2, "cannot read -: there is no input\n", id="no input"),
    pytest.param("rules gamble >&-", 1, IN_JAPANESE, id="in Japanese"),
]


@pytest.mark.parametrize(("command", "status", "line"), TERMINALS)
def test_a_terminal_that_fails(command: str, status: int, line: str) -> None:
    assert shell(f"{COMMAND} {command}") == (status, "", line)


def test_bytes_that_are_no_text() -> None:
    code, out, err = shell(f"printf '\\377\\376{{' | {COMMAND} replay - --lang en")
    assert (code, out, err) == (2, "", "cannot read -: it is no UTF-8 text\n")


def test_interrupted_while_reading() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CUT_OFF], capture_output=True, text=True, cwd=ROOT, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "interrupted\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (f"claim --game dotenko --card 9 --hand '{'A ' * 900}'", "--hand: 900 cards; at most 216\n"),
        ("settle /dev/stdin", "balances: 1,001 entries; at most 1,000\n"),
    ],
)
def test_too_much_is_refused_before_any_work(arguments: str, message: str, tmp_path: Path) -> None:
    people = ",".join(f'"{number}": 0' for number in range(1001))
    (tmp_path / "balances").write_text(f'{{"balances": {{{people}}}}}')
    code, out, err = shell(f"{COMMAND} {arguments} --lang en < {tmp_path / 'balances'}")
    assert (code, out, err) == (2, "", message)
