"""Circles in tests: links, phones that come by them, and everything that is stored."""

from typing import Any

from django.apps import apps
from django.http import HttpResponse
from django.urls import reverse

from scorekeeper.circles.access import hash_of, link_token
from scorekeeper.circles.models import Circle, CircleLink, Membership, Role
from scorekeeper.circles.services import make_link
from tests.helpers import Phone


def link_of(phone: Phone, role: str) -> CircleLink:
    """The first live link of a role; one for hosts is made."""
    circle, value = circle_of(phone), Role[role.upper()]
    found = circle.links.filter(role=value, revoked_at=None).first()
    return found or make_link(circle, value, None)


def circle_of(phone: Phone) -> Circle:
    return phone.session.circle


def path_of(link: CircleLink) -> str:
    return reverse("join", args=(link_token(link),))


def come_in(host: Phone, role: str = "player", link: CircleLink | None = None, agent: str = "") -> Phone:
    """A new phone that came by a link and knows the table."""
    phone = Phone(HTTP_USER_AGENT=agent)
    assert phone.get(path_of(link or link_of(host, role))).status_code == 302
    phone.sid = host.sid
    return phone


def membership(phone: Phone) -> Membership:
    """The phone's membership in the circle of its table."""
    key = phone.cookies["device"].value
    return Membership.objects.get(circle=circle_of(phone), device__key_hash=hash_of(key))


def page(phone: Phone, name: str, *args: object) -> str:
    """The address of a page of the circle."""
    return reverse(name, args=(circle_of(phone).public_id, *args))


def ask(phone: Phone, name: str, *args: object) -> HttpResponse:
    response: HttpResponse = phone.get(page(phone, name, *args))
    return response


def send(phone: Phone, name: str, /, *args: object, **data: Any) -> HttpResponse:
    response: HttpResponse = phone.post(page(phone, name, *args), data)
    return response


def may_read(phone: Phone) -> int:
    """The status of the table's page for a phone."""
    return int(phone.get(phone.url("table")).status_code)


def everything() -> dict[str, list[dict[str, Any]]]:
    """Every row of every table of ours, but for when a device was seen."""
    return {
        model._meta.label: [
            {key: value for key, value in row.items() if key != "last_seen"}
            for row in model.objects.order_by("pk").values()
        ]
        for label in ("circles", "play")
        for model in apps.get_app_config(label).get_models()
    }
