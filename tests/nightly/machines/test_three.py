"""Three servers on three ports with one PostgreSQL; each request goes to another of them."""

import asyncio
import os
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import cycle
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.browser.wire import Wire
from tests.live.clients import EventStream, Sender, friend_of
from tests.server.running import Running, running
from tests.server.test_database_errors import sent

pytestmark = pytest.mark.postgresql

URL = os.environ.get("LIVE_DATABASE_URL", "")
SERVERS = 3
PATIENCE = 20.0


class InTurn:
    """Several servers behind one address: each request goes to the next of them."""

    def __init__(self, servers: list[Running]) -> None:
        self._turn = cycle(servers)

    def ask(self, *request: Any) -> tuple[int, dict[str, str], str]:
        return next(self._turn).ask(*request)


@pytest.fixture(name="gate", scope="module")
def _gate() -> Iterator[Wire]:
    """A proxy between the servers and PostgreSQL, which can be cut."""
    if not URL:
        pytest.skip("needs PostgreSQL: tests/run.sh has a step for it")
    result = Wire(urlsplit(URL).port or 5432)
    yield result
    result.close()


@pytest.fixture(name="servers", scope="module")
def _servers(gate: Wire, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Running]]:
    """All started at the same moment, with one key and one folder."""
    port = urlsplit(URL).port
    own = {"DATABASE_URL": URL.replace(f":{port}/", f":{gate.port}/"), "SCOREKEEPER_SECRET": "k" * 60}
    folder = tmp_path_factory.mktemp("three")
    with ExitStack() as stack, ThreadPoolExecutor(SERVERS) as starting:

        def start(_number: int) -> Running:
            return stack.enter_context(running(folder, settings="scorekeeper.settings", own=own))

        yield list(starting.map(start, range(SERVERS)))


def test_an_evening_on_three_machines(servers: list[Running]) -> None:
    """A phone that comes by a link, rounds, a form that is sent to each by hand and by the outbox, a code to
    come back by."""

    async def run() -> None:
        host = await asyncio.to_thread(Sender(InTurn(servers)).open_table)
        friend = await asyncio.to_thread(friend_of, host)
        lines = [
            await EventStream.open(server.port, host.sid, who.cookie)
            for who in (host, friend)
            for server in servers
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


def test_a_database_that_is_away_temporarily(servers: list[Running], gate: Wire) -> None:
    """Requests are answered at once meanwhile, and afterwards none uses a dead connection."""
    host = Sender(InTurn(servers)).open_table()
    table, form = f"/t/{host.sid}/", host.entry()

    async def run() -> None:
        lines = [await EventStream.open(each.port, host.sid, host.cookie) for each in servers]
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
        refused = await EventStream.open(servers[0].port, host.sid, host.cookie)
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
    assert "Traceback" not in "".join(each.output for each in servers)
