"""What processes tell each other of their counting, and what becomes of it where they cannot."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from django.core.cache import BaseCache
from django.core.cache.backends.locmem import LocMemCache

from scorekeeper.server import sharing
from scorekeeper.server.caches import Files
from scorekeeper.server.limits import DAY, RATES, Rate
from scorekeeper.server.ratelimit import Limiter
from scorekeeper.server.sharing import Exchange

FORMS = Rate("forms", each=60)
CODES = Rate("codes", each=5, total=30, light=2)


@pytest.fixture(name="cache")
def _cache(request: pytest.FixtureRequest) -> BaseCache:
    made = LocMemCache(request.node.name, {})
    made.clear()
    return made


@dataclass
class Clock:
    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


class Process:
    """One of several that count by the same rates, with a clock that all of them go by."""

    def __init__(self, cache: BaseCache, clock: Clock, rates: Iterable[Rate] = (FORMS, CODES)) -> None:
        self.limiters = {rate.name: Limiter(rate, clock) for rate in rates}
        self.exchange = Exchange(cache, self.limiters, clock, clock)

    def ask(self, rate: Rate, *names: str, times: int = 1) -> list[bool]:
        """Whether each of so many tries was let through."""
        return [self.limiters[rate.name].take(*names) == 0 for _ in range(times)]


@dataclass
class Machine:
    """Processes that have heard of each other."""

    cache: BaseCache
    clock: Clock = field(default_factory=Clock)
    all: list[Process] = field(default_factory=list)

    def processes(self, count: int) -> list[Process]:
        self.all = [Process(self.cache, self.clock) for _ in range(count)]
        self.tick(0)
        return self.all

    def tick(self, seconds: float = 1.0, awake: Sequence[Process] | None = None) -> None:
        """Time passes; then everybody tells, and hears what was told."""
        self.clock.now += seconds
        for each in (*(self.all if awake is None else awake),) * 2:
            each.exchange.look()


def test_what_one_process_gave_is_gone_in_all(cache: BaseCache) -> None:
    """60 a minute: 40 were had here, so 20 are left there, and one more a second."""
    machine = Machine(cache)
    one, other = machine.processes(2)
    assert all(one.ask(FORMS, "a", times=40))
    machine.tick(0)
    assert other.ask(FORMS, "a", times=21) == [True] * 20 + [False]
    assert other.ask(FORMS, "b") == [True]
    machine.tick()
    assert one.ask(FORMS, "a", times=2) == [True, False]


def test_who_asks_all_at_once_gets_it_from_each_and_owes_it(cache: BaseCache) -> None:
    """Three processes give 60 each; 60 of that are held against the sender, for a minute and a second."""
    machine = Machine(cache)
    three = machine.processes(3)
    assert sum(sum(each.ask(FORMS, "a", times=100)) for each in three) == 180
    machine.tick(0)
    machine.tick(60)
    assert [each.ask(FORMS, "a") for each in three] == [[False]] * 3
    machine.tick()
    assert [each.ask(FORMS, "a") for each in three] == [[True]] * 3


def test_in_the_long_run_many_processes_give_what_one_would(cache: BaseCache) -> None:
    """Three minutes of greed: 60 to begin with and 180 more from one; two may be 60 off."""
    machine = Machine(cache)
    both, had = machine.processes(2), 0
    for _second in range(180):
        had += sum(sum(each.ask(FORMS, "a", times=3)) for each in both)
        machine.tick()
    assert 180 <= had <= 60 + 180 + 60


def test_the_total_of_all_senders_is_shared(cache: BaseCache) -> None:
    """30 codes of six senders are gone here; there a seventh gets its light share of two."""
    machine = Machine(cache)
    one, other = machine.processes(2)
    for name in "abcdef":
        assert all(one.ask(CODES, name, times=5))
    machine.tick(0)
    assert other.ask(CODES, "g", times=3) == [True, True, False]


def test_wider_networks_are_shared(cache: BaseCache) -> None:
    """Four /64 used up what is for them and for their /48; a fifth has nothing left there."""
    machine = Machine(cache)
    one, other = machine.processes(2)
    for net in range(4):
        assert all(one.ask(CODES, f"net {net}", "wide", times=5))
    machine.tick(0)
    assert other.ask(CODES, "net 4", "wide") == [False]
    assert other.ask(CODES, "net 4", "another") == [True]


def test_nothing_is_counted_twice(cache: BaseCache) -> None:
    """Batches stand in their place for a while, and are heard once."""
    machine = Machine(cache)
    one, other = machine.processes(2)
    one.ask(FORMS, "a", times=30)
    for _ in range(5):
        machine.tick(0)
        one.ask(FORMS, "b")
    assert sum(other.ask(FORMS, "a", times=60)) == 30


def test_who_was_away_for_a_moment_hears_all_of_it(cache: BaseCache) -> None:
    machine = Machine(cache)
    one, other = machine.processes(2)
    for _ in range(5):
        one.ask(FORMS, "a", times=10)
        machine.tick(0, [one])
    machine.tick(0, [other])
    assert sum(other.ask(FORMS, "a", times=60)) == 10


def test_a_quiet_process_writes_seldom(cache: BaseCache, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once in ten seconds, and in between only what there is to tell."""
    machine = Machine(cache)
    one, other = machine.processes(2)
    written: list[str] = []
    setting = cache.set
    monkeypatch.setattr(
        cache, "set", lambda *given, **how: (written.append(given[0]), setting(*given, **how))
    )
    for _ in range(9):
        machine.tick(awake=[one])
    assert written == []
    machine.tick(awake=[one])
    assert len(written) == 1
    other.ask(FORMS, "a")
    machine.tick(awake=[other])
    assert len(written) == 2


