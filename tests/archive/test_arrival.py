"""Uploading a circle's file: preview, matching of people, and result."""

import json
import sys
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from scorekeeper.archive import uploads
from scorekeeper.archive.models import Arrival
from scorekeeper.circles.models import Circle, CircleChange
from scorekeeper.groups.management.commands.housekeeping import delete_unused
from scorekeeper.play.services import add_round
from scorekeeper.play.table import Table
from scorekeeper.server import limits
from scorekeeper.server.ratelimit import reset_limits
from tests.archive.books import a_circle, a_file, a_whole_file, books, sent
from tests.at_once import at_once, copies
from tests.circle_pages import ask, page
from tests.helpers import Phone, forms, html, text
from tests.play.evenings import form_version
from tests.tables.test_documents import GOOD

State = Arrival.State


def send_file(phone: Phone, data: Any) -> str:
    reset_limits()
    response = sent(phone, data)
    assert response.status_code == 302, text(response)
    return str(response["Location"])


def confirm(phone: Phone, where: str, **names: str) -> Any:
    plan = forms(phone.get(where))["plan"]
    return phone.post(where, {**plan, **names})


def test_an_import_runs_once_the_host_confirms(phone: Phone) -> None:
    """Once, though the form is sent twice, and not before; a second import changes nothing."""
    data = a_whole_file()
    where = send_file(phone, data)
    assert where == page(phone, "arrival", Arrival.objects.get().public_id)
    shown = text(phone.get(where))
    for words in ("From the group 金曜 会", "Tables +2", "Old ones"):
        assert words in shown
    assert phone.session.circle.sessions.count() == 1
    plan = forms(phone.get(where))["plan"]
    assert [phone.post(where, plan)["Location"] for _ in range(2)] == [where] * 2
    shown = text(phone.get(where))
    assert "Everything has been imported" in shown
    assert "Tables +2 counted" not in shown
    assert "Tables +2 Rounds +6 People +3 Rules +2 Seasons +2" in shown
    assert phone.session.circle.sessions.count() == 3
    assert bytes(Arrival.objects.get().packed) == b""
    assert "imported tables from a file" in text(ask(phone, "changes"))
    assert "お正月" in text(phone.get(phone.circle_url()))

    where = send_file(phone, data)
    assert "Everything is here already." in text(phone.get(where))
    assert "name-0" not in html(phone.get(where))  # who sits where is known by now
    confirm(phone, where)
    assert "Everything was already here" in text(phone.get(where))
    assert CircleChange.objects.filter(action=CircleChange.Action.FILE).count() == 1


def test_people_of_one_name_can_be_kept_apart(phone: Phone) -> None:
    """A form with an invalid name keeps what was typed.  A season that overlaps one of the group is named."""
    phone.session.circle.seasons.create(name="Mine", first="2026-02-01", last="2026-02-28")
    where = send_file(phone, a_whole_file())
    shown = text(phone.get(where))
    assert "Ben Tables here: 1, in the file: 2" in shown
    assert "Dan Tables here" not in shown
    for name, words in WRONG:
        response = confirm(phone, where, **{"name-0": "Aki B", "name-1": name})
        assert response.status_code == 422, name
        assert words in text(response)
        assert forms(response)["plan"]["name-0"] == ["Aki B"]
        assert forms(response)["plan"]["name-1"] == [name]
    assert Arrival.objects.get().state == State.ASKING
    confirm(phone, where, **{"name-1": "Ben of Friday"})
    people = phone.session.circle.players
    assert people.get(name="Ben").seats.count() == 1
    theirs = people.get(name="Ben of Friday")
    assert theirs.seats.count() == 2
    assert people.get(name="Benny").merged_into == theirs
    assert "overlap with seasons of this group: 春" in text(phone.get(where))


WRONG = [
    *((name, f"“{name}” is there twice") for name in ("Chie", "cHIE", "Dan", "Aki B")),
    ("x" * 31, "a name of 31 characters"),
    ("pot", "“pot” cannot"),
]


