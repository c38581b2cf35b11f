"""A correction reaches the round it was made for, whatever number that round has by then."""

import random
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any

import pytest
from django.db import connection
from django.http import HttpRequest, HttpResponse

from scorekeeper.play.find import find_table
from scorekeeper.play.idempotency import FormVersion, StaleForm, new_key
from scorekeeper.play.models import GameSession, Round, RoundEdit
from scorekeeper.play.services import add_round
from scorekeeper.play.table import Table
from tests.helpers import DOBON, OUT, Phone, entry_form, forms, html, text

NAMED = {
    "round_edit": "Edit round",
    "round_insert": "Add before round",
    "round_void": "Void round",
}


def moved(points: int) -> dict[str, Any]:
    """A correction that is distinguished from all others by its points."""
    return {"kind": "adjust", "transfers": [{"from": "0", "to": "1", "points": points}]}


def put_first(phone: Phone) -> None:
    """Somebody puts a round before all others, behind everybody's back."""
    session = phone.session
    first = session.rounds.first()
    add_round(Table(session), {"kind": "nogame"}, FormVersion(session.revision, new_key(), None), first)


# ── the key decides ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", NAMED)
def test_the_key_wins_over_the_number_in_the_address(phone: Phone, name: str) -> None:
    phone.record(DOBON, OUT)
    second = phone.session.rounds.get(position=2)
    page = phone.get(phone.url(name, 1), {"row": second.pk})
    assert f"{NAMED[name]} 2" in text(page)
    assert f'action="{phone.url(name, 2)}"' in html(page)


def test_a_key_that_is_no_round_of_this_table_is_not_found(phone: Phone, stranger: Phone) -> None:
    phone.record()
    stranger.record({"kind": "nogame"})
    for row in ("0", "x", "999999", "१", stranger.session.rounds.get().pk):
        assert phone.get(phone.url("round_edit", 1), {"row": row}).status_code == 404, row
        assert phone.post(phone.url("round_void", 1), {"row": row}).status_code == 404, row


def test_links_of_a_receipt_mean_its_round(phone: Phone) -> None:
    """The receipt was opened before somebody put a round in: its buttons still lead to the round it shows."""
    phone.record(DOBON)
    page = html(phone.show("round", 1))
    links = [part.partition('"')[0] for part in page.split('href="')[1:] if "?row=" in part.partition('"')[0]]
    phone.play(OUT, "round_insert", 1)
    assert len(links) == 3
    assert all("round 2" in text(phone.get(link)) for link in links)


# ── what is said ────────────────────────────────────────────────────────────────────────────────


def test_a_stale_correction_says_what_its_round_was_and_is(phone: Phone, second: Phone) -> None:
    phone.record(DOBON)
    mine = phone.fill({"hand-3": "9"}, "round_edit", 1)
    second.play(OUT, "round_insert", 1)
    second.play({"hand-2": "4"}, "round_edit", 2)
    stale = phone.send(mine, "confirm", "round_edit", 1)
    assert stale.status_code == 409
    said = text(stale)
    assert "Edit round 2" in said
    assert "Round 1 has become round 2." in said
    assert "It was: Dobon! あき hit Ben on K · あき 2 J · Ben A 2 3 · Chie A 2 3 10 K" in said
    assert "It is now: Dobon! あき hit Ben on K · あき 2 J · Ben A 2 3 · Chie 4" in said
    assert "Round 2 · Dobon! あき hit Ben on K" in said  # what confirming again would change there


@pytest.mark.parametrize("name", ["round_void", "round_restore"])
def test_what_was_done_already_is_said_and_not_offered(phone: Phone, second: Phone, name: str) -> None:
    phone.record(DOBON)
    if name == "round_restore":
        phone.confirm_change("round_void", 1)
    url = phone.url(name, 1)
    form = forms(phone.get(url))[url]
    second.confirm_change(name, 1)
    changes = RoundEdit.objects.count()
    late = phone.post(url, form)
    assert late.status_code == 409
    words = "It has been voided." if name == "round_void" else "It has been restored."
    assert words in text(late)
    assert 'value="confirm"' not in html(late)
    assert phone.post(url, forms(late)[url]).status_code == 409
    assert RoundEdit.objects.count() == changes


