"""Several phones enter, correct and send at the same moment: nothing is lost, doubled or mixed up."""

import re
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import count
from random import Random
from threading import Lock
from time import monotonic, sleep
from typing import Any, NamedTuple

import pytest
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import import_string

from scorekeeper.play.find import find_table
from scorekeeper.play.idempotency import FormVersion, StaleForm, new_key
from scorekeeper.play.models import GameSession, Round, RoundEdit
from scorekeeper.play.services import add_round
from scorekeeper.play.table import Table
from tests.at_once import at_once, copies, meanwhile
from tests.helpers import AFTER_DOBON, DOBON, OUT, Phone, entry_form, forms, html, text
from tests.seated import ROLES, join, opened, sit, wish

pytestmark = [pytest.mark.usefixtures("shared_database"), pytest.mark.postgresql]


def posted(
    phones: list[Phone], forms_of: list[dict[str, Any]], name: str = "round_new", *actions: str
) -> list[HttpResponse]:
    """The answers to forms that the phones send together; ``actions`` are their buttons, usually confirm."""
    sent = zip(phones, forms_of, actions or ["confirm"] * len(phones), strict=True)
    calls = [partial(one.post, one.url(name), {**form, "action": action}) for one, form, action in sent]
    return at_once(calls)


def test_the_same_form_eight_times_at_once_is_one_round() -> None:
    phone = Phone().open_table()
    form = phone.fill(DOBON)
    answers = posted(copies(phone, 8), [form] * 8)
    assert [answer.status_code for answer in answers] == [302] * 8
    assert Round.objects.count() == RoundEdit.objects.count() == 1
    assert phone.points() == AFTER_DOBON


def test_eight_forms_of_one_revision_are_one_round_and_seven_are_stale() -> None:
    phone = Phone().open_table()
    tabs = copies(phone, 8)
    pages = [tab.fill(DOBON) for tab in tabs]
    assert len({page["key"][0] for page in pages}) == 8
    answers = posted(tabs, pages)
    assert sorted(answer.status_code for answer in answers) == [302] + [409] * 7
    assert all("Dobon! あき hit Ben on K" in text(answer) for answer in answers if answer.status_code == 409)
    assert (Round.objects.count(), phone.session.revision) == (1, 1)
    assert phone.points() == AFTER_DOBON


def test_two_tables_at_once_do_not_disturb_each_other() -> None:
    phones = [Phone().open_table() for _ in range(4)]
    answers = posted(phones, [phone.fill(DOBON) for phone in phones])
    assert [answer.status_code for answer in answers] == [302] * 4
    assert all(phone.points() == AFTER_DOBON for phone in phones)


def test_the_same_new_name_at_two_tables_of_a_circle_at_once_is_one_player() -> None:
    phone = Phone().open_table()
    circle = phone.session.circle
    tabs = copies(phone, 4)
    at_once(
        [lambda t=tab: t.get(t.open_table(("Ben", "Eva"), circle.public_id).url("table")) for tab in tabs]
    )
    assert circle.players.filter(name="Eva").count() == 1
    assert circle.sessions.count() == 5


# ── a round that several enter together ──────────────────────────────────────────────────────────


@pytest.fixture
def phones() -> list[Phone]:
    """あき, who opened the table, then three others."""
    host = sit(Phone().open_table(), "あき")
    return [host, *(join(host, name) for name in ("Ben", "Chie", "大輔"))]


@pytest.mark.parametrize(
    ("actions", "statuses"), [(["ok", "ok", "ok"], [302, 409, 409]), (["ok", "no"], [302, 409])]
)
def test_a_proposal_is_answered_once(phones: list[Phone], actions: list[str], statuses: list[int]) -> None:
    host, *others = phones
    wish(host, second_person="on")
    host.play()
    those = others[: len(actions)]
    pages = [forms(phone.get(phone.url("second")))["second"] for phone in those]
    answers = posted(those, pages, "second", *actions)
    assert sorted(answer.status_code for answer in answers) == statuses
    recorded = 0 if opened(host) else 1
    assert Round.objects.count() == RoundEdit.objects.filter(action="add").count() == recorded
    assert recorded == 1 or "no" in actions
    assert host.points()["あき"] == recorded * AFTER_DOBON["あき"]


