"""代打: somebody plays for a player who is away: points to the seat, figures to who played or as was said."""

from scorekeeper.circles.models import Player
from scorekeeper.play.models import Flow, RoundEdit, SeatResult, StandIn
from scorekeeper.play.services import rescore
from scorekeeper.stats.people import figures_by_player
from scorekeeper.stats.scope import Scope
from scorekeeper.stats.tallies import refresh_tallies
from tests.helpers import DOBON, OUT, Phone, forms, text

BEN = "1"


def let(phone: Phone, player: str, seat: str = BEN, /, **more: str) -> int:
    """Fill in the page: somebody plays for a seat, or nobody."""
    url = phone.url("stand_in")
    form = forms(phone.get(url))["stand-in"]
    return int(phone.post(url, {**form, "seat": seat, "player": player, **more}).status_code)


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
    assert {(flow.giver.name, flow.points) for flow in Flow.objects.filter(giver__name="Eva")} == {
        ("Eva", 330)
    }
    assert not Flow.objects.filter(giver__name="Ben").exists()
    scope = Scope(phone.session.circle, "gamble")
    refresh_tallies(scope.circle)
    eva = figures_by_player(scope)[Player.objects.get(name="Eva").pk]
    assert (eva["rounds"], eva["points"], eva["claimed_on"]) == (1, -330, 1)
    assert "Eva played for Ben" in text(phone.show("round", 1))
    assert "Eva plays" in text(phone.show("table"))


def test_until_the_player_is_back(phone: Phone) -> None:
    phone.record(DOBON)
    let(phone, "Eva")
    phone.record(OUT)
    assert let(phone, "") == 302
    phone.record(OUT)
    assert played(phone) == ["Ben", "Eva", "Ben"]
    assert "Eva" not in text(phone.show("table"))
    assert [edit.action for edit in RoundEdit.objects.all()] == ["add", "stand-in", "add", "stand-in", "add"]


def test_figures_can_stay_with_the_player(phone: Phone) -> None:
    let(phone, "Eva", keeps="on")
    phone.record(DOBON)
    assert played(phone) == ["Ben"]
    assert Flow.objects.filter(giver__name="Ben").exists()
    assert "Eva played for Ben" in text(phone.show("round", 1))


def test_corrections_and_scoring_anew_keep_who_played(phone: Phone) -> None:
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


def test_what_happens_between_rounds_is_nobodys_play(phone: Phone) -> None:
    let(phone, "Eva")
    phone.post(phone.url("seats"), {**forms(phone.show("seats"))["seats"], "swap-a": "0", "swap-b": "2"})
    assert not StandIn.objects.exists()


def test_who_leaves_needs_nobody_any_more(phone: Phone) -> None:
    let(phone, "Eva")
    phone.post(phone.url("seats"), {**forms(phone.show("seats"))["seats"], "leave": BEN})
    assert "Eva" not in text(phone.show("table"))


def test_what_cannot_be_stays_typed(phone: Phone) -> None:
    url = phone.url("stand_in")
    form = forms(phone.get(url))["stand-in"]
    for player, seat, words in (
        ("あき", BEN, "あき is at the table already."),
        ("", BEN, "Nothing has changed."),
        ("Eva", "7", "Choose somebody at the table."),
        ("Eva", "", "Choose somebody at the table."),
        ("pot", BEN, "pot"),
    ):
        answer = phone.post(url, {**form, "seat": seat, "player": player})
        assert answer.status_code == 422
        assert words in text(answer)
        assert forms(answer)["stand-in"]["player"] == [player]


def test_nobody_plays_two_seats(phone: Phone) -> None:
    let(phone, "Eva")
    assert let(phone, "eva", "2") == 422
    form = forms(phone.show("seats"))["seats"]
    assert "Eva is at the table already." in text(phone.post(phone.url("seats"), {**form, "join": "Eva"}))
