"""Hostile documents: the engine and the import page take them or refuse them in words."""

import json
from collections import Counter
from random import Random

import pytest
from django.db import transaction
from hypothesis import given

from scorekeeper.scoring import texts
from scorekeeper.scoring.document import load_json, read_document
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.reporting import report
from scorekeeper.server.ratelimit import reset_limits
from tests.helpers import Phone, text
from tests.hostile.fuzz import LARGEST, cheap, check_books, documents, many, written
from tests.hostile.nasty import document

SEED = 20240607


def check_engine(sent: str) -> bool:
    """Whatever it reads sums to zero in every round; whether it was read."""
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
    """Whatever comes is there, in balance, or was refused in words; the status."""
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
