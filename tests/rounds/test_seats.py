"""席替え: people join, leave and swap between two rounds, and nobody is in a round before having joined."""

import json
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.circles.models import Circle, Player
from scorekeeper.play.entries import Entries, with_facts, with_insert, with_move
from scorekeeper.play.idempotency import FormVersion, NotSeated, StaleForm, new_key
from scorekeeper.play.ledger import prepare
from scorekeeper.play.models import GameSession, Round, RoundEdit, Seat
from scorekeeper.play.moving import move_round
from scorekeeper.play.people import players_named
from scorekeeper.play.services import add_round, rescore, start_session
from scorekeeper.play.table import Table
from scorekeeper.scoring.document import read_document, write_document
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.limits import MOST_PEOPLE
from tests.helpers import NAMES, Phone, entry_form, forms, html, text
from tests.play.test_results_law import Evening


def change(phone: Phone, **fields: str) -> HttpResponse:
    """Send the form of a change of seats, without its page."""
    response: HttpResponse = phone.post(phone.url("seats"), {**phone.form_version(), **fields})
    return response


def test_somebody_joins(phone: Phone) -> None:
    phone.record()
    assert phone.url("seats") in html(phone.show("table"))
    assert "Change of seats" in text(phone.show("seats"))
    answer = change(phone, join=" えみ ")
    assert (answer.status_code, answer["Location"]) == (302, phone.url("table"))
    assert phone.points()["えみ"] == 0
    assert Seat.objects.get(player__name="えみ").initial is False
    shown = text(phone.show("table"))
    assert "Change of seats: ＋えみ Undo last change" in shown
    phone.record({"kind": "out", "winner": "4", **{f"hand-{seat}": "K" for seat in range(4)}})
    assert phone.points()["えみ"] == 40


def test_somebody_leaves_comes_back_and_swaps(phone: Phone) -> None:
    """A change of seats can be voided, but not edited."""
    change(phone, leave="1")
    assert "hand-1" not in entry_form(phone.show("round_new"))
    assert "Ben" in text(phone.show("table"))
    change(phone, join="BEN")
    assert "hand-1" in entry_form(phone.show("round_new"))
    assert Seat.objects.filter(session=phone.session).count() == 4
    change(phone, **{"swap-a": "0", "swap-b": "2"})
    page = html(phone.show("round_new"))
    assert page.index('name="hand-2"') < page.index('name="hand-0"')
    assert phone.url("round_edit", 3) not in html(phone.show("round", 3))
    assert phone.get(phone.url("round_edit", 3)).status_code == 302
    phone.confirm_change("round_void", 3)
    page = html(phone.show("round_new"))
    assert page.index('name="hand-0"') < page.index('name="hand-2"')


def test_errors(phone: Phone) -> None:
    form = forms(phone.show("seats"))["seats"]
    for fields, words in (
        ({}, "Choose who joins, leaves or swaps."),
        ({"join": "ben"}, "ben is at the table already."),
        ({"join": "x" * 31}, "A name of 31 characters"),
        ({"join": "pot"}, "cannot be a name"),
        ({"leave": "9"}, "Choose somebody at the table."),
        ({"swap-a": "0"}, "Choose two different players to swap."),
        ({"swap-a": "0", "swap-b": "0"}, "Choose two different players to swap."),
        ({"swap-a": "0", "swap-b": "77"}, "Please check Choose somebody at the table. From the next"),
        ({"swap-a": "0", "swap-b": "1", "leave": "1"}, "A player who is leaving cannot swap seats."),
    ):
        answer = phone.post(phone.url("seats"), {**form, **fields})
        assert answer.status_code == 422
        assert words in text(answer)
    answer = change(Phone().open_table(("X", "Y")), leave="0")
    assert answer.status_code == 422
    assert "This game takes 2 to 10 players." in text(answer)
    assert not Round.objects.exists()


def test_the_limit_of_people_who_ever_sit_at_a_table(phone: Phone) -> None:
    for number in range(4, MOST_PEOPLE):
        player = Player.objects.create(circle=phone.session.circle, name=f"G{number}", name_key=f"g{number}")
        Seat.objects.create(session=phone.session, player=player, number=number, initial=False)
    assert change(phone, join="G5").status_code == 302
    answer = change(phone, join="Zoe")
    assert answer.status_code == 422
    assert f"More than {MOST_PEOPLE} people at one table" in text(answer)
    assert not Player.objects.filter(name="Zoe").exists()


