"""Who may open what, for every address there is: a new one without its test fails here."""

import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from scorekeeper.play.models import GameSession

from .helpers import Phone, text

TESTS = Path(__file__).parent.parent

METHODS = {
    "start": "GET",
    "circle": "GET",
    "circle_rename": "POST",
    "session_new": "GET POST",
    "circle_session_new": "GET POST",
    "import_session": "GET POST",
    "join": "GET",
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
    "seats": "GET POST",
    "streak": "GET POST",
    "rules": "GET",
    "referee": "GET",
    "referee_anywhere": "GET",
    "export": "GET",
}
FOR_ALL = {"start", "session_new", "import_session", "join", "referee_anywhere"}
ELSEWHERE = {"set_language"}


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
    values = {"sid": session.public_id, "cid": session.circle.public_id, "number": 1, "token": "x.y"}
    return {
        name: reverse(name, kwargs={key: value for key, value in values.items() if f":{key}>" in route})
        for name, route in ROUTES.items()
    }


def test_every_address_is_listed() -> None:
    assert set(METHODS) == set(ROUTES)


@pytest.mark.parametrize("name", METHODS)
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


def test_rounds_of_another_table(phone: Phone, stranger: Phone) -> None:
    """A session that one may open does not open the rounds of another one."""
    phone.play()
    assert stranger.get(stranger.url("round", 1)).status_code == 404


@pytest.mark.parametrize(
    "name", sorted(name for name in METHODS if "GET" in METHODS[name] and name != "join")
)
def test_every_page_says_its_language(addresses: dict[str, str], phone: Phone, name: str) -> None:
    for language in ("ja", "en"):
        response = phone.get(addresses[name], headers={"accept-language": language})
        assert response.status_code == 200
        if name != "export":
            assert f'<html lang="{language}">' in response.content.decode()


def test_language_is_kept(phone: Phone) -> None:
    response = phone.post("/language/", {"language": "ja", "next": "/"})
    assert (response.status_code, response["Location"]) == (302, "/")
    assert '<html lang="ja">' in phone.get("/").content.decode()