def test_four_open_a_round_and_four_confirm_it(phones: list[Phone]) -> None:
    host = phones[0]
    answers = posted(phones, [phone.fill(ROLES) for phone in phones], "round_new", *["ask"] * 4)
    assert [answer.status_code for answer in answers] == [200] * 4
    assert host.session.open_rounds.count() == 1
    answers = posted(phones, [phone.fill(DOBON) for phone in phones])
    assert sorted(answer.status_code for answer in answers) == [302, 409, 409, 409]
    assert host.points() == AFTER_DOBON
    assert opened(host) is None


MOST_TRIES = 2000


@pytest.mark.parametrize("rounds", [1, pytest.param(30, marks=pytest.mark.long)])
def test_three_send_their_hands_while_a_fourth_records(rounds: int) -> None:
    """Each sender sends one more hand than the one before; every hand that was accepted is in the round."""
    host = sit(Phone().open_table(), "あき")
    taken: dict[tuple[str, str], list[str]] = defaultdict(list)

    def send(phone: Phone, most: int) -> None:
        form = forms(phone.get(phone.url("hand"))).get("hand", {})
        field = next((name for name in form if name.startswith("hand-")), "")
        sent = taken[form["round"][0], field] if field else []
        if not field or len(sent) == most:
            sleep(0.02)
            return
        typed = {**form, field: f"{len(sent) + 2} {most + 5}"}
        answer = phone.post(phone.url("hand"), typed, headers={"sent-by": "page"})
        assert answer.status_code in (204, 409), text(answer)
        if answer.status_code == 204:
            sent.append(typed[field])

    senders = [join(host, name) for name in ("Ben", "大輔", "あき")]
    with meanwhile(*(partial(send, phone, most) for most, phone in enumerate(senders, 1))):
        for _ in range(rounds):
            assert host.send(host.fill(ROLES), "ask").status_code == 200
            shown = host.send(host.fill({}), "preview")
            for _try in range(MOST_TRIES):
                if (shown := host.send(entry_form(shown))).status_code == 302:
                    break
                assert shown.status_code in (409, 422), text(shown)
    host.points()
    assert rounds == Round.objects.count() == host.session.revision
    places = list(host.session.open_rounds.order_by("pk").values_list("pk", flat=True))
    kept = {key: hands[-1] for key, hands in taken.items() if hands}
    assert len(kept) >= 3
    for (number, field), hand in kept.items():
        row = host.session.rounds.get(position=1 + places.index(int(number)))
        assert row.hands.get(seat__number=field.removeprefix("hand-")).cards == hand


# ── the round that a correction means, while others are put in before it ────────────────────────


def put_in(phone: Phone, facts: dict[str, Any], place: int = 0) -> None:
    """Insert a round before another one."""
    session = GameSession.objects.get(public_id=phone.sid)
    follower = session.rounds.order_by("position")[place]
    add_round(Table(session), facts, FormVersion(session.revision, new_key(), None), follower)


