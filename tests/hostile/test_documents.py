"""Hostile documents, files of circles and codes of rules are read completely or refused."""

import base64
import json
import zlib
from collections import Counter
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.http import HttpResponse
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.archive.circle_reading import read_incoming
from scorekeeper.archive.models import Arrival
from scorekeeper.circles.models import Circle
from scorekeeper.play.documents import refusal
from scorekeeper.play.models import GameSession
from scorekeeper.rules.rule_sets import write_rule_set
from scorekeeper.rules.sets import LONGEST_CODE, code_of, decode, published
from scorekeeper.scoring import texts
from scorekeeper.scoring.document import load_json, read_document
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.presets import PRESETS
from scorekeeper.scoring.reporting import report
from scorekeeper.server.ratelimit import reset_limits
from tests.archive.books import a_whole_file
from tests.archive.test_circle import AT, FILE
from tests.circle_pages import page
from tests.helpers import Phone, forms, text
from tests.hostile.fuzz import LARGEST, cheap, check_books, documents, files, many, randoms, spoilt, written
from tests.hostile.nasty import document, spoil
from tests.scoring.strategies import garbage, sessions

# --- Hostile documents: the engine and the import page take them or refuse them in words


SEED = 20240607


def check_engine(sent: str) -> bool:
    """Check that every round sums to zero; returns whether the document was read."""
    try:
        scored = cheap(lambda: report(read_document(load_json(sent)), str))
    except ReadError as error:
        texts.error(error, str)
        return False
    for entry in scored["rounds"]:
        assert sum(entry["change"].values()) == 0, sent
    return True


def test_engine_with_evenings_of_which_some_places_are_changed() -> None:
    random = Random(SEED)
    read = Counter(check_engine(json.dumps(document(random))) for _ in range(1_000))
    assert min(read[True], read[False]) > 0, "some are read, and some are not"


@many()
@given(documents)
def test_engine(sent: str) -> None:
    check_engine(sent)


def check_page(phone: Phone, sent: str) -> int:
    """Check that a document is imported in balance, or refused; returns the status."""
    reset_limits()
    with transaction.atomic():
        response = cheap(lambda: phone.post("/import/", {"document": sent}))
        assert response.status_code in (302, 422), sent
        assert len(response.content) < LARGEST
        if response.status_code == 422:
            assert "Traceback" not in text(response)
        else:
            assert cheap(lambda: phone.get(response["Location"])).status_code == 200, sent
            check_books()
        transaction.set_rollback(True)
    return int(response.status_code)


@pytest.mark.django_db
def test_import_page_with_evenings_of_which_some_places_are_changed() -> None:
    random, phone = Random(SEED + 1), Phone(raise_request_exception=False)
    made = (written(document(random), random.random() < 0.5) for _ in range(100))
    assert {check_page(phone, sent) for sent in made} == {302, 422}


@pytest.mark.django_db
def test_import_page() -> None:
    phone = Phone(raise_request_exception=False)

    @many()
    @given(documents)
    def attempt(sent: str) -> None:
        check_page(phone, sent)

    attempt()


# --- Hostile files of whole circles: they come whole and in balance, or not at all, and the answer says why


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
def test_circle_file(sent: str) -> None:
    try:
        cheap(lambda: read_incoming(sent))
    except ReadError as error:
        refusal(error, str)


def check_arrival(host: Phone, sent: str) -> str:
    """Check the result of an import into a circle."""

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
def test_circle_page(phone: Phone) -> None:
    phone.raise_request_exception = False
    good = a_whole_file()
    circles, people = Circle.objects.count(), phone.session.circle.players.count()

    @many(10, full=3_000)
    @given(circle_files(good, FILE))
    def attempt(sent: str) -> None:
        reset_limits()
        with transaction.atomic():
            became = check_arrival(phone, sent)
            assert Circle.objects.count() == circles
            if became != State.THERE:
                assert phone.session.circle.players.count() == people, became
            check_books()
            transaction.set_rollback(True)

    attempt()


# --- Hostile codes of rules: a link opens rules or says that it does not, and costs little either way


GOOD = [published(preset) for preset in PRESETS.values()]
LETTERS = st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def packed(content: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(content, 9)).decode().rstrip("=")


contents = files(st.builds(spoil, st.sampled_from(list(map(write_rule_set, GOOD))), randoms) | garbage)
bombs = st.builds(
    lambda text, times: text * times, st.sampled_from(["[", " ", '{"a":', "\0", "9"]), st.integers(0, 10**6)
)
codes = (
    st.sampled_from(list(map(code_of, GOOD)))
    | contents.map(str.encode).map(packed)
    | bombs.map(str.encode).map(packed)
    | st.binary(max_size=60).map(packed)
    | spoilt(st.sampled_from(list(map(code_of, GOOD))))
    | st.text(LETTERS, min_size=1, max_size=80)
)
"""Codes of valid and invalid rules, compressed bombs, and other texts."""


@many()
@given(codes)
def test_a_code_is_read_or_refused(code: str) -> None:
    """What is read gives the same code again, apart from ignored options."""
    try:
        result = cheap(lambda: decode(code))
    except ReadError as error:
        refusal(error, str)
        return
    assert decode(code_of(result)) == replace(result, lost=())


@pytest.mark.django_db
def test_pages_of_a_code() -> None:
    """The rules, their file, and a table that is opened by them."""
    phone = Phone(raise_request_exception=False)

    @many(10, full=3_000)
    @given(codes.filter(str.isascii))
    def attempt(code: str) -> None:
        reset_limits()
        slug = (
            "".join(letter for letter in code if letter.isalnum() or letter in "-_")[: 2 * LONGEST_CODE]
            or "x"
        )
        with transaction.atomic():
            for path in (reverse("rule_sets_shared", args=[slug]), reverse("rule_sets_file", args=[slug])):
                shown = cheap(partial(phone.get, path))
                assert shown.status_code in (200, 404)
                assert len(shown.content) < LARGEST
            new = cheap(lambda: phone.get(reverse("session_new"), {"rules": f"code.{code}"}))
            assert new.status_code in (200, 404)
            if new.status_code == 200:
                sent = forms(new)["new"] | {"name": ["A", "B", "C"]}
                begun = cheap(lambda: phone.post(reverse("session_new"), sent))
                assert begun.status_code in (302, 422)
                assert GameSession.objects.count() == (begun.status_code == 302)
                check_books()
            transaction.set_rollback(True)

    attempt()
