"""Taking a round back, in again, or to another place; the message after it, one press on which turns it."""

import re
from typing import Any

import pytest

from scorekeeper.play.idempotency import FormVersion, new_key
from scorekeeper.play.models import Round, RoundEdit
from scorekeeper.play.services import add_round
from scorekeeper.play.table import Table
from scorekeeper.present import differences
from tests.circle_pages import join_by_link
from tests.helpers import AFTER_DOBON, AFTER_OUT, DOBON, OUT, Phone, forms, html, text
from tests.rounds.test_seats import change
from tests.seated import answer, join, wish

NOTHING = dict.fromkeys(AFTER_DOBON, 0)


def test_page_leaves_out_what_changes_where_many_rounds_follow(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Voiding round 1 leaves two to be scored again, one too many here; it can be done all the same."""
    phone.record(DOBON, OUT, OUT)
    monkeypatch.setattr(differences, "MOST_COMPARED", 1)
    page = text(phone.show("round_void", 1))
    assert "Many rounds follow" in page
    assert "becomes" not in page
    assert "Many rounds follow" in text(phone.get(phone.url("round_move", 1) + "?to=down"))
    assert "becomes" in text(phone.show("round_void", 2))
    assert phone.confirm_change("round_void", 1).status_code == 302
    assert phone.points() == {name: 2 * points for name, points in AFTER_OUT.items()}


def test_page_shows_what_changes_and_is_confirmed(phone: Phone, second: Phone) -> None:
    """The round stays in the list, struck through, with its history, and comes back as it was."""
    phone.record(DOBON, OUT)
    before, points = phone.show("export").json(), phone.points()
    page = text(phone.show("round_void", 1))
    for words in ("Void round 1?", "あき 390 becomes −10", "Chie 10 becomes 80"):
        assert words in page
    response = second.confirm_change("round_void", 1)
    assert (response.status_code, response["Location"]) == (302, phone.url("table"))
    assert phone.points() == AFTER_OUT
    assert "Round 1 voided." in text(second.show("table"))
    assert RoundEdit.objects.get(action="void").before == Round.objects.get(position=1).facts
    rounds, receipt = html(phone.show("rounds")), phone.show("round", 1)
    assert 'class="round voided">' in rounds
    assert "<s>Dobon!" in rounds
    assert "voided" in text(receipt)
    assert "iPhone" in text(receipt)
    assert phone.url("round_restore", 1) in html(receipt)
    assert phone.url("round_edit", 1) not in html(receipt)

    page = text(phone.show("round_restore", 1))
    assert "Restore voided round before round 1?" in page
    assert "あき −10 becomes 390" in page
    assert phone.confirm_change("round_restore", 1).status_code == 302
    assert (phone.points(), phone.show("export").json()) == (points, before)
    receipt = phone.show("round", 1)
    assert "restored" in text(receipt)
    assert html(receipt).count("<del>") == 1  # that it was taken back


def test_no_round_is_left_with_rules_that_do_not_allow_it(phone: Phone) -> None:
    """A burst is played from a change of rules on: the change stays, and stays before it."""
    facts = {"kind": "rules", "options": {"burst": "on"}}
    add_round(Table(phone.session), facts, FormVersion(phone.session.revision, new_key(), None))
    phone.record({"kind": "burst", "player": "1"})
    page, url = phone.show("round_void", 1), phone.url("round_void", 1)
    refused = phone.post(url, forms(page)[url])
    assert refused.status_code == 422
    for shown in (page, refused):
        assert "Not possible yet" in text(shown)
        assert "Round 1: Ben burst – these rules have no such ending." in text(shown)
    for position, to in ((2, "up"), (1, "down")):
        page = ask(phone, position, to=to)
        assert "Round 1: Ben burst – these rules have no such ending." in text(page)
        assert confirm(phone, page).status_code == 422
    assert order(phone) == ["rules", "burst"]
    assert phone.points()["Ben"] == -30


# ── the message ─────────────────────────────────────────────────────────────────────────────────


def turn(phone: Phone, name: str, number: int, label: str) -> None:
    """Press the button of the message on the table's page."""
    url, page = phone.url(name, number), phone.show("table")
    assert label in text(page).split("Total 0")[1].split("Standings")[0]
    response = phone.post(url, {**forms(page)[url], "action": "confirm"})
    assert (response.status_code, response["Location"]) == (302, phone.url("table"))


def test_the_toast_is_shown_once_and_undoes_and_redoes_with_a_press(phone: Phone) -> None:
    form = phone.fill(DOBON)
    assert [phone.send(form).status_code for _ in range(2)] == [302, 302], "also where it came twice"
    turn(phone, "round_void", 1, "Saved. Undo")
    assert phone.points() == NOTHING
    turn(phone, "round_restore", 1, "Round 1 voided. Redo")
    assert phone.points() == AFTER_DOBON
    turn(phone, "round_void", 1, "Round 1 restored. Undo")
    assert phone.points() == NOTHING
    assert 'data-testid="toast"' in html(phone.show("table"))
    assert 'data-testid="toast"' not in html(phone.show("table"))


def test_the_toast_undoes_the_inserted_round_not_the_last(phone: Phone) -> None:
    phone.play(OUT)
    phone.show("table")
    phone.play(DOBON, "round_insert", 1)
    turn(phone, "round_void", 1, "Saved. Undo")
    assert phone.points() == AFTER_OUT


def test_two_presses_of_the_toast_void_once(phone: Phone) -> None:
    phone.play(DOBON)
    url = phone.url("round_void", 1)
    form = {**forms(phone.show("table"))[url], "action": "confirm"}
    assert [phone.post(url, form).status_code for _ in range(2)] == [302, 302]
    assert RoundEdit.objects.count() == 2
    shown = text(phone.show("table"))
    assert "Round 1 voided. Redo" in shown
    assert "It has been voided. Redo" in shown


def test_no_button_in_the_toast_of_a_correction_or_a_proposal(phone: Phone) -> None:
    phone.play(DOBON)
    phone.show("table")
    phone.play({"hand-3": "2 10"}, "round_edit", 1)
    page = html(phone.show("round", 1))
    assert "Saved." in page
    assert 'data-testid="toast"' not in page

    other = join(phone, "Ben")
    wish(phone, second_person="on")
    phone.show("table")
    phone.play(OUT)
    assert 'data-testid="toast"' not in html(phone.show("second"))
    assert answer(other, "ok") == 302
    turn(other, "round_void", 2, "Saved. Undo")


# ── 並べかえ: another place, after a look at what that changes ─────────────────────────────────

AKI = {"kind": "dobon", "callers": "0", "victim": "1", "card": "9", "hand-0": "9"}
BEN = {"kind": "dobon", "callers": "1", "victim": "0", "card": "9", "hand-1": "9"}
TAKEN_IN_TURNS = {"あき": 100, "Ben": -100, "Chie": 0, "大輔": 0}
"""手役: a bare claim brings 100 from who is claimed: あき +100, −100, +100."""
TWICE_RUNNING = {"あき": 200, "Ben": -200, "Chie": 0, "大輔": 0}
"""A second win in a row is one yaku more, 200: あき +100, +200, −100."""


@pytest.fixture
def three(db: None) -> Phone:
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


def test_a_receipt_links_to_the_page_of_a_move_which_shows_what_changes(three: Phone) -> None:
    row = three.session.rounds.get(position=2)
    receipt = html(three.show("round", 2)).replace("&amp;", "&")
    for to in ("up", "down"):
        assert f"{three.url('round_move', 2)}?row={row.pk}&to={to}" in receipt
    assert "&to=up" not in html(three.show("round", 1)).replace("&amp;", "&")
    assert "&to=down" not in html(three.show("round", 3)).replace("&amp;", "&")
    page = ask(three, 3, to="up")
    shown = text(page)
    assert "Move round 3" in shown
    assert "Round 3 becomes round 2" in shown
    assert "Round 3 · Dobon! あき hit Ben on 9 あき +100 becomes +200 Ben −100 becomes −200" in shown
    assert "Standings after the change あき 100 becomes 200 Ben −100 becomes −200" in shown
    assert three.points() == TAKEN_IN_TURNS
    further = re.search(r'href="\?row=(\d+)&amp;before=(\d+)" data-testid="up"', html(page))
    assert further
    again = ask(three, 3, before=further[2])
    assert "Round 3 becomes round 1" in text(again)
    assert 'data-testid="up"' not in html(again)


@pytest.mark.parametrize(
    ("position", "where", "number", "then"),
    [
        (3, {"to": "up"}, 2, ["0", "0", "1"]),
        (2, {"to": "down"}, 3, ["0", "0", "1"]),
        (3, {"to": "1"}, 1, ["0", "0", "1"]),
        (1, {"to": "2"}, 2, ["1", "0", "0"]),
        (2, {"to": "99"}, 3, ["0", "0", "1"]),
        (2, {"before": "end"}, 3, ["0", "0", "1"]),
    ],
)
def test_places(three: Phone, position: int, where: dict[str, str], number: int, then: list[str]) -> None:
    answer = confirm(three, ask(three, position, **where))
    assert answer.status_code == 302
    shown = three.get(answer["Location"])
    assert f"Moved: it is round {number} now. Undo" in text(shown)
    assert order(three) == then
    assert [row.position for row in three.session.rounds.all()] == [1, 2, 3]
    assert then != ["0", "0", "1"] or three.points() == TWICE_RUNNING
    [toast] = [fields for name, fields in forms(shown).items() if name.endswith("/move/")]
    assert three.post(three.url("round_move", number), toast).status_code == 302
    assert order(three) == ["0", "1", "0"]


def test_the_present_place_is_refused(three: Phone) -> None:
    for where in [{}, {"to": "2"}, {"to": "x"}, {"to": "٣"}]:
        page = ask(three, 2, **where)
        assert page.status_code == 200
        assert "Move it here" not in text(page)
        assert confirm(three, page).status_code == 422
        assert order(three) == ["0", "1", "0"]


def test_voided_rounds_are_passed_over(three: Phone) -> None:
    """The third is one place behind the first, since the second does not count."""
    three.confirm_change("round_void", 2)
    page = ask(three, 3, to="up")
    assert "Round 2 becomes round 1" in text(page)
    assert confirm(three, page).status_code == 302
    three.confirm_change("round_restore", 3)
    assert order(three) == ["0", "0", "1"]
    three.points()
    three.confirm_change("round_void", 1)
    assert "It has been voided." in text(ask(three, 1, to="down"))


def test_an_entry_without_a_number_is_moved(three: Phone) -> None:
    three.record({"kind": "adjust", "from-0": "0", "to-0": "1", "points-0": "20"})
    page = ask(three, 4, to="2")
    assert "Correction after round 3 becomes correction after round 1" in text(page)
    assert "Move it before round" in text(page)
    assert confirm(three, page).status_code == 302
    assert order(three) == ["0", "adjust", "1", "0"]


# ── who has not joined yet ──────────────────────────────────────────────────────────────────────


def test_nobody_plays_before_joining(three: Phone) -> None:
    change(three, join="えみ")
    three.record({**BEN, "callers": "4", "hand-1": "", "hand-4": "9"})
    page = ask(three, 5, to="up")
    assert "Not possible yet Round 4 includes えみ, who would join only after it." in text(page)
    assert "Move it here" not in text(page)
    assert confirm(three, page).status_code == 422
    assert "includes えみ" in text(ask(three, 4, to="down"))
    assert order(three) == ["0", "1", "0", "seats", "4"]


def test_a_join_is_not_moved_behind_a_round_that_came_in_meanwhile(three: Phone) -> None:
    second = join_by_link(three, agent="iPhone")
    change(three, join="えみ")
    mine = ask(three, 3, before="end")
    second.record({**BEN, "callers": "4", "hand-1": "", "hand-4": "9"})
    late = confirm(three, mine)
    assert late.status_code == 409
    assert "Something happened meanwhile" in text(late)
    assert confirm(three, late).status_code == 302
    assert order(three) == ["0", "1", "seats", "4", "0"]


# ── once, and not over what others did ──────────────────────────────────────────────────────────


def test_a_move_after_another_phones_move_is_stale_and_the_log_moves_it_back(three: Phone) -> None:
    second = join_by_link(three, agent="iPhone")
    mine = ask(three, 3, to="up")
    confirm(second, ask(second, 3, to="up"))
    late = confirm(three, mine)
    assert late.status_code == 409
    assert "iPhone · moved round 3 → round 2" in text(late)
    assert "Round 3 has become round 2." in text(late)
    assert order(three) == ["0", "0", "1"]
    log = three.show("session_changes")
    for page in (log, three.show("round", 2)):
        assert "moved" in text(page)
        assert "round 3 becomes round 2" in text(page)
    back = re.search(r'href="([^"]+/move/[^"]+)">Move it back', html(log))
    assert back
    page = three.get(back[1].replace("&amp;", "&"))
    assert "Round 2 becomes round 3" in text(page)
    assert confirm(three, page).status_code == 302
    assert order(three) == ["0", "1", "0"]
    assert three.points() == TAKEN_IN_TURNS
