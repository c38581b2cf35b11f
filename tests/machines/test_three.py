"""Three servers on three ports behind a proxy, with one PostgreSQL; each request goes to another of them."""

import asyncio
import importlib.util
import os
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from time import perf_counter
from urllib.parse import urlsplit

import pytest

from tests.live.lines import Line, Sender, friend_of
from tests.machines.proxy import Gate, Proxy
from tests.server.running import Running, running

pytestmark = pytest.mark.postgresql

URL = os.environ.get("LIVE_DATABASE_URL", "")
SERVERS = 3
PATIENCE = 20.0


@pytest.fixture(name="gate", scope="module")
def _gate() -> Iterator[Gate]:
    """What lies between the servers and PostgreSQL."""
    if not URL or importlib.util.find_spec("psycopg") is None:
        pytest.skip("needs PostgreSQL: tests/run.sh has a step for it")
    with Gate(urlsplit(URL).port or 5432) as found:
        yield found


@pytest.fixture(name="servers", scope="module")
def _servers(gate: Gate, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Running]]:
    """All started at the same moment, with one key and a folder each."""
    port = urlsplit(URL).port
    own = {"DATABASE_URL": URL.replace(f":{port}/", f":{gate.port}/"), "SCOREKEEPER_SECRET": "k" * 60}
    folder = tmp_path_factory.mktemp("three")
    with ExitStack() as stack, ThreadPoolExecutor(SERVERS) as starting:

        def start(number: int) -> Running:
            return stack.enter_context(
                running(folder / str(number), settings="scorekeeper.settings", own=own)
            )

        yield list(starting.map(start, range(SERVERS)))


@pytest.fixture(name="proxy")
def _proxy(servers: list[Running]) -> Iterator[Proxy]:
    with Proxy([each.port for each in servers]) as found:
        yield found


def test_an_evening_on_three_machines(proxy: Proxy, servers: list[Running]) -> None:
    """A phone that comes by a link, rounds, a form that is sent to each of them, a code to come back by."""

    async def run() -> None:
        host = await asyncio.to_thread(Sender(proxy).open_table)
        friend = await asyncio.to_thread(friend_of, host)
        lines = [
            await Line.open(each.port, host.sid, who.cookie) for who in (host, friend) for each in servers
        ]
        for line in lines:
            await line.event()
        form = await asyncio.to_thread(host.entry)
        for _ in range(SERVERS):
            begin = perf_counter()
            assert await asyncio.to_thread(host.send, form) == 302
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


def test_a_database_that_goes_away_for_a_while(proxy: Proxy, servers: list[Running], gate: Gate) -> None:
    """Whoever asks meanwhile is told so at once; then all goes on, and nobody meets a dead connection."""
    host = Sender(proxy).open_table()
    table, form = f"/t/{host.sid}/", host.entry()

    async def run() -> None:
        lines = [await Line.open(each.port, host.sid, host.cookie) for each in servers]
        for line in lines:
            assert (await line.event()).id == "0"
        await asyncio.to_thread(gate.shut)
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
        await asyncio.to_thread(gate.open)
        for _ in range(2 * SERVERS):
            assert (await asyncio.to_thread(host.ask, "GET", table))[0] == 200
        assert await asyncio.to_thread(host.send, form) == 302
        for line in lines:
            assert (await line.revision(1, PATIENCE)).id == "1"
            line.close()

    asyncio.run(run())
    assert not proxy.cut
    assert "Traceback" not in "".join(each.output for each in servers)
