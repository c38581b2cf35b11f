"""Token buckets, and the fair semaphore."""

import asyncio

import pytest
from django.test import Client

from scorekeeper.server import limits, ratelimit
from scorekeeper.server.limits import DAY, WORK, Rate
from scorekeeper.server.ratelimit import FairSemaphore, Limiter, QueueFull, Sender, charge, seconds_overdrawn
from tests.live.clients import in_a_loop


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


Step = tuple[float, str, list[int]]
"""Seconds to advance, the senders that take one token each, and the seconds each has to wait."""
CASES: dict[str, tuple[Rate, list[Step]]] = {
    "a burst passes and then has to wait": (
        Rate("it", each=6, total=100),
        [(0, "aaaaaaa", [0, 0, 0, 0, 0, 0, 10]), (9, "a", [1]), (1, "aa", [0, 10])],
    ),
    "an hour gives all back but no more": (
        Rate("it", each=3, total=100),
        [(0, "aaaa", [0, 0, 0, 20]), (3600, "aaaa", [0, 0, 0, 20])],
    ),
    "one does not hinder another": (Rate("it", each=1, total=100), [(0, "aab", [0, 60, 0])]),
    "the total holds for all together": (Rate("it", each=10, total=3), [(0, "abcd", [0, 0, 0, 20])]),
    "who is refused uses up nothing of the total": (
        Rate("it", each=1, total=3),
        [(0, "aaaaabc", [0, 60, 60, 60, 60, 0, 0])],
    ),
    "with fewer than 2 one gets through where the total is gone, and nobody gets more than 2 so": (
        Rate("it", each=10, total=3, light=2),
        [(0, "aaaa", [0, 0, 0, 20]), (0, "bbb", [0, 0, 20]), (0, "ccc", [0, 0, 20])],
    ),
}


@pytest.mark.parametrize(("rate", "steps"), CASES.values(), ids=CASES)
def test_token_buckets(rate: Rate, steps: list[Step]) -> None:
    clock = Clock()
    limiter = Limiter(rate, clock)
    for seconds, names, waits in steps:
        clock.now += seconds
        assert [limiter.take(name) for name in names] == waits


@pytest.mark.parametrize(
    ("rate", "most"), [(Rate("it", each=3), 3), (Rate("it", each=100, total=1, light=1), 1)]
)
def test_a_wider_network_is_limited_too(rate: Rate, most: int) -> None:
    """A /64 network has so many, also of those that are light, and its /48 network four times as many."""
    limiter = Limiter(rate, Clock())
    limiter.take("somebody")
    taken = [limiter.take(f"2001:db8:1:{net}::/64", "2001:db8:1::/48") for net in range(5) for _ in range(4)]
    each = [False] * most + [True] * (4 - most)
    assert [bool(wait) for wait in taken] == each * 4 + [True] * 4
    assert limiter.take("2001:db8:2:1::/64", "2001:db8:2::/48") == 0


def test_a_quota_of_a_day() -> None:
    """1000 a day, 600 are used: the 200 that are missing for 600 more are refilled in a fifth of a day."""
    clock = Clock()
    limiter = Limiter(Rate("it", each=1000, seconds=DAY), clock)
    assert limiter.take("a", wanted=600) == 0
    assert limiter.take("a", wanted=600) == 17280
    clock.now += 17280
    assert limiter.take("a", wanted=600) == 0


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratelimit, "MAX_SENDERS", 10)
    limiter = Limiter(Rate("it", each=1, total=10_000), Clock())
    limiter.take("often")
    for number in range(100):
        limiter.take(str(number))
        assert limiter.take("often") > 0
    assert len(limiter.buckets) == 10


@pytest.mark.urls("tests.server.stub_urls")
def test_a_limited_view(client: Client) -> None:
    assert [client.get("/narrow/a/").status_code for _ in range(4)] == [200, 200, 200, 429]
    answer = client.get("/narrow/b/", headers={"accept-language": "en"})
    assert answer["Retry-After"] == "20"
    assert "20" in answer.content.decode()
    elsewhere = [client.get("/narrow/a/", REMOTE_ADDR="10.0.0.9").status_code for _ in range(3)]
    assert elsewhere == [200, 200, 429]


# --- Who gets a place in a thread, and when: by what the work of each sender came to


HOUSE, HOTEL = Sender(False, ("192.0.2.1",)), Sender(False, ("2001:db8:1:2::/64", "2001:db8:1::/48"))

