"""まとめ: the way to the latest year."""

from datetime import datetime

from django.utils.timezone import get_current_timezone

from tests.doors import ask, page
from tests.helpers import DOBON, Phone, text
from tests.play.evenings import begin_at


def test_the_latest_year_with_a_round(phone: Phone) -> None:
    """A table that was opened later and has no round yet is no evening."""
    for year in (2024, 2025):
        phone.open_table(cid=phone.session.circle.public_id)
        phone.record(DOBON)
        begun = datetime(year, 6, 1, 20, tzinfo=get_current_timezone())
        begin_at(phone.session, begun)
    assert ask(phone, "years")["Location"] == page(phone, "year", 2025)
    shown = text(ask(phone, "year", 2025))
    assert "2025 2024" in shown
    assert "1 night " in shown


def test_before_the_first_round_there_is_no_year(phone: Phone) -> None:
    assert "Nothing was played yet." in text(ask(phone, "years"))
