"""人: the people of a circle, the page of one, and hidden people; by the examples of the rules."""

import re

import pytest
from django.urls import reverse

from scorekeeper.circles.models import Player
from scorekeeper.circles.services import open_circle
from tests.circle_pages import ask, circle_of, join_by_link, membership, page, person
from tests.helpers import DEAL, DOBON, OUT, Phone, forms, html, text, words


def test_an_unknown_game_or_year_is_not_found(phone: Phone) -> None:
    for query in ("game=nosuch", "year=1999", "year=x"):
        assert phone.get(f"{page(phone, 'people')}?{query}").status_code == 404, query


def test_before_the_first_round(phone: Phone) -> None:
    """An imported group can be empty: there is no name to change."""
    group = open_circle("Friday", membership(phone).device)
    empty = text(phone.get(reverse("people", args=(group.public_id,))))
    assert "Nothing was played yet." in empty
    assert "Names, marks and colours" not in empty
    assert "Names, marks and colours" in text(ask(phone, "people"))
    page_of_aki = shown(phone, "あき")
    assert "Nothing was played here yet." in page_of_aki
    assert "Records" not in page_of_aki


def address(phone: Phone, name: str) -> str:
    return page(phone, "person", person(phone, name).pk)


def shown(phone: Phone, name: str, query: str = "") -> str:
    return text(phone.get(address(phone, name) + query))


def test_points_and_averages_and_few_cases_as_counts(evening: Phone) -> None:
    """Records lead to their receipts."""
    page = evening.get(address(evening, "あき"))
    shown_text = text(page)
    assert "Points +790 Tables won 1 / 1 Points a table +790" in shown_text
    assert "Average gain 2 rounds +400 Average loss 1 round −10" in shown_text
    assert "Rounds won 2 of 3 Called Dobon 2 of 3 Dobon called on them 0 of 3" in shown_text
    assert "Rates are shown and compared from 20 cases on." in shown_text
    assert "%" not in shown_text
    assert "Returned" not in shown_text
    assert "1 person sat before in fewer than 10 rounds: too few to compare." in shown_text
    assert "Card called on most often 2 claims so far: too few to tell." in shown_text
    records = shown_text.partition("Records")[2]
    assert "Round 1 +400 Worst round" in records
    assert "Round 3 −10 Longest run of wins" in records
    assert "2 wins Most Dobon calls at a table" in records
    assert "2 times Card called" in records
    receipts = re.findall(r'href="([^"]+/rounds/\d+/)"', html(page).partition("h-records")[2])
    assert receipts == [evening.url("round", number) for number in (1, 3)]
    ben = shown(evening, "Ben")
    assert "Points −670 Tables won 0 / 1" in ben
    assert "Average loss 3 rounds −223" in ben
    assert "Average gain" not in ben


def test_many_cases_are_compared_with_everybody(phone: Phone) -> None:
    """Of 80 rounds of all four together 20 were won."""
    phone.record(*[DOBON] * 20)
    text = shown(phone, "あき")
    assert "group average · full width = 100%" in text
    assert "Rounds won 20 of 20 100.0% group average: 25.0%" in text
    assert "Dobon called on them 0 of 20 0.0% group average: 25.0%" in text
    assert "not compared" not in text
    assert "Luck by seat points per round, by the player seated before 大 大輔 +400 20 rounds" in text
    assert "Card called on most often 20 of 20 K" in text


def test_the_form_chart_links_to_its_table(evening: Phone) -> None:
    text = html(evening.get(address(evening, "Ben")))
    assert text.count('class="spot"') == 1
    assert f'href="{evening.url("table")}">' in text
    assert "#4 Gain" not in text
    assert "The last table together −670" in shown(evening, "Ben")
    evening.open_table(("あき", "Ben"), circle_of(evening).public_id)
    evening.record({"kind": "out", "winner": "1", "hand-0": "K"})
    assert "The last 2 tables together −660" in shown(evening, "Ben")


def test_figures_use_the_words_of_the_game(phone: Phone) -> None:
    phone.open_table(("あき", "Ben", "Eva"), circle_of(phone).public_id, game="doudizhu")
    phone.record(DEAL)
    text = shown(phone, "Ben", "?game=doudizhu")
    assert "Rounds won 0 of 1 Won as the landlord 0 of 1" in text
    assert "Dobon" not in text.partition("Rates")[2]


def test_the_page_of_a_merged_person_redirects(evening: Phone) -> None:
    Player.objects.filter(name="大輔").update(merged_into=person(evening, "Ben"))
    answer = evening.get(address(evening, "大輔") + "?game=gamble")
    assert answer["Location"] == address(evening, "Ben") + "?game=gamble"


def test_rivals_by_points(evening: Phone) -> None:
    """Chie paid 70 twice and got 10; of 大輔 she got 60, of Ben 10.

    Viewers change nothing; a guest has a page too, and is no rival of others.
    """
    text = shown(evening, "Chie").partition("Against each")[2]
    assert text.startswith(" won +, lost − 大 大輔 +60 B Ben +10 あ あき −130")
    pair = page(evening, "pair", *(person(evening, name).pk for name in ("Chie", "大輔")))
    assert f'href="{pair}?game=gamble"' in html(evening.get(address(evening, "Chie")))
    assert "Name, mark and colour" not in shown(join_by_link(evening, "viewer"), "Ben")
    Player.objects.filter(name="Ben").update(guest=True)
    text = shown(evening, "Ben")
    assert "Name, mark and colour" in text
    assert "Guest" in text
    assert "あ あき −660" in text.partition("Against each")[2]
    assert "Ben" not in shown(evening, "Chie").partition("Against each")[2]


def test_everybody_by_points(evening: Phone) -> None:
    """With their form and the way to their pages."""
    answer = evening.get(page(evening, "people"))
    shown = "1 あ あき 1 table +790 2 C Chie 1 table −60 2 大 大輔 1 table −60 4 B Ben 1 table −670"
    assert shown in text(answer)
    assert html(answer).count('class="spark"') == 4
    assert 'aria-label="Last tables +790"' in html(answer)
    assert f'href="{address(evening, "あき")}?game=gamble"' in html(answer)


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
    chie = person(hidden, "Chie").pk
    for path in PAGES:
        page = html(hidden.get(hidden.circle_url() + path.format(chie=chie)))
        main = page.partition("<main")[2].partition("panel fold")[0]
        assert "<bdi>Chie</bdi>" in main or path.startswith("people/{"), path
        assert "<bdi>大輔</bdi>" in main or path == "seasons/", path
        assert "<bdi>あき</bdi>" not in main, path
        assert "<bdi>Ben</bdi>" not in main, path
        assert any(said in words(page) for said in LEFT_OUT), path
