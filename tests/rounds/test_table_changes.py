"""代打・連荘の訂正・卓の設定: who plays for whom, wins in a row as the table says, and its settings."""

import pytest
from django.http import HttpResponse

from scorekeeper.circles.models import Player
from scorekeeper.play.models import Flow, Round, SeatResult, StandIn
from scorekeeper.play.services import people_at_end, rescore
from scorekeeper.play.table import Table
from scorekeeper.stats.people import figures_by_player
from scorekeeper.stats.scope import Scope
from scorekeeper.stats.tallies import refresh_tallies
from tests.helpers import DOBON, OUT, Phone, forms, html, text
from tests.seated import wish

# ── 代打: points to the seat, figures to who played or as was said ─────────────────────────────────

BEN = "1"


def change(phone: Phone, name: str, /, **fields: str) -> HttpResponse:
    """Send a form that changes the table, without its page."""
    answer: HttpResponse = phone.post(phone.url(name), {**phone.form_version(), **fields})
    return answer


def let(phone: Phone, player: str, seat: str = BEN, /, **more: str) -> int:
    """Somebody plays for a seat, or nobody."""
    return change(phone, "stand_in", seat=seat, player=player, **more).status_code


def played(phone: Phone) -> list[str]:
    """Who played Ben's seat, round by round."""
    rows = SeatResult.objects.filter(seat__session=phone.session, seat__number=1).order_by("result__number")
    return [row.player.name for row in rows.select_related("player")]


def test_figures_go_to_who_played_and_points_to_the_seat(phone: Phone) -> None:
    """Eva pays for Ben's claimed king, who has the loss at the table."""
    assert let(phone, "Eva") == 302
    phone.record(DOBON)
    assert phone.points() == {"あき": 400, "Ben": -330, "Chie": -70, "大輔": 0}
    assert played(phone) == ["Eva"]
    assert [flow.points for flow in Flow.objects.filter(giver__name="Eva")] == [330]
    assert not Flow.objects.filter(giver__name="Ben").exists()
    scope = Scope(phone.session.circle, "gamble")
    refresh_tallies(scope.circle)
    eva = figures_by_player(scope)[Player.objects.get(name="Eva").pk]
    assert (eva["rounds"], eva["points"], eva["claimed_on"]) == (1, -330, 1)
    assert "Eva played for Ben" in text(phone.show("round", 1))
    assert "Eva plays" in text(phone.show("table"))


def test_figures_can_stay_with_the_player(phone: Phone) -> None:
    let(phone, "Eva", keeps="on")
    phone.record(DOBON)
    assert played(phone) == ["Ben"]
    assert Flow.objects.filter(giver__name="Ben").exists()
    assert "Eva played for Ben" in text(phone.show("round", 1))


def test_corrections_and_rescoring_keep_stand_ins(phone: Phone) -> None:
    """Also the round that was put in before: it was played by whom the next one was."""
    let(phone, "Eva")
    phone.record(DOBON)
    let(phone, "")
    phone.record(OUT)
    phone.play({"hand-3": "5"}, "round_edit", 1)
    phone.play(OUT, "round_insert", 1)
    assert played(phone) == ["Eva", "Eva", "Ben"]
    phone.confirm_change("round_void", 1)
    phone.confirm_change("round_restore", 1)
    phone.points()
    rescore(phone.session)
    assert played(phone) == ["Eva", "Eva", "Ben"]
    phone.points()


def test_a_stand_in_plays_one_seat_until_its_player_leaves(phone: Phone) -> None:
    let(phone, "Eva")
    assert let(phone, "eva", "2") == 422
    assert "Eva is at the table already." in text(change(phone, "seats", join="Eva"))
    change(phone, "seats", **{"swap-a": "0", "swap-b": "2"})
    assert not StandIn.objects.exists(), "entries between rounds have no stand-ins"
    assert "Eva" in text(phone.show("table"))
    change(phone, "seats", leave=BEN)
    assert "Eva" not in text(phone.show("table"))


def test_invalid_stand_ins_keep_what_was_typed(phone: Phone) -> None:
    for player, seat, words in (
        ("あき", BEN, "あき is at the table already."),
        ("", BEN, "Nothing has changed."),
        ("Eva", "7", "Choose somebody at the table."),
        ("Eva", "", "Choose somebody at the table."),
        ("pot", BEN, "pot"),
    ):
        answer = change(phone, "stand_in", seat=seat, player=player)
        assert answer.status_code == 422
        assert words in text(answer)
        assert forms(answer)["stand-in"]["player"] == [player]


def test_a_stand_in_who_has_a_seat_too_sits_at_the_next_table_once(phone: Phone) -> None:
    """Eva's joining is voided, she plays for Ben, and then her joining is restored."""
    change(phone, "seats", join="Eva")
    phone.confirm_change("round_void", 1)
    assert let(phone, "Eva") == 302
    phone.confirm_change("round_restore", 1)
    change(phone, "seats", **{"swap-a": "0", "swap-b": "2"})
    assert people_at_end(Table(phone.session)) == ["Chie", "Eva", "あき", "大輔"]


