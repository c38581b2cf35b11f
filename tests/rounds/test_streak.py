"""連荘の訂正: the table corrects wins in a row."""

import pytest
from django.http import HttpResponse

from scorekeeper.play.models import Round
from tests.helpers import Phone, forms, html, text

WIN = {"kind": "dobon", "callers": "0", "victim": "1", "card": "9", "hand-0": "9"}


@pytest.fixture
def phone(db: None) -> Phone:
    return Phone().open_table(game="teyaku")


def change(phone: Phone, **fields: str) -> HttpResponse:
    url = phone.url("streak")
    answer: HttpResponse = phone.post(url, {**forms(phone.get(url))["streak"], **fields})
    return answer


def test_page(phone: Phone) -> None:
    phone.record(WIN)
    assert forms(phone.show("streak"))["streak"]["wins-0"] == ["1"]
    assert phone.url("streak") in html(phone.show("table"))


def test_a_correction_counts_for_the_next_win(phone: Phone) -> None:
    """Three wins in a row written down: the fourth has 3 yaku by streak, 800."""
    answer = change(phone, **{"wins-0": "3"})
    assert (answer.status_code, answer["Location"]) == (302, phone.url("table"))
    assert Round.objects.get().facts == {"kind": "streak", "wins": {"0": 3}}
    shown = text(phone.show("table"))
    assert "streak 2" in shown
    assert "Wins in a row corrected: あき 3" in shown
    phone.record(WIN)
    assert phone.points()["あき"] == 800


def test_errors(phone: Phone) -> None:
    for wins in ("x", "-1", "100"):
        answer = change(phone, **{"wins-0": wins})
        assert answer.status_code == 422
        assert "Enter a whole number from 0 to 99." in text(answer)
    assert "Nothing has changed." in text(change(phone))
    assert not Round.objects.exists()


def test_a_table_without_streaks(db: None) -> None:
    phone = Phone().open_table()
    assert phone.url("streak") not in html(phone.show("table"))
    assert "plays without winning streaks" in text(phone.show("streak"))
    assert change(phone, **{"wins-0": "3"}).status_code == 422


def test_a_game_without_streaks_has_no_such_page(db: None) -> None:
    phone = Phone().open_table(game="doudizhu")
    assert phone.get(phone.url("streak")).status_code == 404
    assert phone.post(phone.url("streak"), {"wins-0": "3"}).status_code == 404
