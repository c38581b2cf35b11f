"""並べかえ: a round gets another place, after a look at what that changes."""

import re
from typing import Any

import pytest

from scorekeeper.play.idempotency import FormVersion, new_key
from scorekeeper.play.services import add_round
from scorekeeper.play.table import Table
from tests.helpers import DOBON, Phone, forms, html, text
from tests.rounds.test_seats import change

AKI = {"kind": "dobon", "callers": "0", "victim": "1", "card": "9", "hand-0": "9"}
BEN = {"kind": "dobon", "callers": "1", "victim": "0", "card": "9", "hand-1": "9"}
TAKEN_IN_TURNS = {"あき": 100, "Ben": -100, "Chie": 0, "大輔": 0}
"""手役: a bare claim brings 100 from who is claimed: あき +100, −100, +100."""
TWICE_RUNNING = {"あき": 200, "Ben": -200, "Chie": 0, "大輔": 0}
"""A second win in a row is one yaku more, 200: あき +100, +200, −100."""


@pytest.fixture
def phone(db: None) -> Phone:
    return Phone().open_table(game="teyaku").record(AKI, BEN, AKI)


def ask(phone: Phone, position: int, **where: str) -> Any:
    """The page of a round that may go somewhere, as a link of its receipt leads there."""
    row = phone.session.rounds.get(position=position)
    return phone.get(phone.url("round_move", position), {"row": str(row.pk), **where})


def confirm(phone: Phone, page: Any, **changed: str) -> Any:
    [form] = [fields for fields in forms(page).values() if "before" in fields and "key" in fields]
    [position] = set(re.findall(r"/rounds/(\d+)/move/", html(page)))
    return phone.post(phone.url("round_move", int(position)), {**form, **changed})


def order(phone: Phone) -> list[str]:
    """Who has won, round by round."""
    rounds = [row.facts for row in phone.session.rounds.filter(voided=False)]
    return [facts["callers"][0] if "callers" in facts else facts["kind"] for facts in rounds]


# ── looking and moving ──────────────────────────────────────────────────────────────────────────


def test_the_receipt_leads_there(phone: Phone) -> None:
    row = phone.session.rounds.get(position=2)
    shown = html(phone.show("round", 2)).replace("&amp;", "&")
    for to in ("up", "down"):
        assert f"{phone.url('round_move', 2)}?row={row.pk}&to={to}" in shown
    assert "&to=up" not in html(phone.show("round", 1)).replace("&amp;", "&")
    assert "&to=down" not in html(phone.show("round", 3)).replace("&amp;", "&")


def test_it_shows_what_changes_and_changes_nothing(phone: Phone) -> None:
    shown = text(ask(phone, 3, to="up"))
    assert "Move round 3" in shown
    assert "Round 3 becomes round 2" in shown
    assert "Round 3 · Dobon! あき hit Ben on 9 あき +100 becomes +200 Ben −100 becomes −200" in shown
    assert "Standings after the change あき 100 becomes 200 Ben −100 becomes −200" in shown
    assert phone.points() == TAKEN_IN_TURNS


@pytest.mark.parametrize(
    ("position", "where", "number", "then"),
    [
        (3, {"to": "up"}, 2, ["0", "0", "1"]),
        (2, {"to": "down"}, 3, ["0", "0", "1"]),
        (2, {"to": "up"}, 1, ["1", "0", "0"]),
        (3, {"to": "1"}, 1, ["0", "0", "1"]),
        (1, {"to": "2"}, 2, ["1", "0", "0"]),
        (1, {"to": "3"}, 3, ["1", "0", "0"]),
        (2, {"to": "99"}, 3, ["0", "0", "1"]),
        (2, {"before": "end"}, 3, ["0", "0", "1"]),
    ],
)
def test_places(phone: Phone, position: int, where: dict[str, str], number: int, then: list[str]) -> None:
    answer = confirm(phone, ask(phone, position, **where))
    assert answer.status_code == 302
    shown = phone.get(answer["Location"])
    assert f"Moved: it is round {number} now. Undo" in text(shown)
    assert order(phone) == then
    assert [row.position for row in phone.session.rounds.all()] == [1, 2, 3]
    assert then != ["0", "0", "1"] or phone.points() == TWICE_RUNNING
    [toast] = [fields for name, fields in forms(shown).items() if name.endswith("/move/")]
    assert phone.post(phone.url("round_move", number), toast).status_code == 302
    assert order(phone) == ["0", "1", "0"]


def test_where_it_stands_already(phone: Phone) -> None:
    for where in [{}, {"to": "2"}, {"to": "x"}, {"to": "٣"}]:
        page = ask(phone, 2, **where)
        assert page.status_code == 200
        assert "Move it here" not in text(page)
        assert confirm(phone, page).status_code == 422
        assert order(phone) == ["0", "1", "0"]