@pytest.mark.postgresql
def test_a_merged_name_stands_for_the_person_that_is_kept(db: None) -> None:
    circle = Circle.objects.create(name="Friday")

    def person(name: str, into: Player | None = None) -> Player:
        return circle.players.create(name=name, name_key=name.casefold(), merged_into=into)

    ben = person("Ben")
    benny, chie = person("Benny", into=ben), person("Chie")
    assert players_named(circle, ["BENNY", "Chie"]) == [ben, chie]
    assert players_named(circle, ["Chie"]) == [chie]
    assert players_named(circle, ["Benny", "Ben"]) == [benny, ben], "they sit there both"
    benno = person("Benno", into=ben)
    assert players_named(circle, ["Benny", "Benno"]) == [ben, benno], "nobody sits there twice"
    [eva] = players_named(circle, ["Eva"])
    assert circle.players.get(name="Eva") == eva


# ── who has not joined yet ───────────────────────────────────────────────────────────────────────

WITH_EMI = {"kind": "out", "winner": "4", **{f"hand-{seat}": "K" for seat in range(4)}}
NOGAME = {"kind": "nogame"}


def read_back(phone: Phone) -> dict[str, int]:
    """Everybody's points by the exported file."""
    return dict(read_document(phone.show("export").json()).replay().state.balances)


@pytest.fixture
def joined(phone: Phone) -> Phone:
    """A table where えみ has joined in round 1 and won round 2 against four kings: 40."""
    change(phone, join="えみ")
    phone.record(WITH_EMI)
    return phone


# ── taking back a join ──────────────────────────────────────────────────────────────────────────


def test_a_join_is_voided_after_the_rounds_that_need_it_and_restored_before_them(joined: Phone) -> None:
    page = joined.show("round_void", 1)
    shown = text(page)
    assert "Not possible yet Round 1 includes えみ: えみ went out" in shown
    assert "Void these rounds first, or have えみ leave from the next round on." in shown
    assert 'value="confirm"' not in html(page).partition("<main")[2]
    refused = joined.confirm_change("round_void", 1)
    assert refused.status_code == 422
    assert "Round 1 includes えみ" in text(refused)
    assert RoundEdit.objects.count() == 2
    for number in (2, 1):
        assert joined.confirm_change("round_void", number).status_code == 302
    assert read_back(joined) == joined.points()
    page = joined.show("round_restore", 2)
    assert "えみ: not at the table yet at that point. First restore the change of seats." in text(page)
    assert joined.confirm_change("round_restore", 2).status_code == 422
    for number in (1, 2):
        assert joined.confirm_change("round_restore", number).status_code == 302
    points = {"えみ": 40, **dict.fromkeys(NAMES, -10)}
    assert read_back(joined) == joined.points() == points


def test_voiding_a_join_is_stale_where_a_round_that_needs_it_came_in(phone: Phone, second: Phone) -> None:
    change(phone, join="えみ")
    url = phone.url("round_void", 1)
    form = forms(phone.get(url))[url]
    second.record(WITH_EMI)
    late = phone.post(url, form)
    assert late.status_code == 409
    assert "Round 1 includes えみ" in text(late)
    assert phone.post(url, forms(late)[url]).status_code == 422
    assert read_back(phone) == phone.points()


def test_of_two_joins_the_first_is_needed(joined: Phone) -> None:
    """Round 3 lets her go and round 4 in again: round 2 hangs on round 1, and nothing on round 4."""
    change(joined, leave="4")
    change(joined, join="えみ")
    assert "Not possible yet" in text(joined.show("round_void", 1))
    assert joined.confirm_change("round_void", 4).status_code == 302
    assert read_back(joined) == joined.points()


# ── putting something else before or back ───────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["round_edit", "round_insert"])
def test_a_round_before_the_join_is_without_her(phone: Phone, name: str) -> None:
    phone.record({"kind": "out", "winner": "0", "hand-1": "K", "hand-2": "K", "hand-3": "K"})
    change(phone, join="えみ")
    form = {**phone.fill(WITH_EMI, name, 1), "hand-4": ""}
    refused = phone.send(form, "confirm", name, 1)
    assert refused.status_code == 422
    assert "えみ: not at the table yet at that point." in text(refused)
    assert entry_form(refused)["hand-3"] == ["K"]
    assert RoundEdit.objects.count() == 2


def test_the_service_raises_not_seated_with_names_and_number(joined: Phone) -> None:
    """The page would have said so before, had it known."""
    join, hers = joined.session.rounds.order_by("position")
    form_version = FormVersion(joined.session.revision, new_key(), None)
    with pytest.raises(NotSeated) as caught:
        add_round(Table(joined.session), hers.facts, form_version, join)
    assert (caught.value.unseated, caught.value.number) == ({1: "えみ"}, 1)


