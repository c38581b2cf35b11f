"""Secret addresses: invitation links, and public pages of tables and nights."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote

import pytest
from django.http import HttpResponse
from django.test import override_settings
from django.urls import reverse

from scorekeeper.play.models import GameSession, Night
from scorekeeper.play.sharing import make_link, token_of
from scorekeeper.server.limits import JOINS, RESULTS, Rate
from scorekeeper.server.ratelimit import reset_limits
from tests.circle_pages import is_stored, link_of, path_of
from tests.circles.test_limits import allow
from tests.helpers import OUT, Phone, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("still")]


@dataclass
class Secret:
    """A kind of secret addresses."""

    path: Callable[[Phone], str]  # that of a phone's table
    limit: Rate
    opened: int  # status of a response to it


def to_a_result(name: str, subject: GameSession | Night) -> str:
    link = subject.result_links.first() or make_link(subject, "en", None)
    return reverse(name, args=(token_of(link),))


KINDS = {
    "join": Secret(lambda phone: path_of(link_of(phone, "player")), JOINS, 302),
    "shared": Secret(lambda phone: to_a_result("shared", phone.session), RESULTS, 200),
    "shared_night": Secret(lambda phone: to_a_result("shared_night", phone.session.night), RESULTS, 200),
}


@pytest.fixture(name="kind", params=KINDS.values(), ids=KINDS)
def _kind(request: pytest.FixtureRequest, phone: Phone) -> Secret:
    phone.record(OUT)
    result: Secret = request.param
    return result


def parts(path: str) -> tuple[str, str, str]:
    """The prefix of an address, the public id of its link, and its secret."""
    start, token = path.strip("/").split("/")
    return start, *token.split(".")  # type: ignore[return-value]


def test_a_wrong_secret_answers_404(kind: Secret, phone: Phone) -> None:
    start, name, secret = parts(kind.path(phone))
    other = parts(kind.path(Phone().open_table(("X", "Y"))))[2]
    wrong = (secret[:-1], secret + "A", other, "", "A" * len(secret), "日本", secret.swapcase())
    for token in (name, *(f"{name}.{each}" for each in wrong)):
        reset_limits()
        guest = Phone()
        response = guest.get(f"/{start}/{quote(token)}/")
        assert response.status_code == 404
        assert "Nothing here" in text(response)
        assert "device" not in guest.cookies


def test_a_secret_is_long_and_not_stored_and_needs_the_server_s_key(kind: Secret, phone: Phone) -> None:
    """Even if all columns of the link are known."""
    right = kind.path(phone)
    start, name, secret = parts(right)
    assert len(secret) * 6 >= 128
    assert is_stored(name)
    assert not is_stored(secret)
    with override_settings(SECRET_KEY="another key, just as long as the server's own " * 2):
        forged = kind.path(phone)
    assert parts(forged)[:2] == (start, name)
    assert [Phone().get(path).status_code for path in (forged, right)] == [404, kind.opened]


def test_tries_are_limited_and_responses_are_not_cached(
    kind: Secret, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a valid or a wrong secret, and if they are refused."""
    guest, right = Phone(), kind.path(phone)
    wrong = f"/{parts(right)[0]}/x.y/"
    allow(monkeypatch, kind.limit, 3)
    tried = [guest.get(wrong) for _ in range(4)]
    assert [answer.status_code for answer in tried] == [404] * 3 + [429]
    refused = guest.get(right)
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    allow(monkeypatch, kind.limit, 3)
    more = [guest.get(right) for _ in range(4)]
    assert [answer.status_code for answer in more] == [kind.opened] * 3 + [429]
    for answer in (*tried, refused, *more):
        check_not_cached(answer)


def check_not_cached(answer: HttpResponse) -> None:
    assert answer["Referrer-Policy"] == "no-referrer"
    assert "no-store" in answer["Cache-Control"]
    assert "noindex" in answer["X-Robots-Tag"]


def test_pictures_are_not_cached(phone: Phone) -> None:
    phone.record(OUT)
    for name, subject in (("shared_picture", phone.session), ("shared_night_picture", phone.session.night)):
        right = to_a_result(name, subject)
        wrong = reverse(name, args=("x.y",))
        for path, status in ((right, 200), (wrong, 404)):
            answer = Phone().get(path)
            assert answer.status_code == status
            check_not_cached(answer)
