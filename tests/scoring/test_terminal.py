"""The command line on a terminal that fails: one line, an exit code, no traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COMMAND = f'"{sys.executable}" -m scorekeeper.scoring'
UNWRITTEN = "the answer cannot be written: the output is closed or full\n"

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


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full device here")
def test_a_full_disk() -> None:
    assert shell(f"{COMMAND} rules gamble --lang en > /dev/full") == (1, "", UNWRITTEN)


def test_a_closed_output() -> None:
    assert shell(f"{COMMAND} rules gamble --lang=en >&-") == (1, "", UNWRITTEN)


def test_nobody_to_tell() -> None:
    assert shell(f"{COMMAND} rules gamble >&- 2>&-") == (1, "", "")


def test_no_input() -> None:
    assert shell(f"{COMMAND} replay - --lang en <&-") == (2, "", "cannot read -: there is no input\n")


def test_the_language_that_was_asked_for() -> None:
    assert "出力先" in shell(f"{COMMAND} rules gamble >&-")[2]


def test_broken_off_while_reading() -> None:
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
