"""``combo`` on the command line: what plays are, and what beats what."""

from pathlib import Path

import pytest

from scorekeeper.scoring.__main__ import main
from tests.scoring.commands import printed, refused, run

COMBOS = [
    (["3334"], {"legal": True, "type": "triplet_single", "rank": "3", "length": 1}),
    (
        ["3339", "--beats", "5557"],
        {"legal": True, "type": "triplet_single", "rank": "3", "length": 1, "beats": False},
    ),
    (
        ["5557", "--beats", "3339"],
        {"legal": True, "type": "triplet_single", "rank": "5", "length": 1, "beats": True},
    ),
    (["89TJQ"], {"legal": True, "type": "sequence", "rank": "8", "length": 5}),
    (["Q J 10 ♥9 8"], {"legal": True, "type": "sequence", "rank": "8", "length": 5}),
    (["小王 大王"], {"legal": True, "type": "rocket", "rank": "B", "length": 1}),
    (["34"], {"legal": False, "why": "These cards make no combination."}),
    (["34", "--beats", "3"], {"legal": False, "beats": False, "why": "These cards make no combination."}),
    (["5", "--beats", "34"], {"legal": True, "type": "single", "rank": "5", "length": 1, "beats": False}),
    (["33333", "--players", "4"], {"legal": True, "type": "bomb", "rank": "3", "length": 1}),
    (["33333"], {"legal": False, "why": "3 ×5: more than there are."}),
    (
        ["33344455", "--option", "wings_repeat=yes"],
        {"legal": True, "type": "triplet_sequence_singles", "rank": "3", "length": 2},
    ),
]


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


BAD_COMBOS = [
    (["3z"], "combo: no card “z”"),
    (["3", "--beats", "Jk"], "--beats: a joker in a play needs its colour: JkB or JkR"),
    ([], "combo: either a play, or --lines with a file, is needed here"),
    (["3", "--lines", "x"], "combo: either a play, or --lines with a file, is needed here"),
    (["--lines", "/nowhere"], "cannot read /nowhere: there is no such file"),
    (["3", "--option", "spring=x"], "--option.spring: x is not one of: off, double, triple"),
]


@pytest.mark.parametrize(("arguments", "line"), BAD_COMBOS)
def test_bad_arguments_of_combo(capsys: pytest.CaptureFixture[str], arguments: list[str], line: str) -> None:
    assert refused(capsys, "combo", *arguments, "--lang", "en") == line
