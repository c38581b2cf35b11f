"""Three servers on three ports behind a proxy, with one PostgreSQL; each request goes to another of them."""

import asyncio
import os
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from time import perf_counter, sleep
from typing import TypeVar
from urllib.parse import urlencode, urlsplit

import psycopg
import pytest

from scorekeeper.server.limits import RECOVERIES
from tests.browser.wire import Wire
from tests.live.lines import Line, Sender, friend_of
from tests.nightly.machines.proxy import Proxy
from tests.server.running import Running, running
from tests.server.test_trouble import sent

pytestmark = pytest.mark.postgresql

URL = os.environ.get("LIVE_DATABASE_URL", "")
SERVERS = 3
PATIENCE = 20.0
T = TypeVar("T")
PROXIES = ("127.0.0.2", "127.0.0.3")


@pytest.fixture(name="gate", scope="module")
def _gate() -> Iterator[Wire]:
    """What lies between the servers and PostgreSQL."""
    if not URL:
        pytest.skip("needs PostgreSQL: tests/run.sh has a step for it")
    result = Wire(urlsplit(URL).port or 5432)
    yield result
    result.close()


@pytest.fixture(name="servers", scope="module")
def _servers(gate: Wire, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Running]]:
    """All started at the same moment, with one key and a folder each."""
    port = urlsplit(URL).port
    own = {"DATABASE_URL": URL.replace(f":{port}/", f":{gate.port}/"), "SCOREKEEPER_SECRET": "k" * 60}
    own["SCOREKEEPER_TRUSTED_PROXIES"] = " ".join(PROXIES)
    folder = tmp_path_factory.mktemp("three")
    with ExitStack() as stack, ThreadPoolExecutor(SERVERS) as starting:

        def start(number: int) -> Running:
            return stack.enter_context(
                running(folder / str(number), settings="scorekeeper.settings", own=own)
            )

        yield list(starting.map(start, range(SERVERS)))


@pytest.fixture(name="proxy")
def _proxy(servers: list[Running]) -> Iterator[Proxy]:
    with Proxy([each.port for each in servers]) as result:
        yield result


def test_an_evening_on_three_machines(proxy: Proxy, servers: list[Running]) -> None:
    """A phone that comes by a link, rounds, a form that is sent to each by hand and by the outbox, a code to
    come back by."""

    async def run() -> None:
        host = await asyncio.to_thread(Sender(proxy).open_table)
        friend = await asyncio.to_thread(friend_of, host)
        lines = [  # one after the other, so that each device listens at every server
            await Line.open(proxy.port, host.sid, who.cookie) for who in (host, friend) for _ in servers
        ]
        for line in lines:
            await line.event()
        form = await asyncio.to_thread(host.entry)
        for _ in range(SERVERS):
            begin = perf_counter()
            assert await asyncio.to_thread(host.send, form) == 302
            status, headers, _text = await asyncio.to_thread(sent, host, form)
            assert (status, [headers["recorded"]]) == (204, form["key"])
        assert max([(await line.revision(1)).at - begin for line in lines]) < PATIENCE
        await asyncio.to_thread(friend.play)
        assert {(await line.revision(2)).id for line in lines} == {"2"}
        await asyncio.to_thread(host.remove_other_devices)
        for line in lines[SERVERS:]:
            await line.event("out")
        for line in lines:
            line.close()

        await asyncio.to_thread(comes_back, host)

    asyncio.run(run())
    assert not proxy.cut


def comes_back(host: Sender) -> None:
    """A new phone becomes a host, by the code that another server made."""
    path = f"{host.circle()}recovery/"
    status, _, page = host.ask("POST", path, {**host.form(path, ""), "action": "new"})
    assert status == 200, page
    newcomer = Sender(host.server, sid=host.sid)
    code = "-".join(re.findall(r"<li>([^<]+)</li>", page.split("code-words")[1].split("</ul>")[0]))
    assert (
        newcomer.ask("POST", "/recover/", {**newcomer.form("/recover/", "recover"), "code": code})[0] == 302
    )
    assert newcomer.get(f"{newcomer.circle()}settings/")


def test_two_servers_write_to_one_table_at_the_same_moment(servers: list[Running]) -> None:
    """Either round is kept, and the later one hears of it; both servers know one order of them."""
    host = Sender(servers[0]).open_table()
    friend = friend_of(host)
    friend.server = servers[1]
    path, taken = f"/t/{host.sid}/rounds/new/", []
    for turn in range(3):
        rivals = [host, friend][:: (-1) ** turn]
        forms = [rival.entry(**{"hand-1": card}) for rival, card in zip(rivals, ("K", "9"), strict=True)]
        calls = [partial(rival.ask, "POST", path, form) for rival, form in zip(rivals, forms, strict=True)]
        answers = at_the_same_moment(host.sid, calls)
        assert sorted(status for status, _, _ in answers) == [302, 409]
        first = answers[0][0] == 409
        assert "Something happened meanwhile" in answers[not first][2]
        later = rivals[not first].entry()
        assert rivals[not first].send(later) == 302
        taken += [forms[first]["key"][0], later["key"][0]]
    assert kept_keys(URL, host.sid) == (taken, len(taken), len(taken))
    assert host.get(f"/t/{host.sid}/rounds.csv") == friend.get(f"/t/{host.sid}/rounds.csv")


