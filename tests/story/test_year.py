"""まとめ: a year in cards. Three evenings of the examples of the rules, worked out by hand."""

import re
from collections.abc import Iterator
from datetime import datetime

import pytest
from django.utils.timezone import get_current_timezone, localtime
from django.utils.translation import override

from scorekeeper.play.ledger import prepare
from scorekeeper.play.models import GameSession
from scorekeeper.play.services import start_session
from scorekeeper.scoring.document import read_document
from scorekeeper.stats.tallies import refresh_tallies
from scorekeeper.story.year import Duel, MostFrequent, closest, most_often
from scorekeeper.story.year import year_of as cards_of
from tests.circle_pages import ask, circle_of, page, person
from tests.helpers import DEAL, DOBON, NAMES, Phone, html, text
from tests.play.evenings import begin_at, new_circle

pytestmark = pytest.mark.postgresql


def year_of(phone: Phone) -> str:
    result = ask(phone, "years")
    assert result.status_code == 302
    return str(result["Location"])


def test_a_year_in_cards(three: Phone) -> None:
    """Ben paid あき 4 × 330; between あき and Chie it was 4 × 70 and 10.

    A game that was played at one table is not compared.
    """
    address = year_of(three)
    page = three.get(address)
    shown = text(page)
    # Two of the three tables are of today; 4 × 11 + 4 cards.
    assert "nights 2 rounds 5 cards in hands 48" in shown
    assert "あき +400: 1.2 times the average winning round in Gamble Dobon." in shown
    assert "First of the year: あき with +1,590" in shown
    assert "3 tables · 3 of 3 won" in shown
    # nobody else paid both ways
    assert "あき took 1,320 from Ben." in shown
    assert "Gamble Dobon · 3 tables · 1,320 against 0" in shown
    assert "あき & Chie are 270 apart." in shown
    shared = html(page).partition("<textarea")[2].partition("</textarea")[0]
    assert "2 nights · 5 rounds · 48 cards" in shared
    assert "Gamble Dobon: First of the year: あき with +1,590 (3 tables · 3 of 3 won)" in shared
    assert three.post(address).status_code == 405
    three.open_table(("あき", "Ben", "Eva"), circle_of(three).public_id, game="doudizhu").record(DEAL)
    shown = text(three.get(address))
    assert "nights 2 " in shown
    assert "Played at fewer than 3 tables, so nothing is compared: Dou Dizhu" in shown
    assert "First of the year: あき with +1,590" in shown


def test_every_card_links_to_its_source(three: Phone) -> None:
    shown = html(three.get(year_of(three)))
    deck = shown[shown.index("year-deck") :]
    ways = set(re.findall(r'href="(/(?:t|circles)/[^"]+)"', deck[: deck.index("</ol>")]))
    assert three.url("table") in ways  # the longest evening is the last
    first = GameSession.objects.order_by("pk")[0]
    assert f"/t/{first.public_id}/rounds/1/" in ways  # the first of equal rounds
    year = localtime(first.started_at).year
    assert f"{page(three, 'person', person(three, 'あき').pk)}?game=gamble&amp;year={year}" in ways
    assert any("/versus/" in way for way in ways)
    for way in ways:
        assert three.get(way.replace("&amp;", "&")).status_code == 200


def test_claimed_numbers_above_those_of_cards(phone: Phone) -> None:
    """At each of three tables あき claims 18 on three 6s four times, and 9 once: 18 twelve times of fifteen.

    It stands on the page, in what is shared, and in the picture.  あき wins all five rounds of each table.
    """
    of_three = {"card": "6", "count": 3, "target": 18, "hands": {"あき": ["9", "9"]}}
    rounds = [of_three] * 4 + [{"card": "9", "hands": {"あき": ["4", "5"]}}]
    lines = [{"kind": "dobon", "callers": ["あき"], "victim": "Ben", **one} for one in rounds]
    data = {"format": 1, "game": "teyaku", "players": ["あき", "Ben"], "rounds": lines}
    for _ in range(3):
        start_session(circle_of(phone), prepare(read_document(data)))
    shown = text(phone.get(year_of(phone)))
    assert "18 was claimed most often. 12 of 15 claims" in shown
    assert "The number of the year: 18 was claimed most often. (12 of 15 claims)" in shown
    for words in ("あき won 5 rounds in a row.", "5 rounds at one table.", "5 calls at one table."):
        assert words in shown
    picture = page(phone, "year_picture", localtime(phone.session.started_at).year, "square")
    assert phone.get(picture).status_code == 200


