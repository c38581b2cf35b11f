"""第N回: only rounds that count have a number, the same on every page; all else is called by what it is."""

import re

import pytest

from tests.helpers import DOBON, OUT, Phone, html, text
from tests.rounds.test_seats import change

PENALTY = {"kind": "adjust", "from-0": "0", "to-0": "1", "points-0": "20"}
CALLED = (
    "Change of seats before round 1",
    "Round 1",
    "Correction after round 1",
    "No game after round 1",
    "Voided round after round 1",
    "Round 2",
)
"""What the entries of the evening below are called; the fifth was taken back."""


@pytest.fixture
def mixed(phone: Phone) -> Phone:
    change(phone, **{"swap-a": "0", "swap-b": "1"})
    phone.record(DOBON, PENALTY, {"kind": "nogame"}, OUT, OUT)
    phone.confirm_change("round_void", 5)
    return phone


def test_what_is_shown_names_each_alike(mixed: Phone) -> None:
    """Receipts by their titles; the list, newest first, and the sheet by the numbers; the next round."""
    for position, called in enumerate(CALLED, 1):
        title = html(mixed.show("round", position)).partition("<title>")[2].partition("</title>")[0]
        assert " ".join(title.split()).startswith(f"{called} · ")
    rounds, sheet = mixed.show("rounds"), mixed.show("sheet")
    assert re.findall(r'"round-no num">(\d+)<', html(rounds)) == ["2", "1"]
    assert re.findall(r'/rounds/\d+/">\s*<b class="num">(\d+)<', html(sheet)) == ["1", "2"]
    assert all("2 rounds" in text(page) for page in (rounds, sheet))
    shown = text(mixed.show("table"))
    assert "Round 3 next" in shown
    assert "Last round Round 2 ·" in shown
    assert "Result of round 3" in text(mixed.show("round_new"))
    # newest first: the round that was taken back, then all entries in their order
    changes = re.findall(r">([^<]*\bround \d): (\w+)<", html(mixed.show("session_changes")))
    called = [name[0].lower() + name[1:] for name in reversed(CALLED)]
    assert changes == [(called[1], "voided"), *((name, "entered") for name in called)]

    mixed.defaults["HTTP_ACCEPT_LANGUAGE"] = "ja"
    assert "訂正（第1回のあと）" in text(mixed.show("round", 3))
    assert "席替え（第1回の前）" in text(mixed.show("round", 1))
    assert "次は第3回" in text(mixed.show("table"))


def test_what_a_change_does_names_them_alike(mixed: Phone) -> None:
    assert "Void round 2?" in text(mixed.show("round_void", 6))
    assert "Void correction after round 1?" in text(mixed.show("round_void", 3))
    assert "Edit round 2" in text(mixed.show("round_edit", 6))
    assert "Add before no game after round 1" in text(mixed.show("round_insert", 4))
    assert "Round 2 voided." in text(mixed.get(mixed.confirm_change("round_void", 6)["Location"]))
    assert "Round 2 restored." in text(mixed.get(mixed.confirm_change("round_restore", 5)["Location"]))
    mixed.confirm_change("round_restore", 6)
    assert "Round 3 · " in text(mixed.show("table"))