def test_one_process_alone_writes_seldom(cache: BaseCache) -> None:
    """What there is to tell waits for somebody to tell it to."""
    machine = Machine(cache)
    [one] = machine.processes(1)
    before = cache.get_many(sharing.PLACES)
    for _ in range(9):
        one.ask(FORMS, "a", times=7)
        machine.tick()
    assert cache.get_many(sharing.PLACES) == before


@pytest.mark.parametrize("lost", [0, 1])
def test_a_place_that_is_lost_loses_nothing(cache: BaseCache, lost: int) -> None:
    """Of the one that tells, or of the one that hears."""
    machine = Machine(cache)
    one, other = both = machine.processes(2)
    one.ask(FORMS, "a", times=60)
    cache.delete(both[lost].exchange._place)
    machine.tick(0)
    one.ask(FORMS, "b")
    machine.tick(0)
    assert other.ask(FORMS, "a") == [False]


def test_limits_outlive_a_restart_of_all(cache: BaseCache) -> None:
    """50 of 60 had been used; after 20 seconds without any process 30 are."""
    machine = Machine(cache)
    [one] = machine.processes(1)
    one.ask(FORMS, "a", times=50)
    one.exchange.look(last=True)
    machine.clock.now += 20
    [new] = machine.processes(1)
    assert sum(new.ask(FORMS, "a", times=60)) == 30


def test_a_process_that_takes_the_place_of_one_that_was_killed(cache: BaseCache) -> None:
    """What is told every ten seconds is known to it: 55 of 60, of which ten have come back."""
    machine = Machine(cache)
    one, other = machine.processes(2)
    one.ask(FORMS, "a", times=55)
    machine.tick(0)
    machine.tick(10)
    new = Process(cache, machine.clock)
    machine.tick(0, [new, other])
    assert sum(new.ask(FORMS, "a", times=60)) == 15


def test_clocks_that_differ_and_jump(cache: BaseCache) -> None:
    """A machine whose clock is a day behind hears the same; one that begins there forgives nothing."""
    clock, behind = Clock(), Clock()
    one, other = Process(cache, clock), Process(cache, clock)
    other.exchange._wall = behind
    behind.now = clock.now - DAY
    machine = Machine(cache, clock, [one, other])
    machine.tick(0)
    one.ask(FORMS, "a", times=50)
    machine.tick(0)
    assert sum(other.ask(FORMS, "a", times=60)) == 10
    one.exchange.look(last=True)
    late = Process(cache, clock)
    late.exchange._wall = behind
    late.exchange.look()
    assert sum(late.ask(FORMS, "a", times=60)) <= 10


def test_two_that_chose_one_place_find_another(cache: BaseCache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing.random, "choice", lambda places: places[0])
    clock = Clock()
    one, other = Process(cache, clock), Process(cache, clock)
    found = one.exchange._read(), other.exchange._read()
    assert found == (False, False)
    assert one.exchange._place == other.exchange._place
    machine = Machine(cache, clock, [one, other])
    machine.tick(0)
    assert one.exchange._place != other.exchange._place
    one.ask(FORMS, "a", times=60)
    machine.tick(0)
    assert other.ask(FORMS, "a") == [False]


def test_places_of_those_that_are_gone_become_free(cache: BaseCache) -> None:
    machine = Machine(cache)
    one, gone = machine.processes(2)
    for _ in range(7):
        machine.tick(5, [one])
    assert len(cache.get_many(sharing.PLACES)) == 1
    gone.ask(FORMS, "a", times=60)
    machine.tick(0, [gone, one])
    assert one.ask(FORMS, "a") == [False]


