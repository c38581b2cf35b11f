"""Access: every route declares it, and views enforce it, for every role and method."""

import json
import re
import secrets
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple
from urllib.parse import urlencode

import pytest
from django.db import connection, transaction
from django.http import HttpResponse
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse
from django.utils.timezone import localtime

from scorekeeper.circles.access import hash_of
from scorekeeper.circles.codes import authenticate_token, make_token
from scorekeeper.circles.models import Device, Role
from scorekeeper.circles.routes import ANYBODY, PROGRAM, Page, Who
from scorekeeper.circles.services import make_link
from scorekeeper.play.sharing import make_link as make_result_link
from scorekeeper.play.sharing import token_of
from scorekeeper.rules.sets import code_of, save_rules, usual
from scorekeeper.scoring.presets import PRESETS
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.server.ratelimit import reset_limits
from scorekeeper.story.models import Season
from scorekeeper.tables import documents
from tests.archive.books import a_file
from tests.archive.test_circle import FILE
from tests.circle_pages import (
    all_rows,
    circle_of,
    join_by_link,
    link_of,
    membership,
    page,
    path_of,
    send,
    table_status,
)
from tests.helpers import Phone, html, text
from tests.plans import MIGRATIONS, plans
from tests.play.evenings import YEN, over

METHODS = ("GET", "HEAD", "POST")
OTHER_METHODS = ("PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
"""Every route answers them 405."""
NO_PAGES = {
    *("join", "manifest", "worker", "pads", "keys", "set_language", "years", "night_payment", "clear_part"),
}
PICTURES = {
    *("code", "result_picture", "shared_picture", "sheet_picture", "person_picture", "year_picture"),
    *("night_picture", "shared_night_picture"),
}
BY_TOKEN = {"api_circle", "api_sessions", "api_session", "api_other", "api_description"}
"""Routes of the JSON API, which ``tests/api`` tests with tokens."""
FORM = "application/x-www-form-urlencoded"
FORMS: tuple[Mapping[str, str], ...] = ({}, {"action": "confirm", "revision": "1", "key": "k" * 20})
"""What is posted: nothing, and what every form has, which is not sufficient for any."""
FOR_HOSTS = {
    *("arrival", "circle_delete", "circle_export", "circle_file", "circle_rename", "device", "device_remove"),
    *("device_rename", "link_new", "link_revoke", "person_forget", "person_merge", "recovery", "season"),
    *("token_revoke", "tokens"),
}
FOR_PLAYERS = {
    *("bill_payment", "circle_session_new", "clear_part", "code", "hand", "night_payment", "night_share"),
    *("pads", "pads_cancel", "payment", "person_edit", "rate", "round_edit", "round_insert", "round_move"),
    *("round_new", "round_restore", "round_void", "rule_sets_edit", "rules_change", "seats", "second"),
    *("settings", "share", "stand_in", "streak"),
}
"""Routes whose GET viewers may not use."""
__all__ = ["addresses"]
pytestmark = pytest.mark.django_db


class Address(NamedTuple):
    """A route and who may use it, by method."""

    route: str
    access: dict[str, Who]


def patterns(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, str, URLPattern]]:
    """Every URL pattern with its name and its whole route."""
    for entry in resolver.url_patterns:
        route = before + str(entry.pattern)
        if isinstance(entry, URLPattern):
            yield str(entry.name), route, entry
        else:
            yield from patterns(entry, route)


FOUND = list(patterns(get_resolver()))
ADDRESSES = {name: Address(route, entry.access) for name, route, entry in FOUND if isinstance(entry, Page)}


def test_every_route_declares_access() -> None:
    """And names are unique.  Those of tables and circles need a membership, and a form there a player."""
    assert [route for _name, route, entry in FOUND if not isinstance(entry, Page)] == []
    assert len(FOUND) == len(ADDRESSES)
    for name, (route, access) in ADDRESSES.items():
        assert access, name
        inside = route.startswith(("t/", "circles/"))
        assert inside != bool({ANYBODY, PROGRAM} & set(access.values())), name
        assert access.get("POST") in (None, ANYBODY, Who.PLAYER, Who.HOST), name