def test_the_buttons_go_on_from_the_place_that_is_shown(phone: Phone) -> None:
    page = html(ask(phone, 3, to="up"))
    further = re.search(r'href="\?row=(\d+)&amp;before=(\d+)" data-testid="up"', page)
    assert further
    again = ask(phone, 3, before=further[2])
    assert "Round 3 becomes round 1" in text(again)
    assert 'data-testid="up"' not in html(again)


def test_what_was_taken_back_is_passed_over(phone: Phone) -> None:
    """The third is one place behind the first, since the second does not count."""
    phone.confirm_change("round_void", 2)
    page = ask(phone, 3, to="up")
    assert "Round 2 becomes round 1" in text(page)
    assert confirm(phone, page).status_code == 302
    phone.confirm_change("round_restore", 3)
    assert order(phone) == ["0", "0", "1"]
    phone.points()
    phone.confirm_change("round_void", 1)
    assert "It has been voided." in text(ask(phone, 1, to="down"))


def test_what_has_no_number(phone: Phone) -> None:
    phone.record({"kind": "adjust", "from-0": "0", "to-0": "1", "points-0": "20"})
    page = ask(phone, 4, to="2")
    assert "Correction after round 3 becomes correction after round 1" in text(page)
    assert "Move it before round" in text(page)
    assert confirm(phone, page).status_code == 302
    assert order(phone) == ["0", "adjust", "1", "0"]


# ── who has not joined yet ──────────────────────────────────────────────────────────────────────


def test_nobody_plays_before_joining(phone: Phone) -> None:
    change(phone, join="えみ")
    phone.record({**BEN, "callers": "4", "hand-1": "", "hand-4": "9"})
    page = ask(phone, 5, to="up")
    assert "Not possible yet Round 4 includes えみ, who would join only after it." in text(page)
    assert "Move it here" not in text(page)
    assert confirm(phone, page).status_code == 422
    assert "includes えみ" in text(ask(phone, 4, to="down"))
    assert order(phone) == ["0", "1", "0", "seats", "4"]


def test_nor_where_that_round_came_in_meanwhile(phone: Phone, second: Phone) -> None:
    change(phone, join="えみ")
    mine = ask(phone, 3, before="end")
    second.record({**BEN, "callers": "4", "hand-1": "", "hand-4": "9"})
    late = confirm(phone, mine)
    assert late.status_code == 409
    assert "Something happened meanwhile" in text(late)
    assert confirm(phone, late).status_code == 302
    assert order(phone) == ["0", "1", "seats", "4", "0"]


def test_nothing_is_played_that_the_rules_do_not_know(db: None) -> None:
    """A burst is played from a change of rules on; before that it could not be read."""
    phone = Phone().open_table()
    facts = {"kind": "rules", "options": {"burst": "on"}}
    add_round(Table(phone.session), facts, FormVersion(phone.session.revision, new_key(), None))
    phone.record({"kind": "burst", "player": "1"})
    for position, to in ((2, "up"), (1, "down")):
        page = ask(phone, position, to=to)
        assert "Round 1: Ben burst – these rules have no such ending." in text(page)
        assert confirm(phone, page).status_code == 422
    assert order(phone) == ["rules", "burst"]


# ── once, and not over what others did ──────────────────────────────────────────────────────────


def test_both_moved_it(phone: Phone, second: Phone) -> None:
    mine = ask(phone, 3, to="up")
    confirm(second, ask(second, 3, to="up"))
    late = confirm(phone, mine)
    assert late.status_code == 409
    assert "iPhone · moved round 3 → round 2" in text(late)
    assert "Round 3 has become round 2." in text(late)
    assert order(phone) == ["0", "0", "1"]


def test_places_that_are_not_there(phone: Phone, stranger: Phone) -> None:
    stranger.record(DOBON)
    other = stranger.session.rounds.get().pk
    for before in ("0", str(other), "x"):
        assert ask(phone, 2, before=before).status_code == 404


# ── its place in the log, and back again ──────────────────────────────────────────────────────────


def test_the_history_tells_and_leads_back(phone: Phone) -> None:
    confirm(phone, ask(phone, 3, to="up"))
    for page in ("session_changes", "round"):
        shown = text(phone.show(page, *([2] if page == "round" else [])))
        assert "moved" in shown
        assert "round 3 becomes round 2" in shown
    back = re.search(r'href="([^"]+/move/[^"]+)">Move it back', html(phone.show("session_changes")))
    assert back
    page = phone.get(back[1].replace("&amp;", "&"))
    assert "Round 2 becomes round 3" in text(page)
    assert confirm(phone, page).status_code == 302
    assert order(phone) == ["0", "1", "0"]
    assert phone.points() == TAKEN_IN_TURNS