# ── one moment ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.postgresql
@pytest.mark.usefixtures("shared_database")
@pytest.mark.parametrize("name", ["round_void", "round_move"])
def test_a_refused_form_is_shown_as_of_one_moment(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody puts a round in, and another one while the page is made that says so."""
    phone = Phone().open_table().record(OUT, DOBON)
    row = phone.session.rounds.get(position=2)
    sent = {**phone.form_version(), "row": row.pk, "before": ""}
    put_first(phone)

    def put_another(request: HttpRequest, sid: str) -> Table:
        table = find_table(request, sid)
        with ThreadPoolExecutor() as pool:
            pool.submit(put_first_and_hang_up, phone).result()
        return table

    monkeypatch.setattr("scorekeeper.rounds.changing.find_table", put_another)
    refused = phone.post(phone.url(name, 2), sent)
    assert refused.status_code == 409
    assert forms(refused)[phone.url(name, 3)]["revision"] == ["3"]
    assert phone.session.rounds.get(pk=row.pk).position == 4


def put_first_and_hang_up(phone: Phone) -> None:
    put_first(phone)
    connection.close()


# ── for as long as somebody else puts rounds in ─────────────────────────────────────────────────


@dataclass
class Meant:
    """What a form showed: its revision, the number and the points of its round."""

    name: str
    revision: int
    number: int
    points: int


def open_form(page: HttpResponse) -> bool:
    return page.status_code != 302 and 'value="confirm"' in html(page)


@dataclass
class Corrector:
    """A phone that corrects, takes back and puts in, and notes what it was shown and what it confirmed."""

    phone: Phone
    dice: random.Random
    writing: Lock = field(default_factory=Lock)
    shown: list[Meant] = field(default_factory=list)
    confirmed: dict[str, Meant] = field(default_factory=dict)

    def once(self, step: int) -> None:
        """Open a form, send it, confirm again what comes back, at last while nobody else writes."""
        name = self.dice.choice(list(NAMED))
        page = self.phone.get(self.phone.url(name, self.dice.randint(1, 12)))
        for _ in range(2):
            page = self.send(name, page, step)
        with self.writing:
            for _ in range(2):
                page = self.send(name, page, step)
        assert not open_form(page), text(page)

    def send(self, name: str, page: HttpResponse, step: int) -> HttpResponse:
        """Confirm what a page shows, unless it was confirmed or taken back before."""
        if not open_form(page):
            return page
        meant, form, url = self.read(name, page, step)
        answer: HttpResponse = self.phone.post(url, form)
        assert answer.status_code in (302, 409), text(answer)
        self.shown.append(meant)
        if answer.status_code == 302:
            self.confirmed[form["key"][0]] = meant
        return answer

    def read(self, name: str, page: HttpResponse, step: int) -> tuple[Meant, dict[str, Any], str]:
        own = html(page).partition("<main")[2]  # before it a message may offer to take another round back
        number = int(re.findall(rf"/rounds/(\d+)/{name.removeprefix('round_')}/\"", own)[0])
        url = self.phone.url(name, number)
        if name == "round_void":
            form: dict[str, Any] = forms(page)[url]
            what = html(page).partition('data-testid="what">')[2].partition("</p>")[0]
            points = int(what.split()[-1].replace(",", ""))
        else:
            form = {**entry_form(page), "action": "confirm"}
            points = int(form["points-0"][0]) if name == "round_edit" else 0
        if name == "round_edit":
            form |= {"to-0": self.dice.choice("123"), "reason-0": str(step)}
        if name == "round_insert":
            form |= {"kind": "adjust", "from-0": "0", "to-0": "1", "points-0": str(5000 + step)}
        return Meant(name, int(form["revision"][0]), number, points), form, url


@contextmanager
def putting_in(sid: str, writing: Lock) -> Iterator[None]:
    """Rounds are put in all the time, from another thread, each said by its points.

    SQLite keeps no queue: who waits asks again ten times a second, and gives up after five seconds if it was
    somebody else's turn each time.  So the thread rests for as long as its writing took.
    """
    stop = Event()

    def run() -> None:
        points, rest = 100, 0.02
        try:
            while not stop.wait(rest):
                points += 1
                with writing, suppress(StaleForm):
                    began = monotonic()
                    session = GameSession.objects.get(public_id=sid)
                    follower = session.rounds.order_by("position")[points % 5]
                    add_round(
                        Table(session),
                        moved(points),
                        FormVersion(session.revision, new_key(), None),
                        follower,
                    )
                rest = max(0.02, monotonic() - began)
        finally:
            connection.close()

    thread = Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def points_of(facts: dict[str, Any]) -> int:
    return int(facts["transfers"][0]["points"])


def rounds_at(session: GameSession, revision: int) -> list[Round]:
    """The rounds there were at a revision: none ever goes, and none changes places with another."""
    later = session.edits.filter(action="add", revision__gt=revision).values_list("round_id", flat=True)
    return list(session.rounds.exclude(pk__in=list(later)))


def check(session: GameSession, one: Corrector) -> None:
    """No page mixed two moments, no form reached another round, and nothing was written over."""
    for meant in one.shown:
        row = rounds_at(session, meant.revision)[meant.number - 1]
        assert meant.points in (0, points_of(row.facts)), meant
    for edit in session.edits.filter(action="edit"):
        assert points_of(edit.before) == points_of(edit.after), edit.revision
    for key, meant in one.confirmed.items():
        edit = session.edits.get(key=key)
        rows = rounds_at(session, edit.revision)
        place = next(place for place, row in enumerate(rows, 1) if row.pk == edit.round_id)
        assert place == meant.number
        assert meant.points in (0, points_of(edit.after))
    assert len(session.edits.exclude(action="add")) <= len(one.confirmed)
    assert session.rounds.count() == session.edits.filter(action="add").count()
    assert [row.position for row in session.rounds.all()] == list(range(1, session.rounds.count() + 1))


def correct_while_rounds_are_put_in(times: int, seed: int) -> int:
    phone = Phone().open_table()
    for points in range(1, 13):
        session = phone.session
        add_round(Table(session), moved(points), FormVersion(session.revision, new_key(), None))
    one = Corrector(phone, random.Random(seed))
    with putting_in(phone.sid, one.writing):
        for step in range(times):
            one.once(step)
    check(phone.session, one)
    phone.points()
    return len(one.shown)


def many_forms(wanted: int, at_a_table: int) -> None:
    """So many forms are sent, however few of them somebody else was faster than."""
    sent, table = 0, 0
    while sent < wanted:
        table += 1
        sent += correct_while_rounds_are_put_in(at_a_table, table)


@pytest.mark.postgresql
@pytest.mark.usefixtures("shared_database")
def test_forms_while_rounds_are_put_in() -> None:
    many_forms(10, at_a_table=8)


@pytest.mark.long
@pytest.mark.postgresql
@pytest.mark.usefixtures("shared_database")
def test_two_thousand_forms_while_rounds_are_put_in() -> None:
    many_forms(2000, at_a_table=60)