# ── 連荘の訂正 ────────────────────────────────────────────────────────────────────────────────────────

WIN = {"kind": "dobon", "callers": "0", "victim": "1", "card": "9", "hand-0": "9"}


@pytest.fixture
def teyaku(db: None) -> Phone:
    return Phone().open_table(game="teyaku")


def test_a_correction_counts_for_the_next_win(teyaku: Phone) -> None:
    """Three wins in a row written down: the fourth has 3 yaku by streak, 800."""
    assert teyaku.url("streak") in html(teyaku.show("table"))
    answer = change(teyaku, "streak", **{"wins-0": "3"})
    assert (answer.status_code, answer["Location"]) == (302, teyaku.url("table"))
    assert Round.objects.get().facts == {"kind": "streak", "wins": {"0": 3}}
    shown = text(teyaku.show("table"))
    assert "streak 2" in shown
    assert "Wins in a row corrected: あき 3" in shown
    teyaku.record(WIN)
    assert teyaku.points()["あき"] == 800
    assert forms(teyaku.show("streak"))["streak"]["wins-0"] == ["4"]


def test_invalid_or_unchanged_wins(teyaku: Phone) -> None:
    wrong = "Enter a whole number from 0 to 99."
    for wins, words in (("x", wrong), ("-1", wrong), ("100", wrong), ("0", "Nothing has changed.")):
        answer = change(teyaku, "streak", **{"wins-0": wins})
        assert answer.status_code == 422
        assert words in text(answer)
    assert not Round.objects.exists()


def test_a_table_without_streaks(phone: Phone) -> None:
    assert phone.url("streak") not in html(phone.show("table"))
    assert "plays without winning streaks" in text(phone.show("streak"))
    assert change(phone, "streak", **{"wins-0": "3"}).status_code == 422
    deal = Phone().open_table(game="doudizhu")
    assert deal.get(deal.url("streak")).status_code == 404
    assert deal.post(deal.url("streak"), {"wins-0": "3"}).status_code == 404


# ── 卓の設定 ─────────────────────────────────────────────────────────────────────────────────────────


def test_settings_are_saved_shown_and_logged(phone: Phone, second: Phone) -> None:
    assert "Settings" in text(phone.show("table"))
    assert (phone.session.hidden_hands, phone.session.second_person) == (False, False)
    assert wish(second, hidden_hands="on", second_person="on").status_code == 302
    assert (phone.session.hidden_hands, phone.session.second_person) == (True, True)
    rules = text(phone.show("rules"))
    assert "Hands stay hidden until the round is recorded." in rules
    assert "A new round counts once a second person has said OK." in rules
    edit = phone.session.edits.get()
    assert edit.action == "settings"
    assert (edit.before["second_person"], edit.after["second_person"]) == (False, True)
    shown = text(phone.show("session_changes"))
    assert "A second person confirms: no becomes" in shown
    assert "A second person confirms: yes" in shown
    wish(phone)
    assert (phone.session.hidden_hands, phone.session.second_person) == (False, False)


def test_a_title_is_changed_and_changed_back_from_the_log(phone: Phone) -> None:
    assert wish(phone, title="  Friday  night ", second_person="on").status_code == 302
    assert phone.session.title == "Friday night"
    assert "Friday night" in text(phone.show("table"))
    wish(phone, title="Saturday", second_person="on")
    shown = phone.show("session_changes")
    assert "Friday night becomes Saturday" in text(shown)
    assert phone.post(phone.url("settings"), forms(shown)[phone.url("settings")]).status_code == 302
    assert (phone.session.title, phone.session.second_person) == ("Friday night", True)
    form = forms(phone.show("settings"))["settings"]
    del form["title"]  # a page of an earlier version leaves it
    assert phone.post(phone.url("settings"), {**form, "hidden_hands": "on"}).status_code == 302
    assert (phone.session.title, phone.session.hidden_hands) == ("Friday night", True)


def test_a_form_with_errors_keeps_its_revision(phone: Phone, second: Phone) -> None:
    """Its page shows what is wrong, not what somebody else has chosen meanwhile."""
    form = forms(phone.get(phone.url("settings")))["settings"]
    wish(second, second_person="on")
    refused = phone.post(phone.url("settings"), {**form, "title": "x" * 61})
    assert refused.status_code == 422
    assert forms(refused)["settings"]["title"] == ["x" * 61]
    again = phone.post(phone.url("settings"), {**forms(refused)["settings"], "title": "Friday"})
    assert again.status_code == 409
    assert "changed the settings" in text(again)
    assert (phone.session.title, phone.session.second_person) == ("", True)
