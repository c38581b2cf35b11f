"""Access control: devices are known by a cookie, and become members of a circle by a link or a code."""

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
from scorekeeper.server.ratelimit import SAFE_METHODS, of_circle, take

from .models import Circle, CircleLink, Device, Membership, Role, Token, new_nonce

M = TypeVar("M", bound=Model)

COOKIE = settings.DEVICE_COOKIE
COOKIE_AGE = timedelta(days=400)
SEEN_EVERY = timedelta(minutes=10)
SYSTEMS = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")

# ``from_db`` takes columns in the order of their model's fields.
MEMBERSHIP = """SELECT device.*,
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
"""A device, its live membership and the circle, which every page begins with.

As a queryset it makes the settling page a quarter slower.
"""
BY_CIRCLE = MEMBERSHIP.format(condition="public_id = %s")
BY_SESSION = MEMBERSHIP.format(condition="id = (SELECT circle_id FROM play_gamesession WHERE public_id = %s)")


class NotAllowed(PermissionDenied):
    """The role of a member is too low; the argument is the role that is needed."""


class DeviceMiddleware:
    """Record from time to time when a device was last seen, and renew its cookie then.

    The CSRF cookie is only renewed with it: on a slow connection its bytes in every response count.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        device: Device | None = getattr(request, "device", None)
        key: str = getattr(request, "device_key", "")
        if device and record_seen(device):
            key = request.COOKIES.get(COOKIE, "")
        token = settings.CSRF_COOKIE_NAME
        if key:
            secure = settings.SECURE_COOKIES
            response.set_cookie(COOKIE, key, max_age=COOKIE_AGE, httponly=True, samesite="Lax", secure=secure)
        elif device and (sent := response.cookies.get(token)) and sent.value == request.COOKIES.get(token):
            del response.cookies[token]
        return response


def hash_of(secret: str) -> str:
    """The SHA-256 as which a random secret is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def record_seen(row: Device | Token) -> bool:
    """Set ``last_seen`` to now, unless it is recent or the database is busy; whether it was set."""
    now = timezone.now()
    if row.last_seen and now - row.last_seen < SEEN_EVERY:
        return False
    with suppress(DatabaseError, InterfaceError), without_waiting():
        return bool(type(row).objects.filter(pk=row.pk).update(last_seen=now))
    return False


def current_device(request: HttpRequest) -> Device | None:
    """The device that sent the request, queried once; None if its browser has opened no circle yet."""
    if not hasattr(request, "device"):
        key = request.COOKIES.get(COOKIE, "")
        device = Device.objects.filter(key_hash=hash_of(key)).first() if key else None
        request.device = device  # type: ignore[attr-defined]
    return request.device  # type: ignore[attr-defined, no-any-return]


def ensure_device(request: HttpRequest) -> Device:
    """The device that sent the request; a new one is created, and gets its cookie with the response."""
    device = current_device(request)
    if device is None:
        key, agent = secrets.token_urlsafe(32), request.headers.get("User-Agent", "")
        system = next((name for name in SYSTEMS if name in agent), "").replace("Macintosh", "Mac")
        device = Device.objects.create(key_hash=hash_of(key), name=system)
        request.device, request.device_key = device, key  # type: ignore[attr-defined]
    return device


def enter(request: HttpRequest, needs: Role, *, circle: str = "", session: str = "") -> None:
    """Check the membership of a request's device in a circle, named by its public id or by a session's.

    Raises Http404 for a stranger, NotAllowed where the role is below ``needs``, TooMany where the circle's
    rate limit is exceeded.
    """
    query, public_id = (BY_CIRCLE, circle) if circle else (BY_SESSION, session)
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
        rate = CIRCLE_READS if request.method in SAFE_METHODS else CIRCLE_WRITES
        take(rate, of_circle(membership.circle_id))
    request.membership = membership  # type: ignore[attr-defined]


def _row(model: type[M], prefix: str, device: Device) -> M:
    """The row of a joined model, from the columns of a device with that prefix; others are deferred."""
    columns = {
        name.removeprefix(prefix): value for name, value in vars(device).items() if name.startswith(prefix)
    }
    return model.from_db(DEFAULT_DB_ALIAS, list(columns), list(columns.values()))


def membership_of(request: HttpRequest) -> Membership:
    """The membership that ``enter`` has checked, with its circle."""
    return request.membership  # type: ignore[attr-defined, no-any-return]


def membership_context(request: HttpRequest) -> dict[str, object]:
    """Template context of a page of a circle: the circle, and what the device may do there."""
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
    """The secret part of an address: 160 bits derived from the server's key, and not stored.

    ``kind`` is a salt, so that a secret of one kind of link is not valid for another.
    """
    digest = salted_hmac(kind, f"{public_id}:{nonce}", algorithm="sha256").digest()
    return f"{public_id}.{urlsafe_b64encode(digest[:20]).decode().rstrip('=')}"


def secret_of_form(kind: str, circle: Circle, form: str) -> bytes:
    """256 bits derived from the server's key: the same for the same form hash, random without a form."""
    return salted_hmac(kind, f"{circle.public_id}:{form or new_nonce()}", algorithm="sha256").digest()


def link_by_token(token: str) -> CircleLink:
    """The live link with this secret; raises Http404 if there is none."""
    live = CircleLink.objects.filter(revoked_at=None, circle__deleted_at=None).select_related("circle")
    link = live.filter(public_id=token.partition(".")[0]).first()
    if link is None or not constant_time_compare(link_token(link), token):
        raise Http404
    return link


def invitation_link(circle: Circle, role: Role) -> CircleLink | None:
    """The live link of a role that invitations show: the newest without a label, else the newest."""
    live = CircleLink.objects.filter(circle=circle, role=role, revoked_at=None)
    return live.filter(label="").last() or live.last()
