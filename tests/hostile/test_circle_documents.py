"""Hostile files of whole circles: they come whole and in balance, or not at all, and the answer says why."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.http import HttpResponse
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.archive.incoming import read_incoming
from scorekeeper.archive.models import Arrival
from scorekeeper.circles.models import Circle
from scorekeeper.play.documents import refusal
from scorekeeper.scoring.errors import ReadError
from scorekeeper.server.ratelimit import reset_limits
from tests.archive.books import a_whole_file
from tests.archive.test_circle import AT, FILE
from tests.doors import page
from tests.helpers import Phone, forms, text
from tests.hostile.fuzz import LARGEST, cheap, check_books, files, many, randoms
from tests.hostile.nasty import spoil
from tests.scoring.strategies import garbage, sessions

State = Arrival.State


@st.composite
def evenings(draw: st.DrawFn) -> dict[str, Any]:
    """A file with evenings that were never played."""
    made = draw(st.lists(sessions(seats=False), min_size=1, max_size=2))
    people = dict.fromkeys(name for one in made for name in one["players"])
    lines = [
        {
            "id": f"s-{number}",
            "started": AT,
            "seats": one["players"],
            "document": one,
            "entries": [{"at": AT} for _ in one["rounds"]],
        }
        for number, one in enumerate(made)
    ]
    return {
        "format": 1,
        "circle": {"name": "F"},
        "people": [{"name": name} for name in people],
        "sessions": lines,
    }


def circle_files(*good: object) -> st.SearchStrategy[str]:
    """Files of circles with a few places changed, with evenings that were never played, and junk."""
    changed = st.builds(spoil, st.sampled_from(good) | evenings(), randoms)
    return files(changed | evenings() | garbage)


@many()
@given(circle_files(FILE))
def test_reading(sent: str) -> None:
    try:
        cheap(lambda: read_incoming(sent))
    except ReadError as error:
        refusal(error, str)


def check_page(host: Phone, sent: str) -> str:
    """What became of a file that was sent to a circle and agreed to."""

    def send() -> HttpResponse:
        return host.post(page(host, "circle_file"), {"file": SimpleUploadedFile("group.json", sent.encode())})

    response = cheap(send)
    assert len(response.content) < LARGEST
    if response.status_code != 302:
        assert response.status_code == 422, text(response)
        return "not read"
    plan = host.get(response["Location"])
    assert plan.status_code == 200
    agreed = cheap(lambda: host.post(response["Location"], forms(plan)["plan"]))
    assert agreed.status_code in (302, 422), text(agreed)
    assert cheap(lambda: host.get(response["Location"])).status_code == 200
    return str(Arrival.objects.get().state)


@pytest.mark.django_db
def test_page(phone: Phone) -> None:
    phone.raise_request_exception = False
    good = a_whole_file()
    circles, people = Circle.objects.count(), phone.session.circle.players.count()

    @many(10, full=3_000)
    @given(circle_files(good, FILE))
    def attempt(sent: str) -> None:
        reset_limits()
        with transaction.atomic():
            became = check_page(phone, sent)
            assert Circle.objects.count() == circles
            if became != State.THERE:
                assert phone.session.circle.players.count() == people, became
            check_books()
            transaction.set_rollback(True)

    attempt()
