"""How much slower pages are than an answer that says nothing, for short and for very long sessions."""

import json
from collections.abc import Callable
from statistics import median
from time import perf_counter

import pytest
from django.http import HttpResponse

from tests.play.helpers import DOBON, NAMES, OUT, Phone

pytestmark = [pytest.mark.bench, pytest.mark.django_db]

ROUNDS = (10, 100, 1000)
MOST = {10: 60, 100: 150, 1000: 3000}
"""How many times an empty answer a page may take: wide limits, to catch what grows out of hand."""

HANDS = {"あき": ["2", "J"], "Ben": ["A", "2", "3"], "Chie": ["A", "2", "3", "10", "K"], "大輔": ["4"]}
FACTS = {"kind": "dobon", "callers": ["あき"], "victim": "Ben", "card": "K", "hands": HANDS}


def p50(call: Callable[[], HttpResponse], code: int, times: int) -> float:
    """The median duration of a request in milliseconds."""
    durations = []
    for _ in range(times):
        start = perf_counter()
        response = call()
        durations.append((perf_counter() - start) * 1000)
        assert response.status_code == code
    return median(durations)


def evening(rounds: int) -> Phone:
    data = {"format": 1, "game": "gamble", "players": NAMES, "rounds": [FACTS] * rounds}
    phone = Phone()
    phone.sid = phone.post("/import/", {"document": json.dumps(data)})["Location"].strip("/").split("/")[1]
    return phone


def save(phone: Phone) -> Callable[[], HttpResponse]:
    """Posting a round, each time with a form of its own."""
    form = {**phone.fill(DOBON), **OUT, "hand-2": ""}
    seen = int(form["revision"][0])

    def send() -> HttpResponse:
        nonlocal seen
        seen += 1
        return phone.send({**form, "key": f"bench-form-{seen}", "revision": str(seen - 1)})

    return send


@pytest.mark.parametrize("rounds", ROUNDS)
def test_pages(rounds: int, capsys: pytest.CaptureFixture[str]) -> None:
    phone, times = evening(rounds), 15 if rounds < 1000 else 5
    floor = p50(lambda: phone.post("/language/", {"language": "en", "next": "/"}), 302, 50)
    lines = [f"{rounds} rounds; an empty answer takes {floor:.2f} ms"]
    slowest = 0.0
    for name in ("table", "rounds", "settle", "round_new"):
        url = phone.url(name)
        taken = p50(lambda url=url: phone.get(url), 200, times)  # type: ignore[misc]
        lines.append(f"  GET {name:10} {taken:8.1f} ms  ×{taken / floor:.0f}")
        slowest = max(slowest, taken)
    taken = p50(save(phone), 302, times)
    lines.append(f"  POST round     {taken:8.1f} ms  ×{taken / floor:.0f}")
    with capsys.disabled():
        print("\n" + "\n".join(lines))
    assert max(slowest, taken) / floor < MOST[rounds]
