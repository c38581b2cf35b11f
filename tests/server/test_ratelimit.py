from collections.abc import Iterator

import pytest
from django.test import Client, override_settings

from scorekeeper.server import ratelimit
from scorekeeper.server.ratelimit import Limiter


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_passes_and_then_has_to_wait() -> None:
    clock = Clock()
    limiter = Limiter(per_address=6, total=100, clock=clock)
    assert [limiter.take("a") for _ in range(6)] == [0] * 6
    assert limiter.take("a") == 10
    clock.now += 9
    assert limiter.take("a") == 1
    clock.now += 1
    assert limiter.take("a") == 0
    assert limiter.take("a") == 10


def test_a_full_minute_gives_all_back_but_no_more() -> None:
    clock = Clock()
    limiter = Limiter(per_address=3, total=100, clock=clock)
    for _ in range(2):
        assert [bool(limiter.take("a")) for _ in range(4)] == [False, False, False, True]
        clock.now += 3600


def test_one_address_does_not_hinder_another() -> None:
    limiter = Limiter(per_address=1, total=100, clock=Clock())
    assert (limiter.take("a"), limiter.take("b")) == (0, 0)
    assert limiter.take("a") > 0


def test_the_total_holds_for_all_together() -> None:
    limiter = Limiter(per_address=10, total=3, clock=Clock())
    assert [limiter.take(name) for name in "abc"] == [0, 0, 0]
    assert limiter.take("d") == 20


def test_a_refused_address_uses_up_nothing_of_the_total() -> None:
    limiter = Limiter(per_address=1, total=3, clock=Clock())
    for _ in range(50):
        limiter.take("a")
    assert (limiter.take("b"), limiter.take("c")) == (0, 0)


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratelimit, "MOST_ADDRESSES", 10)
    limiter = Limiter(per_address=1, total=10_000, clock=Clock())
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

    @pytest.fixture(name="one_write")
    def _one_write(self) -> Iterator[None]:
        before = dict(ratelimit._limiters)
        ratelimit._limiters.pop("writes", None)
        with override_settings(WRITES_PER_MINUTE=(1, 100)):
            yield
        ratelimit._limiters.clear()
        ratelimit._limiters.update(before)

    @pytest.mark.usefixtures("one_write")
    def test_writes_are_limited_and_reads_are_not(self) -> None:
        client = Client()
        phone = {"REMOTE_ADDR": "192.168.1.7"}
        assert client.post("/echo/", **phone).status_code == 200  # type: ignore[arg-type]
        assert client.post("/echo/", **phone).status_code == 429  # type: ignore[arg-type]
        assert client.get("/", **phone).status_code == 200  # type: ignore[arg-type]

    @pytest.mark.usefixtures("one_write")
    def test_the_machine_itself_is_free_but_not_the_proxy_on_it(self) -> None:
        client = Client()
        assert [client.post("/echo/").status_code for _ in range(3)] == [200] * 3
        with override_settings(PUBLIC_URL="https://cards.example.org"):
            phone = {"X-Forwarded-For": "203.0.113.9"}
            assert [client.post("/echo/", headers=phone).status_code for _ in range(2)] == [200, 429]
            other = {"X-Forwarded-For": "203.0.113.9, 203.0.113.10"}
            assert client.post("/echo/", headers=other).status_code == 200
