"""仲間: a circle's running tables, nights, totals and debts, and the start page."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.circles.models import Circle, Player
from scorekeeper.groups import group
from scorekeeper.play.models import GameSession, Night, Seat
from scorekeeper.play.nights import night_at
from tests.circle_pages import person
from tests.helpers import DEAL, DOBON, OUT, Phone, forms, html, text
from tests.play.evenings import begin_at

NOW = datetime(2025, 1, 1, tzinfo=UTC)
ALONE = "2 tables are played in different games or units, so each is settled separately"
JOINED = "円 B Ben pays あ あき {}円 C Chie pays あ あき {}円 The fewest payments for 2 tables"


def test_totals_are_of_one_game(phone: Phone) -> None:
    """あき 400, Ben −330, Chie −70 on the first night; on the second Ben gets 10 + 70 from Chie and Eva.

    In another game あき wins 2: totals are of the requested game or the most played one.
    """
    phone.record(DOBON)
    phone.press("session_end")
    cid = phone.session.circle.public_id
    phone.open_table(("Ben", "Chie", "Eva"), cid)
    phone.record({"kind": "out", "winner": "0", "hand-1": "K", "hand-2": "A 2 3 10 K"})
    phone.open_table(("あき", "Ben", "Eva"), cid, game="doudizhu").record(DEAL)
    totals = "あ あき +400 大 大輔 ±0 E Eva −70 C Chie −80 B Ben −250"
    assert f"Gamble Dobon together Total 0 ✓ {totals}" in text(phone.get(phone.circle_url()))
    shown = text(phone.get(f"{phone.circle_url()}?game=doudizhu"))
    assert "together Total 0 ✓ あ あき +2 E Eva +2 B Ben −4" in shown


def end_and_backdate(phone: Phone, *when: int) -> str:
    """The table of the phone ended, and played at another time; gives its address."""
    phone.press("session_end")
    begin_at(phone.session, datetime(*when, 12, tzinfo=UTC))
    return phone.url("table")


def nights_of(phone: Phone, query: str = "") -> str:
    """The nights on the circle's page, newest first."""
    return html(phone.get(f"{phone.circle_url()}?{query}")).partition('id="nights"')[2]


@pytest.fixture(name="year")
def _year(phone: Phone) -> tuple[Phone, str, str, str]:
    """Two nights in 2024, one in 2025, on which Eva played."""
    cid = phone.session.circle.public_id
    phone.record(DOBON)
    first = end_and_backdate(phone, 2024, 3, 1)
    phone.open_table(("Ben", "Chie"), cid).record({"kind": "out", "winner": "0", "hand-1": "4"})
    second = end_and_backdate(phone, 2024, 5, 17)
    phone.open_table(("Ben", "Eva"), cid, game="dotenko")
    phone.record({"kind": "adjust", "from-0": "1", "to-0": "0", "points-0": "30"})
    return phone, first, second, end_and_backdate(phone, 2025, 5, 17)


def test_nights_are_listed_by_month_and_filtered(
    year: tuple[Phone, str, str, str],
) -> None:
    """Each with who played and who won; the filter works without a script."""
    phone, first, second, third = year
    tables = [first, second, third]
    page = nights_of(phone)
    assert sorted(tables, key=page.index) == tables[::-1]
    shown = text(phone.get(phone.circle_url()))
    came = "あ B C 大 あき Ben Chie 大輔"
    assert f"March 2024 1 night · 1 round Fri, Mar 1 {came} Gamble Dobon 1 round あ あき +400" in shown
    eva = person(phone, "Eva").pk
    queries = {
        "game=gamble": {first, second},
        "year=2024": {first, second},
        "year=2024&month=5": {second},
        "game=gamble&year=2025": set(),
        f"person={eva}": {third},
        f"year=2024&person={eva}": set(),
    }
    for query, wanted in queries.items():
        page = nights_of(phone, query)
        assert {table for table in (first, second, third) if table in page} == wanted, query
    for wrong in ("year=1999", "month=5", "year=2024&month=13", "person=0", "person=x", "game=chess"):
        assert phone.get(f"{phone.circle_url()}?{wrong}").status_code == 404, wrong
    page = html(phone.get(f"{phone.circle_url()}?game=gamble&year=2024"))
    form = page.partition('action="#nights"')[2].partition("</form>")[0]
    assert 'name="game" value="gamble"' in form
    assert 'name="year" value="2024"' in form
    assert ">Eva</option>" in form


