"""Rate limits and capacities: strangers cannot use up the limits of members."""

import json
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from scorekeeper.circles.access import COOKIE
from scorekeeper.circles.codes import renew_recovery_code
from scorekeeper.circles.limits import MEMBERS, RecentMembers, sender_by_key
from scorekeeper.circles.models import Circle, Device
from scorekeeper.play import services
from scorekeeper.server import limits, ratelimit
from scorekeeper.server.limits import WORK, Rate
from scorekeeper.server.ratelimit import Limiter, Sender, charge
from tests.circle_pages import circle_of, page
from tests.helpers import OUT, Phone, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("still")]

AWAY = "192.168.1.7"
ELSEWHERE = "192.168.1.8"
FILE: dict[str, Any] = {"format": 1, "game": "gamble", "players": ["A", "B"], "rounds": []}
NEW: dict[str, Any] = {"game": "gamble", "name": ["A", "B"]}


def allow(monkeypatch: pytest.MonkeyPatch, rate: Rate, each: int, **more: int) -> None:
    """Set a rate limit."""
    monkeypatch.setitem(ratelimit._limiters, rate.name, Limiter(Rate(rate.name, each, **more)))


def at(phone: Phone, address: str) -> Phone:
    phone.defaults["REMOTE_ADDR"] = address
    return phone


def codes(phone: Client, method: str, path: str, times: int, **more: str) -> list[int]:
    ask = getattr(phone, method)
    return [ask(path, REMOTE_ADDR=more.get("address", AWAY)).status_code for _ in range(times)]


def test_strangers_are_limited_by_address_and_members_by_device(
    monkeypatch: pytest.MonkeyPatch, phone: Phone
) -> None:
    allow(monkeypatch, limits.STRANGER_READS, 2)
    allow(monkeypatch, limits.MEMBER_READS, 3)
    allow(monkeypatch, limits.MEMBER_WRITES, 2)
    assert codes(Client(), "get", "/t/nothing/", 3) == [404, 404, 429]
    assert codes(phone, "get", phone.url("round", 9), 4) == [404, 404, 404, 429]
    assert codes(phone, "post", phone.url("round_new"), 3) == [200, 200, 429]
    other = Phone().sit_at(phone)
    assert codes(other, "get", phone.url("table"), 1) == [200]
    assert codes(other, "post", phone.url("round_new"), 1) == [200]


def test_a_new_member_is_counted_as_one_from_the_next_request_on(phone: Phone) -> None:
    """Who joins by a link, or opens a table."""
    other, opener = Phone(), Phone()
    assert other.get(phone.join_link()).status_code == 302
    assert opener.post("/new/", {"name": ["A", "B"]}).status_code == 302
    assert {each.cookies[COOKIE].value in MEMBERS for each in (opener, other)} == {True}
    stranger = Phone()
    stranger.get("/")
    assert COOKIE not in stranger.cookies


def test_strangers_cannot_use_up_the_writes_of_members(monkeypatch: pytest.MonkeyPatch, phone: Phone) -> None:
    """Neither from elsewhere nor from the same address, with its limit and the total used up.

    They may still read.  A form without a CSRF token counts as a stranger's.
    """
    allow(monkeypatch, limits.STRANGER_WRITES, 3, total=5)
    for place in range(4):
        codes(Client(), "post", "/import/", 3, address=f"10.0.0.{place}")
    assert codes(Client(), "post", "/import/", 4)[-1] == 429
    assert codes(Client(), "get", "/", 2) == [200, 200]
    assert at(phone, AWAY).play(OUT).status_code == 302
    allow(monkeypatch, limits.STRANGER_WRITES, 2)
    strict = Client(enforce_csrf_checks=True)
    assert codes(strict, "post", phone.url("round_new"), 3) == [403, 403, 429]
    assert phone.play(OUT).status_code == 302


