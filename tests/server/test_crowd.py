import asyncio

import pytest

from scorekeeper.server.crowd import Crowd, Crowded, Known, Turns

HOUSE, HOTEL = ("192.0.2.1",), ("2001:db8:1:2::/64", "2001:db8:1::/48")


def crowd(*guests: tuple[str, tuple[str, ...]]) -> Crowd[str]:
    made: Crowd[str] = Crowd()
    for name, networks in guests:
        made.add(name, networks)
    return made


def test_the_oldest_of_those_who_are_most_goes_first() -> None:
    here = crowd(("a", HOUSE), ("b", HOTEL), ("c", HOTEL))
    assert (here.first_to_go(), here.most()) == ("b", 2)
    here.discard("b")
    here.discard("b")
    here.add("d", HOUSE)
    assert here.first_to_go() == "a"
    assert (len(here), "a" in here, "b" in here) == (3, True, False)


def test_networks_of_one_provider_are_most_together() -> None:
    rooms = [(f"room {net}", (f"2001:db8:1:{net}::/64", "2001:db8:1::/48")) for net in range(3)]
    here = crowd(("a", HOUSE), ("b", HOUSE), *rooms)
    assert here.first_to_go() == "room 0"


def test_who_is_here_already_keeps_its_place() -> None:
    here = crowd(("a", HOUSE), ("b", HOUSE), ("a", HOUSE))
    assert here.first_to_go() == "a"


def test_full_for_whom() -> None:
    """A /64 has room for 2, the /48 for 8."""
    here = crowd(*((f"{net} {n}", (f"n{net}::/64", "n::/48")) for net in range(4) for n in range(2)))
    assert here.full(("n0::/64", "n::/48"), 2) == "n0::/64"
    assert here.full(("n9::/64", "n::/48"), 2) == "n::/48"
    assert here.full(("n9::/64", "m::/48"), 2) is None
    assert here.full((), 2) is None


def test_nothing_is_left_of_who_went() -> None:
    here = crowd(("a", HOTEL))
    here.discard("a")
    assert (here.most(), here.first_to_go(), here.count(HOTEL[0]), here._by) == (0, None, 0, {})


def test_turns_go_round_the_senders() -> None:
    """One place, held; eight of one sender wait, then one each of two others: these are second and third."""

    async def run() -> list[str]:
        turns, served = Turns(1, 10), []

        async def ask(name: str, origin: tuple[str, ...]) -> None:
            async with turns.of(origin):
                served.append(name)

        async with turns.of(HOUSE):
            tasks = [asyncio.create_task(ask("many", ("10.0.0.1",))) for _ in range(8)]
            tasks += [asyncio.create_task(ask("b", ("10.0.0.2",))), asyncio.create_task(ask("c", HOTEL))]
            await asyncio.sleep(0)
            assert served == []
        await asyncio.gather(*tasks)
        assert turns._free == 1
        return served

    assert asyncio.run(run()) == ["many", "b", "c"] + ["many"] * 7


@pytest.mark.parametrize(("member", "places"), [(True, 3), (False, 2)])
def test_so_many_at_a_time(member: bool, places: int) -> None:
    """Of four places members leave one, and strangers half."""

    async def run() -> int:
        turns, now, most = Turns(4, 100), 0, 0

        async def ask(number: int) -> None:
            nonlocal now, most
            async with turns.of((str(number % 5),), member):
                now += 1
                most = max(most, now)
                await asyncio.sleep(0.001)
                now -= 1

        await asyncio.gather(*(ask(number) for number in range(40)))
        return most

    assert asyncio.run(run()) == places


@pytest.mark.parametrize(("member", "held"), [(True, 2), (False, 1)])
def test_members_and_strangers_leave_each_other_a_place(member: bool, held: int) -> None:
    """Of three places members hold two and strangers one however many they are; others come in at once."""

    async def run() -> None:
        turns, served, gate = Turns(3, 100), list[bool](), asyncio.Event()

        async def ask(kind: bool) -> None:
            async with turns.of(HOUSE, kind):
                served.append(kind)
                await gate.wait()

        many = [asyncio.create_task(ask(member)) for _ in range(10)]
        await asyncio.sleep(0.01)
        assert served == [member] * held
        other = asyncio.create_task(ask(not member))
        await asyncio.sleep(0.01)
        assert served == [*[member] * held, not member]
        gate.set()
        await asyncio.gather(*many, other)
        assert (turns._free, turns._held) == (3, {True: 0, False: 0})

    asyncio.run(run())


def test_members_come_first() -> None:
    async def run() -> list[str]:
        turns, served = Turns(1, 100), list[str]()

        async def ask(name: str, member: bool) -> None:
            async with turns.of((name,), member):
                served.append(name)

        async with turns.of(HOUSE):
            tasks = [asyncio.create_task(ask(name, name > "m")) for name in "abxyc"]
            await asyncio.sleep(0)
        await asyncio.gather(*tasks)
        return served

    assert asyncio.run(run()) == ["x", "y", "a", "b", "c"]


def test_so_many_keys_are_known() -> None:
    known = Known(2)
    for key in ("a", "b", "a", "c"):
        known.add(key)
    assert [key in known for key in "abc"] == [True, False, True]


def test_who_has_too_many_waiting_is_refused_and_others_are_not() -> None:
    async def run() -> None:
        turns = Turns(1, 2)

        async def ask(origin: tuple[str, ...]) -> None:
            async with turns.of(origin):
                pass

        async with turns.of(HOUSE):
            waiting = [asyncio.create_task(ask(("10.0.0.1",))) for _ in range(2)]
            await asyncio.sleep(0)
            with pytest.raises(Crowded):
                await ask(("10.0.0.1",))
            waiting.append(asyncio.create_task(ask(("10.0.0.2",))))
            await asyncio.sleep(0)
        await asyncio.gather(*waiting)

    asyncio.run(run())


@pytest.mark.parametrize("late", [False, True])
def test_who_gives_up_keeps_no_place(late: bool) -> None:
    async def run() -> None:
        turns = Turns(1, 10)

        async def ask() -> None:
            async with turns.of(HOTEL):
                pass

        async with turns.of(HOUSE):
            gone, stays = asyncio.create_task(ask()), asyncio.create_task(ask())
            await asyncio.sleep(0)
            if not late:
                gone.cancel()
                await asyncio.sleep(0)
        if late:  # it was given the place, and has not noticed yet
            gone.cancel()
        await asyncio.wait_for(stays, 5)
        assert gone.cancelled()
        assert turns._free == 1

    asyncio.run(run())
