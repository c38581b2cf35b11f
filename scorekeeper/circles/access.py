"""Who may open what: devices by their cookie, circles by their link."""

import hashlib
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from .models import Circle, Device, Membership

COOKIE = "device"
COOKIE_AGE = timedelta(days=400)
SEEN_EVERY = timedelta(minutes=10)
SYSTEMS = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")


class DeviceMiddleware:
    """Puts ``request.device`` (a Device, or None) on every request and renews the cookie now and then."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        key = request.COOKIES.get(COOKIE, "")
        device = _find(key)
        request.device = device  # type: ignore[attr-defined]
        request.device_key = ""  # type: ignore[attr-defined]
        response = self.get_response(request)
        fresh: str = request.device_key  # type: ignore[attr-defined]
        if device and _seen(device):
            fresh = key
        if fresh:
            _set_cookie(response, fresh)
        return response


def _find(key: str) -> Device | None:
    return Device.objects.filter(key_hash=_hash(key)).first() if key else None


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def _seen(device: Device) -> bool:
    now = timezone.now()
    if now - device.last_seen < SEEN_EVERY:
        return False
    Device.objects.filter(pk=device.pk).update(last_seen=now)
    return True


def _set_cookie(response: HttpResponse, key: str) -> None:
    response.set_cookie(
        COOKIE, key, max_age=COOKIE_AGE, httponly=True, samesite="Lax", secure=settings.SECURE_COOKIES
    )


def current_device(request: HttpRequest) -> Device | None:
    """The device that sent the request, if it has opened a circle before."""
    return request.device  # type: ignore[attr-defined, no-any-return]


def ensure_device(request: HttpRequest) -> Device:
    """The device that sent the request; a new one gets its cookie with the response."""
    device = current_device(request)
    if device is None:
        key = secrets.token_urlsafe(32)
        device = Device.objects.create(key_hash=_hash(key), name=_system(request))
        request.device, request.device_key = device, key  # type: ignore[attr-defined]
    return device


def _system(request: HttpRequest) -> str:
    agent = request.headers.get("User-Agent", "")
    return next((name for name in SYSTEMS if name in agent), "").replace("Macintosh", "Mac")


def admit(device: Device, circle: Circle) -> None:
    """Let a device into a circle from now on."""
    Membership.objects.get_or_create(device=device, circle=circle)


def find_circle(request: HttpRequest, public_id: str) -> Circle:
    """A circle that this device may open; for everybody else it does not exist (Http404)."""
    circle = Circle.objects.filter(public_id=public_id, memberships__device=current_device(request)).first()
    if circle is None:
        raise Http404
    return circle


def link_token(circle: Circle) -> str:
    """The secret part of a circle's link: 160 bits that only this server's key can make; not stored."""
    digest = salted_hmac(
        "circle.link", f"{circle.public_id}:{circle.link_nonce}", algorithm="sha256"
    ).digest()
    return f"{circle.public_id}.{urlsafe_b64encode(digest[:20]).decode().rstrip('=')}"


def circle_by_link(token: str) -> Circle:
    """The circle that a link opens; raises Http404 for any other text."""
    circle = Circle.objects.filter(public_id=token.partition(".")[0]).first()
    if circle is None or not constant_time_compare(link_token(circle), token):
        raise Http404
    return circle
