"""Correcting a round, also an old one, also after the end."""

from scorekeeper.play.models import RoundEdit
from tests.helpers import DOBON, OUT, Phone, entry_form, html, text


def test_preview_shows_what_changes_and_is_confirmed(phone: Phone) -> None:
    phone.record(DOBON, OUT)
    preview = phone.send(phone.fill({"hand-2": "K"}, "round_edit", 1), "preview", "round_edit", 1)
    shown = text(preview)
    assert "What this changes: 4" in shown
    assert "Round 1 · Dobon! あき hit Ben on K あき +400 becomes +340 Chie −70 becomes −10" in shown
    assert "Standings after the change あき 390 becomes 330 Chie 10 becomes 70" in shown
    assert phone.points()["Chie"] == 10
    saved = phone.send(entry_form(preview), "confirm", "round_edit", 1)
    assert (saved.status_code, saved["Location"]) == (302, phone.url("round", 1))
    assert phone.points() == {"あき": 330, "Ben": -340, "Chie": 70, "大輔": -60}


def test_history_on_the_receipt(phone: Phone, second: Phone) -> None:
    phone.record(DOBON)
    second.play({"hand-2": "K"}, "round_edit", 1)
    page = phone.show("round", 1)
    shown = text(page)
    assert "History entered" in shown
    assert "corrected" in shown
    assert "· iPhone" in shown
    assert "becomes" in shown
    assert "Chie A 2 3 10 K" in shown
    assert html(page).count("Chie K") >= 1
    edit = RoundEdit.objects.get(action="edit")
    assert edit.before["hands"]["2"] == ["A", "2", "3", "10", "K"]
    assert edit.after["hands"]["2"] == ["K"]


def test_round_that_was_taken_back_meanwhile(phone: Phone, second: Phone) -> None:
    phone.record(DOBON)
    mine = phone.fill({"hand-2": "K"}, "round_edit", 1)
    second.confirm_change("round_void", 1)
    response = phone.send(mine, "confirm", "round_edit", 1)
    assert response.status_code == 422
    assert "It has been voided." in text(response)
    assert entry_form(response)["hand-2"] == ["K"]
    assert phone.get(phone.url("round_edit", 1))["Location"] == phone.url("round", 1)
    assert RoundEdit.objects.filter(action="edit").count() == 0
