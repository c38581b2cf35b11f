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
