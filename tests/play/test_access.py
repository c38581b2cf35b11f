"""Who may open what, for every address there is: a new one without its test fails here."""

import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from scorekeeper.play.models import GameSession
from scorekeeper.play.rule_sets import code_of, keep, usual
from scorekeeper.scoring.presets import PRESETS
from scorekeeper.scoring.registry import RULESETS
from tests.circles.helpers import come_in, everything, link_of, membership

from .helpers import Phone, text

TESTS = Path(__file__).parent.parent

METHODS = {
    "start": "GET",
    "circle": "GET",
    "circle_rename": "POST",
    "session_new": "GET POST",
    "circle_session_new": "GET POST",
    "import_session": "GET POST",
    "rule_sets": "GET",
    "rule_sets_game": "GET",
    "rule_sets_preset": "GET",
    "rule_sets_shared": "GET",
    "rule_sets_file": "GET",
    "rule_sets_circle": "GET POST",
    "rule_sets_kept": "GET",
    "rule_sets_edit": "GET POST",
    "rule_sets_copy": "POST",
    "rule_sets_away": "POST",
    "join": "GET",
    "recover": "GET POST",
    "circle_me": "GET POST",
    "link_new": "GET POST",
    "link_revoke": "GET POST",
    "recovery": "GET POST",
    "device": "GET",
    "device_rename": "POST",
    "device_remove": "GET POST",
    "manifest": "GET",
    "worker": "GET",
    "offline": "GET",
    "table": "GET",
    "rounds": "GET",
    "round_new": "GET POST",
    "round": "GET",
    "round_edit": "GET POST",
    "round_insert": "GET POST",
    "round_void": "GET POST",
    "round_restore": "GET POST",
    "settle": "GET",
    "settle_paid": "POST",
    "session_end": "POST",
    "session_reopen": "POST",
    "session_me": "GET POST",
    "pads": "GET",
    "pads_cancel": "GET POST",
    "hand": "GET POST",
    "second": "GET POST",
    "settings": "GET POST",
    "seats": "GET POST",
    "streak": "GET POST",
    "rules": "GET",
    "referee": "GET",
    "referee_anywhere": "GET",
    "export": "GET",
}
NO_PAGES = {"join", "manifest", "worker", "pads"}
SHELL = {"manifest", "worker", "offline"}
"""What a browser asks for by itself; its tests are those of the server."""
RULES = {"rule_sets", "rule_sets_game", "rule_sets_preset", "rule_sets_shared", "rule_sets_file"}
FOR_ALL = {"start", "session_new", "import_session", "join", "recover", "referee_anywhere"} | SHELL | RULES
FILES = {"export", "rule_sets_file"}
ELSEWHERE = {"set_language"}
FOR_VIEWERS = {
    "circle",
    "circle_me",
    "rule_sets_circle",
    "rule_sets_kept",
    "table",
    "rounds",
    "round",
    "session_me",
    "settle",
    "rules",
    "referee",
    "export",
}
FOR_HOSTS = {
    "circle_rename",
    "link_new",
    "link_revoke",
    "recovery",
    "device",
    "device_rename",
    "device_remove",
}


def patterns(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, str]]:
    """Every named address with its whole route."""
    for entry in resolver.url_patterns:
        route = before + str(entry.pattern)
        if isinstance(entry, URLPattern):
            yield str(entry.name), route
        else:
            yield from patterns(entry, route)


ROUTES = {name: route for name, route in patterns(get_resolver()) if name not in ELSEWHERE}


@pytest.fixture
def addresses(phone: Phone) -> dict[str, str]:
    """An address of each kind that really is there."""
    phone.play()
    session = phone.session
    rules = keep(session.circle, usual(RULESETS["gamble"]).rule_set, None)
    values = {
        "sid": session.public_id,
        "cid": session.circle.public_id,
        "rid": rules.public_id,
        "code": code_of(usual(RULESETS["gamble"]).rule_set),
        "game": "gamble",
        "key": PRESETS[0].key,
        "number": 1,
        "token": "x.y",
    }
    numbers = {
        "link_revoke": link_of(phone, "player").pk,
        "device": membership(phone).pk,
        "device_rename": membership(phone).pk,
        "device_remove": membership(phone).pk,
    }

    def address(name: str, route: str) -> str:
        known = {**values, "number": numbers.get(name, 1)}
        return reverse(name, kwargs={key: value for key, value in known.items() if f":{key}>" in route})

    return {name: address(name, route) for name, route in ROUTES.items()}


def test_every_address_is_listed() -> None:
    assert set(METHODS) == set(ROUTES)


@pytest.mark.parametrize("name", sorted(set(METHODS) - SHELL))
def test_every_address_has_a_file_of_tests(name: str) -> None:
    assert list(TESTS.glob(f"*/test_{name}.py")), f"tests/play/test_{name}.py is missing"