def test_all_devices_of_a_circle_share_a_limit(
    monkeypatch: pytest.MonkeyPatch, phone: Phone, stranger: Phone
) -> None:
    """Three forms from three addresses are too many for one circle, and nothing to another."""
    allow(monkeypatch, limits.CIRCLE_WRITES, 2)
    allow(monkeypatch, limits.CIRCLE_READS, 1)
    phones = [at(Phone().sit_at(phone), f"192.168.1.{place}") for place in range(3)]
    path = phone.url("round_new")
    assert [one.post(path).status_code for one in phones] == [200, 200, 429]
    assert "Please wait" in text(phones[0].post(path))
    assert [one.get(phone.url("table")).status_code for one in phones] == [200, 429, 429]
    assert codes(stranger, "post", stranger.url("round_new"), 1) == [200]
    assert phone.play(OUT).status_code == 302


def test_a_stale_form_counts_once(monkeypatch: pytest.MonkeyPatch, phone: Phone, second: Phone) -> None:
    """Its 409 reads the table a second time."""
    stale = phone.fill(OUT)
    assert second.play(OUT).status_code == 302
    allow(monkeypatch, limits.CIRCLE_WRITES, 1)
    assert at(phone, AWAY).send(stale).status_code == 409
    assert phone.send(stale).status_code == 429


def test_a_device_over_its_work_limit_can_record_but_not_read(phone: Phone, second: Phone) -> None:
    """It is 5 s over its limit, and 30 s are refilled in 120 s: it waits for 20 s; others do not."""
    form = at(phone, AWAY).fill(OUT)
    charge(sender_by_key(phone.cookies[COOKIE].value, (AWAY,)), WORK.each + 5)
    waits = phone.get(phone.url("table"))
    assert (waits.status_code, waits["Retry-After"]) == (429, "20")
    assert phone.send(form).status_code == 302
    assert codes(second, "get", second.url("table"), 1) == [200]


def test_work_is_charged_to_device_circle_and_address(phone: Phone) -> None:
    """Strangers are counted by the address alone, and not with the members behind it."""
    key = phone.cookies[COOKIE].value
    phone.get(phone.circle_url())
    own, *groups = sender_by_key(key, (AWAY,)).names
    assert groups == [f"circle {phone.session.circle_id}", AWAY]
    assert key in own
    assert sender_by_key("nobody", (AWAY,)) == Sender(False, (f"stranger {AWAY}",))


def test_a_removed_member_is_counted_as_a_stranger(monkeypatch: pytest.MonkeyPatch, phone: Phone) -> None:
    allow(monkeypatch, limits.STRANGER_WRITES, 1)
    phone.session.circle.memberships.update(ended_at=phone.session.started_at)
    assert codes(phone, "post", phone.url("round_new"), 2) == [404, 429]


def test_without_the_database_requests_are_counted_by_address(
    monkeypatch: pytest.MonkeyPatch, phone: Phone
) -> None:
    """Pages that need no database work, and are counted."""

    def away(**_what: object) -> None:
        raise OperationalError

    allow(monkeypatch, limits.STRANGER_READS, 1)
    monkeypatch.setattr("scorekeeper.circles.limits.Membership.objects.filter", away)
    assert codes(phone, "get", "/offline/", 2) == [200, 429]


def test_this_machine_is_not_limited_but_what_it_forwards_is(monkeypatch: pytest.MonkeyPatch) -> None:
    allow(monkeypatch, limits.STRANGER_WRITES, 1)
    phone = Client()
    assert codes(phone, "post", "/import/", 3, address="127.0.0.1") == [422] * 3
    through = {"X-Forwarded-For": "203.0.113.9"}
    assert [phone.post("/import/", headers=through).status_code for _ in range(2)] == [422, 429]
    assert codes(phone, "post", "/import/", 2, address="203.0.113.9") == [422, 429]


def send_code(typed: str, address: str) -> int:
    return Client().post("/recover/", {"code": typed}, REMOTE_ADDR=address).status_code


def test_wrong_codes_of_many_do_not_block_the_right_one_of_another(phone: Phone) -> None:
    code = renew_recovery_code(circle_of(phone), None)
    for place in range(6):
        for _ in range(5):
            send_code("wrong", f"10.0.0.{place}")
    assert [send_code(typed, "10.0.0.0") for typed in ("wrong", code)] == [429, 429]
    assert [send_code(code, AWAY) for _ in range(2)] == [302, 302]