def test_a_join_is_not_moved_behind_a_round_that_the_same_phone_has_just_recorded(phone: Phone) -> None:
    """The table was loaded before that round; the form counts it as seen, since it names its form."""
    change(phone, join="えみ")
    phone.record(NOGAME)
    table = Table(phone.session)
    row, _nogame = table.rounds
    facts = {"kind": "out", "winner": "4", "hands": {"0": ["K"]}}
    add_round(Table(phone.session), facts, FormVersion(2, "form-before", None))
    with pytest.raises(NotSeated):
        move_round(table, row, None, FormVersion(2, new_key(), None, after="form-before"))
    assert read_back(phone) == phone.points()


# ── a table of an earlier version ───────────────────────────────────────────────────────────────


def test_a_table_that_is_unreadable_already_can_be_repaired(joined: Phone) -> None:
    """There the join could be taken back; nothing else is refused for it, and putting it back mends it."""
    Round.objects.filter(position=1).update(voided=True)
    rescore(joined.session)
    with pytest.raises(ReadError):
        read_back(joined)
    assert joined.play(NOGAME).status_code == 302
    assert joined.play({"hand-1": "2"}, "round_edit", 2).status_code == 302
    assert joined.confirm_change("round_restore", 1).status_code == 302
    assert read_back(joined) == joined.points()


# ── the law ─────────────────────────────────────────────────────────────────────────────────────

PEOPLE = ["あき", "Ben", "Chie"]
KINDS = ("record", "insert", "edit", "void", "restore", "move", "seats", "seats", "streak")


class Late(Evening):
    """An evening whose rounds are played by anybody who ever sat there, through the services alone."""

    def facts(self, one: int, two: int) -> dict[str, Any]:
        """Somebody has won, or is paid, by whom sits one or more seats on."""
        seats = [str(seat.number) for seat in self.session.seats.all()]
        who, whom = seats[one % len(seats)], seats[(one + 1 + two % (len(seats) - 1)) % len(seats)]
        if two % 2:
            return {"kind": "adjust", "transfers": [{"from": whom, "to": who, "points": 1 + two}]}
        return {"kind": "out", "winner": who, "hands": {whom: ["K"]}}

    def attempt(self, kind: str, one: int, two: int) -> Entries | None:
        """Do it; gives the rounds that were refused."""
        self.session = GameSession.objects.get(pk=self.session.pk)
        table, rows = Table(self.session), list(self.session.rounds.all())
        self.pool = [facts := self.facts(two, one)]
        form_version = FormVersion(self.session.revision, new_key(), None)
        try:
            with transaction.atomic():
                self.write(kind, one, two, form_version)
        except NotSeated:
            if kind == "streak":
                facts = {"kind": kind, "wins": {str(one % self.session.seats.count()): two}}
            if kind in ("record", "streak"):
                return with_insert(table, None, facts)
            row, follower = self.chosen(rows, one, two)
            if kind == "insert":
                return with_insert(table, row, facts)
            if kind == "move":
                return with_move(table, row, follower)
            return with_facts(table, row, {"edit": facts, "void": None, "restore": row.facts}[kind])
        except StaleForm:
            pass
        return None

    def check_refused(self, refused: Entries | None) -> None:
        """What is exported reads back with the same points; what was refused would not have been read."""
        table = Table(GameSession.objects.get(pk=self.session.pk), writes=True)
        data = json.loads(json.dumps(write_document(table.document())))
        again = read_document(data)
        assert again.replay().state.balances == table.state.balances
        assert write_document(again) == data
        if refused is not None:
            before = [row.facts for row in table.played if row.position < refused.since]
            never = write_document(table.document([*before, *(facts for _number, facts in refused.rounds)]))
            with pytest.raises(ReadError, match=r"player\.unknown"):
                read_document(never)


operations = st.lists(
    st.tuples(st.sampled_from(KINDS), st.integers(0, 9), st.integers(0, 9)), min_size=3, max_size=14
)


@pytest.mark.django_db
@settings(
    max_examples=settings().max_examples // 4,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(done=operations)
def test_exports_can_be_read_back_after_any_operations(done: list[tuple[str, int, int]]) -> None:
    with transaction.atomic():
        start = {"format": 1, "game": "gamble", "players": PEOPLE, "rounds": []}
        session = start_session(Circle.objects.create(name="law"), prepare(read_document(start)))
        evening = Late(session, [], [])
        for operation in [("seats", 0, 0), *done]:
            evening.check_refused(evening.attempt(*operation))
        transaction.set_rollback(True)