def test_routes_for_hosts_and_players() -> None:
    inside = {name: at.access for name, at in ADDRESSES.items() if at.route.startswith(("t/", "circles/"))}
    first = {name: access.get("GET") or access["POST"] for name, access in inside.items()}
    assert {name for name, who in first.items() if who is Who.HOST} == FOR_HOSTS
    players = {name for name, access in inside.items() if access.get("GET") is Who.PLAYER}
    assert players == FOR_PLAYERS
    watched = {name for name, access in inside.items() if access.get("GET") is Who.VIEWER}
    assert {name for name in watched if inside[name].get("POST") is Who.HOST} == {"ranking", "seasons"}
    assert not [
        name for name, access in inside.items() if access.get("POST", Who.HOST) < access.get("GET", ANYBODY)
    ]


@pytest.fixture
def addresses(phone: Phone) -> dict[str, str]:
    """An existing address of each route."""
    phone.record()
    session = phone.session
    rules = save_rules(session.circle, usual(RULESETS["gamble"]), None)
    values = {
        "sid": session.public_id,
        "cid": session.circle.public_id,
        "rid": rules.public_id,
        "code": code_of(usual(RULESETS["gamble"])),
        "game": "gamble",
        "key": next(iter(PRESETS)),
        "bid": session.circle.bills.create(game="gamble").public_id,
        "number": 1,
        "shape": "portrait",
        "rest": "nothing",
        "year": localtime(session.started_at).year,
        "day": session.night.day,
        "aid": a_file(session.circle).public_id,
        "token": path_of(link_of(phone, "host")).strip("/").split("/")[1],
    }
    page = make_result_link(session, "en", None)
    of_night = make_result_link(session.night, "en", None)
    people = list(session.circle.players.order_by("pk").values_list("pk", flat=True))
    values["other"] = people[1]
    numbers = {
        "season": Season.objects.create(circle=session.circle, name="S", first="2025-01-01").pk,
        "pair": people[0],
        "person": people[0],
        "link_revoke": link_of(phone, "player").pk,
        "token_revoke": authenticate_token(make_token(session.circle, "T", None)).pk,
        "share_revoke": page.pk,
        "night_share_revoke": of_night.pk,
        "unclear": session.circle.clearings.create(key="cleared").pk,
        **dict.fromkeys(("device", "device_rename", "device_remove"), membership(phone).pk),
    }

    def address(name: str, route: str) -> str:
        known = {**values, "number": numbers.get(name, 1)}
        known |= {"number": session.seats.first().player_id} if name.startswith("person") else {}
        known |= {"token": token_of(page)} if name.startswith("shared") else {}
        known |= {"token": token_of(of_night)} if name.startswith("shared_night") else {}
        return reverse(name, kwargs={key: value for key, value in known.items() if f":{key}>" in route})

    return {name: address(name, at.route) for name, at in ADDRESSES.items()}


def nobody(_host: Phone) -> Phone:
    return Phone()


def known_device(_host: Phone) -> Phone:
    """A browser with a cookie that is in no circle."""
    phone, key = Phone(), secrets.token_urlsafe(32)
    Device.objects.create(key_hash=hash_of(key))
    phone.cookies["device"] = key
    return phone


def of_another_circle(_host: Phone) -> Phone:
    return Phone().open_table(("X", "Y"))


def removed(host: Phone) -> Phone:
    phone = join_by_link(host, link=make_link(host.session.circle, Role.HOST, None))
    send(host, "device_remove", membership(phone).pk, change="1")
    return phone


def of_a_revoked_link(host: Phone) -> Phone:
    link = link_of(host, "viewer")
    phone = join_by_link(host, link=link)
    send(host, "link_revoke", link.pk, fresh="1")
    return phone


ROLES: dict[str, tuple[Callable[[Phone], Phone], Who]] = {
    "nobody": (nobody, ANYBODY),
    "known device": (known_device, ANYBODY),
    "of another circle": (of_another_circle, ANYBODY),
    "removed": (removed, ANYBODY),
    "of a revoked link": (of_a_revoked_link, ANYBODY),
    "viewer": (lambda host: join_by_link(host, "viewer"), Who.VIEWER),
    "player": (lambda host: join_by_link(host, "player"), Who.PLAYER),
    "host": (lambda host: host, Who.HOST),
}