@pytest.mark.parametrize("name", METHODS)
def test_wrong_method(addresses: dict[str, str], phone: Phone, name: str) -> None:
    allowed = set(METHODS[name].split())
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE"} - allowed:
        response = phone.generic(method, addresses[name])
        assert response.status_code == 405, method
        assert allowed <= set(response["Allow"].split(", "))
    for method in allowed:
        assert phone.generic(method, addresses[name]).status_code != 405


@pytest.mark.parametrize("name", sorted(set(METHODS) - FOR_ALL))
def test_nobody_else_gets_in(addresses: dict[str, str], phone: Phone, stranger: Phone, name: str) -> None:
    before = phone.session.standing, phone.session.revision, GameSession.objects.count()
    for method in METHODS[name].split():
        for other in (stranger, Phone()):
            response = other.generic(method, addresses[name])
            assert response.status_code == 404
            assert "Nothing here" in text(response)
            assert not any(word in text(response) for word in ("Ben", "Chie"))
    assert before == (phone.session.standing, phone.session.revision, GameSession.objects.count())


@pytest.mark.parametrize("name", sorted(set(METHODS) - FOR_ALL))
def test_an_address_that_never_was_looks_the_same(
    addresses: dict[str, str], stranger: Phone, name: str
) -> None:
    parts = addresses[name].split("/")
    parts[2] = secrets.token_urlsafe(9)
    method = METHODS[name].split()[0]
    never, hidden = (stranger.generic(method, path) for path in ("/".join(parts), addresses[name]))
    assert never.status_code == hidden.status_code == 404
    assert text(never) == text(hidden)


@pytest.fixture
def viewer(phone: Phone) -> Phone:
    return come_in(phone, "viewer")


@pytest.fixture
def player(phone: Phone) -> Phone:
    return come_in(phone, "player")


INSIDE = sorted(name for name, route in ROUTES.items() if route.startswith(("t/", "circles/")))
"""Every address of a table or a circle, found in the routes so that a new one cannot be left out."""


def test_every_address_of_a_table_or_circle_is_for_its_devices() -> None:
    assert set(INSIDE) == set(METHODS) - FOR_ALL


@pytest.mark.parametrize("name", INSIDE)
def test_a_viewer_changes_nothing(addresses: dict[str, str], viewer: Phone, name: str) -> None:
    before = everything()
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        for data in ({}, {"action": "confirm", "revision": "1", "key": "k" * 20}):
            response = getattr(viewer, method.lower())(addresses[name], data if method == "POST" else "")
            expected = 403 if method in METHODS[name] else 405
            assert response.status_code == expected, method
    assert everything() == before


@pytest.mark.parametrize("name", [name for name in INSIDE if "GET" in METHODS[name]])
def test_what_a_viewer_may_open(addresses: dict[str, str], viewer: Phone, name: str) -> None:
    before = everything()
    expected = {200, 302} if name in FOR_VIEWERS else {403}
    for method in ("get", "head"):
        assert getattr(viewer, method)(addresses[name]).status_code in expected
    assert everything() == before


@pytest.mark.parametrize("name", INSIDE)
def test_what_is_for_hosts_only(addresses: dict[str, str], player: Phone, phone: Phone, name: str) -> None:
    before = everything()
    for method in METHODS[name].split() if name in FOR_HOSTS else []:
        assert player.generic(method, addresses[name]).status_code == 403
        assert everything() == before
    for method in set(METHODS[name].split()) & {"GET"}:
        assert phone.generic(method, addresses[name]).status_code == 200
        assert player.generic(method, addresses[name]).status_code == (403 if name in FOR_HOSTS else 200)


@pytest.mark.parametrize("name", INSIDE)
def test_who_is_out_gets_nowhere(addresses: dict[str, str], viewer: Phone, phone: Phone, name: str) -> None:
    phone.post(reverse("device_remove", args=(phone.session.circle.public_id, membership(viewer).pk)))
    for method in METHODS[name].split():
        assert viewer.generic(method, addresses[name]).status_code == 404


def test_rounds_of_another_table(phone: Phone, stranger: Phone) -> None:
    """A session that one may open does not open the rounds of another one."""
    phone.play()
    assert stranger.get(stranger.url("round", 1)).status_code == 404


@pytest.mark.parametrize(
    "name", sorted(name for name in METHODS if "GET" in METHODS[name] and name not in NO_PAGES)
)
def test_every_page_says_its_language(addresses: dict[str, str], phone: Phone, name: str) -> None:
    for language in ("ja", "en"):
        response = phone.get(addresses[name], headers={"accept-language": language})
        assert response.status_code == 200
        if name not in FILES:
            assert f'<html lang="{language}">' in response.content.decode()


def test_language_is_kept(phone: Phone) -> None:
    response = phone.post("/language/", {"language": "ja", "next": "/"})
    assert (response.status_code, response["Location"]) == (302, "/")
    assert '<html lang="ja">' in phone.get("/").content.decode()
