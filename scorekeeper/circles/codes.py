"""復旧コード, トークン: secrets of which only a hash is stored: recovery codes, and API keys of programs."""

import unicodedata
from base64 import urlsafe_b64encode
from collections.abc import Callable

from django.db import transaction
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone

from scorekeeper.server.limits import TOKENS_OF_CIRCLE

from .access import hash_of, record_seen, secret_of_form
from .models import Circle, CircleChange, Device, RecoveryCode, Role, Token
from .services import Overtaken, enter_circle, lock_circle, note

Action = CircleChange.Action
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""32 characters, five bits each: Crockford's base 32, without I, L, O and U."""
WORDS, LENGTH = 7, 4
"""Seven words of four characters: 140 bits."""
LONGEST_TYPED = 200
LOOKALIKES = str.maketrans("OIL", "011")


def new_code(below: Callable[[int], int]) -> str:
    """A code of WORDS words; ``below(n)`` draws a number from 0 to n - 1.

    >>> new_code(lambda n: n - 1)
    'ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ'
    """
    return "-".join("".join(ALPHABET[below(32)] for _ in range(LENGTH)) for _ in range(WORDS))


def plain_code(typed: str) -> str:
    """Normalise a typed code: without separators, in capitals, with lookalikes replaced.

    >>> plain_code(" abcd-O1il ０ ")
    'ABCD01110'
    """
    wide = unicodedata.normalize("NFKC", typed[:LONGEST_TYPED]).upper().translate(LOOKALIKES)
    return "".join(character for character in wide if character in ALPHABET)


def recovery_code(circle: Circle) -> RecoveryCode | None:
    """The live recovery code; its text is not stored."""
    return circle.recovery_codes.filter(revoked_at=None).first()


@transaction.atomic
def renew_recovery_code(
    circle: Circle, device: Device | None, form: str = "", seen: int | None = None
) -> str:
    """Make a recovery code, of which only the hash is stored, and revoke the one before it.

    A form (its hash) makes one, and has it again as long as it is not revoked, else none.  Raises Overtaken
    where the one before is not that which the form has ``seen``.
    """
    drawn = iter(secret_of_form("circle.recovery", circle, form))
    code = new_code(lambda below: next(drawn) % below)
    lock_circle(circle)
    if made := circle.recovery_codes.filter(code_hash=hash_of(plain_code(code))).first():
        return "" if made.revoked_at else code
    _end_codes(circle, seen)
    RecoveryCode.objects.create(circle=circle, code_hash=hash_of(plain_code(code)), created_by=device)
    note(circle, Action.CODE, device)
    return code


@transaction.atomic
def revoke_recovery_code(circle: Circle, device: Device | None, seen: int | None = None) -> None:
    """Revoke the recovery code, if there is one; devices that used it stay hosts.

    Raises Overtaken where it is not the one that a form has ``seen``.
    """
    lock_circle(circle)
    if _end_codes(circle, seen):
        note(circle, Action.UNCODE, device)


def _end_codes(circle: Circle, seen: int | None) -> int:
    """Revoke the recovery code, and how many that were; raises Overtaken."""
    live = circle.recovery_codes.filter(revoked_at=None)
    if seen is not None and live.exclude(pk=seen).exists():
        raise Overtaken
    return live.update(revoked_at=timezone.now())


def live_code(typed: str) -> RecoveryCode | None:
    """The recovery code that was typed; None where it is not valid."""
    live = RecoveryCode.objects.filter(revoked_at=None, circle__deleted_at=None)
    return live.filter(code_hash=hash_of(plain_code(typed))).select_related("circle").first()


@transaction.atomic
def recover(code: RecoveryCode, device: Device) -> None:
    """Make a device a host; the code stays valid until it is renewed or revoked.

    Raises Http404 where that was done meanwhile.
    """
    lock_circle(code.circle)
    get_object_or_404(RecoveryCode, pk=code.pk, revoked_at=None)
    enter_circle(device, code.circle, None, Role.HOST)
    note(code.circle, Action.RECOVER, device)


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
    note(circle, Action.KEY, device, after={"name": name})
    return secret


@transaction.atomic
def revoke_token(token: Token, device: Device | None) -> None:
    """Revoke a token at once; one that is revoked already stays as it is."""
    if Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now()):
        note(token.circle, Action.UNKEY, device, before={"name": token.name})


def authenticate_token(secret: str) -> Token | None:
    """The live token with this secret, of a circle that is not deleted; updates ``last_seen``."""
    rows = Token.objects.filter(token_hash=hash_of(secret), revoked_at=None, circle__deleted_at=None)
    token = rows.select_related("circle").first()
    if token:
        record_seen(token)
    return token
