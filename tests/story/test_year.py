"""まとめ: a year in cards. Three evenings of the examples of the rules, worked out by hand."""

import re
from datetime import datetime

import pytest
from django.utils.timezone import get_current_timezone, localtime

from scorekeeper.play.ledger import prepare
from scorekeeper.play.models import GameSession
from scorekeeper.play.services import start_session
from scorekeeper.scoring.document import read_document
from tests.doors import ask, circle_of, page
from tests.helpers import DEAL, DOBON, NAMES, Phone, html, text
from tests.play.evenings import begin_at

pytestmark = pytest.mark.postgresql


def year_of(phone: Phone) -> str:
    result = ask(phone, "years")
    assert result.status_code == 302
    return str(result["Location"])


def test_a_year_in_cards(three: Phone) -> None:
    """Also between two: Ben paid あき 4 × 330; between あき and Chie it was 4 × 70 and 10."""
    address = year_of(three)
    page = three.get(address)
    shown = text(page)
    # Two of the three tables are of today; 4 × 11 + 4 cards.
    assert "nights 2 rounds 5 cards in hands 48" in shown
    assert "あき +400: 1.2 times the average winning round in Gamble Dobon." in shown
    assert "First of the year: あき with +1,590" in shown
    assert "3 tables · 3 of 3 won" in shown
    assert "Best table: あき +790" in shown
    assert "Best round: あき +400" in shown
    assert "3 rounds at one table." in shown
    # nobody else paid both ways
    assert "あき took 1,320 from Ben." in shown
    assert "Gamble Dobon · 3 tables · 1,320 against 0" in shown
    assert "あき & Chie are 270 apart." in shown
    assert "Gamble Dobon · 3 tables · 280 against 10" in shown
    shared = html(page).partition("<textarea")[2].partition("</textarea")[0]
    assert "2 nights · 5 rounds · 48 cards" in shared
    assert "Gamble Dobon: First of the year: あき with +1,590 (3 tables · 3 of 3 won)" in shared
    assert three.post(address).status_code == 405


def test_every_card_leads_to_what_it_comes_from(three: Phone) -> None:
    shown = html(three.get(year_of(three)))
    deck = shown[shown.index("year-deck") :]
    ways = set(re.findall(r'href="(/(?:t|circles)/[^"]+)"', deck[: deck.index("</ol>")]))
    assert three.url("table") in ways  # the longest evening is the last
    first = GameSession.objects.order_by("pk")[0]
    assert f"/t/{first.public_id}/rounds/1/" in ways  # the first of equal rounds
    person = circle_of(three).players.get(name="あき")
    year = localtime(first.started_at).year
    assert f"{page(three, 'person', person.pk)}?game=gamble&amp;year={year}" in ways
    assert any("/versus/" in way for way in ways)
    for way in ways:
        assert three.get(way.replace("&amp;", "&")).status_code == 200


def test_two_evenings_are_not_compared(phone: Phone) -> None:
    phone.record(DOBON)
    phone.open_table(NAMES, phone.session.circle.public_id).record(DOBON)
    shown = text(phone.get(year_of(phone)))
    assert "night 1 " in shown
    assert "With fewer than 3 tables nothing is compared yet." in shown
    assert "First of the year" not in shown


def test_a_game_of_few_evenings_is_not_compared(three: Phone) -> None:
    circle = three.session.circle.public_id
    three.open_table(("あき", "Ben", "Eva"), circle, game="doudizhu")
    three.record(DEAL)
    shown = text(three.get(year_of(three)))
    assert "nights 2 " in shown
    assert "Played at fewer than 3 tables, so nothing is compared: Dou Dizhu" in shown
    assert "First of the year: あき with +1,590" in shown


@pytest.fixture
def large_numbers(phone: Phone) -> Phone:
    """Three evenings on each of which あき claims 18 on three 6s four times, and 9 once."""
    of_three = {"card": "6", "count": 3, "target": 18, "hands": {"あき": ["9", "9"]}}
    rounds = [of_three] * 4 + [{"card": "9", "hands": {"あき": ["4", "5"]}}]
    lines = [{"kind": "dobon", "callers": ["あき"], "victim": "Ben", **one} for one in rounds]
    data = {"format": 1, "game": "teyaku", "players": ["あき", "Ben"], "rounds": lines}
    for _ in range(3):
        start_session(circle_of(phone), prepare(read_document(data)))
    return phone


def test_numbers_above_those_of_cards(large_numbers: Phone) -> None:
    """18 twelve times of fifteen, on the page, in what is shared, and in the picture.

    At each table あき calls in all five rounds and wins them.
    """
    shown = text(large_numbers.get(year_of(large_numbers)))
    assert "18 was claimed most often. 12 of 15 claims" in shown
    assert "The number of the year: 18 was claimed most often. (12 of 15 claims)" in shown
    for words in ("あき won 5 rounds in a row.", "5 rounds at one table.", "5 calls at one table."):
        assert words in shown
    picture = page(large_numbers, "year_picture", localtime(large_numbers.session.started_at).year, "square")
    assert large_numbers.get(picture).status_code == 200


def test_a_year_that_was_not_played_in(phone: Phone) -> None:
    phone.record(DOBON)
    assert ask(phone, "year", 1999).status_code == 404
    assert ask(phone, "year", 99999).status_code == 404


def test_months_and_people_are_counted_by_nights(three: Phone) -> None:
    """Three nights in March, two tables on the last of them; two in June, the last of あき and Ben alone."""
    three.open_table(NAMES, three.session.circle.public_id).record(DOBON)
    three.open_table(NAMES, three.session.circle.public_id).record(DOBON)
    three.open_table(("あき", "Ben"), three.session.circle.public_id)
    three.record({"kind": "out", "winner": "0", "hand-1": "K"})
    days = (3, 10), (3, 17), (3, 24), (3, 24), (6, 10), (6, 11)
    for session, (month, day) in zip(GameSession.objects.order_by("pk"), days, strict=True):
        begin_at(session, datetime(2025, month, day, 20, tzinfo=get_current_timezone()))
    address = year_of(three)
    assert "Most nights were in March. 3 of 5 nights" in text(three.get(address))
    assert "あき & Ben came most often. あ B 5 of 5 nights" in text(three.get(address))
    month = f"{three.circle_url()}?year=2025&month=3"
    assert month.replace("&", "&amp;") in html(three.get(address))
    assert three.get(month).status_code == 200


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
    assert "night 1 " in shown


def test_before_the_first_round_there_is_no_year(phone: Phone) -> None:
    assert "Nothing was played yet." in text(ask(phone, "years"))