def kept_keys(url: str, sid: str) -> tuple[list[str], int, int]:
    """What a database holds of a table: the keys of its forms, how many rounds, and its revision."""
    with psycopg.connect(url) as base:
        [number, revision] = base.execute(
            "SELECT id, revision FROM play_gamesession WHERE public_id = %s", [sid]
        ).fetchone() or (0, 0)
        keys = base.execute(
            "SELECT key FROM play_roundedit WHERE session_id = %s ORDER BY revision", [number]
        ).fetchall()
        [rounds] = base.execute(
            "SELECT count(*) FROM play_round WHERE session_id = %s", [number]
        ).fetchone() or (0,)
    return [key for (key,) in keys], rounds, revision


def at_the_same_moment(sid: str, calls: list[Callable[[], T]]) -> list[T]:
    """What comes of calls that write to a table, let go once all of them wait for it."""
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = %s"
    with psycopg.connect(URL) as held, psycopg.connect(URL, autocommit=True) as asked:
        held.execute("SELECT 1 FROM play_gamesession WHERE public_id = %s FOR UPDATE", [sid])
        with ThreadPoolExecutor(len(calls)) as at_once:
            sent = [at_once.submit(call) for call in calls]
            end = perf_counter() + PATIENCE
            while asked.execute(waiting, [held.info.dbname]).fetchone() != (len(calls),):
                assert perf_counter() < end, "they do not meet"
                sleep(0.02)
            held.rollback()
    return [each.result() for each in sent]


def test_limits_go_by_the_phone_behind_two_proxies(servers: list[Running]) -> None:
    """However many servers answer in turn, and whatever the phone says where it is."""
    with Proxy([each.port for each in servers], PROXIES[0]) as near, Proxy([near.port], PROXIES[1]) as far:
        far.address = "127.0.0.8"
        loud = Sender(far)
        form = {**loud.form("/recover/", "recover"), "code": "ABCD"}
        answers = [loud.ask("POST", "/recover/", form)[0] for _ in range(SERVERS * RECOVERIES.each)]
        while answers[-SERVERS:] != [429] * SERVERS:  # each of them counts for itself
            assert len(answers) < 100
            answers.append(loud.ask("POST", "/recover/", form)[0])
        assert answers[0] == 422
        headers = {"Cookie": loud.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        headers["X-Forwarded-For"] = "127.0.0.9"
        body = urlencode(form, doseq=True).encode()
        assert 429 in [far.ask("POST", "/recover/", body, headers)[0] for _ in range(SERVERS)]
        far.address = "127.0.0.9"
        quiet = Sender(far)
        assert (
            quiet.ask("POST", "/recover/", {**quiet.form("/recover/", "recover"), "code": "ABCD"})[0] == 422
        )


def test_a_database_that_goes_away_for_a_while(proxy: Proxy, servers: list[Running], gate: Wire) -> None:
    """Who asks meanwhile gets an answer at once; then all goes on, and nobody meets a dead connection."""
    host = Sender(proxy).open_table()
    table, form = f"/t/{host.sid}/", host.entry()

    async def run() -> None:
        lines = [await Line.open(each.port, host.sid, host.cookie) for each in servers]
        for line in lines:
            assert (await line.event()).id == "0"
        await asyncio.to_thread(gate.cut)
        begin = perf_counter()
        for _ in range(2 * SERVERS):
            status, _where, text = await asyncio.to_thread(host.ask, "GET", table)
            assert (status, "cannot reach its database" in text) == (503, True)
            assert await asyncio.to_thread(host.send, form) == 503
            for path in ("/offline/", "/rules/", "/rules/gamble/"):
                assert (await asyncio.to_thread(host.ask, "GET", path))[0] == 200
        refused = await Line.open(proxy.port, host.sid, host.cookie)
        assert (refused.status, int(refused.header("retry-after")) > 0) == (503, True)
        assert perf_counter() - begin < PATIENCE
        await asyncio.to_thread(gate.mend)
        for _ in range(2 * SERVERS):
            assert (await asyncio.to_thread(host.ask, "GET", table))[0] == 200
        assert await asyncio.to_thread(host.send, form) == 302
        for line in lines:
            assert (await line.revision(1, PATIENCE)).id == "1"
            line.close()

    asyncio.run(run())
    assert not proxy.cut
    assert "Traceback" not in "".join(each.output for each in servers)
