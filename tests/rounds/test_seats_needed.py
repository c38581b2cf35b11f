"""Nobody is in a round before having joined: what is exported can always be read back."""

import json
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.circles.models import Circle
from scorekeeper.play.entries import Entries, with_facts, with_insert, with_move
from scorekeeper.play.idempotency import FormVersion, NotSeated, StaleForm, new_key
from scorekeeper.play.ledger import prepare
from scorekeeper.play.models import GameSession, Round, RoundEdit
from scorekeeper.play.services import add_round, rescore, start_session
from scorekeeper.play.table import Table
from scorekeeper.scoring.document import read_document, write_document
from scorekeeper.scoring.errors import ReadError
from tests.helpers import Phone, entry_form, forms, html, text
from tests.play.test_results_law import Evening
from tests.rounds.test_seats import change

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


def test_the_page_says_what_hangs_on_it_and_it_goes_when_the_rounds_are_gone(joined: Phone) -> None:
    page = joined.show("round_void", 1)
    shown = text(page)
    assert "Not possible yet Round 1 includes えみ: えみ went out" in shown
    assert "Void these rounds first, or have えみ leave from the next round on." in shown
    assert 'value="confirm"' not in html(page).partition("<main")[2]
    refused = joined.confirm_change("round_void", 1)
    assert refused.status_code == 422
    assert "Round 1 includes えみ" in text(refused)
    assert RoundEdit.objects.count() == 2
    joined.confirm_change("round_void", 2)
    assert joined.confirm_change("round_void", 1).status_code == 302
    assert read_back(joined) == joined.points()


def test_it_is_refused_too_where_a_round_with_her_comes_in_meanwhile(phone: Phone, second: Phone) -> None:
    change(phone, join="えみ")
    url = phone.url("round_void", 1)
    form = forms(phone.get(url))[url]
    second.record(WITH_EMI)
    late = phone.post(url, form)
    assert late.status_code == 409
    assert "Round 1 includes えみ" in text(late)
    assert phone.post(url, forms(late)[url]).status_code == 422
    assert read_back(phone) == phone.points()


def test_one_who_came_twice_still_needs_the_first_time(joined: Phone) -> None:
    """Round 3 lets her go and round 4 in again: round 2 hangs on round 1, and nothing on round 4."""
    change(joined, leave="4")
    change(joined, join="えみ")
    assert "Not possible yet" in text(joined.show("round_void", 1))
    assert joined.confirm_change("round_void", 4).status_code == 302
    assert read_back(joined) == joined.points()


# ── putting something else before or back ───────────────────────────────────────────────────────


def test_a_round_before_the_join_is_without_her(joined: Phone) -> None:
    form = {**joined.fill(WITH_EMI, "round_insert", 1), "hand-4": ""}
    refused = joined.send(form, "confirm", "round_insert", 1)
    assert refused.status_code == 422
    assert "えみ: not at the table yet at that point." in text(refused)
    assert entry_form(refused)["hand-3"] == ["K"]
    assert Round.objects.count() == 2


def test_who_was_too_quick_is_told_who_is_missing_where(joined: Phone) -> None:
    """The page would have said so before, had it known."""
    join, hers = joined.session.rounds.order_by("position")
    form_version = FormVersion(joined.session.revision, new_key(), None)
    with pytest.raises(NotSeated) as caught:
        add_round(Table(joined.session), hers.facts, form_version, join)
    assert (caught.value.unseated, caught.value.number) == ({1: "えみ"}, 1)


def test_her_round_comes_back_after_her(joined: Phone) -> None:
    for number in (2, 1):
        joined.confirm_change("round_void", number)
    page = joined.show("round_restore", 2)
    assert "えみ: not at the table yet at that point. First restore the change of seats." in text(page)
    assert joined.confirm_change("round_restore", 2).status_code == 422
    for number in (1, 2):
        assert joined.confirm_change("round_restore", number).status_code == 302
    assert (
        read_back(joined)
        == joined.points()
        == {"えみ": 40, **dict.fromkeys(("あき", "Ben", "Chie", "大輔"), -10)}
    )


def test_a_correction_before_the_join_is_without_her(phone: Phone) -> None:
    phone.record({"kind": "out", "winner": "0", "hand-1": "K", "hand-2": "K", "hand-3": "K"})
    change(phone, join="えみ")
    form = {**phone.fill({"winner": "4", "hand-0": "K"}, "round_edit", 1)}
    refused = phone.send(form, "confirm", "round_edit", 1)
    assert refused.status_code == 422
    assert "えみ: not at the table yet at that point." in text(refused)


# ── a table of an earlier version ───────────────────────────────────────────────────────────────


def test_a_table_that_is_broken_already_can_be_mended(joined: Phone) -> None:
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
        table = Table(GameSession.objects.get(pk=self.session.pk))
        data = json.loads(json.dumps(write_document(table.document())))
        again = read_document(data)
        assert again.replay().state.balances == table.replay.state.balances
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
def test_whatever_is_done_what_is_exported_reads_back(done: list[tuple[str, int, int]]) -> None:
    with transaction.atomic():
        start = {"format": 1, "game": "gamble", "players": PEOPLE, "rounds": []}
        session = start_session(Circle.objects.create(name="law"), prepare(read_document(start)))
        evening = Late(session, [], [])
        for operation in [("seats", 0, 0), *done]:
            evening.check_refused(evening.attempt(*operation))
        transaction.set_rollback(True)
