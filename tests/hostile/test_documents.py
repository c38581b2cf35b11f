"""Hostile documents: the engine and the import page take them or refuse them in words."""

import pytest
from django.db import transaction
from hypothesis import given

from scorekeeper.scoring import texts
from scorekeeper.scoring.document import load_json, read_document
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.reporting import report
from scorekeeper.server.ratelimit import reset_limits
from tests.helpers import Phone, text
from tests.hostile.fuzz import LARGEST, cheap, check_books, documents, many


@many(150)
@given(documents)
def test_engine(sent: str) -> None:
    """Whatever it reads sums to zero in every round."""
    try:
        scored = cheap(lambda: report(read_document(load_json(sent)), str))
    except ReadError as error:
        texts.error(error, str)
        return
    for entry in scored["rounds"]:
        assert sum(entry["change"].values()) == 0, sent


@pytest.mark.django_db
def test_import_page() -> None:
    """Whatever comes is there, in balance, or was refused in words."""
    phone, answers = Phone(raise_request_exception=False), set[int]()

    @many(40)
    @given(documents)
    def attempt(sent: str) -> None:
        reset_limits()
        with transaction.atomic():
            response = cheap(lambda: phone.post("/import/", {"document": sent}))
            assert len(response.content) < LARGEST
            answers.add(response.status_code)
            if response.status_code == 302:
                assert cheap(lambda: phone.get(response["Location"])).status_code == 200, sent
                check_books()
            else:
                assert response.status_code == 422, sent
                assert "Traceback" not in text(response)
            transaction.set_rollback(True)

    attempt()
    assert answers == {302, 422}
