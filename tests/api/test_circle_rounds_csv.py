"""The rounds of all sessions of a circle for spreadsheets."""

import pytest

from tests.doors import circle_of, come_in, page
from tests.helpers import DOBON, OUT, Phone, count_queries

from .tables import column, read

pytestmark = pytest.mark.postgresql


def test_all_sessions_the_oldest_first(phone: Phone, stranger: Phone) -> None:
    stranger.play({"kind": "out", "winner": "0", "hand-1": "5"})
    first = phone.sid
    phone.record(DOBON)
    phone.open_table(("Ben", "Eva"), circle_of(phone).public_id)
    phone.play({"kind": "out", "winner": "0", "hand-1": "K"})
    lines = read(phone, page(phone, "circle_rounds_csv"))
    assert column(lines, "ID") == [first] * 4 + [phone.sid] * 2
    assert column(lines, "Gain") == ["400", "-330", "-70", "0", "10", "-10"]
    assert read(come_in(phone, "viewer"), page(phone, "circle_rounds_csv")) == lines
    assert stranger.get(page(phone, "circle_rounds_csv")).status_code == 404


def test_as_many_questions_for_many_rounds_as_for_few(phone: Phone) -> None:
    def asked() -> int:
        return count_queries(lambda: read(phone, page(phone, "circle_rounds_csv")))

    phone.record(DOBON)
    few = asked()
    for _ in range(5):
        phone.play(OUT)
    phone.open_table(("Ben", "Eva"), circle_of(phone).public_id)
    assert asked() == few
