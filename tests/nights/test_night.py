"""夜のページ: tables, pots and days of a night, its settlement and payments, and the next table."""

import re
from copy import copy
from datetime import UTC, datetime
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.circles.models import Player
from scorekeeper.play.models import Bill, BillPayment, GameSession
from scorekeeper.play.payments import pay_night
from scorekeeper.stats.models import Tally
from scorekeeper.stats.tallies import refresh_tallies
from tests.api.test_csv import column, read
from tests.circle_pages import ask, join_by_link, page, send
from tests.helpers import DOBON, OUT, Phone, forms, html, text
from tests.money.test_settle import press
from tests.nights.example import ONE, address, look, three_games
from tests.play.evenings import begin_at, over, running

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]
ROUNDS = [
    {"kind": "adjust", "transfers": [{"from": "D", "to": "A", "points": 2700}]},
    {"kind": "nogame", "riichi": ["A", "B", "B"]},
]
PEOPLE = ["A", "B", "C", "D"]
RUNNING = "A A +2,600 C C ±0 B B −200 D D −2,700"
HALF_PAST_ONE = datetime(2026, 3, 10, 16, 30, tzinfo=UTC)
"""On the 11th in Tokyo."""


def test_a_night_shows_its_tables_and_one_settlement(night: Phone) -> None:
    """The tables newest first, with their standings; a game without a rate stays in points.

    Ben also owes あき 3 drinks then, apart from the yen.  Only tonight has a next table.
    """
    page = look(night)
    shown = text(page)
    dotenko, teyaku, gamble = (
        shown.index(words)
        for words in (
            "Dotenko 0 rounds D Dan +7 あ あき −7",
            "Teyaku Dobon 0 rounds C Chie +1,000 B Ben +500 D Dan −500 あ あき −1,000",
            "Gamble Dobon 0 rounds あ あき +300 C Chie −100 B Ben −200",
        )
    )
    assert dotenko < teyaku < gamble
    assert "4 people · 3 tables · 0 rounds" in shown
    assert "Total 0 ✓" in shown
    assert "Settlement of the night 200円 open" in shown
    assert "Gamble Dobon: 1 point = 1 円, in steps of 10" in shown
    assert "Teyaku Dobon: 1 point = 0.1 円, in steps of 10" in shown
    assert "B Ben pays あ あき 150円" in shown
    assert "D Dan pays あ あき 50円" in shown
    assert shown.count(" pays ") == 2
    assert "あ あき +200円 C Chie ±0円 D Dan −50円 B Ben −150円" in shown
    assert "Dotenko stays in points Set a rate D Dan +7 あ あき −7" in shown
    assert f'href="{reverse("rate", args=(night.sid,))}"' in html(page)
    drinks = {"unit": "杯", "per_point": "1", "round_to": 1}
    over(night.session.circle, {("Ben", "あき"): 3}, rate=drinks)
    shown = text(look(night))
    for words in ("B Ben pays あ あき 150円", "B Ben pays あ あき 3杯", "Next table"):
        assert words in shown
    day = night.session.night.day
    night.session.circle.nights.update(day=day.replace(year=day.year - 1))
    assert "Next table" not in text(look(night))


def test_the_list_of_nights_shows_the_open_amount_of_the_night(night: Phone) -> None:
    """Debts of its tables are netted: 300円 at one and 150円 at another are 200円."""
    assert "In money あ あき +200円 200円 open" in text(ask(night, "circle"))
    over(night.session.circle, {("あき", "Ben"): 150, ("あき", "Dan"): 50}, rate=ONE)
    assert "All square: nobody pays." in text(look(night))
    assert "In money settled" in text(ask(night, "circle"))


def test_where_the_fewest_points_win_they_come_first(night: Phone) -> None:
    """A score sheet of which the most points win is not added to one of which the fewest do."""
    circle = night.session.circle
    fewest = {"preset": "free", "wins": "low"}
    over(circle, {("Chie", "あき"): 5}, game="sheet", options=fewest)
    assert "Score sheet stays in points Set a rate C Chie −5 あ あき +5" in text(look(night))
    over(circle, {("Chie", "あき"): 40}, game="sheet")
    shown = text(look(night))
    assert "Score sheet stays in points Set a rate C Chie −5 あ あき +5" in shown
    assert "Score sheet stays in points Set a rate あ あき +40 C Chie −40" in shown


