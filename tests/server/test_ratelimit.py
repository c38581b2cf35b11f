import pytest
from django.test import Client

from scorekeeper.server import ratelimit
from scorekeeper.server.limits import DAY, Rate
from scorekeeper.server.ratelimit import Limiter


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_passes_and_then_has_to_wait() -> None:
    clock = Clock()
    limiter = Limiter(Rate("it", each=6, total=100), clock)
    assert [limiter.take("a") for _ in range(6)] == [0] * 6
    assert limiter.take("a") == 10
    clock.now += 9
    assert limiter.take("a") == 1
    clock.now += 1
    assert limiter.take("a") == 0
    assert limiter.take("a") == 10


def test_a_full_minute_gives_all_back_but_no_more() -> None:
    clock = Clock()
    limiter = Limiter(Rate("it", each=3, total=100), clock)
    for _ in range(2):
        assert [bool(limiter.take("a")) for _ in range(4)] == [False, False, False, True]
        clock.now += 3600


def test_one_address_does_not_hinder_another() -> None:
    limiter = Limiter(Rate("it", each=1, total=100), Clock())
    assert (limiter.take("a"), limiter.take("b")) == (0, 0)
    assert limiter.take("a") > 0


def test_the_total_holds_for_all_together() -> None:
    limiter = Limiter(Rate("it", each=10, total=3), Clock())
    assert [limiter.take(name) for name in "abc"] == [0, 0, 0]
    assert limiter.take("d") == 20


def test_a_refused_address_uses_up_nothing_of_the_total() -> None:
    limiter = Limiter(Rate("it", each=1, total=3), Clock())
    for _ in range(50):
        limiter.take("a")
    assert (limiter.take("b"), limiter.take("c")) == (0, 0)


def test_others_slow_a_light_sender_down_but_do_not_shut_it_out() -> None:
    """The total of 3 is gone: who has had fewer than 2 gets through, and nobody gets more than 2 so."""
    limiter = Limiter(Rate("it", each=10, total=3, light=2), Clock())
    assert [limiter.take("greedy") for _ in range(3)] == [0] * 3
    assert limiter.take("greedy") == 20
    assert [bool(limiter.take("other")) for _ in range(3)] == [False, False, True]
    assert [bool(limiter.take("third")) for _ in range(3)] == [False, False, True]


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
class TestPages:
    def test_a_limited_view(self, client: Client) -> None:
        assert [client.get("/narrow/a/").status_code for _ in range(4)] == [200, 200, 200, 429]
        answer = client.get("/narrow/b/", headers={"accept-language": "en"})
        assert answer["Retry-After"] == "20"
        assert "20" in answer.content.decode()
        elsewhere = [client.get("/narrow/a/", REMOTE_ADDR="10.0.0.9").status_code for _ in range(3)]
        assert elsewhere == [200, 200, 429]
