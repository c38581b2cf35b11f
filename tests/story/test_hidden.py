"""非表示: hidden people are not offered and in no list; their rounds stay."""

import re

import pytest

from scorekeeper.circles.models import Player
from tests.circle_pages import ask, circle_of
from tests.helpers import DOBON, OUT, Phone, forms, html, text, words


@pytest.fixture(name="hidden")
def _hidden(phone: Phone) -> Phone:
    """A table at which Ben, who is hidden now, has lost to あき."""
    phone.record(DOBON)
    Player.objects.filter(circle=circle_of(phone), name="Ben").update(hidden=True)
    return phone


def test_hidden_people_are_not_offered_for_new_tables(hidden: Phone) -> None:
    """Others are sorted by their readings.  The rounds of hidden people stay."""
    assert hidden.points() == {"あき": 400, "Ben": -330, "Chie": -70, "大輔": 0}
    assert "Ben" in text(hidden.show("table"))
    page = ask(hidden, "circle_session_new")
    assert "Ben" not in html(page)
    assert [name for name in forms(page)["new"]["name"] if name] == ["あき", "Chie", "大輔"]
    circle_of(hidden).players.filter(name="大輔").update(reading="あいすけ")
    offered = re.findall(r'data-name="(.+?)"', html(ask(hidden, "circle_session_new")))
    assert offered == ["Chie", "大輔", "あき"]
    hidden.open_table(("X", "Y"), circle_of(hidden).public_id)
    assert '<option value="Chie">' in html(hidden.show("seats"))
    assert "Ben" not in html(hidden.show("seats"))
    assert "<bdi>Ben</bdi>" not in html(ask(hidden, "circle_me"))


PAGES = (
    *("people/", "people/{chie}/", "versus/", "rating/", "seasons/"),
    *(f"ranking/?by={period}" for period in ("season", "year", "month", "evening")),
)
LEFT_OUT = (
    "Guests and hidden people are left out.",
    "Points paid by or to guests and hidden people are not counted in any row.",
)


def test_hidden_people_and_guests_are_in_no_list(hidden: Phone) -> None:
    """あき, who is first, is hidden, Ben a guest: Chie is first, also in a closed season, before 大輔.

    The table is over and was played for money.
    """
    circle = circle_of(hidden)
    hidden.record(OUT)
    circle.sessions.update(rate={"unit": "円", "per_point": "1", "round_to": 1})
    hidden.press("session_end")
    Player.objects.filter(circle=circle, name="あき").update(hidden=True)
    Player.objects.filter(circle=circle, name="Ben").update(hidden=False, guest=True)
    day = hidden.session.night.day
    circle.seasons.create(name="Autumn", first=day, last=day)
    chie = circle.players.get(name="Chie").pk
    for path in PAGES:
        page = html(hidden.get(hidden.circle_url() + path.format(chie=chie)))
        main = page.partition("<main")[2].partition("panel fold")[0]
        assert "<bdi>Chie</bdi>" in main or path.startswith("people/{"), path
        assert "<bdi>大輔</bdi>" in main or path == "seasons/", path
        assert "<bdi>あき</bdi>" not in main, path
        assert "<bdi>Ben</bdi>" not in main, path
        assert any(said in words(page) for said in LEFT_OUT), path