def test_a_running_table_joins_when_it_ends(night: Phone) -> None:
    """Ben owes あき 40円 more: 190円."""
    circle = night.session.circle
    table = running(circle, {("Ben", "あき"): 40}, rate=ONE)
    shown = text(look(night))
    assert "Gamble Dobon 2 is still being played" in shown
    assert "B Ben pays あ あき 150円" in shown
    night.sid = table.public_id
    night.press("session_end")
    assert "B Ben pays あ あき 190円" in text(look(night))


def test_points_of_a_table_settled_with_other_nights_are_left_out(night: Phone) -> None:
    """The gamble table is in a bill of its own: Chie's 100円 are left, and Ben's 50円."""
    bill = night.session.circle.bills.create(unit="円")
    GameSession.objects.filter(game="gamble").update(bill=bill)
    shown = text(look(night))
    assert shown.count("A table of this night is settled together with others.") == 1
    assert "あ あき pays C Chie 100円" in shown
    assert "D Dan pays B Ben 50円" in shown
    GameSession.objects.filter(game="teyaku").update(bill=bill)
    assert text(look(night)).count("A table of this night is settled together with others.") == 1


def test_the_night_offers_the_next_table(phone: Phone) -> None:
    """With the same people, or another game with them."""
    phone.record(OUT)
    phone.press("session_end")
    page = look(phone)
    assert "Next table Gamble Dobon · same seats" in text(page)
    assert f"/new/?after={phone.sid}&amp;game=gamble" in html(page)
    started = phone.post(phone.url("session_again"), forms(page)["again"])
    made = GameSession.objects.latest("pk")
    assert started["Location"] == reverse("table", args=(made.public_id,))
    assert (made.game, made.number, made.night) == ("gamble", 2, phone.session.night)
    phone.sid = made.public_id
    shown = html(look(phone))
    assert "Gamble Dobon 2" in shown
    assert "■ Gamble Dobon 1" in shown
    assert "■ Gamble Dobon 2" not in shown, "a chat is sent what was played alone"


def test_a_viewer_sees_no_forms(night: Phone) -> None:
    viewer = join_by_link(night, "viewer")
    shown = look(viewer)
    assert "Record a payment" not in text(shown)
    assert "again" not in forms(shown)
    assert html(shown).count('class="tick" disabled') == html(shown).count('name="paid"') == 2


def test_an_unknown_night_answers_404(phone: Phone) -> None:
    three_games(phone)
    for day in ("2001-01-01", "2026-02-31", "2026-1-1"):
        assert phone.get(f"/circles/{phone.session.circle.public_id}/nights/{day}/").status_code == 404


def test_scoreboard_and_updates_follow_the_running_table(phone: Phone) -> None:
    """A page reloads with another table in its update.  A night without a table has no scoreboard."""
    phone.record(OUT)
    board = address(phone, "night_board")
    first, pages = (
        f'data-table="{phone.url("table")}"',
        (f"{address(phone)}?live=1", f"{board}?live=1", board),
    )
    assert [first in html(phone.get(page)) for page in pages] == [True] * 3
    assert "Gamble Dobon" in text(phone.get(board))
    phone.press("session_end")
    assert first in html(phone.get(board))
    phone.open_table(cid=phone.session.circle.public_id, game="dotenko")
    second = f'data-table="{phone.url("table")}"'
    assert [second in html(phone.get(page)) for page in pages] == [True] * 3
    assert "Dotenko" in text(phone.get(board))
    assert page(phone, "circle") in html(look(phone))
    phone.session.night.sessions.all().delete()
    assert phone.get(board).status_code == 404


def suggested(phone: Phone) -> list[str]:
    return re.findall(r'name="paid" value="([^"]+)"', html(look(phone)))


def tick(phone: Phone, **button: str) -> int:
    form = forms(look(phone))["payments1"]
    return int(phone.post(address(phone, "night_paid"), {**form, **button}).status_code)