def test_months_and_people_are_counted_by_nights(three: Phone) -> None:
    """Three nights in March, the last till after midnight; two in June, one of あき and Ben alone."""
    three.open_table(NAMES, three.session.circle.public_id).record(DOBON)
    three.open_table(NAMES, three.session.circle.public_id).record(DOBON)
    three.open_table(("あき", "Ben"), three.session.circle.public_id)
    three.record({"kind": "out", "winner": "0", "hand-1": "K"})
    days = (3, 10, 20), (3, 17, 20), (3, 31, 20), (4, 1, 1), (6, 10, 20), (6, 11, 20)
    for session, at in zip(GameSession.objects.order_by("pk"), days, strict=True):
        begin_at(session, datetime(2025, *at, tzinfo=get_current_timezone()))
    address = year_of(three)
    assert "Most nights were in March. 3 of 5 nights" in text(three.get(address))
    assert "あき & Ben came most often. あ B 5 of 5 nights" in text(three.get(address))
    month = f"{three.circle_url()}?year=2025&month=3"
    assert month.replace("&", "&amp;") in html(three.get(address))
    assert three.get(month).status_code == 200


def test_the_latest_year_with_a_round(phone: Phone) -> None:
    """A later table without a round does not count.  A year of one table is not compared."""
    assert "Nothing was played yet." in text(ask(phone, "years"))
    for year in (2024, 2025):
        phone.open_table(cid=phone.session.circle.public_id)
        phone.record(DOBON)
        begun = datetime(year, 6, 1, 20, tzinfo=get_current_timezone())
        begin_at(phone.session, begun)
    assert ask(phone, "years")["Location"] == page(phone, "year", 2025)
    shown = text(ask(phone, "year", 2025))
    assert "2025 2024" in shown
    assert "night 1 " in shown
    assert "With fewer than 3 tables nothing is compared yet." in shown
    assert "First of the year" not in shown
    assert [ask(phone, "year", year).status_code for year in (1999, 99999)] == [404, 404]


DUELS = (2, 50, 40), (3, 90, 10), (4, 85, 0), (5, 5, 0), (6, 20, 10)
"""The opponent of the first person, and the points that each took from the other."""


def test_the_closest_two_have_both_taken_something() -> None:
    """Differences of 10, 80 and 85, the last one-sided; of equal ones the pair with more payments counts."""
    near, far, alone, once, less = (Duel(1, other, taken, given, 3) for other, taken, given in DUELS)
    assert closest([far, once, less, near, alone]) == near


def test_a_first_place_that_too_many_share_is_left_out() -> None:
    assert most_often({1: 5, 2: 3}) == MostFrequent((1,), 5, 8)
    assert most_often({1: 5, 2: 5, 3: 4}, cases=6) == MostFrequent((1, 2), 5, 6)
    assert most_often({1: 5, 2: 5}) is None  # everybody
    assert most_often({1: 5, 2: 5, 3: 5, 4: 5, 5: 1}) is None  # four of five
    assert most_often({1: 2, 2: 1}) is None  # twice is not often
    assert most_often({}) is None


# ── the cards of tables in a row of letters ─────────────────────────────────────────────────────


Tables = list[tuple[str, str, str]]
"""The day of each table (and its game, where that is another one), who sits there, and its rounds.

A large letter goes out, and everybody else pays 10 for a five; a small one calls the nine of the next person.
With + the first gives 30 points to the second.  In Dou Dizhu the landlord wins, who bid 1, a small one 3.
"""


