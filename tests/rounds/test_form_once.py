"""A form counts once, and only on top of what its phone has seen: on every page that changes a table, again
after its answer was lost, and one after the other without a line."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from django.http import HttpResponse

from scorekeeper.play import services
from scorekeeper.play.idempotency import FormUsed, FormVersion, StaleForm, new_key
from scorekeeper.play.models import Round, RoundEdit
from scorekeeper.play.table import Table
from tests.circle_pages import all_rows
from tests.helpers import AFTER_DOBON, AFTER_OUT, DOBON, OUT, Phone, entry_form, forms, html, text

# ── the services ────────────────────────────────────────────────────────────────────────────────

Write = Callable[[Round, FormVersion], RoundEdit]

CHANGES: dict[str, Write] = {
    "edit": lambda row, form_version: services.edit_round(row, row.facts, form_version),
    "void": services.void_round,
    "restore": lambda row, form_version: services.void_round(row, form_version, void=False),
    "add": lambda row, form_version: services.add_round(Table(row.session), row.facts, form_version),
}
"""What can be done with the facts of a round without changing them."""


@pytest.fixture
def row(phone: Phone) -> Round:
    """A round that was recorded, as the next form has seen it."""
    phone.play(DOBON)
    return Round.objects.select_related("session").get()


@pytest.mark.parametrize("first", ["edit", "void", "add"])
def test_a_key_makes_one_change_and_refuses_every_other(row: Round, phone: Phone, first: str) -> None:
    form_version = FormVersion(1, "one-form", None)
    done = CHANGES[first](row, form_version)
    for second, write in CHANGES.items():
        if first == second:
            assert write(row, form_version) == done
        else:
            with pytest.raises(FormUsed) as refused:
                write(row, form_version)
            assert refused.value.edit == done, second
        assert (row.session.edits.count(), phone.session.revision) == (2, 2), second


def test_the_same_key_at_another_table(row: Round, phone: Phone) -> None:
    other = Phone().open_table()
    edit = RoundEdit.objects.get()
    services.add_round(Table(other.session), row.facts, FormVersion(0, edit.key, None))
    assert other.points() == phone.points() == AFTER_DOBON


@pytest.mark.postgresql
def test_a_form_that_names_a_later_change_than_its_own(row: Round, phone: Phone) -> None:
    form_version = FormVersion(1, "one-form", None, after="other-form")
    done = CHANGES["add"](row, form_version)
    services.end_session(row.session, FormVersion(2, "other-form", None))
    for second, write in CHANGES.items():
        if second == "add":
            assert write(row, form_version) == done
        else:
            with pytest.raises(StaleForm):
                write(row, form_version)
        counts = row.session.edits.count(), row.session.rounds.count(), phone.session.revision
        assert counts == (3, 2, 3), second


# ── every page that changes a table ─────────────────────────────────────────────────────────────

NOGAME = {"kind": "nogame"}
PAY = {"kind": "adjust", "from-0": "0", "to-0": "1", "points-0": "50"}
ROUNDS: dict[str, dict[str, str]] = {
    "round_edit": PAY,
    "round_insert": PAY,
    "round_void": {},
    "round_restore": {},
    "round_move": {"before": "end"},
}
"""Pages of a round, and what is typed there."""
BETWEEN: dict[str, dict[str, str]] = {
    "round_new": PAY,
    "seats": {"join": "えみ"},
    "stand_in": {"seat": "1", "player": "Eva"},
    "streak": {"wins-0": "3"},
}
"""Pages for the next round, and for what happens before it."""
ALL = {**ROUNDS, **BETWEEN, "settings": {"second_person": "on"}}
FORMS = ("entry", "seats", "stand-in", "streak", "settings")
SAVED = "This form was saved before, as "
SINCE = "What you typed is still here. Confirm again if it is still right."
OTHER: list[tuple[str, dict[str, str], str]] = [
    ("round_new", {"points-0": "60"}, SAVED + "correction before round 1."),
    ("round_insert", {"points-0": "60"}, SAVED + "correction before round 1."),
    (
        "round_edit",
        {"points-0": "60"},
        f"corrected Correction: あき → Ben 50 It is now: Correction: あき → Ben 50 {SINCE}",
    ),
    ("seats", {"join": "Finn"}, SAVED + "change of seats before round 1."),
    ("stand_in", {"player": "Fritz"}, "changed a stand-in Eva plays for Ben"),
    ("stand_in", {"keeps": "on"}, "changed a stand-in Eva plays for Ben"),
    ("streak", {"wins-0": "4"}, SAVED + "correction of wins in a row before round 1."),
    ("settings", {"hidden_hands": "on"}, "changed the settings of the table"),
]
"""What else is typed on a page that was saved, and what was saved then."""


class Page:
    """A page of a table of 手役 where two rounds were played, filled in."""

    def __init__(self, name: str) -> None:
        self.phone = Phone().open_table(game="teyaku").record(NOGAME, NOGAME)
        self.url = self.phone.url(name, *((1,) if name in ROUNDS else ()))
        if name == "round_restore":
            self.phone.confirm_change("round_void", 1)
        self.typed = ALL[name]
        self.form = {**self.own(self.phone.get(self.url)), **self.typed, "action": "confirm"}
        self.before = self.phone.session.edits.count()

    def own(self, page: HttpResponse) -> dict[str, Any]:
        """The form of the page as it stands there."""
        read = forms(page)
        return next(read[form] for form in (self.url, *FORMS) if form in read)

    def send(self, **changed: Any) -> HttpResponse:
        response: HttpResponse = self.phone.post(self.url, {**self.form, **changed})
        return response

    def send_again(self, answer: HttpResponse, typed: dict[str, str]) -> None:
        """What was typed still stands in the form of an answer, which counts as it is, once."""
        again = self.own(answer)
        assert {name: again[name][-1] for name in typed} == typed
        before = self.changes
        assert [self.send(**again, action="confirm").status_code for _ in range(2)] == [302, 302]
        assert self.changes == before + 1
        self.phone.points()

    @property
    def changes(self) -> int:
        """How many changes came of what was sent."""
        return self.phone.session.edits.count() - self.before


@pytest.fixture
def page(db: None, request: pytest.FixtureRequest) -> Page:
    return Page(request.param)


@pytest.mark.parametrize("page", ALL, indirect=True)
def test_a_form_needs_a_key_and_the_current_revision_and_counts_once(page: Page) -> None:
    """A stale form keeps what was typed, and counts once when it is sent again."""
    answer = page.send(key="")
    assert answer.status_code == 422
    assert "Please confirm once more." in text(answer)
    assert page.changes == 0

    page.phone.record(NOGAME)
    answer = page.send()
    assert answer.status_code == 409
    assert "Something happened meanwhile" in text(answer)
    assert page.changes == 1
    page.send_again(answer, page.typed)


@pytest.mark.parametrize(("page", "typed", "words"), OTHER, indirect=["page"])
def test_a_used_key_with_other_contents_is_refused(page: Page, typed: dict[str, str], words: str) -> None:
    """After saving, going back, and typing something else: the form is refused and keeps that."""
    assert page.send().status_code == 302
    before = all_rows()
    answer = page.send(**typed)
    assert answer.status_code == 409
    assert words in text(answer)
    assert all_rows() == before
    page.send_again(answer, typed)


@pytest.mark.parametrize("page", ROUNDS, indirect=True)
def test_a_form_without_the_key_of_its_round_has_to_be_confirmed(page: Page) -> None:
    """A page of an earlier version names its round by a number only."""
    del page.form["row"]
    for action in ("preview", "confirm"):
        asked = page.send(action=action)
        assert asked.status_code == 409
        assert "This page was opened before an update. Check that this is the right round." in text(asked)
        assert "It is now: No game" in text(asked)
        assert page.changes == 0
    page.send_again(asked, page.typed)


@pytest.mark.parametrize("page", ROUNDS, indirect=True)
def test_rounds_are_corrected_also_after_the_end(page: Page) -> None:
    page.phone.press("session_end")
    page.form = {**page.form, "revision": page.phone.session.revision}
    assert page.send().status_code == 302
    assert page.changes == 2
    assert page.phone.session.ended_at
    page.phone.points()


@pytest.mark.parametrize("page", BETWEEN, indirect=True)
def test_nothing_more_happens_after_the_end(page: Page) -> None:
    page.phone.press("session_end")
    answer = page.send()
    assert answer.status_code == 422
    assert "This table has ended." in text(answer)
    opened = page.phone.get(page.url)
    shown = page.phone.get(opened["Location"]) if opened.status_code == 302 else opened
    assert "This table has ended." in text(shown)
    assert page.changes == 1
    page.phone.points()


def test_no_such_round(phone: Phone, stranger: Phone) -> None:
    """Neither by its number, nor by a key, nor as the place of another."""
    phone.record(NOGAME)
    stranger.record(NOGAME)
    own, other = phone.session.rounds.get().pk, stranger.session.rounds.get().pk
    for name, number in product(("round", *ROUNDS), (2, 10**30)):
        assert phone.get(phone.url(name, number)).status_code == 404, name
        if name in ROUNDS:
            assert phone.post(phone.url(name, number), ROUNDS[name]).status_code == 404, name
    for row in ("0", "x", "999999", "१", other):
        assert phone.get(phone.url("round_edit", 1), {"row": row}).status_code == 404, row
        assert phone.post(phone.url("round_void", 1), {"row": row}).status_code == 404, row
    for before in ("0", "x", other):
        place = {"row": own, "before": before}
        assert phone.get(phone.url("round_move", 1), place).status_code == 404, before


# ── rounds confirmed without a line: ``after`` names the form before, ``Sent-By`` asks for a receipt ─

KEYS = [f"offline-key-{number}" for number in range(4)]


def offline(revision: int, key: int, after: int | None = None, **facts: object) -> dict[str, Any]:
    """A form that was confirmed on the page of a revision, with the form before it."""
    data = {**OUT, **facts, "revision": str(revision), "key": KEYS[key], "action": "confirm"}
    return data if after is None else data | {"after": KEYS[after]}


Sent = tuple[int, int, int | None, int]
CHAINS: dict[str, list[Sent | None]] = {
    # revision, key and the key of the form before, then the status; None is a round of another phone
    "each names the one before": [(0, 0, None, 302), (0, 1, 0, 302), (0, 2, 1, 302)],
    "without its name it is stale": [(0, 0, None, 302), (0, 1, None, 409)],
    "somebody before the first": [None, (0, 0, None, 409), (0, 1, 0, 409)],
    "somebody before whom the phone saw": [None, (1, 0, None, 302), (0, 1, 0, 302)],
    "the name makes no form older": [(0, 0, None, 302), None, (2, 1, 0, 302)],
    "a name of nothing": [(0, 0, None, 302), (0, 1, 3, 409), (1, 2, 3, 302)],
}


@pytest.mark.parametrize("chain", CHAINS.values(), ids=CHAINS)
def test_the_form_before_counts_as_seen(phone: Phone, second: Phone, chain: list[Sent | None]) -> None:
    """Each that counts brings Chie 80, takes 60 from 大輔 and 10 from the others."""
    points = dict.fromkeys(AFTER_OUT, 0)
    for sent in chain:
        if sent is None:
            second.play(DOBON)
        elif phone.post(phone.url("round_new"), offline(*sent[:3])).status_code != sent[3]:
            pytest.fail(f"{sent}: not {sent[3]}")
        if sent is None or sent[3] == 302:
            points = {name: points[name] + (AFTER_OUT if sent else AFTER_DOBON)[name] for name in points}
    assert phone.points() == points


def test_a_change_of_another_phone_in_between_is_stale(phone: Phone, second: Phone) -> None:
    """One line for what the other phone did, one on what to do now, none for the own round."""
    assert phone.send(offline(0, 0)).status_code == 302
    second.play(DOBON)
    answer = phone.send(offline(0, 1, after=0))
    assert answer.status_code == 409
    assert "Dobon! あき hit Ben on K" in text(answer)
    message = html(answer).partition('data-testid="stale"')[2].partition("</section>")[0]
    assert message.count("<li") == 2
    assert Round.objects.count() == 2


def test_a_form_before_that_this_table_does_not_know_is_ignored(phone: Phone, stranger: Phone) -> None:
    """Its key is malformed, or that of a form of another table."""
    assert stranger.send({"kind": "nogame", "revision": "0", "key": KEYS[3]}).status_code == 302
    assert phone.send(offline(0, 0)).status_code == 302
    for after in (KEYS[3], "", "x", "é" * 10, "a" * 100):  # both tables are at revision 1 first
        assert phone.send({**offline(0, 1), "after": after}).status_code == 409, after
        now = {**offline(phone.session.revision, 2), "after": after, "key": new_key()}
        assert phone.send(now).status_code == 302, after


def test_a_corrected_round_counts_as_seen_too(phone: Phone) -> None:
    phone.play(DOBON)
    edit = {**phone.fill({"hand-3": "2 10"}, "round_edit", 1), "key": KEYS[0]}
    assert phone.send(edit, "confirm", "round_edit", 1).status_code == 302
    assert phone.send(offline(1, 1, after=0)).status_code == 302
    assert RoundEdit.objects.count() == 3


def later(
    phone: Phone, form: dict[str, Any], sender: str = "outbox", name: str = "round_new", *args: object
) -> HttpResponse:
    """The answer to a phone that sends by script."""
    response: HttpResponse = phone.post(phone.url(name, *args), form, headers={"Sent-By": sender})
    return response


@pytest.mark.parametrize(("sender", "said"), [("page", True), ("outbox", False)])
def test_a_phone_that_sends_by_script_gets_the_page_of_a_refusal_or_a_receipt(
    phone: Phone, sender: str, said: bool
) -> None:
    refused = later(phone, offline(0, 0, winner=""), sender)
    assert refused.status_code == 422
    assert "Recorded" not in refused
    assert 'data-testid="errors"' in html(refused)
    for _time in range(2):
        answer = later(phone, offline(0, 0), sender)
        assert (answer.status_code, answer["Recorded"], answer.content) == (204, KEYS[0], b"")
    assert Round.objects.count() == 1
    assert ("Saved." in text(phone.show("table"))) is said


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "change",
    [
        lambda phone: phone.press("session_end"),
        lambda phone: phone.confirm_change("round_void", 1),
        lambda phone: phone.play(OUT),
    ],
    ids=["ended", "taken back", "gone on"],
)
def test_a_form_whose_answer_was_lost_is_recorded_once(
    phone: Phone, second: Phone, change: Callable[[Phone], HttpResponse]
) -> None:
    """The phone sends the round again, whatever has happened since, and so a correction of it."""
    form = {**entry_form(phone.send(phone.fill(DOBON), "preview")), "action": "confirm"}
    assert later(phone, form).status_code == 204
    corrected = {**phone.fill({"hand-3": "5"}, "round_edit", 1), "action": "confirm"}
    assert later(phone, corrected, "outbox", "round_edit", 1).status_code == 204
    assert change(second).status_code == 302
    again = later(phone, form)
    assert (again.status_code, again["Recorded"]) == (204, form["key"][0])
    assert later(phone, corrected, "outbox", "round_edit", 1).status_code == 204
    assert phone.session.rounds.filter(happened__kind="dobon").count() == 1
    assert phone.session.edits.filter(action="edit").count() == 1