def test_paying_everything_settles_the_night(night: Phone) -> None:
    """A table can be reopened once no payment is left."""
    for value in suggested(night):
        tick(night, paid=value)
    assert "Everything is paid." in text(look(night))
    assert "In money あ あき +200円 settled" in text(ask(night, "circle"))
    table = copy(night)
    table.sid = GameSession.objects.get(game="gamble").public_id
    assert table.press("session_reopen").status_code == 409
    for row in BillPayment.objects.all():
        tick(night, undo=str(row.pk))
    assert Bill.objects.get().dissolved_at
    assert table.press("session_reopen").status_code == 302


def test_the_first_payment_settles_the_tables_together(night: Phone) -> None:
    """A table of the night that ends later joins with the next payment; those without a rate stay out."""
    form = {**forms(look(night))["payments1"], "paid": suggested(night)[0]}
    assert night.post(address(night, "night_paid"), form).status_code == 302
    bill = Bill.objects.get()
    assert (bill.night, bill.unit) == (night.session.night, "円")
    assert set(bill.sessions.values_list("game", flat=True)) == {"gamble", "teyaku"}
    over(night.session.circle, {("Dan", "Chie"): 60}, rate=ONE)
    assert "D Dan pays C Chie 60円" in text(look(night))
    assert "D Dan pays C Chie 60円" in text(ask(night, "bills"))
    assert night.post(address(night, "night_paid"), form).status_code == 302, "a repeated form"
    assert "D Dan pays C Chie 60円" in text(ask(night, "bills"))
    other = {**form, "paid": suggested(night)[-1]}
    assert night.post(address(night, "night_paid"), other).status_code == 409
    assert bill.sessions.count() == 2
    tick(night, paid=suggested(night)[-1])
    assert bill.sessions.count() == 3
    assert Bill.objects.count() == 1


def test_a_unit_in_which_nothing_is_owed(night: Phone) -> None:
    assert tick(night, paid=suggested(night)[0], unit="ドル") == 409
    assert not Bill.objects.exists()
    for unit in ("", "ドル", "x" * 30):
        away = night.get(f"{address(night, 'night_payment')}?unit={unit}")
        assert away["Location"] == address(night)


def test_what_was_paid_at_a_table_counts(night: Phone) -> None:
    """Ben paid あき 200円 at the gamble table: now he owes nothing, and gets 50円."""
    table = GameSession.objects.get(game="gamble")
    night.sid = table.public_id
    assert press(night, paid="0:1:200:200") == 302
    shown = text(look(night))
    assert "D Dan pays B Ben 50円" in shown
    assert shown.count(" pays ") == 1


def note(phone: Phone, payer: str, payee: str, amount: str, **more: str) -> int:
    people = {player.name: str(player.pk) for player in phone.session.circle.players.all()}
    url = f"{address(phone, 'night_payment')}?unit=円"
    form = forms(phone.get(url))["payment"]
    fields = {"from": people[payer], "to": people[payee], "amount": amount}
    return int(phone.post(url, {**form, **fields, **more}).status_code)


def test_a_partial_payment_leaves_the_rest_open(night: Phone) -> None:
    """Of Ben's 150円 he pays 100円: 50円 are left beside what was paid."""
    assert note(night, "Ben", "あき", "100") == 302
    shown = text(look(night))
    assert "B Ben pays あ あき 50円" in shown
    assert "100円 paid before" in shown
    assert "100円 of 200円 open" in shown