def test_a_person_added_since_the_preview_answers_409(phone: Phone) -> None:
    """With the name of somebody in the file; what was typed for others stays."""
    circle, data = phone.session.circle, a_whole_file()
    data["people"].append({"name": "Gus"})
    where, field = send_file(phone, data), f"name-{len(data['people']) - 1}"
    plan = forms(phone.get(where))["plan"] | {"name-1": ["Ben of Friday"]}
    assert field not in plan
    circle.players.create(name="Gus", color=5)
    response = phone.post(where, plan)
    assert response.status_code == 409
    assert "added or changed in another way meanwhile" in text(response)
    assert "Gus Tables here: 0" in text(response)
    assert forms(response)["plan"]["name-1"] == ["Ben of Friday"]
    assert circle.sessions.count() == 1
    phone.post(where, forms(response)["plan"] | {field: ["Gus of Friday"]})
    assert "Everything has been imported" in text(phone.get(where))
    both = circle.players.filter(name__startswith="Gus").order_by("name")
    assert [player.name for player in both] == ["Gus", "Gus of Friday"]


def test_a_typed_name_for_a_person_renamed_since_counts(phone: Phone) -> None:
    circle = phone.session.circle
    where = send_file(phone, a_whole_file())
    plan = forms(phone.get(where))["plan"] | {"name-1": ["Ben of Friday"]}
    ben = circle.players.get(name="Ben")
    ben.name = "Bernd"
    ben.save()
    assert phone.post(where, plan).status_code == 302
    assert circle.players.get(name="Ben of Friday").seats.count() == 2


def test_what_has_changed_since_the_first_import(phone: Phone) -> None:
    """The tables were imported before; since then they were settled together, and one has another round."""
    data = a_whole_file()
    confirm(phone, send_file(phone, data))
    [ended] = [session["id"] for session in data["sessions"] if "ended" in session]
    data["bills"] = [{"at": "2026-02-01T12:00:00+09:00", "unit": "円", "sessions": [ended]}]
    where = send_file(phone, data)
    assert "Settled together +1" in text(phone.get(where))
    confirm(phone, where)
    assert "Settled together +1" in text(phone.get(where))
    assert "Everything is here already." in text(phone.get(send_file(phone, data)))

    landlord = phone.session.circle.sessions.get(game="doudizhu")
    add_round(Table(landlord), {"kind": "passed"}, form_version(landlord))
    before = books(phone.session.circle)
    where = send_file(phone, data)
    confirm(phone, where)
    assert books(phone.session.circle) == before
    assert "Different from the file" in text(phone.get(where))
    assert f"/t/{landlord.public_id}/" in html(phone.get(where))


def test_a_name_taken_during_the_import_refuses_it(phone: Phone) -> None:
    """A new name was taken after the confirmation."""
    upload = Arrival.objects.get(public_id=send_file(phone, a_whole_file()).split("/")[-2])
    sessions = phone.session.circle.sessions.count()
    Arrival.objects.filter(pk=upload.pk).update(state=State.COMING, renamed={"ben": "あき"})
    uploads.run_import(upload.pk)
    shown = text(ask(phone, "arrival", upload.public_id))
    assert "“あき” is there twice" in shown
    assert "Nothing was imported from the file" in shown
    assert phone.session.circle.sessions.count() == sessions
    assert Circle.objects.filter(deleted_at__isnull=False).count() == 0


def test_one_file_at_a_time(phone: Phone) -> None:
    other = a_file(a_circle())
    Arrival.objects.filter(pk=other.pk).update(state=State.COMING)
    response = confirm(phone, send_file(phone, a_whole_file()))
    assert (response.status_code, response["Retry-After"]) == (429, "5")
    Arrival.objects.filter(pk=other.pk).update(at=timezone.now() - 2 * uploads.STALLED_AFTER)
    assert confirm(phone, page(phone, "arrival", Arrival.objects.last().public_id)).status_code == 302


def test_the_progress_page(phone: Phone) -> None:
    """It reloads itself at the end; an import that stopped can be repeated."""
    upload = a_file(phone.session.circle)
    Arrival.objects.filter(pk=upload.pk).update(state=State.COMING, done=1)
    where = page(phone, "arrival", upload.public_id)
    shown = phone.get(where)
    assert "1 / 1" in text(shown)
    assert 'hx-trigger="every 1s"' in html(shown)
    long_ago = timezone.now() - 2 * uploads.STALLED_AFTER
    Arrival.objects.filter(pk=upload.pk).update(at=long_ago)
    assert "The import stopped before it finished" in text(phone.get(where))
    assert phone.post(where, {"again": "1"}).status_code == 302
    assert confirm(phone, where).status_code == 302
    assert Arrival.objects.get().state == State.THERE
    assert phone.get(where, headers={"HX-Request": "true"})["HX-Refresh"] == "true"