def test_a_night_with_two_games_is_one_card(phone: Phone) -> None:
    """Two tables of a game have numbers; where everybody shares the first place it names nobody."""
    cid = phone.session.circle.public_id
    phone.record(OUT)
    phone.press("session_end")
    phone.open_table(("Ben", "Chie", "Eva"), cid, game="dotenko").press("session_end")
    phone.open_table(("Ben", "Eva"), cid).record({"kind": "out", "winner": "0", "hand-1": "K"})
    phone.press("session_end")
    page = phone.get(phone.circle_url())
    shown = text(page)
    lines = "Gamble Dobon 1 1 round C Chie +80 Dotenko 0 rounds Gamble Dobon 2 1 round B Ben +10"
    assert f"あき Ben Chie 大輔 Eva {lines}" in shown
    assert html(page).count('class="panel night-card"') == 1


def test_the_calendar_of_a_year_leads_to_months_and_nights(year: tuple[Phone, str, str, str]) -> None:
    phone, *_ = year
    cid = phone.session.circle.public_id
    end_and_backdate(phone.open_table(cid=cid), 2024, 8, 2)
    page = html(phone.get(f"{phone.circle_url()}?year=2024")).partition('id="nights"')[0]
    assert "3 nights" not in page
    phone.open_table(cid=cid).record(OUT)
    end_and_backdate(phone, 2024, 8, 2)
    page = html(phone.get(f"{phone.circle_url()}?year=2024")).partition('id="nights"')[0]
    assert "3 nights" in page
    assert 'href="?year=2024&amp;month=3"' in page
    assert 'href="?year=2024&amp;month=5"' in page
    assert 'href="?year=2024&amp;month=4"' not in page
    month = html(phone.get(f"{phone.circle_url()}?year=2024&month=5")).partition('id="nights"')[0]
    days = re.findall(r'<a href="([^"]+)"><i>(\d+)</i>', month)
    assert days == [(f"/circles/{cid}/nights/2024-05-17/", "17")]


def test_the_first_months_of_a_group_show_no_empty_year(phone: Phone) -> None:
    phone.record(OUT)
    end_and_backdate(phone, 2024, 3, 1)
    phone.open_table(cid=phone.session.circle.public_id).record(OUT)
    end_and_backdate(phone, 2024, 3, 8)
    page = html(phone.get(f"{phone.circle_url()}?year=2024")).partition('id="nights"')[0]
    days = re.findall(r'/nights/([0-9-]+)/"><i>(\d+)</i>', page)
    assert days == [("2024-03-01", "1"), ("2024-03-08", "8")]
    assert "cal-months" not in page


def test_nights_are_paged(phone: Phone) -> None:
    circle = phone.session.circle
    for number in range(13):
        night = Night.objects.create(circle=circle, day=NOW.date() + timedelta(days=number))
        columns = {"circle": circle, "night": night, "game": "gamble", "ended_at": NOW}
        GameSession.objects.create(**columns, title=f"T{number}")
    first, last = nights_of(phone), nights_of(phone, "page=2")
    assert ("T12<" in first, "T1<" in first, "T0<" in first) == (True, True, False)
    assert ("T1<" in last, "T0<" in last) == (False, True)
    assert 'href="?game=gamble&amp;page=2"' in nights_of(phone, "game=gamble")


def add_table(phone: Phone, game: str = "gamble", **data: object) -> None:
    """Another table of the circle, by its form, with one agreed payment: Chie owes Ben 30."""
    phone.open_table(("Ben", "Chie"), phone.session.circle.public_id, game=game)
    GameSession.objects.filter(public_id=phone.sid).update(**data)
    row = {"from-0": "1", "to-0": "0", "points-0": "30"}
    phone.record({"kind": "adjust", **row})