def rounds_of(people: str, rounds: str, game: str) -> Iterator[dict[str, object]]:
    for letter in rounds:
        name = letter.upper()
        hands = {other: ["5"] for other in people if other != name}
        if letter == "+":
            yield {"kind": "adjust", "transfers": [{"from": people[0], "to": people[1], "points": 30}]}
        elif game == "doudizhu":
            yield {"kind": "deal", "landlord": name, "bid": 1 if letter == name else 3, "winner": "landlord"}
        elif letter == name:
            yield {"kind": "out", "winner": name, "hands": hands}
        else:
            victim = people[(people.index(name) + 1) % len(people)]
            called = {"callers": [name], "victim": victim, "card": "9", "hands": {**hands, name: ["4", "5"]}}
            yield {"kind": "dobon", **called}


BEST, FIRSTS, LONGEST = "The round of the year", "Most wins in a row", "The longest table"
NEAR, FAR, CALLS = "The closest two", "The most one-sided two", "Most calls"
CAME, MONTH = "Best attendance", "The busiest month"
GAME, OTHER = "Gamble Dobon", "Dou Dizhu"
FIRST, TIMES = "First of the year", "times the average winning round in"

CARDS: dict[str, tuple[Tables, dict[str, str | None]]] = {
    # −30 + 60 − 30 − 30 three times.  What guests play counts for the tables; other years count for nothing.
    "the earliest of equals, three first, and a guest": (
        [
            ("2024-12-31", "ABC", "AAAAA"),
            ("2026-01-01", "ABC", "AAAAA"),
            ("2025-12-31", "ABC", "CCC"),
            ("2025-03-08", "ABC", "BBB"),
            ("2025-03-01", "ABC", "AAA"),
            ("2025-01-01", "ABCG", "GGG"),
        ],
        {
            BEST: f"A went out | A +20: 1.0 {TIMES} Gamble Dobon. | Mar 1 · Round 1",
            GAME: f"{FIRST}: A & B & C with −30 | 4 tables | Best table: A +60 | Best round: A +20",
            NEAR: None,
            FAR: None,
            FIRSTS: "A won 3 rounds in a row. | Gamble Dobon | Gamble Dobon of Mar 1",
            LONGEST: "3 rounds at one table. | Gamble Dobon | Gamble Dobon of Jan 1",
            CAME: None,
            MONTH: None,
        },
    ),
    # A +20 at three tables, and pays 30 for no round; B −10 − 10 twice, + 10 + 10 and these 30.
    "two in a row, two tables of two people, two rounds": (
        [
            ("2025-05-01", "AB", "AA"),
            ("2025-05-02", "AB", "AA"),
            ("2025-05-03", "AC", "AA"),
            ("2025-05-04", "BC", "BB"),
            ("2025-05-05", "AB", "+"),
        ],
        {
            GAME: f"{FIRST}: A with +30 | 4 tables · 3 of 3 won | Best table: A +20 | Best round: A +10",
            NEAR: None,
            FAR: None,
            FIRSTS: None,
            LONGEST: None,
            CAME: "A & B came most often. | 3 of 4 nights",
            MONTH: None,
        },
    ),
    "all end at nothing, and two tables of another game": (
        [
            ("2025-07-01", "ABC", "ABC"),
            ("2025-07-02", "ABC", "ABC"),
            ("2025-07-03", "ABC", "ABC"),
            ("2025-07-04 doudizhu", "ABC", "C"),
            ("2025-07-05 doudizhu", "ABC", "c"),
        ],
        {
            BEST: f"A went out | A +20: 1.0 {TIMES} Gamble Dobon. | Jul 1 · Round 1",
            GAME: f"{FIRST}: A & B & C with ±0 | 3 tables | Best round: A +20",
            OTHER: None,
            NEAR: None,
            FAR: None,
            LONGEST: "3 rounds at one table. | Gamble Dobon | Gamble Dobon of Jul 1",
        },
    ),
    "four are first": (
        [("2025-07-01", "ABCD", "ABCD"), ("2025-07-02", "ABCD", "ABCD"), ("2025-07-03", "ABCD", "ABCD")],
        {GAME: None, LONGEST: "4 rounds at one table. | Gamble Dobon | Gamble Dobon of Jul 1"},
    ),
    # A 30 + 30 − 10 − 10 three times, and −10; A took 60 from B and gave 30 and 10, took 60 from C.
    # B took 30 from C, and as much from H, who is hidden, as H from B.  6 is 1.8 times (2 + 2 + 6) / 3.
    "two games, and somebody hidden": (
        [
            ("2025-06-01", "ABCH", "AABH"),
            ("2025-06-02", "ABCH", "AABH"),
            ("2025-06-03", "ABCH", "AABH"),
            ("2025-06-04", "AB", "B"),
            ("2025-06-05 doudizhu", "ABC", "C"),
            ("2025-06-06 doudizhu", "ABC", "C"),
            ("2025-06-07 doudizhu", "ABC", "c"),
        ],
        {
            BEST: f"Landlord C won (bid 3) | C +6: 1.8 {TIMES} Dou Dizhu. | Jun 7 · Round 1",
            GAME: f"{FIRST}: A with +110 | 4 tables · 3 of 4 won | Best table: A +40 | Best round: A +30",
            OTHER: f"{FIRST}: C with +10 | 3 tables · 3 of 3 won | Best table: C +6 | Best round: C +6",
            NEAR: "A & B are 20 apart. | Gamble Dobon · 4 tables · 60 against 40",
            FAR: "A took 60 from C. | Gamble Dobon · 3 tables · 60 against 0",
            LONGEST: "4 rounds at one table. | Gamble Dobon | Gamble Dobon of Jun 1",
            CAME: "A & B came most often. | 7 of 7 nights",
        },
    ),
    "the most calls and wins in a row, of two alone": (
        [("2025-04-03", "AB", "aaab"), ("2025-04-02", "AB", "bbbbAB"), ("2025-04-01", "AB", "aaa")],
        {
            NEAR: None,
            FAR: None,
            FIRSTS: "B won 4 rounds in a row. | Gamble Dobon | Gamble Dobon of Apr 2",
            LONGEST: "6 rounds at one table. | Gamble Dobon | Gamble Dobon of Apr 2",
            CALLS: "4 calls at one table. | Gamble Dobon | Gamble Dobon of Apr 2",
            CAME: None,
        },
    ),
    "three calls at a table": (
        [("2025-04-01", "AB", "aab"), ("2025-04-02", "AB", "A"), ("2025-04-03", "AB", "A")],
        {CALLS: "3 calls at one table. | Gamble Dobon | Gamble Dobon of Apr 1"},
    ),
    "two are level": (
        [("2025-04-01", "ABC", "AB"), ("2025-04-02", "ABC", "AB"), ("2025-04-03", "ABC", "AB")],
        {
            NEAR: "A & B are level. | Gamble Dobon · 3 tables · 30 against 30",
            FAR: "A took 30 from C. | Gamble Dobon · 3 tables · 30 against 0",
        },
    ),
    "two tables": (
        [("2025-04-01", "AB", "AAA"), ("2025-04-02", "AB", "A")],
        {GAME: None, FIRSTS: None, LONGEST: None},
    ),
    "two calls at a table": (
        [("2025-04-01", "AB", "ab"), ("2025-04-02", "AB", "a"), ("2025-04-03", "AB", "b")],
        {CALLS: None},
    ),
}


@pytest.mark.django_db
@pytest.mark.parametrize(("tables", "wanted"), CARDS.values(), ids=CARDS)
def test_cards(tables: Tables, wanted: dict[str, str | None]) -> None:
    circle = new_circle()
    for day, people, rounds in tables:
        day, _, game = day.partition(" ")
        played = list(rounds_of(people, rounds, game))
        data = {"format": 1, "game": game or "gamble", "players": list(people), "rounds": played}
        session = start_session(circle, prepare(read_document(data)))
        begin_at(session, datetime.fromisoformat(f"{day}T20:00:00+09:00"))
    circle.players.filter(name="G").update(guest=True)
    circle.players.filter(name="H").update(hidden=True)
    assert refresh_tallies(circle) == 0
    with override("en"):
        cards = cards_of(circle, 2025)[1]
    shown = {
        card.title: " | ".join(
            [card.text, card.detail, *(label for label, _url in card.links if "in 2025" not in label)]
        )
        for card in cards
    }
    assert {title: shown.get(title) for title in wanted} == wanted
    assert [title for title in shown if title in wanted] == [title for title in wanted if wanted[title]]
