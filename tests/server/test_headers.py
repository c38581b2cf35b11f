import pytest
from django.test import Client

from scorekeeper.server.headers import HEADERS, PAGE_CACHE

pytestmark = pytest.mark.urls("tests.server.stub_urls")


@pytest.mark.parametrize(
    ("path", "host", "status"),
    [("/", "localhost", 200), ("/nothing", "localhost", 404), ("/", "evil.example", 400)],
)
def test_every_page_carries_the_headers(client: Client, path: str, host: str, status: int) -> None:
    answer = client.get(path, headers={"host": host})
    assert answer.status_code == status
    assert HEADERS.items() <= dict(answer.headers).items()
    assert answer["Cache-Control"] == PAGE_CACHE


def test_the_policy_lets_nothing_inline_run(client: Client) -> None:
    policy = client.get("/")["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_nothing_that_needs_https_on_plain_http(client: Client) -> None:
    answer = client.get("/")
    assert "Strict-Transport-Security" not in answer
    assert "Cross-Origin-Opener-Policy" not in answer
    assert not any(cookie["secure"] for cookie in answer.cookies.values())
    assert all(cookie["httponly"] and cookie["samesite"] == "Lax" for cookie in answer.cookies.values())


def test_the_choice_of_a_language_is_kept(client: Client) -> None:
    answer = client.post("/language/", {"language": "en", "next": "/"})
    cookie = answer.cookies["django_language"]
    assert (cookie.value, cookie["httponly"], cookie["samesite"]) == ("en", True, "Lax")
    assert client.get("/nothing")["Content-Language"] == "en"
