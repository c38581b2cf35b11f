"""A host makes a key for a program, which is shown once, and revokes it."""

import re

from django.http import HttpResponse

from scorekeeper.circles.codes import make_token
from scorekeeper.circles.models import CircleChange, Token
from tests.circle_pages import ask, circle_of, page, send
from tests.helpers import Phone, forms, html, text

from .test_api import Board


def made(phone: Phone, name: str = "Kitchen board") -> str:
    return shown(send(phone, "tokens", name=name))


def shown(response: HttpResponse) -> str:
    """The key on the page that made it."""
    match = re.search(r'<input id="token"[^>]*value="([^"]+)"', html(response))
    assert match
    return match[1]


def test_a_key_is_shown_once_listed_and_stored_as_a_hash(phone: Phone) -> None:
    """The log has it, and the list says when it was last used."""
    assert page(phone, "tokens") in html(phone.get(phone.settings_url()))
    assert ask(phone, "tokens").status_code == 200
    response = send(phone, "tokens", name="Kitchen board")
    assert response["Cache-Control"] == "no-store, private"
    assert "It is shown only this once." in text(response)
    secret = shown(response)
    assert len(secret) >= 43, "256 random bits"
    assert not Token.objects.filter(token_hash=secret).exists()
    listed = ask(phone, "tokens")
    assert secret not in html(listed)
    assert "Kitchen board" in text(listed)
    assert "never used" in text(listed)
    changes = text(ask(phone, "changes"))
    assert "made an API key" in changes
    assert "Kitchen board" in changes
    assert CircleChange.objects.get(action="key").device is not None
    assert Board(secret).read("api_circle")["id"] == circle_of(phone).public_id
    assert re.search(r"last used <time[^>]*>\w", html(ask(phone, "tokens")))


def test_a_repeated_form_shows_the_same_key(phone: Phone) -> None:
    """As a reload of the page does; once the key is revoked, the page shows none."""
    form = {**forms(ask(phone, "tokens"))["key"], "name": "Kitchen board"}
    first, second = (send(phone, "tokens", **form) for _ in range(2))
    assert shown(first) == shown(second)
    assert Token.objects.count() == 1
    assert made(phone) != shown(first)
    send(phone, "token_revoke", Token.objects.first().pk)
    assert 'id="token"' not in html(send(phone, "tokens", **form))
    assert Token.objects.count() == 2


def test_a_key_needs_a_name_and_there_are_at_most_twenty(phone: Phone) -> None:
    for name in ("", "  ", "x" * 41):
        assert send(phone, "tokens", name=name).status_code == 422, name
    assert not Token.objects.exists()
    for number in range(20):
        make_token(circle_of(phone), f"Board {number}", None)
    response = send(phone, "tokens", name="One more")
    assert response.status_code == 422
    assert "There are too many keys." in text(response)
    assert send(phone, "token_revoke", Token.objects.first().pk).status_code == 302
    made(phone)


def test_a_key_is_revoked_after_confirmation(phone: Phone) -> None:
    made(phone, "Board")
    token = Token.objects.get()
    assert "Board" in text(ask(phone, "token_revoke", token.pk))
    token.refresh_from_db()
    assert token.revoked_at is None
    response = send(phone, "token_revoke", token.pk)
    assert (response.status_code, response["Location"]) == (302, page(phone, "tokens"))
    listed = text(ask(phone, "tokens"))
    assert "The key no longer works." in listed
    assert "never used" not in listed
    assert "revoked an API key" in text(ask(phone, "changes"))
    assert send(phone, "token_revoke", token.pk).status_code == 302, "the same form twice"
    assert ask(phone, "token_revoke", token.pk).status_code == 404
    assert circle_of(phone).changes.filter(action="unkey").count() == 1
