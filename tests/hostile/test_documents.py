"""Hostile documents: the engine and the import page take them or refuse them in words."""

import json
from random import Random

import pytest

from scorekeeper.play.models import GameSession
from scorekeeper.play.table import Table
from scorekeeper.scoring import texts
from scorekeeper.scoring.document import load_json, read_document
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.reporting import report
from tests.helpers import Phone, text
from tests.hostile.nasty import document

LARGEST = 1024 * 1024
SEED = 20240607


@pytest.mark.parametrize("count", [1_000, pytest.param(10_000, marks=pytest.mark.long)])
def test_engine(count: int) -> None:
    """Whatever it reads sums to zero in every round."""
    random, read = Random(SEED), 0
    for _ in range(count):
        sent = json.dumps(document(random))
        try:
            found = read_document(load_json(sent))
            scored = report(found, str)
        except ReadError as error:
            texts.error(error, str)
            continue
        read += 1
        for entry in scored["rounds"]:
            assert sum(entry["change"].values()) == 0, sent
    assert 0 < read < count, "some are read, and some are not"


@pytest.mark.django_db
@pytest.mark.postgresql
@pytest.mark.parametrize("count", [100, pytest.param(2_000, marks=pytest.mark.long)])
def test_import_page(count: int) -> None:
    random, phone = Random(SEED + 1), Phone(raise_request_exception=False)
    statuses = set()
    for _ in range(count):
        sent = json.dumps(document(random), ensure_ascii=random.random() < 0.5).encode("utf-8", "replace")
        response = phone.post("/import/", {"document": sent.decode(), "key": f"k{random.getrandbits(60)}"})
        assert response.status_code in (302, 422), sent
        assert len(response.content) < LARGEST
        statuses.add(response.status_code)
        if response.status_code == 302 and response["Location"].startswith("/t/"):
            shown = phone.get(response["Location"])
            assert shown.status_code == 200, sent
            table = Table(GameSession.objects.get(public_id=response["Location"].split("/")[2]))
            start = (table.stake.start if table.stake else 0) * len(table.replay.state.balances)
            assert sum(table.replay.state.balances.values()) + table.elsewhere == start, sent
        elif response.status_code == 422:
            assert "Traceback" not in text(response)
    assert statuses == {302, 422}
