"""終了: ending and reopening a table, and the next table with the same people."""

from typing import Any
from unittest.mock import Mock

import pytest

from scorekeeper.play.idempotency import FormVersion, new_key
from scorekeeper.play.ledger import prepare
from scorekeeper.play.models import GameSession
from scorekeeper.play.services import add_round, start_session
from scorekeeper.play.table import Table
from scorekeeper.scoring.document import read_document
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.server.ratelimit import TooMany
from tests.helpers import AFTER_DOBON, DOBON, NAMES, Phone, forms, html, text
from tests.rounds.test_seats import change
from tests.seated import wish


def test_an_ended_table_is_listed_among_the_nights(phone: Phone) -> None:
    phone.record(DOBON)
    assert "No table is running." not in text(phone.get(phone.circle_url()))
    response = phone.press("session_end")
    assert (response.status_code, response["Location"]) == (302, phone.url("settle"))
    assert phone.session.ended_at
    shown = phone.show("settle")
    assert "This table has ended. The result is below." in text(shown)
    assert "Final standings" in text(shown)
    assert phone.url("session_end") not in forms(shown)
    shown = text(phone.get(phone.circle_url()))
    assert "No table is running." in shown
    assert "1 night · 1 round" in shown
    assert phone.url("table") not in html(phone.get("/"))


@pytest.fixture(params=["session_end", "session_reopen"])
def button(request: pytest.FixtureRequest, phone: Phone) -> str:
    """The address of a button at a table that has it."""
    if request.param == "session_reopen":
        phone.press("session_end")
    return phone.url(request.param)


def test_end_and_reopen_refuse_stale_forms(phone: Phone, second: Phone, button: str) -> None:
    phone.record(DOBON)
    form, before = forms(phone.show("settle"))[button], phone.session.ended_at
    assert phone.post(button).status_code == 409
    second.play({"hand-2": "K"}, "round_edit", 1)
    stale = phone.post(button, form)
    assert stale.status_code == 409
    assert "iPhone · corrected Dobon! あき hit Ben on K" in text(stale)
    assert phone.session.ended_at == before
    again, edits = forms(stale)[button], phone.session.edits.count()
    assert [phone.post(button, again).status_code for _ in range(2)] == [302, 302]
    assert bool(phone.session.ended_at) is not bool(before)
    assert phone.session.edits.count() == edits + 1


def test_a_reopened_table_goes_on(phone: Phone) -> None:
    phone.press("session_end")
    response = phone.press("session_reopen")
    assert (response.status_code, response["Location"]) == (302, phone.url("table"))
    assert not phone.session.ended_at
    table = phone.show("table")
    assert "The table has been reopened." in text(table)
    assert phone.url("round_new") in html(table)
    phone.record(DOBON)
    assert phone.points() == AFTER_DOBON
    assert "again" not in forms(phone.show("settle"))
    answer = phone.post(phone.url("session_again"))
    assert answer.status_code == 409
    assert "This table goes on" in text(answer)
    assert GameSession.objects.count() == 1


@pytest.fixture
def ended(phone: Phone) -> Phone:
    phone.record(DOBON).press("session_end")
    return phone


def again(phone: Phone, **fields: str) -> Any:
    return phone.post(phone.url("session_again"), {**forms(phone.show("settle"))["again"], **fields})


def at(answer: Any) -> GameSession:
    return Phone().sit_down(answer).session


def seated(session: GameSession) -> list[str]:
    return [seat.player.name for seat in session.seats.select_related("player")]


def people(session: GameSession) -> set[int]:
    return {seat.player_id for seat in session.seats.all()}


def test_the_next_table_has_the_same_stake_and_seats_or_shifted_ones(ended: Phone) -> None:
    stake = {"start": 300, "rounds": 12}
    rate = {"unit": "円", "per_point": "2", "round_to": 10}
    GameSession.objects.filter(pk=ended.session.pk).update(stake=stake, rate=rate, rules_name="Friday")
    made = at(again(ended))
    old = ended.session
    assert made.pk != old.pk
    assert (made.circle, made.game, made.ended_at, made.rounds.count()) == (old.circle, old.game, None, 0)
    assert (made.stake["start"], made.stake["rounds"], made.rate) == (300, 12, rate)
    assert made.rules_name == "Friday"
    assert seated(made) == list(NAMES)
    assert people(made) == people(old)
    ended.press("session_reopen")
    assert "again" not in forms(ended.show("settle"))
    ended.press("session_end")
    other = at(again(ended, moved="1"))
    assert other != made, "another end has another next table"
    assert seated(other) == ["Ben", "Chie", "大輔", "あき"]


