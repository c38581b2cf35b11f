"""What all pages that change a table have in common: a form counts once, and only with its key."""

from itertools import product
from typing import Any

import pytest
from django.http import HttpResponse

from tests.doors import everything
from tests.helpers import Phone, forms, text

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
SETTINGS = {"settings": {"second_person": "on"}}
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
        self.typed = {**ROUNDS, **BETWEEN, **SETTINGS}[name]
        self.form = {**self.own(self.phone.get(self.url)), **self.typed, "action": "confirm"}
        self.before = self.phone.session.edits.count()

    def own(self, page: HttpResponse) -> dict[str, Any]:
        """The form of the page as it stands there."""
        read = forms(page)
        return next(read[form] for form in (self.url, *FORMS) if form in read)

    def send(self, **changed: Any) -> HttpResponse:
        response: HttpResponse = self.phone.post(self.url, {**self.form, **changed})
        return response

    @property
    def changes(self) -> int:
        """How many changes came of what was sent; the points are those of the rounds."""
        self.phone.points()
        return self.phone.session.edits.count() - self.before


@pytest.fixture
def page(db: None, request: pytest.FixtureRequest) -> Page:
    return Page(request.param)


every = pytest.mark.parametrize("page", {**ROUNDS, **BETWEEN, **SETTINGS}, indirect=True)


@every
def test_a_form_counts_once_with_its_key_and_on_top_of_what_happened(page: Page) -> None:
    """What was typed is still there where somebody else was first, and counts once it is sent again."""
    answer = page.send(key="")
    assert answer.status_code == 422
    assert "Please confirm once more." in text(answer)
    assert page.changes == 0

    page.phone.record(NOGAME)
    answer = page.send()
    assert answer.status_code == 409
    assert "Something happened meanwhile" in text(answer)
    again = page.own(answer)
    assert {name: again[name][-1] for name in page.typed} == page.typed
    assert page.changes == 1
    assert [page.send(**again, action="confirm").status_code for _ in range(2)] == [302, 302]
    assert page.changes == 2


@pytest.mark.parametrize(("page", "typed", "words"), OTHER, indirect=["page"])
def test_the_same_form_with_something_else_in_it(page: Page, typed: dict[str, str], words: str) -> None:
    """Somebody saved it, went back, and typed something else: that is not lost without a word."""
    assert page.send().status_code == 302
    before = everything()
    answer = page.send(**typed)
    assert answer.status_code == 409
    assert words in text(answer)
    assert everything() == before
    again = page.own(answer)
    assert {name: again[name][-1] for name in typed} == typed
    assert page.send(**again, action="confirm").status_code == 302
    assert page.changes == 2


@pytest.mark.parametrize("page", ROUNDS, indirect=True)
def test_a_form_without_the_key_of_its_round_is_asked_again(page: Page) -> None:
    """A page kept from before names its round by a number only."""
    del page.form["row"]
    for action in ("preview", "confirm"):
        asked = page.send(action=action)
        assert asked.status_code == 409
        assert "This page was opened before an update. Check that this is the right round." in text(asked)
        assert "It is now: No game" in text(asked)
        assert page.changes == 0
    again = page.own(asked)
    assert {name: again[name][-1] for name in page.typed} == page.typed
    assert page.send(**again, action="confirm").status_code == 302
    assert page.changes == 1


@pytest.mark.parametrize("page", ROUNDS, indirect=True)
def test_rounds_are_corrected_also_after_the_end(page: Page) -> None:
    page.phone.press("session_end")
    page.form = {**page.form, "revision": page.phone.session.revision}
    assert page.send().status_code == 302
    assert page.changes == 2
    assert page.phone.session.ended_at


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


def test_no_such_round(phone: Phone) -> None:
    phone.record(NOGAME)
    for name, number in product(("round", *ROUNDS), (0, 2, 10**30)):
        assert phone.get(phone.url(name, number)).status_code == 404, name
        if name in ROUNDS:
            assert phone.post(phone.url(name, number), ROUNDS[name]).status_code == 404, name
    for number in ("-1", "x", "1.5", "１", "%00"):
        assert phone.get(f"{phone.url('rounds')}{number}/").status_code == 404
