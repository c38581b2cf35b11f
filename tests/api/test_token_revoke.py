"""A host ends a key for a program, after a look at which one it is."""

import pytest

from scorekeeper.circles.models import Token
from tests.doors import ask, circle_of, page, send
from tests.helpers import Phone, text

from .boards import board_of


@pytest.fixture(name="token")
def _token(phone: Phone) -> Token:
    board_of(phone)
    return Token.objects.get()


def test_it_asks_first(phone: Phone, token: Token) -> None:
    assert "Board" in text(ask(phone, "token_revoke", token.pk))
    token.refresh_from_db()
    assert token.revoked_at is None


def test_it_is_gone_and_noted(phone: Phone, token: Token) -> None:
    response = send(phone, "token_revoke", token.pk)
    assert (response.status_code, response["Location"]) == (302, page(phone, "tokens"))
    listed = text(ask(phone, "tokens"))
    assert "The key no longer works." in listed
    assert "never used" not in listed
    assert "revoked an API key" in text(ask(phone, "changes"))
    assert send(phone, "token_revoke", token.pk).status_code == 302, "the same form twice"
    assert ask(phone, "token_revoke", token.pk).status_code == 404
    assert circle_of(phone).changes.filter(action="unkey").count() == 1