@pytest.mark.parametrize(
    ("name", "service", "typed"),
    [
        ("round_void", "round_changes.void_round", {}),
        ("round_move", "round_changes.move_round", {"to": "up"}),
        ("round_edit", "entry.edit_round", {"hand-3": "5"}),
        ("round_insert", "entry.add_round", OUT),
    ],
)
def test_a_stale_form_is_shown_from_one_snapshot_by_the_key_of_its_round(
    name: str, service: str, typed: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others insert a round before the form is saved, and another one while the page of the refusal is made.

    The view of an entry loads its table twice, so that one more is inserted before.
    """
    phone = Phone().open_table().record(OUT, DOBON)
    row = phone.session.rounds.get(position=2)
    form = {**phone.fill({}, name, 2), **typed} if service.startswith("entry") else {"row": row.pk, **typed}
    sent = {**form, **phone.form_version(), "action": "confirm"}

    def put_and_hang_up() -> None:
        put_in(phone, {"kind": "nogame"})
        connection.close()

    def put_another() -> None:
        with ThreadPoolExecutor() as pool:
            pool.submit(put_and_hang_up).result()

    def load_slowly(request: HttpRequest, sid: str) -> Table:
        table = find_table(request, sid)
        put_another()
        return table

    def save_late(*args: Any, **more: Any) -> RoundEdit:
        put_another()
        return save(*args, **more)

    save: Callable[..., RoundEdit] = import_string(f"scorekeeper.rounds.{service}")
    monkeypatch.setattr(f"scorekeeper.rounds.{service}", save_late)
    page = "entry" if service.startswith("entry") else "changing"
    monkeypatch.setattr(f"scorekeeper.rounds.{page}.find_table", load_slowly)
    refused = phone.post(phone.url(name, 2), sent)
    assert refused.status_code == 409
    number = {"entry": 4, "changing": 3}[page]
    [again] = [form for form in forms(refused).values() if "row" in form and "key" in form]
    assert (again["row"], again["revision"]) == ([str(row.pk)], [str(number)])
    assert f'action="{phone.url(name, number)}"' in html(refused)
    assert phone.session.rounds.get(pk=row.pk).position == number + 1


def moved(points: int) -> dict[str, Any]:
    """A correction that is distinguished from all others by its points."""
    return {"kind": "adjust", "transfers": [{"from": "0", "to": "1", "points": points}]}


def points_of(facts: dict[str, Any]) -> int:
    return int(facts["transfers"][0]["points"])


class Meant(NamedTuple):
    """What a form shows of its round, and whether it was taken."""

    key: str
    revision: int
    number: int
    points: int
    done: bool


def confirmed(phone: Phone, page: HttpResponse, step: int) -> tuple[HttpResponse, Meant]:
    """Confirm the correction that a page shows, with another receiver and other words."""
    form: dict[str, Any] = {**entry_form(page), "action": "confirm"}
    [number] = {int(one) for one in re.findall(r"/rounds/(\d+)/edit/\"", html(page))}
    meant = form["key"][0], int(form["revision"][0]), number, int(form["points-0"][0])
    form |= {"to-0": str(1 + step % 3), "reason-0": str(step)}
    answer = phone.send(form, "confirm", "round_edit", number)
    assert answer.status_code in (302, 409), text(answer)
    return answer, Meant(*meant, answer.status_code == 302)


def rounds_at(session: GameSession, revision: int) -> list[Round]:
    """The rounds there were at a revision: none ever goes, and none changes places with another."""
    later = session.edits.filter(action="add", revision__gt=revision).values_list("round_id", flat=True)
    return list(session.rounds.exclude(pk__in=list(later)))


def check(session: GameSession, shown: list[Meant]) -> None:
    """No page mixed two moments, no form reached another round, and nothing was written over."""
    for meant in shown:
        assert points_of(rounds_at(session, meant.revision)[meant.number - 1].facts) == meant.points
        if meant.done:
            edit = session.edits.get(key=meant.key)
            assert points_of(edit.before) == points_of(edit.after) == meant.points
    taken = {meant.key for meant in shown if meant.done}
    assert {edit.key for edit in session.edits.exclude(action="add")} == taken
    assert session.rounds.count() == session.edits.filter(action="add").count()
    assert [row.position for row in session.rounds.all()] == list(range(1, session.rounds.count() + 1))


def correct_while_rounds_are_put_in(times: int, seed: int) -> int:
    """How many forms were sent: each is opened, sent, and sent again as it comes back, at last while nobody
    else writes."""
    phone, dice, writing, numbers = Phone().open_table(), Random(seed), Lock(), count(100)
    for points in range(1, 13):
        add_round(Table(phone.session), moved(points), FormVersion(points - 1, new_key(), None))
    shown: list[Meant] = []

    def put() -> None:
        """SQLite keeps no queue: who waits asks again ten times a second, and gives up after five seconds
        if it was somebody else's turn each time.  So this rests for as long as it took."""
        with writing, suppress(StaleForm):
            began, points = monotonic(), next(numbers)
            put_in(phone, moved(points), points % 5)
        sleep(max(0.02, monotonic() - began))

    def send(page: HttpResponse, step: int) -> HttpResponse:
        for _ in range(2):
            if page.status_code != 302:
                page, meant = confirmed(phone, page, step)
                shown.append(meant)
        return page

    with meanwhile(put):
        for step in range(times):
            page = send(phone.show("round_edit", dice.randint(1, 12)), step)
            with writing:
                page = send(page, step)
            assert page.status_code == 302, text(page)
    check(phone.session, shown)
    phone.points()
    return len(shown)


@pytest.mark.parametrize(("wanted", "times"), [(10, 8), pytest.param(2000, 60, marks=pytest.mark.long)])
def test_corrections_while_rounds_are_inserted(wanted: int, times: int) -> None:
    """At least ``wanted`` forms are sent, however few of them are stale."""
    sent, table = 0, 0
    while sent < wanted:
        table += 1
        sent += correct_while_rounds_are_put_in(times, table)
