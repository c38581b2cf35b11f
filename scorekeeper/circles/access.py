"""Who may open what: devices by their cookie, circles by their links."""

import hashlib
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import TypeVar

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from scorekeeper.server.database import without_waiting
from scorekeeper.server.hosts import is_this_machine
from scorekeeper.server.limits import CIRCLE_READS, CIRCLE_WRITES
from scorekeeper.server.ratelimit import READING, of_circle, take

from .models import Circle, CircleLink, Device, Membership, Role, Token, new_nonce

M = TypeVar("M", bound=Model)

COOKIE = settings.DEVICE_COOKIE
COOKIE_AGE = timedelta(days=400)
SEEN_EVERY = timedelta(minutes=10)
SYSTEMS = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")

# Columns with a prefix stand in the order of their model's fields, as ``from_db`` takes them.
ENTRANCE = """SELECT device.*,
        membership.id AS membership_id, device_id AS membership_device_id,
        membership.circle_id AS membership_circle_id, role AS membership_role,
        link_id AS membership_link_id, player_id AS membership_player_id,
        circle.id AS circle_id, circle.public_id AS circle_public_id, circle.name AS circle_name,
        least_rounds AS circle_least_rounds
    FROM circles_device AS device
        JOIN circles_membership AS membership ON device_id = device.id AND membership.ended_at IS NULL
        JOIN circles_circle AS circle ON circle.id = membership.circle_id
    WHERE key_hash = %s AND circle.{condition}
"""
"""A device, its live membership and the circle: what every page begins with, in one query.

By Django's own query the settling page takes a quarter longer.
"""
OF_CIRCLE = ENTRANCE.format(condition="public_id = %s")
OF_SESSION = ENTRANCE.format(condition="id = (SELECT circle_id FROM play_gamesession WHERE public_id = %s)")


class NotAllowed(PermissionDenied):
    """The device is in the circle, but its role is below the one that is needed, which this is made with."""


