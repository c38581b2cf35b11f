"""Sending the file of a circle to another one: nothing comes before it was looked at."""

import json
from typing import Any

import pytest

from scorekeeper.archive.models import Arrival
from scorekeeper.server import limits
from scorekeeper.server.ratelimit import reset_limits
from tests.archive.books import a_whole_file, sent
from tests.doors import page
from tests.helpers import Phone, forms, html, text
from tests.tables.test_documents import GOOD


def test_leads_to_what_would_come(phone: Phone) -> None:
    data = a_whole_file()
    sessions = phone.session.circle.sessions.count()
    response = sent(phone, data)
    arrival = Arrival.objects.get()
    assert response["Location"] == page(phone, "arrival", arrival.public_id)
    shown = text(phone.get(response["Location"]))
    assert "From the group 金曜 会" in shown
    assert "Tables +2" in shown
    assert "Old ones" in shown
    assert phone.session.circle.sessions.count() == sessions


def test_its_text_can_be_pasted(phone: Phone) -> None:
    """What cannot be read stays in the field, as long as it is not right."""
    url = page(phone, "circle_file")
    assert '<textarea id="id_document" name="document"' in html(phone.get(url))
    wrong = phone.post(url, {"document": '{"format": 1}', "key": forms(phone.get(url))["file"]["key"]})
    assert wrong.status_code == 422
    form = forms(wrong)["file"]
    assert form["document"] == ['{"format": 1}']
    response = phone.post(url, {**form, "document": json.dumps(a_whole_file())})
    assert response["Location"] == page(phone, "arrival", Arrival.objects.get().public_id)


def test_another_file_takes_the_place_of_one_that_nobody_agreed_to(phone: Phone) -> None:
    data = a_whole_file()
    first = sent(phone, data)
    reset_limits()
    second = sent(phone, {**data, "seasons": []})
    assert [phone.get(one["Location"]).status_code for one in (first, second)] == [404, 200]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (GOOD, "this is not the file of a whole group"),
        ({"format": 1, "rule_set": {"name": "x", "game": "gamble"}}, "this is not the file of a whole group"),
        (
            {"format": 1, "circle": {"name": "x"}, "people": [{"name": "pot"}]},
            "people[0].name: “pot” cannot be",
        ),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(phone: Phone, data: Any, words: str) -> None:
    response = sent(phone, data)
    assert response.status_code == 422
    assert words in text(response)
    assert not Arrival.objects.exists()


def test_no_file(phone: Phone) -> None:
    response = phone.post(page(phone, "circle_file"), {})
    assert (response.status_code, "choose a file" in text(response)) == (422, True)


def test_bytes_of_a_day(phone: Phone, monkeypatch: pytest.MonkeyPatch, still: None) -> None:
    monkeypatch.setattr("scorekeeper.circles.limits.is_this_machine", lambda _request: False)
    few = limits.Rate("few bytes", each=10, seconds=limits.DAY)
    monkeypatch.setattr("scorekeeper.circles.limits.IMPORTED_BYTES", few)
    data = a_whole_file()
    assert {sent(phone, GOOD).status_code for _ in range(2)} == {422}  # what is not brought in is not counted
    assert sent(phone, data).status_code == 302  # a file larger than all is let through once
    response = sent(phone, {**data, "seasons": []})
    assert (response.status_code, "Retry-After" in response) == (429, True)
