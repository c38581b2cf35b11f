"""トークン: API keys of programs that read a circle."""

from base64 import urlsafe_b64encode

from django.db import transaction
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone

from scorekeeper.server.limits import TOKENS_OF_CIRCLE

from .access import hash_of, record_seen, secret_of_form
from .models import Circle, CircleChange, Device, Token
from .services import lock_circle, note


class TooManyTokens(Exception):
    """The circle has TOKENS_OF_CIRCLE live tokens."""


def live_tokens(circle: Circle) -> "QuerySet[Token]":
    """The tokens of a circle that are not revoked, the oldest first."""
    return circle.tokens.filter(revoked_at=None)


@transaction.atomic
def make_token(circle: Circle, name: str, device: Device | None, form: str = "") -> str:
    """Create a token and return its secret, of which only the hash is stored; raises TooManyTokens.

    A form (its hash) creates one, and has its secret again as long as it is not revoked, else none.
    """
    lock_circle(circle)
    secret = urlsafe_b64encode(secret_of_form("circle.token", circle, form)).decode().rstrip("=")
    if made := circle.tokens.filter(token_hash=hash_of(secret)).first():
        return "" if made.revoked_at else secret
    if live_tokens(circle).count() >= TOKENS_OF_CIRCLE:
        raise TooManyTokens
    Token.objects.create(circle=circle, name=name, token_hash=hash_of(secret), created_by=device)
    note(circle, CircleChange.Action.KEY, device, after={"name": name})
    return secret


def find_token(circle: Circle, number: int, also_revoked: bool = False) -> Token:
    return get_object_or_404(circle.tokens.all() if also_revoked else live_tokens(circle), pk=number)


@transaction.atomic
def revoke_token(token: Token, device: Device | None) -> None:
    """Revoke a token at once; one that is revoked already stays as it is."""
    if Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now()):
        note(token.circle, CircleChange.Action.UNKEY, device, before={"name": token.name})


def authenticate_token(secret: str) -> Token | None:
    """The live token with this secret, of a circle that is not deleted; updates ``last_seen``."""
    rows = Token.objects.filter(token_hash=hash_of(secret), revoked_at=None, circle__deleted_at=None)
    token = rows.select_related("circle").first()
    if token:
        record_seen(token)
    return token