class DeviceMiddleware:
    """Notes that the device of a request was here, if a page asked for it, and renews its cookie.

    The key of its forms is renewed with it, not with every page that is read again on a weak line.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        device: Device | None = getattr(request, "device", None)
        fresh: str = getattr(request, "device_key", "")
        if device and record_seen(device):
            fresh = request.COOKIES.get(COOKIE, "")
        token = settings.CSRF_COOKIE_NAME
        if fresh:
            secure = settings.SECURE_COOKIES
            response.set_cookie(
                COOKIE, fresh, max_age=COOKIE_AGE, httponly=True, samesite="Lax", secure=secure
            )
        elif device and (sent := response.cookies.get(token)) and sent.value == request.COOKIES.get(token):
            del response.cookies[token]  # which the phone has just sent
        return response


def hash_of(secret: str) -> str:
    """A random secret as it is stored: its SHA-256."""
    return hashlib.sha256(secret.encode()).hexdigest()


def record_seen(row: Device | Token) -> bool:
    """Record that a device or a token was seen, unless that was done recently or the database is busy."""
    now = timezone.now()
    if row.last_seen and now - row.last_seen < SEEN_EVERY:
        return False
    with suppress(DatabaseError, InterfaceError), without_waiting():
        return bool(type(row).objects.filter(pk=row.pk).update(last_seen=now))
    return False


def current_device(request: HttpRequest) -> Device | None:
    """The device that sent the request, if it has opened a circle before; looked up when first asked for."""
    if not hasattr(request, "device"):
        key = request.COOKIES.get(COOKIE, "")
        found = Device.objects.filter(key_hash=hash_of(key)).first() if key else None
        request.device = found  # type: ignore[attr-defined]
    return request.device  # type: ignore[attr-defined, no-any-return]


def ensure_device(request: HttpRequest) -> Device:
    """The device that sent the request; a new one gets its cookie with the response."""
    device = current_device(request)
    if device is None:
        key, agent = secrets.token_urlsafe(32), request.headers.get("User-Agent", "")
        system = next((name for name in SYSTEMS if name in agent), "").replace("Macintosh", "Mac")
        device = Device.objects.create(key_hash=hash_of(key), name=system)
        request.device, request.device_key = device, key  # type: ignore[attr-defined]
    return device


def enter(request: HttpRequest, needs: Role, *, circle: str = "", session: str = "") -> None:
    """Let the device of a request into a circle, by the public id of it or of one of its sessions.

    Raises Http404 for a stranger, NotAllowed where the role is below ``needs``, TooMany where all devices of
    the circle asked for too much.
    """
    query, public_id = (OF_CIRCLE, circle) if circle else (OF_SESSION, session)
    key = request.COOKIES.get(COOKIE, "")
    device = next(iter(Device.objects.raw(query, (hash_of(key), public_id))), None) if key else None
    if device is None:
        raise Http404
    membership, entered = _row(Membership, "membership_", device), _row(Circle, "circle_", device)
    membership.device, membership.circle = device, entered
    request.device = device  # type: ignore[attr-defined]
    request.asked_circle = membership.circle_id  # type: ignore[attr-defined]
    if membership.role < needs:
        raise NotAllowed(needs)
    if not is_this_machine(request):
        rate = CIRCLE_READS if request.method in READING else CIRCLE_WRITES
        take(rate, of_circle(membership.circle_id))
    request.membership = membership  # type: ignore[attr-defined]


def _row(model: type[M], prefix: str, device: Device) -> M:
    """A row of another model among the columns of a device; other columns of it are deferred."""
    columns = {
        name.removeprefix(prefix): value for name, value in vars(device).items() if name.startswith(prefix)
    }
    return model.from_db(DEFAULT_DB_ALIAS, list(columns), list(columns.values()))


def membership_of(request: HttpRequest) -> Membership:
    """The membership, with its circle, by which ``enter`` let the device of a request in."""
    return request.membership  # type: ignore[attr-defined, no-any-return]


def membership_context(request: HttpRequest) -> dict[str, object]:
    """The circle that the address is of, and what the device may do there; nothing on other pages."""
    entered: Membership | None = getattr(request, "membership", None)
    if entered is None:
        return {}
    return {
        "circle": entered.circle,
        "membership": entered,
        "may_write": entered.role >= Role.PLAYER,
        "may_host": entered.role >= Role.HOST,
    }


def link_token(link: CircleLink) -> str:
    return secret_token("circle.link", link.public_id, link.nonce)


def secret_token(kind: str, public_id: str, nonce: str) -> str:
    """The secret part of an address: 160 bits that only this server's key can make; not stored.

    ``kind`` keeps links of one kind from opening what another kind opens.
    """
    digest = salted_hmac(kind, f"{public_id}:{nonce}", algorithm="sha256").digest()
    return f"{public_id}.{urlsafe_b64encode(digest[:20]).decode().rstrip('=')}"


def secret_of_form(kind: str, circle: Circle, form: str) -> bytes:
    """256 bits that only this server's key can make: the same ones for the same form (its hash).

    Without a form they are others every time.
    """
    return salted_hmac(kind, f"{circle.public_id}:{form or new_nonce()}", algorithm="sha256").digest()


def link_by_token(token: str) -> CircleLink:
    """The live link with this secret; raises Http404 for any other text, and for a revoked link."""
    live = CircleLink.objects.filter(revoked_at=None, circle__deleted_at=None).select_related("circle")
    link = live.filter(public_id=token.partition(".")[0]).first()
    if link is None or not constant_time_compare(link_token(link), token):
        raise Http404
    return link


def open_link(circle: Circle, role: Role) -> CircleLink | None:
    """The link of a role that is handed on: the newest without a label, else the newest; None if none."""
    live = CircleLink.objects.filter(circle=circle, role=role, revoked_at=None)
    return live.filter(label="").last() or live.last()
