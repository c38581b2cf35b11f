import pytest
from django.test import Client

from scorekeeper.server import ratelimit
from scorekeeper.server.limits import DAY, Rate
from scorekeeper.server.ratelimit import Limiter


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


Step = tuple[float, str, list[int]]
"""Seconds later, who takes one token after another, and for how many seconds each has to wait."""
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
def test_how_long_each_has_to_wait(rate: Rate, steps: list[Step]) -> None:
    clock = Clock()
    limiter = Limiter(rate, clock)
    for seconds, names, waits in steps:
        clock.now += seconds
        assert [limiter.take(name) for name in names] == waits


def test_many_networks_of_one_provider_are_counted_together() -> None:
    """Each of the /64 has 3, the /48 they are of four times as much."""
    limiter = Limiter(Rate("it", each=3), Clock())
    waits = [limiter.take(f"2001:db8:1:{net}::/64", "2001:db8:1::/48") for net in range(5) for _ in range(4)]
    assert [bool(wait) for wait in waits] == [False, False, False, True] * 4 + [True] * 4
    assert limiter.take("2001:db8:2:1::/64", "2001:db8:2::/48") == 0


def test_many_light_networks_of_one_provider_are_counted_together() -> None:
    limiter = Limiter(Rate("it", each=100, total=1, light=1), Clock())
    limiter.take("somebody")
    waits = [limiter.take(f"2001:db8:1:{net}::/64", "2001:db8:1::/48") for net in range(6)]
    assert [bool(wait) for wait in waits] == [False] * 4 + [True] * 2


def test_a_quota_of_a_day() -> None:
    """1000 a day: 600 are gone, and the 200 that are missing for 600 more come back in a fifth of a day."""
    clock = Clock()
    limiter = Limiter(Rate("it", each=1000, seconds=DAY), clock)
    assert limiter.take("a", wanted=600) == 0
    assert limiter.take("a", wanted=600) == 17280
    clock.now += 17280
    assert limiter.take("a", wanted=600) == 0


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratelimit, "MOST_SENDERS", 10)
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
