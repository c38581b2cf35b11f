"""人: the people of a circle, and the page of one; the evenings are the examples of the rules."""

import pytest
from django.urls import reverse

from scorekeeper.circles.models import Player
from scorekeeper.circles.services import open_circle
from tests.circle_pages import ask, circle_of, join_by_link, membership, page
from tests.helpers import DEAL, DOBON, Phone, html, text


def test_everybody_by_points(phone: Phone) -> None:
    phone.record(DOBON)
    shown = text(ask(phone, "people"))
    assert "1 あ あき 1 table +400 2 大 大輔 1 table ±0 3 C Chie 1 table −70 4 B Ben 1 table −330" in shown


def test_an_unknown_game_or_year_is_not_found(phone: Phone) -> None:
    assert phone.get(f"{page(phone, 'people')}?game=nosuch").status_code == 404
    assert phone.get(f"{page(phone, 'people')}?year=1999").status_code == 404
    assert phone.get(f"{page(phone, 'people')}?year=x").status_code == 404


def test_a_group_without_people(phone: Phone) -> None:
    """An imported group can be empty: there is no name to change."""
    group = open_circle("Friday", membership(phone).device)
    shown = text(phone.get(reverse("people", args=(group.public_id,))))
    assert "Nothing was played yet." in shown
    assert "Names, marks and colours" not in shown
    assert "Names, marks and colours" in text(ask(phone, "people"))


def address(phone: Phone, name: str) -> str:
    return page(phone, "person", Player.objects.get(name=name, circle=circle_of(phone)).pk)


def shown(phone: Phone, name: str, query: str = "") -> str:
    return text(phone.get(address(phone, name) + query))


@pytest.fixture(name="night")
def _night(phone: Phone) -> Phone:
    """Twenty claims: あき +8,000, Ben −6,600, Chie −1,400."""
    for _ in range(20):
        phone.record(DOBON)
    return phone


def test_points_and_averages_and_few_cases_as_counts(evening: Phone) -> None:
    text = shown(evening, "あき")
    assert "Points +790 Tables won 1 / 1 Points a table +790" in text
    assert "Average gain 2 rounds +400 Average loss 1 round −10" in text
    assert "Rounds won 2 of 3 Called Dobon 2 of 3 Dobon called on them 0 of 3" in text
    assert "Rates are shown and compared from 20 cases on." in text
    assert "%" not in text
    assert "Returned" not in text
    assert "1 person sat before in fewer than 10 rounds: too few to compare." in text
    assert "Card called on most often 2 claims so far: too few to tell." in text
    ben = shown(evening, "Ben")
    assert "Points −670 Tables won 0 / 1" in ben
    assert "Average loss 3 rounds −223" in ben
    assert "Average gain" not in ben


def test_many_cases_are_compared_with_everybody(night: Phone) -> None:
    """Of 80 rounds of all four together 20 were won."""
    text = shown(night, "あき")
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


def test_rivals_by_points(evening: Phone) -> None:
    """Chie paid 70 twice and got 10; of 大輔 she got 60, of Ben 10."""
    text = shown(evening, "Chie").partition("Against each")[2]
    assert text.startswith(" won +, lost − 大 大輔 +60 B Ben +10 あ あき −130")
    pair = page(evening, "pair", *(Player.objects.get(name=name).pk for name in ("Chie", "大輔")))
    assert f'href="{pair}?game=gamble"' in html(evening.get(address(evening, "Chie")))


def test_records_lead_to_their_receipts(evening: Phone) -> None:
    text = html(evening.get(address(evening, "あき"))).partition("h-records")[2]
    places = [text.index(f'href="{evening.url("round", number)}"') for number in (1, 3)]
    assert places == sorted(places)
    plain = shown(evening, "あき").partition("Records")[2]
    assert "Round 1 +400 Worst round" in plain
    assert "Round 3 −10 Longest run of wins" in plain
    assert "2 wins Most Dobon calls at a table" in plain
    assert "2 times Card called" in plain


def test_figures_use_the_words_of_the_game(phone: Phone) -> None:
    phone.open_table(("あき", "Ben", "Eva"), circle_of(phone).public_id, game="doudizhu")
    phone.record(DEAL)
    text = shown(phone, "Ben", "?game=doudizhu")
    assert "Rounds won 0 of 1 Won as the landlord 0 of 1" in text
    assert "Dobon" not in text.partition("Rates")[2]


def test_who_did_not_play_has_no_figures(phone: Phone) -> None:
    text = shown(phone, "あき")
    assert "Nothing was played here yet." in text
    assert "Records" not in text


def test_the_page_of_a_merged_person_redirects(evening: Phone) -> None:
    Player.objects.filter(name="大輔").update(merged_into=Player.objects.get(name="Ben"))
    answer = evening.get(address(evening, "大輔") + "?game=gamble")
    assert answer["Location"] == address(evening, "Ben") + "?game=gamble"


def test_viewers_change_nothing_and_guests_have_pages_too(evening: Phone) -> None:
    viewer = join_by_link(evening, "viewer")
    assert "Name, mark and colour" not in shown(viewer, "Ben")
    Player.objects.filter(name="Ben").update(guest=True)
    text = shown(evening, "Ben")
    assert "Name, mark and colour" in text
    assert "Guest" in text
    assert "あ あき −660" in text.partition("Against each")[2]


def test_the_list_shows_the_form_of_everybody_and_leads_to_their_pages(evening: Phone) -> None:
    text = html(evening.get(page(evening, "people")))
    assert text.count('class="spark"') == 4
    assert 'aria-label="Last tables +790"' in text
    assert f'href="{address(evening, "あき")}?game=gamble"' in text