def test_wrong_codes_of_one_provider_are_counted_together() -> None:
    tried = [send_code("wrong", f"2001:db8:1:{net:x}::1") for net in range(21)]
    assert tried == [422] * 20 + [429]


def test_the_cache_of_members_drops_the_oldest() -> None:
    known = RecentMembers(2)
    for key, circle in (("a", 7), ("b", 0), ("a", 0), ("c", 0)):
        known.add(key, circle)
    assert [key in known for key in "abc"] == [True, False, True]
    assert known["a"] == 7


def open_table(address: str) -> int:
    return int(at(Phone(), address).post("/new/", NEW).status_code)


def open_another(phone: Phone, address: str) -> int:
    """Another table in the circle of a phone."""
    return int(at(phone, address).post(page(phone, "circle_session_new"), NEW).status_code)


def bring_in(address: str) -> int:
    return int(at(Phone(), address).post("/import/", {"document": json.dumps(FILE)}).status_code)


def test_limit_of_new_circles_by_address(monkeypatch: pytest.MonkeyPatch, phone: Phone) -> None:
    """A table in a circle that is there opens none, and an invalid form counts for nothing."""
    allow(monkeypatch, limits.NEW_CIRCLES, 2)
    for path in ("/new/", "/import/"):
        assert at(Phone(), AWAY).post(path, {"game": "gamble", "name": "A"}).status_code == 422
    assert [open_table(AWAY), bring_in(AWAY), open_table(AWAY), bring_in(AWAY)] == [302, 302, 429, 429]
    assert [open_table(ELSEWHERE), open_table("127.0.0.1"), open_another(phone, AWAY)] == [302] * 3
    assert Circle.objects.count() == Device.objects.count() == 5


def test_limit_of_new_sessions(monkeypatch: pytest.MonkeyPatch, phone: Phone, stranger: Phone) -> None:
    """Of a circle from any address, without affecting others; and of an address.

    Where the limit of the address is used up, a circle that has started one table may start the next.
    """
    allow(monkeypatch, limits.NEW_SESSIONS, 2)
    assert [open_another(phone, f"192.168.1.{place}") for place in range(3)] == [302, 302, 429]
    assert open_table(ELSEWHERE) == 302
    allow(monkeypatch, limits.NEW_SESSIONS, 3, light=1)
    assert [open_table(AWAY) for _ in range(4)] == [302, 302, 302, 429]
    assert [open_another(stranger, AWAY) for _ in range(2)] == [302, 429]


def test_limit_of_imported_bytes_by_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """Room for one file and a bit; the wait for the next is given in minutes."""
    size = len(json.dumps(FILE))
    allow(monkeypatch, limits.IMPORTED_BYTES, size + 10, seconds=86400)
    assert bring_in(AWAY) == 302
    refused = at(Phone(), AWAY).post("/import/", {"document": json.dumps(FILE)})
    assert refused.status_code == 429
    assert "minutes" in text(refused)
    assert 0 < int(refused["Retry-After"]) <= 86400
    assert bring_in(ELSEWHERE) == 302


def test_a_full_circle_refuses_new_sessions(monkeypatch: pytest.MonkeyPatch, phone: Phone) -> None:
    """Of sessions, or of changes; running tables go on.  A full table takes no more rounds, but is ended."""
    path = page(phone, "circle_session_new")
    assert phone.get(path).status_code == 200
    monkeypatch.setattr(services, "SESSIONS_OF_CIRCLE", 1)
    for refused in (phone.get(path), phone.post(path, NEW)):
        assert refused.status_code == 409
        assert "This group is full" in text(refused)
    assert phone.play(OUT).status_code == 302
    monkeypatch.setattr(services, "SESSIONS_OF_CIRCLE", 9)
    assert phone.get(path).status_code == 200
    monkeypatch.setattr(services, "CHANGES_OF_CIRCLE", 1)
    assert phone.get(path).status_code == 409

    monkeypatch.setattr(services, "CHANGES_OF_SESSION", 1)
    refused = phone.play(OUT)
    assert refused.status_code == 409
    assert "This table is full." in text(refused)
    assert phone.session.rounds.count() == 1
    assert phone.press("session_end").status_code == 302
    assert phone.session.ended_at