def test_tables_reopened_meanwhile_are_not_paid(night: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """Just before the payment is written: nothing is paid, and the page of the night says why."""

    def reopened_before(*args: Any, **more: Any) -> None:
        GameSession.objects.update(ended_at=None)
        pay_night(*args, **more)

    monkeypatch.setattr("scorekeeper.nights.night.pay_night", reopened_before)
    assert note(night, "Ben", "あき", "100") == 302
    assert "No table of this night is settled in this unit." in text(look(night))
    assert not BillPayment.objects.exists()


def table(rounds: list[dict[str, object]], **options: str) -> Phone:
    return Phone().bring_in({"game": "teyaku", "players": PEOPLE, "options": options, "rounds": rounds})


def tallies(phone: Phone) -> list[tuple[int, int]]:
    """Points and place of A, B, C and D."""
    assert refresh_tallies(phone.session.circle) == 0
    return list(Tally.objects.order_by("player__name").values_list("points", "place"))


@pytest.mark.parametrize(
    ("pot_end", "over", "places"),
    [
        ("top", "A A +2,900 C C ±0 B B −200 D D −2,700", [(2900, 1), (-200, 3), (0, 2), (-2700, 4)]),
        ("returned", "A A +2,700 B B ±0 C C ±0 D D −2,700", [(2700, 1), (0, 2), (0, 2), (-2700, 4)]),
    ],
)
def test_the_pot_is_shared_out_when_the_table_ends(
    pot_end: str, over: str, places: list[tuple[int, int]]
) -> None:
    phone = table(ROUNDS, pot_end=pot_end)
    for shown in (look(phone), ask(phone, "circle")):
        assert RUNNING in text(shown)
        assert "Total 0 ✓" in text(shown)
    assert tallies(phone) == [(2600, 1), (-200, 3), (0, 2), (-2700, 4)]
    phone.press("session_end")
    for shown in (look(phone), ask(phone, "circle")):
        assert over in text(shown)
        assert "Total 0 ✓" in text(shown)
    assert tallies(phone) == places
    phone.press("session_reopen")
    assert RUNNING in text(look(phone))
    assert tallies(phone)[0] == (2600, 1)


def test_an_odd_point_of_the_pot_breaks_no_tie() -> None:
    """100 of D over three in the first place: 34, 33 and 33."""
    phone = table([{"kind": "nogame", "riichi": ["D"]}])
    phone.press("session_end")
    assert "A A +34 B B +33 C C +33 D D −100" in text(look(phone))
    assert tallies(phone) == [(34, 1), (33, 1), (33, 1), (-100, 4)]


@pytest.fixture(name="late")
def _late(phone: Phone) -> Phone:
    """A phone at a table of 1円 a point that is over: Ben lost 330 to あき, and Chie 70."""
    phone.record(DOBON)
    GameSession.objects.update(rate=ONE)
    phone.press("session_end")
    begin_at(phone.session, HALF_PAST_ONE)
    return phone


def test_pages_and_files_date_a_table_by_its_night(late: Phone) -> None:
    ben, aki = (Player.objects.get(name=name).pk for name in ("Ben", "あき"))
    assert "円 Gamble Dobon Mar 10, 2026 Ben → pays あき 330円" in text(ask(late, "bills"))
    assert "Worst round Mar 10, 2026 · Round 1 −330" in text(ask(late, "person", ben))
    assert "B Ben pays あ あき Mar 10, 2026 · Round 1" in text(ask(late, "pair", ben, aki))
    assert "Gamble Dobon · Mar 10, 2026" in text(ask(late, "circle_delete"))
    assert "Gamble Dobon · Mar 10, 2026" in text(ask(late, "person_forget", ben))
    assert late.show("export")["Content-Disposition"] == 'attachment; filename="gamble-2026-03-10.json"'
    over, sid = late.session, late.sid
    late.open_table(cid=over.circle.public_id)
    assert "Gamble Dobon Mar 10, 2026 Ben → pays あき 330円" in text(late.show("table"))
    begin_at(over, datetime(2026, 3, 10, 22, 30, tzinfo=UTC))
    late.sid = sid
    assert late.show("export")["Content-Disposition"] == 'attachment; filename="gamble-2026-03-11.json"'


def test_later_payments_are_dated_by_the_night(late: Phone) -> None:
    tick(late, paid=suggested(late)[0])
    assert "Settled together Mar 10, 2026 Chie → pays あき 70円" in text(ask(late, "bills"))
    assert column(read(late, page(late, "circle_payments_csv")), "Day") == ["2026-03-10"]


def test_a_season_opened_after_midnight_has_the_night(late: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opened or closed at half past one, it begins or ends with that night."""
    monkeypatch.setattr(timezone, "now", lambda: HALF_PAST_ONE)
    form = next(form for form in forms(ask(late, "seasons")).values() if "first" in form)
    assert form["first"] == ["2026-03-10"]
    assert send(late, "seasons", **form | {"name": "Spring"}).status_code == 302
    assert "Spring from Mar 10, 2026 1 あ あき" in text(ask(late, "ranking"))
    season = late.session.circle.seasons.get()
    form = forms(ask(late, "season", season.pk))["season"]
    send(late, "season", season.pk, **form | {"action": "close"})
    shown = text(late.get(f"{page(late, 'ranking')}?by=season"))
    assert "Mar 10, 2026 to Mar 10, 2026 Champion あ あき" in shown