def expected(access: Mapping[str, Who], method: str, role: Who) -> int:
    """The status of the response; 200 stands for every status of a request that is allowed."""
    needs = access.get(method)
    if needs is None:
        return 405
    if role >= needs:
        return 200
    return 403 if role else 404


def check(response: HttpResponse, status: int, access: Mapping[str, Who]) -> None:
    if status == 200:
        assert response.status_code in (200, 204, 302, 409, 422)
        return
    assert response.status_code == status
    if status == 405:
        assert set(response["Allow"].split(", ")) == access.keys()
    if status == 404:
        assert "Nothing here" in text(response) or not response.content
    assert not any(word in text(response) for word in ("Ben", "Chie"))


@pytest.fixture
def _short_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sample group has one evening; its own test imports all of it."""
    monkeypatch.setattr(documents, "sample_file", lambda _language: json.dumps(FILE))


def ask_for_all(
    asking: Phone,
    addresses: dict[str, str],
    role: Who,
    methods: tuple[str, ...],
    names: Collection[str] = ADDRESSES.keys() - BY_TOKEN,
) -> Iterator[tuple[str, str, HttpResponse]]:
    """Every response, once it is checked, with the name of its route and its method.  Allowed requests are
    rolled back, so that the next ones see the same rows."""
    for name in names:
        access = ADDRESSES[name].access
        reset_limits()
        for method in methods:
            status = expected(access, method, role)
            if (method, status) == ("HEAD", 200) and role < Who.HOST:
                continue  # the page once more, which the host asks for
            forms = FORMS if status == 200 else FORMS[1:]
            for data in forms if method == "POST" else FORMS[:1]:
                with transaction.atomic():
                    response = asking.generic(method, addresses[name], urlencode(data), FORM)
                    check(response, status, access)
                    transaction.set_rollback(status == 200)
                yield name, method, response


TAG = re.compile(r"<(?:a|form|button|input)\b[^>]*>")
DISABLED = {("POST", "settle_paid")}
"""Viewers see the buttons of these forms, but cannot press them."""
LEADS = re.compile(r' (href|action|formaction)="(/[^"?#]*)')


def out_of_reach(page: str, host: Phone, role: Who) -> set[tuple[str, str]]:
    """Routes of the host's circle that the links and forms of a page lead to, and that refuse this role."""
    refused = set()
    for tag in TAG.findall(page):
        for attribute, path in LEADS.findall(tag):
            if path.startswith((f"/t/{host.sid}/", host.circle_url())):
                method = "GET" if attribute == "href" or 'method="get"' in tag else "POST"
                name = str(resolve(path).url_name)
                if expected(ADDRESSES[name].access, method, role) != 200:
                    refused.add((method, name))
    return refused


@pytest.mark.usefixtures("_short_sample")
@pytest.mark.parametrize("name", ROLES)
def test_every_role_and_method(phone: Phone, addresses: dict[str, str], name: str) -> None:
    """Refused requests change nothing, and no page leads to one.

    ``test_every_method_for_a_host`` has the other methods of a host.
    """
    who, role = ROLES[name]
    asking, methods = who(phone), OTHER_METHODS if role == Who.HOST else METHODS + OTHER_METHODS
    before, answers = all_rows(), 0
    for route, method, response in ask_for_all(asking, addresses, role, methods):
        answers += 1
        if method == "GET" and response.status_code == 200 and "html" in response["Content-Type"]:
            assert out_of_reach(html(response), phone, role) <= DISABLED, route
    assert answers > 2 * len(ADDRESSES)
    assert all_rows() == before