pytestmark = pytest.mark.usefixtures("still")


def stranger(address: str) -> Sender:
    return Sender(False, (address,))


def member(device: str, *groups: str) -> Sender:
    return Sender(True, (device, *groups))


class HeldRequests:
    """Requests that hold their places until they are ended; `served` has their names in order."""

    def __init__(self, places: int) -> None:
        self.turns, self.served = FairSemaphore(places), list[str]()
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.gates: dict[str, asyncio.Event] = {}

    async def ask(self, name: str, sender: Sender, reads: bool = True) -> None:
        self.gates[name] = asyncio.Event()

        async def work() -> None:
            async with self.turns.place(sender, reads):
                self.served.append(name)
                await self.gates[name].wait()

        self.tasks[name] = asyncio.create_task(work())
        await asyncio.sleep(0)

    async def end(self, *names: str) -> None:
        for name in names:
            self.gates[name].set()
            await self.tasks[name]
        await asyncio.sleep(0)

    async def close(self) -> None:
        """End all requests, and check that no state is left."""
        for gate in self.gates.values():
            gate.set()
        await asyncio.gather(*self.tasks.values())
        assert (self.turns._running, self.turns._waiting) == ([], {})


async def served_in_turn(*asked: tuple[str, Sender]) -> list[str]:
    """Ask while another request holds the only place; returns the order in which it is given then."""
    held = HeldRequests(1)
    await held.ask("first", HOUSE)
    for name, sender in asked:
        await held.ask(name, sender)
    assert held.served == ["first"]
    await held.close()
    return held.served[1:]


@in_a_loop
async def test_senders_take_turns() -> None:
    """Eight requests of one sender wait, then one each of two others, which come second and third."""
    many = [(f"many {number}", stranger("10.0.0.1")) for number in range(8)]
    served = await served_in_turn(*many, ("b", stranger("10.0.0.2")), ("c", HOTEL))
    assert served == ["many 0", "b", "c", *(f"many {number}" for number in range(1, 8))]


@pytest.mark.parametrize(("members", "places"), [(True, 3), (False, 2)])
@in_a_loop
async def test_members_and_strangers_leave_each_other_places(members: bool, places: int) -> None:
    """Of four places members leave one, and strangers half, however many they are; others come in at once.
    Reading and writing have four each."""
    held = HeldRequests(4)
    for number in range(10):
        await held.ask(f"{number}", Sender(members, (str(number),)), reads=number < 5)
    assert len(held.served) == 2 * places
    await held.ask("other", Sender(not members, ("other",)))
    assert held.served[-1] == "other"
    await held.close()
    assert len(held.served) == 11


@in_a_loop
async def test_members_come_before_strangers() -> None:
    assert await served_in_turn(*((name, Sender(name > "m", (name,))) for name in "abxyc")) == [*"xyabc"]


@in_a_loop
async def test_a_device_runs_one_request_of_each_kind_and_a_heavy_one_one_in_all() -> None:
    """Other devices of the group run meanwhile; the end of a reading request admits a writing one."""
    held = HeldRequests(5)
    for name, device, reads in [("a", "A", True), ("b", "A", True), ("c", "A", False), ("d", "D", True)]:
        await held.ask(name, member(device, "house"), reads)
    assert held.served == ["a", "c", "d"]
    await held.end("a")
    assert held.served == ["a", "c", "d", "b"]
    charge(member("H"), WORK.light + 0.1)
    await held.ask("reads", member("H"))
    await held.ask("writes", member("H"), reads=False)
    assert held.served[4:] == ["reads"]
    await held.end("reads")
    assert held.served[4:] == ["reads", "writes"]
    await held.close()


@in_a_loop
async def test_strangers_at_one_address_run_in_parallel() -> None:
    """A whole club may scan one code."""
    held = HeldRequests(5)
    charge(HOUSE, WORK.light + 1)
    for name, reads in [("a", True), ("b", True), ("c", False)]:
        await held.ask(name, HOUSE, reads)
    assert held.served == ["a", "b", "c"]
    await held.close()


@pytest.mark.parametrize("group", ["circle 1", "house"])
@in_a_loop
async def test_a_heavy_group_gets_half_of_the_places(group: str) -> None:
    """Two of five, for whichever devices; other groups and writing requests are not affected."""
    held = HeldRequests(5)
    for device in "ABC":
        charge(member(device, group), 2 * WORK.light / 3 + 0.1)
    for device in "DEF":
        await held.ask(device, member(device, group))
    await held.ask("other", member("O", "elsewhere"))
    await held.ask("writes", member("D", group), reads=False)
    assert held.served == ["D", "E", "other", "writes"]
    await held.end("D")
    assert held.served[-1] == "F"
    await held.close()


