"""manage.py export_session, import_session and rescore."""

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from scorekeeper.play.models import GameSession, OpenDebt, Round
from scorekeeper.play.payments import make_bill
from scorekeeper.play.table import Table
from scorekeeper.scoring.core import Outcome, State
from scorekeeper.scoring.dobon.family import GAMBLE
from scorekeeper.scoring.registry import RULESETS
from tests.helpers import DOBON, OUT, Phone
from tests.play.evenings import new_circle, over

NOW = GAMBLE.version


def run(*args: str) -> str:
    out = StringIO()
    call_command(*args, stdout=out)
    return out.getvalue()


def test_round_trip(phone: Phone, tmp_path: Path) -> None:
    phone.record(DOBON, OUT)
    file = tmp_path / "evening.json"
    with pytest.raises(CommandError, match="no session nosuch"):
        run("export_session", "nosuch")
    file.write_text(run("export_session", phone.sid), encoding="utf-8")
    assert json.loads(file.read_text(encoding="utf-8")) == phone.show("export").json()

    public_id, link = run("import_session", str(file)).split()
    other = Phone()
    assert other.get(reverse("table", args=(public_id,))).status_code == 404, "nobody has joined yet"
    assert other.get(link).status_code == 302
    other.sid = public_id
    assert other.show("export").json() == phone.show("export").json()
    assert other.points() == phone.points()


def test_import_from_standard_input(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of characters in two escapes."""
    sent = run("export_session", phone.sid).replace("Ben", r"\u0041\ud83c\udccf")
    monkeypatch.setattr("sys.stdin", StringIO(sent))
    run("import_session", "-")
    assert GameSession.objects.filter(seats__player__name="A\U0001f0cf").count() == 1


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "cannot read"),
        (b"{", "^this is not JSON"),
        (b'{"format":1,"game":"gamble","players":["A","B"],"rounds":[{"kind":"x"}]}', r"rounds\[0\].kind: "),
        (b"\xff", "cannot read"),
        (rb'{"a": "\u0000"}', r"cannot be stored: \\u0000 \(1:8\)$"),
        (b'{\n "a": 1,\n "b": "x\\ud800"}', r"cannot be stored: \\ud800 \(3:9\)$"),
    ],
)
def test_import_error_names_the_place(db: None, tmp_path: Path, content: bytes | None, words: str) -> None:
    file = tmp_path / "bad.json"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(CommandError, match=words):
        run("import_session", str(file))
    assert not GameSession.objects.exists()


@pytest.mark.parametrize("options", [(), ("--check",)])
def test_rescore_goes_on_after_a_session_that_cannot_be_read(
    phone: Phone, stranger: Phone, options: tuple[str, ...]
) -> None:
    phone.record(DOBON)
    stranger.record(DOBON)
    Round.objects.filter(session=phone.session).update(happened={"kind": "unheard of"})
    GameSession.objects.filter(pk=stranger.session.pk).update(standing={})
    out = StringIO()
    with pytest.raises(CommandError, match=r"1 session\(s\) cannot be read"):
        call_command("rescore", *options, stdout=out)
    first, second, *_ = out.getvalue().splitlines()
    assert first.startswith(f"{phone.sid} gamble: ")
    assert second == f"{stranger.sid} gamble version {NOW}"
    assert bool(stranger.session.standing) is not bool(options)


def test_rescore_corrects_wrong_open_payments(db: None) -> None:
    """Of a table, and of two that are settled together."""
    circle = new_circle()
    alone, *tables = (over(circle, {(payer, "Aki"): 300}) for payer in ("Ben", "Ben", "Cleo"))
    bill = make_bill(circle, [table.public_id for table in tables], None, "form")
    owed = sorted(row.transfer for row in OpenDebt.objects.all())
    assert run("rescore", "--check") == ""
    alone.open_debts.update(amount="299")
    bill.open_debts.all()[0].delete()
    with pytest.raises(CommandError, match=r"1 session\(s\) and 1 bill\(s\) would change"):
        run("rescore", "--check")
    wrong = [
        f"{alone.public_id} gamble version 1",
        "  open payments",
        f"bill {bill.public_id}: open payments",
    ]
    assert run("rescore").splitlines() == wrong
    assert sorted(row.transfer for row in OpenDebt.objects.all()) == owed
    assert run("rescore", "--check") == ""


def test_rescore_check_lists_what_a_changed_rule_would_move(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fix of the rules that doubles every payment: nothing moves until the session is rescored."""
    phone.record(DOBON)
    monkeypatch.setitem(RULESETS, "gamble", replace(RULESETS["gamble"], settle=doubled))
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("rescore", "--check", stdout=out)
    assert out.getvalue().splitlines() == [
        f"{phone.sid} gamble version {NOW}",
        "  あき: 400 -> 800",
        "  Ben: −330 -> −660",
        "  Chie: −70 -> −140",
        "  round 1: change, outcome, state",
        "  round 1 seat 0: gain 400 -> 800, balance 400 -> 800",
        "  round 1 seat 1: gain -330 -> -660, balance -330 -> -660",
        "  round 1 seat 2: gain -70 -> -140, balance -70 -> -140",
        "  round 1 payment 1 to 0: points 330 -> 660",
        "  round 1 payment 2 to 0: points 70 -> 140",
    ]
    # What follows goes on from what was recorded.
    phone.record({"kind": "nogame"})
    assert phone.session.standing["points"]["0"] == 400
    phone.confirm_change("round_void", 2)
    assert phone.session.standing["points"]["0"] == 400

    run("rescore")
    assert phone.session.standing["points"]["0"] == 800
    assert run("rescore", "--check") == ""


def test_a_changed_default_leaves_earlier_sessions_as_they_were(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """2s count 20 from the next version on: the session goes on with 50, a round recorded later too."""
    phone.record(DOBON)
    newer = replace(
        GAMBLE,
        version=NOW + 1,
        defaults=replace(GAMBLE.defaults, two_value=20),
        earlier={NOW: {"two_value": 50}},
    )
    monkeypatch.setitem(RULESETS, "gamble", newer)
    assert run("rescore", "--check") == ""
    phone.record(DOBON)
    assert phone.session.standing["points"]["0"] == 800
    run("rescore")
    assert phone.session.ruleset_version == NOW
    table = Table(phone.session)
    assert (table.options.two_value, table.document().version) == (50, NOW)
    assert phone.session.options == {}


def doubled(state: State, facts: object, options: object) -> Outcome:
    outcome = GAMBLE.settle(state, facts, options)
    return replace(outcome, transfers=tuple(replace(one, points=2 * one.points) for one in outcome.transfers))
