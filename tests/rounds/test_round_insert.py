"""Putting in a forgotten round before another."""

from tests.helpers import AFTER_DOBON, AFTER_OUT, DOBON, OUT, Phone, entry_form, text

BOTH = {name: AFTER_DOBON[name] + AFTER_OUT[name] for name in AFTER_DOBON}


def test_without_javascript(phone: Phone) -> None:
    phone.record(DOBON)
    preview = phone.send(phone.fill(OUT, "round_insert", 1), "preview", "round_insert", 1)
    assert "What this changes" in text(preview)
    assert phone.send(entry_form(preview), "confirm", "round_insert", 1).status_code == 302
    assert phone.points() == BOTH
    assert [data["kind"] for data in phone.show("export").json()["rounds"]] == ["out", "dobon"]


def test_stale(phone: Phone, second: Phone) -> None:
    """Two people put in a round before the same one: both stand before it, in the order of confirming."""
    phone.record(DOBON)
    mine = phone.fill(OUT, "round_insert", 1)
    second.play({"kind": "nogame"}, "round_insert", 1)
    stale = phone.send(mine, "confirm", "round_insert", 1)
    assert stale.status_code == 409
    assert "iPhone · entered No game" in text(stale)
    assert "Add before round 1" in text(stale)
    assert entry_form(stale)["hand-3"] == ["2 10"]
    assert phone.send(entry_form(stale), "confirm", "round_insert", 2).status_code == 302
    kinds = [data["kind"] for data in phone.show("export").json()["rounds"]]
    assert kinds == ["nogame", "out", "dobon"]
