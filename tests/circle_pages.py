"""Links, phones that join by them, and all stored rows."""

from functools import cache
from typing import Any

from django.apps import apps
from django.db import connection
from django.http import HttpResponse
from django.urls import reverse

from scorekeeper.circles.access import hash_of, link_token
from scorekeeper.circles.models import Circle, CircleLink, Membership, Player, Role
from scorekeeper.circles.services import make_link
from tests.helpers import Phone


def link_of(phone: Phone, role: str) -> CircleLink:
    """The first valid link of a role; one for hosts is created."""
    circle, value = circle_of(phone), Role[role.upper()]
    row = circle.links.filter(role=value, revoked_at=None).first()
    return row or make_link(circle, value, None)


def circle_of(phone: Phone) -> Circle:
    return phone.session.circle


def person(phone: Phone, name: str) -> Player:
    """A person of the phone's circle."""
    return circle_of(phone).players.get(name=name)


def path_of(link: CircleLink) -> str:
    return reverse("join", args=(link_token(link),))


def join_by_link(host: Phone, role: str = "player", link: CircleLink | None = None, agent: str = "") -> Phone:
    """A new phone that joins by a link, and remembers the table."""
    phone = Phone(HTTP_USER_AGENT=agent).let_in(link or link_of(host, role))
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


def table_status(phone: Phone) -> int:
    """The status of the table's page for a phone."""
    return int(phone.get(phone.url("table")).status_code)


def is_stored(secret: str) -> bool:
    """Whether any row of any table contains it."""
    return any(secret in str(row) for model in apps.get_models() for row in model.objects.values_list())


OURS = ("circles", "play", "rounds", "rules", "story")
"""The apps whose rows come from users."""


@cache
def _queries() -> dict[str, str]:
    """The queries for all rows; plain SQL, since they run after each of a thousand pages."""
    models = [model for label in OURS for model in apps.get_app_config(label).get_models()]
    return {meta.label: _query(meta) for meta in (model._meta for model in models)}


def _query(meta: Any) -> str:
    quoted = connection.ops.quote_name
    columns = [quoted(field.column) for field in meta.concrete_fields if field.name != "last_seen"]
    return f"SELECT {', '.join(columns)} FROM {quoted(meta.db_table)} ORDER BY {quoted(meta.pk.column)}"


def all_rows() -> dict[str, list[tuple[Any, ...]]]:
    """Every row of these apps, without the time at which a device was last seen."""
    result = {}
    with connection.cursor() as cursor:
        for name, query in _queries().items():
            cursor.execute(query)
            result[name] = cursor.fetchall()
    return result