@pytest.mark.parametrize(("most", "longer"), [(5, True), (6, False)])
def test_a_long_file_is_imported_in_a_subprocess(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, most: int, longer: bool
) -> None:
    """Five rounds and one."""
    begun: list[Any] = []
    monkeypatch.setattr(uploads, "INLINE_ROUNDS", most)
    monkeypatch.setattr("subprocess.Popen", lambda command, **_options: begun.append(command))
    where = send_file(phone, a_whole_file())
    confirm(phone, where)
    program = [sys.executable, "-m", "scorekeeper"]
    assert begun == [[*program, "arrive", str(Arrival.objects.get().pk)]] * longer
    assert ("Importing…" in text(phone.get(where))) is longer


def test_unconfirmed_uploads_are_deleted_after_a_day(phone: Phone) -> None:
    """Or once the phone sends another one."""
    data = a_whole_file()
    first, second = (send_file(phone, sent) for sent in (data, {**data, "seasons": []}))
    assert [phone.get(where).status_code for where in (first, second)] == [404, 200]
    upload = Arrival.objects.get()
    delete_unused(timezone.now())
    assert Arrival.objects.exists()
    delete_unused(upload.at + uploads.UPLOAD_LIFETIME + timedelta(minutes=1))
    assert not Arrival.objects.exists()


def test_the_start_page_takes_the_file_of_a_group(db: None) -> None:
    """Once, though the form is sent twice."""
    phone, data = Phone(), json.dumps(a_whole_file())
    key = forms(phone.get("/import/"))["import"]["key"]
    first, again = (phone.post("/import/", {"document": data, "key": key})["Location"] for _ in range(2))
    assert first == again
    assert "Everything has been imported" in text(phone.get(first))
    circle = Circle.objects.get()
    assert (circle.name, circle.least_rounds, circle.sessions.count()) == ("金曜　会", 2, 2)


def test_its_text_can_be_pasted(phone: Phone) -> None:
    """Something has to be sent; an invalid text stays in the field."""
    url = page(phone, "circle_file")
    assert '<textarea id="id_document" name="document"' in html(phone.get(url))
    nothing = phone.post(url, {})
    assert (nothing.status_code, "choose a file" in text(nothing)) == (422, True)
    wrong = phone.post(url, {"document": '{"format": 1}', "key": forms(phone.get(url))["file"]["key"]})
    assert wrong.status_code == 422
    form = forms(wrong)["file"]
    assert form["document"] == ['{"format": 1}']
    response = phone.post(url, {**form, "document": json.dumps(a_whole_file())})
    assert response["Location"] == page(phone, "arrival", Arrival.objects.get().public_id)


INVALID: list[tuple[Any, str]] = [
    (GOOD, "this is not the file of a whole group"),
    ({"format": 1, "rule_set": {"name": "x", "game": "gamble"}}, "this is not the file of a whole group"),
    ({"format": 1, "circle": {"name": "x"}, "people": [{"name": "pot"}]}, "people[0].name: “pot” cannot be"),
]


def test_an_invalid_file_names_the_place(phone: Phone) -> None:
    for data, words in INVALID:
        reset_limits()
        response = sent(phone, data)
        assert response.status_code == 422
        assert words in text(response)
        assert not Arrival.objects.exists()


def test_the_daily_limit_of_bytes(phone: Phone, monkeypatch: pytest.MonkeyPatch, still: None) -> None:
    monkeypatch.setattr("scorekeeper.circles.limits.is_this_machine", lambda _request: False)
    few = limits.Rate("few bytes", each=10, seconds=limits.DAY)
    monkeypatch.setattr("scorekeeper.circles.limits.IMPORTED_BYTES", few)
    data = a_whole_file()
    assert {sent(phone, GOOD).status_code for _ in range(2)} == {422}  # what is not brought in is not counted
    assert sent(phone, data).status_code == 302  # a file larger than all is let through once
    response = sent(phone, {**data, "seasons": []})
    assert (response.status_code, "Retry-After" in response) == (429, True)


@pytest.mark.usefixtures("shared_database")
def test_six_concurrent_repeats_store_one_upload() -> None:
    phone, file = Phone().open_table(), json.dumps(a_whole_file())
    url = page(phone, "circle_file")
    for _ in range(3):
        form = {**forms(phone.get(url))["file"], "document": file}
        answers = at_once([partial(tab.post, url, form) for tab in copies(phone, 6)])
        assert len({answer["Location"] for answer in answers}) == 1
        assert Arrival.objects.count() == 1