def test_the_next_table_keeps_former_defaults_as_options(phone: Phone) -> None:
    """A session of version 1 has the defaults of that version."""
    document = {"format": 1, "game": "teyaku", "players": ["あき", "Ben"], "rounds": []}
    old = start_session(phone.session.circle, prepare(read_document(document)))
    phone.sid = old.public_id
    assert "A declaration lasts: for the whole round" in text(phone.show("rules"))
    phone.press("session_end")
    made = at(again(phone))
    kept = {"riichi_lasts": "round", "riichi_needs": "full"}
    assert (made.ruleset_version, made.options) == (RULESETS["teyaku"].version, kept)
    assert (phone.session.ruleset_version, phone.session.options) == (1, {})
    assert Table(made).options == Table(phone.session).options


def test_several_requests_open_one_next_table(
    ended: Phone, second: Phone, viewer: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not before the limit allows it, and none of a viewer, who is offered none."""
    with monkeypatch.context() as limited:
        limited.setattr("scorekeeper.tables.session.take_for_new_session", Mock(side_effect=TooMany(7)))
        answer = again(ended)
    assert (answer.status_code, answer["Retry-After"]) == (429, "7")
    assert "Please wait 7 seconds and try again." in text(answer)
    page = viewer.get(ended.url("settle"))
    assert "again" not in forms(page)
    assert "Choose the next game" not in text(page)
    assert GameSession.objects.count() == 1

    form = forms(ended.show("settle"))["again"]
    other = forms(second.show("settle"))["again"]
    first = at(ended.post(ended.url("session_again"), form))
    assert at(ended.post(ended.url("session_again"), form)) == first
    late = second.post(second.url("session_again"), {**other, "moved": "1"})
    assert at(late) == first
    assert "The next table is already open." in text(second.get(late["Location"]))
    assert GameSession.objects.count() == 2
    shown = ended.show("settle")
    assert "again" not in forms(shown)
    assert f"/t/{first.public_id}/" in html(shown)


def test_the_next_table_has_people_and_rules_of_the_end(phone: Phone) -> None:
    """えみ came, Ben left, and Finn plays for Chie."""
    phone.record(DOBON)
    change(phone, join="えみ", leave="1")
    url = phone.url("stand_in")
    phone.post(url, {**forms(phone.get(url))["stand-in"], "seat": "2", "player": "Finn"})
    facts = {"kind": "rules", "options": {"burst": "on"}}
    add_round(Table(phone.session), facts, FormVersion(phone.session.revision, new_key(), None))
    wish(phone, second_person="on")
    phone.press("session_end")
    GameSession.objects.filter(pk=phone.session.pk).update(rules_name="Friday")
    made = at(again(phone))
    assert seated(made) == ["あき", "Finn", "大輔", "えみ"]
    assert made.options["burst"] == "on"
    assert made.rules_name == "", "they are not those of that name any more"
    assert made.second_person


def test_with_too_few_people_there_is_only_another_game(db: None) -> None:
    """As documents of earlier versions may have them."""
    phone = Phone().open_table(("A", "B"))
    form_version = FormVersion(phone.session.revision, new_key(), None)
    add_round(Table(phone.session), {"kind": "seats", "leave": ["1"]}, form_version)
    phone.press("session_end")
    shown = phone.show("settle")
    assert "again" not in forms(shown)
    assert "Choose the next game" in text(shown)


def test_another_game_begins_with_the_same_people(ended: Phone) -> None:
    ended.open_table(("X", "Y"), ended.session.circle.public_id)
    old = GameSession.objects.order_by("pk").first()
    url = f"/circles/{old.circle.public_id}/new/?after={old.public_id}"
    assert forms(ended.get(url))["new"]["name"][:5] == [*NAMES, ""]
    assert forms(ended.get(url.partition("?")[0]))["new"]["name"][:3] == ["X", "Y", ""]
