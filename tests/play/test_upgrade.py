"""What an earlier version wrote opens unchanged (see ``tests/data/README.md``)."""

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from html import unescape
from io import StringIO
from pathlib import Path
from shutil import copy
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from scorekeeper.circles.models import Circle
from scorekeeper.play.debts import owing, running_tables
from scorekeeper.play.models import GameSession, RoundResult
from scorekeeper.play.paying import amount_of, balances
from scorekeeper.play.results import incomplete
from scorekeeper.play.table import Table
from scorekeeper.scoring.document import Debt
from scorekeeper.server.database import database
from scorekeeper.server.prepare import migrate
from tests.helpers import Phone, entry_form, forms, html, text
from tests.seated import confirm

DATA = Path(__file__).parent.parent / "data" / "before-rows"
KEPT: dict[str, Any] = json.loads(gzip.decompress((DATA / "expected.json.gz").read_bytes()))
SESSIONS: dict[str, dict[str, Any]] = KEPT["sessions"]
CIRCLE = next(iter(KEPT["owing"]))
"""The circle whose sessions were made by pages; the other one holds the imported evenings."""


TARGETS = [("circles", "0004_remove_circle_link_nonce"), ("play", "0005_form_hash"), ("live", "0001_initial")]
"""How far the earlier version had migrated."""


@contextmanager
def connected_to(settings: dict[str, Any]) -> Iterator[None]:
    """The default connection is another database than the one that tests share."""
    kept, connection = connections.databases["default"], connections["default"]
    connections.databases["default"] = {**kept, **settings}
    del connections["default"]
    try:
        yield
    finally:
        connections["default"].close()
        connections.databases["default"], connections["default"] = kept, connection


def unpacked(folder: Path) -> Path:
    file = folder / "scorekeeper.sqlite3"
    file.write_bytes(gzip.decompress((DATA / "scorekeeper.sqlite3.gz").read_bytes()))
    return file


def sqlite(file: Path) -> dict[str, Any]:
    return {**database("", file.parent), "NAME": str(file)}


def fill_postgresql(file: Path) -> None:
    """Put the rows of a file of SQLite into an empty database, with the tables of that time."""
    executor = MigrationExecutor(connections["default"])
    executor.migrate(TARGETS)
    connections.databases["earlier"] = {**connections.databases["default"], **sqlite(file)}
    try:
        models = executor.loader.project_state(TARGETS).apps.get_models()
        with transaction.atomic():
            for model in models:
                model._base_manager.bulk_create(model._base_manager.using("earlier"))
            with connections["default"].cursor() as cursor:
                for line in connections["default"].ops.sequence_reset_sql(no_style(), models):
                    cursor.execute(line)
    finally:
        connections["earlier"].close()
        del connections.databases["earlier"], connections["earlier"]


def run_sql(line: str) -> None:
    with connections["default"].cursor() as cursor:
        cursor.execute(line)