def test_who_owes_whom_over_all_open_tables(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ben owes あき 330 here and gets 30 from Chie there; Chie owes あき 70: the two 30s cancel to one."""
    phone.record(DOBON)
    assert "over all open tables" not in text(phone.get(phone.circle_url()))
    add_table(phone)
    shown = text(phone.get(phone.circle_url()))
    words = "Gamble Dobon: points B Ben pays あ あき 300 C Chie pays あ あき 100"
    assert f"Who owes whom over all open tables {words}" in shown
    assert "The fewest payments for 2 tables together." in shown
    with monkeypatch.context() as patch:
        patch.setattr(group, "MOST_JOINED", 1)
        assert "over all open tables" not in text(phone.get(phone.circle_url())), "too many tables"
    phone.press("session_end")
    assert "over all open tables" not in text(phone.get(phone.circle_url()))


def test_debts_in_points_of_different_games_are_not_joined(phone: Phone) -> None:
    """400 of one game, and twice 30 of another: the two 30s of one game are one payment of 60."""
    phone.record(DOBON)
    add_table(phone, game="dotenko")
    assert ALONE in text(phone.get(phone.circle_url()))
    add_table(phone, game="dotenko")
    shown = text(phone.get(phone.circle_url())).partition("over all open tables ")[2]
    joined = "C Chie pays B Ben 60 The fewest payments for 2 tables together."
    assert shown.startswith(f"Dotenko: points {joined} 1 table is played in another game or unit")


def rate(per_point: str, round_to: int) -> dict[str, object]:
    return {"unit": "円", "per_point": per_point, "round_to": round_to}


@pytest.mark.parametrize(
    ("here", "game", "there", "words"),
    [
        (None, "gamble", rate("1", 10), f"open tables {ALONE}"),
        # 330 and 70 yen to あき here; 60 yen from Chie to Ben there
        (rate("1", 1), "dotenko", rate("2", 1), JOINED.format(270, 130)),
        # at half a yen a point 165 and 35 here; 30 points at 0.1 there are 3 yen
        (rate("0.5", 5), "gamble", rate("0.1", 1), JOINED.format(162, 38)),
    ],
    ids=["points and money", "two games", "two rates"],
)
def test_tables_for_the_same_unit_are_joined(
    phone: Phone, here: object, game: str, there: object, words: str
) -> None:
    GameSession.objects.update(rate=here)
    phone.record(DOBON)
    add_table(phone, game, rate=there)
    assert words in text(phone.get(phone.circle_url()))


def test_running_tables_are_paged(phone: Phone) -> None:
    """43 with two people each, and the phone's own, whose night is the newest: 20, 20 and 4."""
    circle = phone.session.circle
    pair = [circle.players.create(name=name) for name in ("Nao", "Ren")]
    for number in range(43):
        night = night_at(circle, NOW.date() + timedelta(days=number))
        table = GameSession.objects.create(circle=circle, night=night, game="gamble", title=f"No. {number}!")
        Seat.objects.bulk_create(Seat(session=table, player=who, number=n) for n, who in enumerate(pair))
    first, last = (html(phone.get(f"{phone.circle_url()}?running={page}")) for page in (1, 3))
    shown = [re.findall(r"No\. \d+!", page) for page in (first, last)]
    assert [len(set(titles)) for titles in shown] == [19, 4]
    assert "No. 42!" in shown[0]
    assert "No. 0!" in shown[1]
    assert 'href="?running=2"' in first
    assert len(set(re.findall(r"No\. \d+!", html(phone.get("/"))))) == 20


def test_more_than_a_thousand_people_at_running_tables(phone: Phone) -> None:
    """SQLite takes a thousand conditions in one query at most."""
    circle = phone.session.circle
    people = Player.objects.bulk_create(
        Player(circle=circle, name=f"Person {number}", name_key=f"person {number}", color=number % 10)
        for number in range(1100)
    )
    table = GameSession.objects.create(circle=circle, night=phone.session.night, game="gamble")
    Seat.objects.bulk_create(Seat(session=table, player=one, number=n) for n, one in enumerate(people))
    assert [phone.get(url).status_code for url in ("/", phone.circle_url())] == [200, 200]


def test_the_start_page_links_to_every_game(db: None) -> None:
    """Each has its line, and leads to its form."""
    page = Phone().get("/")
    links = re.findall(r'href="(/new/\?game=\w+)"', html(page))
    games = ("gamble", "kawagoe", "teyaku", "dotenko", "doudizhu", "sheet")
    assert links == [f"/new/?game={key}" for key in games]
    assert "Dou Dizhu One landlord against the others" in text(page)
    chosen = forms(Phone().get(links[-2]))["new"]
    assert chosen["game"] == ["doudizhu"]


def test_the_start_page_has_only_the_circles_of_the_device(
    phone: Phone, second: Phone, stranger: Phone
) -> None:
    """Those that it has opened or joined; with the rounds of their tables."""
    phone.record()
    for one in (phone, second):
        page = one.get("/")
        assert phone.url("table") in html(page)
        assert phone.circle_url() in html(page)
        assert "1 round" in text(page)
        assert stranger.url("table") not in html(page)
        assert stranger.circle_url() not in html(page)
    for other in (stranger, Phone()):
        assert phone.url("table") not in html(other.get("/"))


def test_people_in_the_group_s_name_are_not_repeated(phone: Phone) -> None:
    """In the name of the group; beside it where it has another name."""
    circle = Circle.objects.get()
    assert circle.name == "あき & Ben & Chie & 大輔"
    assert text(phone.get("/")).count("大輔") == 1
    Player.objects.create(circle=circle, name="Be")
    assert "あき & Ben & Chie & 大輔 ＋Be" in text(phone.get("/"))
    Player.objects.filter(name="Be").delete()
    Circle.objects.update(name="Friday")
    assert "Friday あき, Ben, Chie, 大輔" in text(phone.get("/"))


def test_a_group_is_named_after_as_many_people_as_fit(db: None) -> None:
    """Three times eighteen letters and two times three between them are 60; nobody is cut."""
    names = [letter * 18 for letter in "ABCD"]
    Phone().open_table(names)
    assert Circle.objects.get().name == " & ".join(names[:3])
