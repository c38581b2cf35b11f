"""The admin, if it is enabled."""

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.live.clients import Sender
from tests.postgres import empty_database
from tests.server.running import DATABASE, REAL, Running, manage, running

pytestmark = pytest.mark.long

PASSWORD = "a long password for nobody"
ADMIN = {"SCOREKEEPER_ADMIN": "1"}
KEEPER = {
    "DJANGO_SUPERUSER_USERNAME": "keeper",
    "DJANGO_SUPERUSER_EMAIL": "",
    "DJANGO_SUPERUSER_PASSWORD": PASSWORD,
}
SECRETS = ("key_hash", "code_hash", "token_hash", "nonce")


def log_in(server: Running, password: str = PASSWORD) -> tuple[Sender, int]:
    """Log in, and return the client with the status."""
    keeper = Sender(server)
    form = keeper.form("/admin/login/", "login-form")
    form = {"csrfmiddlewaretoken": form["csrfmiddlewaretoken"]}
    status, _, _ = keeper.ask("POST", "/admin/login/", {**form, "username": "keeper", "password": password})
    return keeper, status


def column(folder: Path, sql: str) -> list[str]:
    """The values of one column that a statement returns."""
    url = os.environ.get("DATABASE_URL", "")
    with closing(psycopg.connect(url) if url else sqlite3.connect(folder / DATABASE, timeout=20)) as base:
        result = [str(each) for (each,) in base.execute(sql).fetchall()]
        base.commit()
        return result


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with empty_database():
        yield tmp_path_factory.mktemp("office")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Running]:
    """A server with the admin, on data that was recorded without it."""
    with running(folder, settings=REAL) as first:
        sender = Sender(first).open_table()
        assert first.ask("GET", "/admin/")[0] == 404
        assert first.ask("GET", "/admin/login/")[0] == 404
        sender.play()
    assert manage(folder, "demo").returncode == 0
    assert not {"admin", "auth", "sessions"} & set(column(folder, "SELECT app FROM django_migrations"))
    with running(folder, settings=REAL, own=ADMIN) as again:
        done = manage(folder, "createsuperuser", "--noinput", **ADMIN, **KEEPER)
        assert done.returncode == 0, done.stderr
        yield again


@pytest.fixture(scope="module")
def keeper(server: Running) -> Sender:
    keeper, status = log_in(server)
    assert status == 302
    return keeper


def test_lists_and_rows_show_no_secret(keeper: Sender) -> None:
    """Every list, and one row of each."""
    lists = sorted(set(re.findall(r'href="(/admin/\w+/(\w+)/)"', keeper.get("/admin/"))))
    assert len(lists) > 30
    opened = set()
    for path, name in lists:
        page = keeper.get(path)
        if rows := re.findall(rf'href="({path}\d+/change/)', page):
            page += keeper.get(rows[0])
            opened.add(name)
        assert not [secret for secret in SECRETS if f"field-{secret}" in page], path
    assert {"circle", "device", "round", "hand", "roundresult", "roundedit", "user"} <= opened
    assert {"seat", "flow", "settlementpaid"} <= opened


MODELS = ("play/roundresult", "play/roundedit", "play/round", "play/flow", "circles/circle")


@pytest.mark.parametrize("model", MODELS)
def test_the_admin_is_read_only(keeper: Sender, model: str) -> None:
    path = f"/admin/{model}/"
    [row, *_more] = re.findall(rf"{path}(\d+)/change/", keeper.get(path))
    token = keeper.cookies["csrftoken"]
    for where in ("add/", f"{row}/change/", f"{row}/delete/"):
        status, _, _ = keeper.ask("POST", f"{path}{where}", {"csrfmiddlewaretoken": token, "post": "yes"})
        assert status == 403, where
    form = {"csrfmiddlewaretoken": token, "action": "delete_selected", "_selected_action": row}
    keeper.ask("POST", path, {**form, "post": "yes"})
    assert re.search(rf"{path}{row}/change/", keeper.get(path))


def test_the_session_cookie_is_limited_to_the_admin(server: Running, keeper: Sender) -> None:
    assert "admin_session" in keeper.cookies
    headers = server.ask("GET", "/admin/login/")[1]
    assert "unsafe" not in headers["content-security-policy"]
    assert "admin_session" not in server.ask("GET", "/")[1].get("set-cookie", "")


def test_expired_sessions_are_deleted(folder: Path, server: Running, keeper: Sender) -> None:
    log_in(server)
    mine = keeper.cookies["admin_session"]
    ended = "UPDATE django_session SET expire_date = '2020-01-01 00:00:00+00:00'"
    assert column(folder, f"{ended} WHERE session_key != '{mine}' RETURNING session_key")
    assert manage(folder, "housekeeping", **ADMIN).returncode == 0
    assert column(folder, "SELECT session_key FROM django_session") == [mine]


def test_logins_are_rate_limited(server: Running, keeper: Sender) -> None:
    """Also from 127.0.0.1, which has no other limits; a logged-in user is not affected."""
    answers = [log_in(server, "wrong")[1] for _each in range(7)]
    assert answers[:2] == [200] * 2
    assert answers[-1] == 429
    assert keeper.ask("GET", "/admin/")[0] == 200


def test_a_host_is_no_admin(server: Running) -> None:
    phone = Sender(server).open_table(("Emi", "Fumi"))
    status, where, _ = phone.ask("GET", "/admin/")
    assert (status, where) == (302, "/admin/login/?next=/admin/")