@pytest.fixture(scope="module")
def upgraded(
    tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> Iterator[dict[str, Any]]:
    """The database of the earlier version, brought up to date once, as a start of the server does it."""
    file = unpacked(tmp_path_factory.mktemp("upgraded"))
    with django_db_blocker.unblock():
        if connections["default"].vendor == "sqlite":
            with connected_to(sqlite(file)):
                migrate()
            yield sqlite(file)
            return
        name = f"upgraded_{uuid4().hex[:8]}"
        run_sql(f"CREATE DATABASE {name}")
        with connected_to({"NAME": name}):
            fill_postgresql(file)
            migrate()
        yield {"NAME": name}
        run_sql(f"DROP DATABASE {name}")


@pytest.fixture(autouse=True)
def _copy(
    upgraded: dict[str, Any], tmp_path: Path, settings: Any, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """A copy of it for each test, opened with the key that its links were made with."""
    settings.SECRET_KEY = KEPT["secret_key"]
    with django_db_blocker.unblock():
        if connections["default"].vendor == "sqlite":
            with connected_to(sqlite(Path(copy(upgraded["NAME"], tmp_path)))):
                yield
            return
        name = f"{upgraded['NAME']}_copy"
        run_sql(f"CREATE DATABASE {name} TEMPLATE {upgraded['NAME']}")
        with connected_to({"NAME": name}):
            yield
        run_sql(f"DROP DATABASE {name}")


def phone_of(name: str, sid: str = "") -> Phone:
    """A phone with the cookie that the earlier version gave it."""
    phone = Phone()
    phone.cookies["device"] = KEPT["devices"][name]
    phone.sid = sid
    return phone


def session(sid: str) -> GameSession:
    return GameSession.objects.get(public_id=sid)


# ── what it says of every session ───────────────────────────────────────────────────────────────


def exported(sid: str) -> str:
    out = StringIO()
    call_command("export_session", sid, stdout=out)
    return out.getvalue()


@pytest.mark.postgresql
def test_exports_are_the_same_text() -> None:
    """PostgreSQL keeps no order of keys: there it is the same document."""
    read = str if connections["default"].vendor == "sqlite" else json.loads
    for sid, kept in SESSIONS.items():
        assert read(exported(sid)) == read(kept["export"])


def as_lists(debts: Iterable[Debt]) -> list[list[object]]:
    return [[debt.payer, debt.payee, debt.points, debt.money] for debt in debts]


EDIT = ("action", "revision", "key", "before", "after", "device_id", "confirmed_by_id")


def said_of(sid: str) -> dict[str, Any]:
    """Points, debts and history of a session, in the words of the earlier version."""
    table = Table(session(sid))
    return {
        "game": table.session.game,
        "points": dict(table.replay.state.balances),
        "moved": [{who: n for who, n in one.change.items() if n} for one in table.replay.scored],
        "elsewhere": table.elsewhere,
        "debts": as_lists(table.final.debts),
        "paid": as_lists(map(table.debt, table.paid)),
        "voided": [row.position for row in table.rounds if row.voided],
        "edits": [list(row) for row in table.session.edits.values_list(*EDIT)],
    }


@pytest.mark.postgresql
def test_points_debts_and_history_are_the_same() -> None:
    for sid, kept in SESSIONS.items():
        assert {**said_of(sid), "export": kept["export"]} == kept


def test_what_is_owed_over_all_running_tables() -> None:
    """The version joined points of different games: what everybody owes over all games is the same."""
    for public_id, kept in KEPT["owing"].items():
        tables = running_tables(Circle.objects.get(public_id=public_id))
        found = owing(tables)
        assert found
        assert sum(one.tables for one in found.joined) + found.alone == kept["tables"]
        owed = [
            *(debt for one in found.joined for debt in one.debts),
            *alone_in_their_game(tables),
        ]
        if not kept["mixed"]:
            assert balances(owed) == balances((one, two, Decimal(sum_)) for one, two, sum_ in kept["debts"])


def alone_in_their_game(tables: list[Table]) -> Iterator[tuple[str, str, Decimal]]:
    """What is owed at those running tables beside which no other is of their game."""
    games = Counter(table.session.game for table in tables if table.final.debts)
    for table in tables:
        if games[table.session.game] == 1:
            yield from ((debt.payer, debt.payee, amount_of(debt)) for debt in table.final.debts)


@pytest.mark.postgresql
def test_nothing_would_be_scored_otherwise() -> None:
    call_command("rescore", "--check")


@pytest.mark.postgresql
def test_every_result_has_its_outcome() -> None:
    assert RoundResult.objects.exists()
    assert not incomplete().exists()


# ── its pages ───────────────────────────────────────────────────────────────────────────────────

NAMES = ("table", "rounds", "sheet", "settle", "referee", "rules", "export")
"""Pages that every table has."""


def pages_from(phone: Phone, start: str, inside: tuple[str, ...]) -> dict[str, int]:
    """The status of every page that is linked, directly or not, within some addresses."""
    found: dict[str, int] = {}
    waiting = [start]
    while waiting:
        path = waiting.pop()
        response = phone.get(path)
        found[path] = response.status_code
        if response.status_code == 200 and response["Content-Type"].startswith("text/html"):
            linked = {
                unescape(link).partition("#")[0] for link in re.findall(r'href="(/[^"]*)"', html(response))
            }
            waiting += [link for link in sorted(linked) if link.startswith(inside) and link not in found]
            found |= dict.fromkeys(waiting, 0)
    return found


def test_every_page_of_the_circle_opens() -> None:
    phone = phone_of("host")
    found = pages_from(phone, reverse("circle", args=(CIRCLE,)), (f"/circles/{CIRCLE}/",))
    tables = [reverse(name, args=(sid,)) for name in NAMES for sid in KEPT["own"]]
    found |= {path: phone.get(path).status_code for path in tables}
    assert {path: status for path, status in found.items() if status not in (200, 302)} == {}


@pytest.mark.long
@pytest.mark.parametrize("sid", SESSIONS)
def test_every_page_of_every_session_opens(sid: str) -> None:
    found = pages_from(phone_of("host"), reverse("table", args=(sid,)), (f"/t/{sid}/",))
    assert {path: status for path, status in found.items() if status not in (200, 302)} == {}


# ── its ways in ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "status"),
    [("host", 200), ("ben", 200), ("chie", 200), ("viewer", 200), ("gone", 404), ("removed", 404)],
)
def test_devices(name: str, status: int) -> None:
    assert phone_of(name).get(reverse("circle", args=(CIRCLE,))).status_code == status


@pytest.mark.parametrize(("link", "status"), [("live", 302), ("revoked", 404)])
def test_links(link: str, status: int) -> None:
    assert Phone().get(KEPT["links"][link]).status_code == status


def test_the_recovery_code() -> None:
    phone = Phone()
    phone.post(reverse("recover"), {"code": KEPT["recovery_code"]})
    assert phone.get(reverse("recovery", args=(CIRCLE,))).status_code == 200


# ── what was going on goes on ───────────────────────────────────────────────────────────────────


def moved(phone: Phone) -> dict[str, int]:
    """What changed since the earlier version."""
    before: dict[str, int] = SESSIONS[phone.sid]["points"]
    return {name: points - before[name] for name, points in phone.points().items() if points != before[name]}


@pytest.mark.postgresql
def test_hands_that_were_sent_hidden() -> None:
    """Ben sent 3 K and is called off his 9 with 2+7: he pays 9 + (3+13) = 25, and 2s double nothing here."""
    host, ben = (phone_of(name, KEPT["hidden"]) for name in ("host", "ben"))
    assert "3 K" in html(ben.show("hand"))
    assert "3 K" not in html(host.show("round_new"))
    assert confirm(host, **{"hand-0": "2 7"}).status_code == 302
    assert moved(host) == {"あき": 25, "Ben": -25}


@pytest.mark.postgresql
def test_hands_that_were_sent_openly() -> None:
    """Chie went out: 5 → 10 from あき, K = 10 from Ben, 2 and 10 = 60 from 大輔."""
    host = phone_of("host", KEPT["collecting"])
    assert entry_form(host.show("round_new"))["hand-1"] == ["K"]
    assert confirm(host, **{"hand-0": "5", "hand-3": "2 10"}).status_code == 302
    assert moved(host) == {"あき": -10, "Ben": -10, "Chie": 80, "大輔": -60}


@pytest.mark.postgresql
def test_a_round_that_waits_for_a_second_person() -> None:
    """A claimed B's J, which is 11."""
    host, ben = (phone_of(name, KEPT["waiting"]) for name in ("host", "ben"))
    form = forms(ben.get(ben.url("second")))["second"]
    assert ben.post(ben.url("second"), {**form, "action": "ok"}).status_code == 302
    assert moved(host) == {"A": 11, "B": -11}


@pytest.mark.postgresql
@pytest.mark.parametrize("sid", KEPT["own"])
def test_corrections_keep_what_was_entered(sid: str) -> None:
    """The form of every round, sent back as it comes, changes no facts."""
    phone = phone_of("host", sid)
    for number in range(1, session(sid).rounds.count() + 1):
        if phone.get(phone.url("round_edit", number)).status_code == 200:
            answer = phone.play({}, "round_edit", number)
            assert answer.status_code == 302, text(answer)
    assert phone.show("export").json() == json.loads(SESSIONS[sid]["export"])