def test_where_all_places_are_taken(cache: BaseCache, monkeypatch: pytest.MonkeyPatch) -> None:
    """One too many: whoever finds another in its place takes one again, and nothing fails."""
    monkeypatch.setattr(sharing, "PLACES", sharing.PLACES[:2])
    machine = Machine(cache)
    three = machine.processes(3)
    for _ in range(5):
        machine.tick()
    assert all(each.ask(FORMS, "a") == [True] for each in three)


@pytest.mark.parametrize("text", ["", "null", "[]", "{", '["a",1,1,{},[[1]]]', '["a",1,1,[],[]]', b"\xff", 7])
def test_what_is_no_page_is_passed_over(cache: BaseCache, text: object) -> None:
    machine = Machine(cache)
    one, other = machine.processes(2)
    cache.set(sharing.PLACES[0], text)  # which may be that of one of the two
    machine.tick(0)
    one.ask(FORMS, "a", times=60)
    machine.tick(0)
    assert other.ask(FORMS, "a") == [False]


@pytest.mark.parametrize("spoilt", [b"", b"\0" * 4096, b"half", b"\x80\x04K\x05.", b"\x80\x04N.\0\0"])
def test_a_file_that_a_power_cut_has_spoilt(tmp_path: Path, spoilt: bytes) -> None:
    files = Files(str(tmp_path), {})
    files.set(sharing.PLACES[5], "there")
    [path] = tmp_path.iterdir()
    path.write_bytes(spoilt)
    one, other = Machine(files).processes(2)
    one.ask(FORMS, "a", times=60)
    for each in (one, other):
        each.exchange.look()
    assert other.ask(FORMS, "a") == [False]


def test_rates_that_are_not_known_here_are_passed_over(cache: BaseCache) -> None:
    """While another version is being put in the place of one."""
    clock = Clock()
    old, new = Process(cache, clock, [FORMS]), Process(cache, clock, [FORMS, CODES])
    machine = Machine(cache, clock, [old, new])
    machine.tick(0)
    new.ask(CODES, "a", times=5)
    new.ask(FORMS, "a", times=60)
    machine.tick(0)
    assert old.ask(FORMS, "a") == [False]


def test_a_crowd_is_told_by_its_greatest(cache: BaseCache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "MOST_TOLD", 3)
    machine = Machine(cache)
    one, other = machine.processes(2)
    for number in range(20):
        one.ask(FORMS, f"small {number}")
    one.ask(FORMS, "great", times=60)
    machine.tick(0)
    assert other.ask(FORMS, "great") == [False]
    assert len(other.limiters[FORMS.name].buckets) <= 4


def test_what_is_kept_is_small(cache: BaseCache) -> None:
    """A flood from thousands of addresses: what one process tells stays below half a megabyte."""
    machine = Machine(cache)
    one, _other = machine.processes(2)
    for second in range(10):
        for number in range(600):
            one.ask(FORMS, f"2001:db8:{second:x}:{number:x}::/64", f"2001:db8:{second:x}::/48")
        machine.tick()
    assert max(map(len, cache.get_many(sharing.PLACES).values())) < 500_000


class Broken(LocMemCache):
    """A cache that cannot be reached."""

    asked = 0

    def get_many(self, *_given: object, **_how: object) -> dict[str, object]:  # type: ignore[override]
        self.asked += 1
        raise ConnectionError


def test_what_was_counted_while_the_cache_was_away_is_told_afterwards(
    cache: BaseCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(cache)
    one, other = machine.processes(2)
    assert all(one.ask(FORMS, "a", times=40))
    with monkeypatch.context() as away:
        away.setattr(cache, "get_many", Broken("broken", {}).get_many)
        with pytest.raises(ConnectionError):
            one.exchange.look()
    machine.tick(0)
    assert other.ask(FORMS, "a", times=21) == [True] * 20 + [False]


@pytest.mark.django_db
def test_without_the_cache_each_counts_for_itself(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """No request notices; one line a minute says so."""
    clock, cache = Clock(), Broken("broken", {})
    alone = Process(cache, clock)
    thread = sharing.Sharing()
    monkeypatch.setattr(sharing.time, "monotonic", clock)
    for _second in range(61):
        thread._look(alone.exchange)
        clock.now += 1
    assert cache.asked == 61
    assert [record.getMessage() for record in caplog.records] == [
        "Limits are counted by this process for itself (ConnectionError)"
    ] * 2
    assert sum(alone.ask(FORMS, "a", times=100)) == 60


def test_every_rate_is_shared_under_a_name_of_its_own() -> None:
    assert len({rate.name for rate in RATES}) == len(RATES) > 15
