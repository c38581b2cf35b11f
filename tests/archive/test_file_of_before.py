"""The file of a circle as the version of ``22582b3`` wrote it, brought in (see ``tests/data/README.md``)."""

from typing import Any

import pytest
from django.core.management import call_command

from scorekeeper.circles.models import Circle
from scorekeeper.play.documents import load_lasting
from scorekeeper.play.table import Table
from tests.archive.books import text_of
from tests.archive.test_importing import empty, import_data
from tests.scoring.test_versions import data_of


@pytest.fixture
def circle(db: None) -> Circle:
    circle = empty()
    import_data(circle, data_of("circle"))
    return circle


def documents(data: Any) -> dict[str, Any]:
    return {one["id"]: one["document"] for one in data["sessions"]}


def test_points_payments_and_documents_are_as_they_were(circle: Circle) -> None:
    points, names = data_of("circle-points"), {one.pk: one.name for one in circle.players.all()}
    sessions = {session.uid: session for session in circle.sessions.all()}
    assert sessions.keys() == points.keys()
    for uid, session in sessions.items():
        table = Table(session)
        seats = {str(seat.number): names[seat.player_id] for seat in session.seats.all()}
        assert session.ruleset_version == 1
        stored = {seats[seat]: won for seat, won in session.standing["points"].items()}
        assert stored == points[uid]["balance"]
        debts = table.document().settle_up(table.state).debts
        assert [(one.payer, one.payee, one.points) for one in debts] == [
            (one["from"], one["to"], one["points"]) for one in points[uid]["payments"]
        ]
    call_command("rescore", "--check")
    assert documents(load_lasting(text_of(circle))) == documents(data_of("circle"))