@pytest.mark.postgresql
@pytest.mark.usefixtures("_short_sample")
def test_every_method_for_a_host(phone: Phone, addresses: dict[str, str]) -> None:
    """With debts to be paid.  Pages have the requested language, and all queries use an index.
    ``tests/hostile/test_markup.py`` looks at other languages."""
    for more in ({"rate": YEN}, {}):
        over(circle_of(phone), {("Ben", "Chie"): 30}, "D", **more)
    phone.defaults["HTTP_ACCEPT_LANGUAGE"] = "ja"
    names, methods = ADDRESSES.keys() - BY_TOKEN, METHODS
    if connection.vendor != "sqlite":  # a picture, or a page that is not sent, asks for nothing of its own
        names, methods = names - PICTURES, ("GET", "POST")
    with plans() as summing_up:
        phone.get(phone.circle_url())
    before = all_rows()
    with plans() as asked:
        for name, method, response in ask_for_all(phone, addresses, Who.HOST, methods, names=names):
            if method == "GET" and name not in NO_PAGES and "GET" in ADDRESSES[name].access:
                assert response.status_code == 200, name
                assert "html" not in response["Content-Type"] or '<html lang="ja">' in html(response), name
    assert all_rows() == before
    assert len(asked.seen) > 200
    assert summing_up.beside() + asked.beside(MIGRATIONS) == []


def test_a_hidden_address_looks_like_an_unknown_one(addresses: dict[str, str], stranger: Phone) -> None:
    for name, (route, access) in ADDRESSES.items():
        if not route.startswith(("t/", "circles/")):
            continue
        parts = addresses[name].split("/")
        parts[2] = secrets.token_urlsafe(9)
        method = "GET" if "GET" in access else "POST"
        never, hidden = (stranger.generic(method, path) for path in ("/".join(parts), addresses[name]))
        assert never.status_code == hidden.status_code == 404
        assert text(never) == text(hidden)


def test_rows_of_other_circles_answer_404(addresses: dict[str, str], stranger: Phone) -> None:
    """People, links, phones and rounds cannot be reached by the address of another circle or table."""
    own = {"circles": stranger.session.circle.public_id, "t": stranger.sid}
    before = all_rows()
    for name, (route, access) in ADDRESSES.items():
        parts = addresses[name].split("/")
        if parts[1] in own and re.search(r"<(int|id):(number|other|aid|bid|rid)>", route):
            parts[2] = own[parts[1]]
            for method in access:
                answer = stranger.generic(method, "/".join(parts), urlencode(FORMS[1]), FORM)
                assert answer.status_code == (302 if name == "unclear" else 404), (name, method)
    assert all_rows() == before


def test_a_post_without_csrf_token_answers_403(addresses: dict[str, str], phone: Phone) -> None:
    other = Phone(enforce_csrf_checks=True)
    other.cookies, before = phone.cookies, all_rows()
    for name in [name for name, at in ADDRESSES.items() if "POST" in at.access]:
        for sender in ("", "page", "outbox", "pads"):
            headers = {"Sent-By": sender, "hx-request": "true"} if sender else {}
            assert other.post(addresses[name], {}, headers=headers).status_code == 403, (name, sender)
    assert all_rows() == before


def test_buttons_of_players_and_viewers(phone: Phone, viewer: Phone, player: Phone) -> None:
    phone.record()
    pages = [("table",), ("round", 1), ("settle",)]
    assert 'class="tick" disabled' in html(viewer.get(viewer.url("settle")))
    played = "".join(html(player.get(player.url(*page))) for page in pages)
    for name, *number in (("round_new",), ("seats",), ("round_edit", 1)):
        assert player.url(name, *number) in played
    circles = [html(each.get(each.circle_url())) for each in (viewer, player)]
    assert [viewer.circle_url() + "new/" in circle for circle in circles] == [False, True]
    assert player.play().status_code == 302


def test_a_403_names_the_needed_role(viewer: Phone, player: Phone) -> None:
    """A viewer of one circle plays in another."""
    assert "Only for the host" in text(player.get(page(player, "recovery")))
    watched = viewer.sid
    viewer.open_table(("A", "B"))
    assert viewer.get(viewer.url("round_new")).status_code == 200
    viewer.sid = watched
    refused = viewer.get(viewer.url("round_new"))
    assert (refused.status_code, table_status(viewer)) == (403, 200)
    assert "You are watching" in text(refused)
