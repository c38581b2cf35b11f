"""復旧コード, トークン: recovery codes and API keys, of which only a hash is stored."""

import unicodedata
from base64 import urlsafe_b64encode

from django.db import transaction
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone

from scorekeeper.server.limits import TOKENS_OF_CIRCLE

from .access import hash_of, record_seen, secret_of_form
from .models import Circle, CircleChange, Device, RecoveryCode, Role, Token
from .services import ChangedMeanwhile, enter_circle, lock_circle, log_change

Action = CircleChange.Action
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""32 characters, five bits each: Crockford's base 32, without I, L, O and U."""
WORDS, LENGTH = 7, 4
"""Seven words of four characters: 140 bits."""
LONGEST_TYPED = 200
LOOKALIKES = str.maketrans("OIL", "011")


def new_code(random_bytes: bytes) -> str:
    """A code of WORDS words, each character from five bits of a byte.

    >>> new_code(bytes(range(28)))
    '0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV'
    """
    text = "".join(ALPHABET[byte % 32] for byte in random_bytes)
    return "-".join(text[start : start + LENGTH] for start in range(0, WORDS * LENGTH, LENGTH))


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
    """Make a recovery code, and revoke the one before it.

    ``form`` is the hash of a form; a repeat gets the same code, or an empty text once that is revoked.
    Raises ChangedMeanwhile where the code before is not the one with the key ``seen``.
    """
    code = new_code(secret_of_form("circle.recovery", circle, form))
    lock_circle(circle)
    if made := circle.recovery_codes.filter(code_hash=hash_of(plain_code(code))).first():
        return "" if made.revoked_at else code
    _revoke_codes(circle, seen)
    RecoveryCode.objects.create(circle=circle, code_hash=hash_of(plain_code(code)), created_by=device)
    log_change(circle, Action.CODE, device)
    return code


@transaction.atomic
def revoke_recovery_code(circle: Circle, device: Device | None, seen: int | None = None) -> None:
    """Revoke the recovery code, if there is one; devices that used it stay hosts.

    Raises ChangedMeanwhile where it is not the one with the key ``seen``.
    """
    lock_circle(circle)
    if _revoke_codes(circle, seen):
        log_change(circle, Action.UNCODE, device)


def _revoke_codes(circle: Circle, seen: int | None) -> int:
    """Revoke the recovery code and return how many there were; raises ChangedMeanwhile."""
    live = circle.recovery_codes.filter(revoked_at=None)
    if seen is not None and live.exclude(pk=seen).exists():
        raise ChangedMeanwhile
    return live.update(revoked_at=timezone.now())


def live_code(typed: str) -> RecoveryCode | None:
    """The live recovery code that was typed, if there is one."""
    live = RecoveryCode.objects.filter(revoked_at=None, circle__deleted_at=None)
    return live.filter(code_hash=hash_of(plain_code(typed))).select_related("circle").first()


@transaction.atomic
def recover(code: RecoveryCode, device: Device) -> None:
    """Make a device a host; the code stays valid.  Raises Http404 where it was revoked meanwhile."""
    lock_circle(code.circle)
    get_object_or_404(RecoveryCode, pk=code.pk, revoked_at=None)
    enter_circle(device, code.circle, None, Role.HOST)
    log_change(code.circle, Action.RECOVER, device)


class TooManyTokens(Exception):
    """The circle has TOKENS_OF_CIRCLE live tokens."""


def live_tokens(circle: Circle) -> "QuerySet[Token]":
    return circle.tokens.filter(revoked_at=None)


@transaction.atomic
def make_token(circle: Circle, name: str, device: Device | None, form: str = "") -> str:
    """Create a token and return its secret; raises TooManyTokens.

    ``form`` is the hash of a form; a repeat gets the same secret, or an empty text once that is revoked.
    """
    lock_circle(circle)
    secret = urlsafe_b64encode(secret_of_form("circle.token", circle, form)).decode().rstrip("=")
    if made := circle.tokens.filter(token_hash=hash_of(secret)).first():
        return "" if made.revoked_at else secret
    if live_tokens(circle).count() >= TOKENS_OF_CIRCLE:
        raise TooManyTokens
    Token.objects.create(circle=circle, name=name, token_hash=hash_of(secret), created_by=device)
    log_change(circle, Action.KEY, device, after={"name": name})
    return secret


@transaction.atomic
def revoke_token(token: Token, device: Device | None) -> None:
    """Revoke a token, unless it is revoked already."""
    if Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now()):
        log_change(token.circle, Action.UNKEY, device, before={"name": token.name})


def authenticate_token(secret: str) -> Token | None:
    """The live token with this secret, of a circle that is not deleted; updates ``last_seen``."""
    rows = Token.objects.filter(token_hash=hash_of(secret), revoked_at=None, circle__deleted_at=None)
    token = rows.select_related("circle").first()
    if token:
        record_seen(token)
    return token
