"""夜の得点板: it follows the table that plays."""

from tests.helpers import OUT, Phone, html, text
from tests.nights.example import address, look


def test_it_shows_the_table_that_plays_and_the_next_one_then(phone: Phone) -> None:
    phone.record(OUT)
    assert "Gamble Dobon" in text(look(phone, "night_board"))
    first = phone.url("table")
    assert f'data-table="{first}"' in html(look(phone, "night_board"))
    phone.press("session_end")
    assert f'data-table="{first}"' in html(look(phone, "night_board"))
    phone.open_table(cid=phone.session.circle.public_id, game="dotenko")
    shown = look(phone, "night_board")
    assert "Dotenko" in text(shown)
    assert f'data-table="{phone.url("table")}"' in html(shown)
    assert f'data-table="{phone.url("table")}"' in html(phone.get(f"{address(phone, 'night_board')}?live=1"))


def test_a_night_without_a_table(phone: Phone) -> None:
    url = address(phone, "night_board")
    phone.session.night.sessions.all().delete()
    assert phone.get(url).status_code == 404