@in_a_loop
async def test_the_sender_with_the_least_cpu_time_is_next() -> None:
    """By the address, then by the device, then by the time of arrival."""
    charge(member("A", "busy house"), 1.0)
    charge(member("B", "busy house"), 0.5)
    charge(member("C", "calm house"), 0.75)
    houses = {"A": "busy house", "B": "busy house", "C": "calm house", "D": "new house", "E": "new house"}
    served = await served_in_turn(*((device, member(device, house)) for device, house in houses.items()))
    assert served == ["D", "E", "C", "B", "A"]


@in_a_loop
async def test_charges_while_waiting_count() -> None:
    held = HeldRequests(1)
    await held.ask("first", member("X"))
    for device, house in [("A", "busy house"), ("B", "busy house"), ("C", "calm house")]:
        await held.ask(device, member(device, house))
    charge(member("D", "busy house"), 1.0)
    await held.close()
    assert held.served == ["first", "C", "A", "B"]


@in_a_loop
async def test_no_request_starves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second of CPU time is refilled in four: a request that comes after ten seconds is behind."""
    clock = Clock()
    monkeypatch.setattr(ratelimit.Limiter.__init__, "__defaults__", (clock,))
    held = HeldRequests(1)
    await held.ask("first", member("X"))
    charge(member("A"), 1.0)
    await held.ask("A", member("A"))
    clock.now += 2
    await held.ask("B", member("B"))
    clock.now += 8
    await held.ask("C", member("C"))
    await held.close()
    assert held.served == ["first", "B", "A", "C"]


@in_a_loop
async def test_the_cost_of_queueing_is_linear(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand phones reconnect at once after a restart."""
    asked, rank = list[Sender](), ratelimit._rank
    monkeypatch.setattr(ratelimit, "_rank", lambda sender, since: asked.append(sender) or rank(sender, since))
    names = [f"{number}" for number in range(200)]
    assert await served_in_turn(*((name, member(name)) for name in names)) == names
    assert len(asked) <= 3 * 200


def test_a_device_over_its_allowance_has_to_wait() -> None:
    """It has 30 s within 120 s: after 33 s it waits 12 s, in which 3 s are refilled."""
    charge(member("A"), WORK.each)
    assert seconds_overdrawn("A") == 0
    charge(member("A"), 3.0)
    assert (seconds_overdrawn("A"), seconds_overdrawn("B")) == (12, 0)


@pytest.mark.parametrize(("members", "name"), [(True, "WAITING_OF_DEVICE"), (False, "WAITING_OF_ADDRESS")])
@in_a_loop
async def test_a_full_queue_is_refused_for_its_sender_alone(
    members: bool, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert getattr(limits, name) > 20
    monkeypatch.setattr(limits, name, 2)
    held = HeldRequests(1)
    await held.ask("first", HOUSE)
    for number in range(2):
        await held.ask(f"{number}", Sender(members, ("A",)))
    with pytest.raises(QueueFull):
        async with held.turns.place(Sender(members, ("A",))):
            pass
    await held.ask("b", Sender(members, ("B",)))
    await held.close()
    assert len(held.served) == 4


@pytest.mark.parametrize("late", [False, True])
@in_a_loop
async def test_a_cancelled_request_releases_its_place(late: bool) -> None:
    held = HeldRequests(1)
    await held.ask("first", HOUSE)
    await held.ask("gone", HOTEL)
    await held.ask("stays", HOTEL)
    if late:  # it is given the place, and has not noticed yet
        held.gates["first"].set()
        await held.tasks["first"]
    held.tasks["gone"].cancel()
    await asyncio.sleep(0)
    await held.end("first")
    await held.end("stays")
    assert held.tasks.pop("gone").cancelled()
    await held.close()


@in_a_loop
async def test_a_sender_returns_after_its_only_request_was_cancelled() -> None:
    held = HeldRequests(1)
    await held.ask("first", HOUSE)
    await held.ask("gone", HOTEL)
    held.tasks.pop("gone").cancel()
    await asyncio.sleep(0)
    await held.end("first")
    await held.ask("again", HOTEL)
    await held.close()
    assert held.served == ["first", "again"]
