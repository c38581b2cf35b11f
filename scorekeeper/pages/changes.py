"""変更の記録: what was changed at a table, and in a circle: who, when, from what to what."""

from collections.abc import Collection
from dataclasses import dataclass

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from scorekeeper.circles.access import find_membership
from scorekeeper.circles.models import Circle, Membership, Role
from scorekeeper.play import find
from scorekeeper.present.heads import title
from scorekeeper.present.words import device_name

from .change_log import Change, changes_at, changes_of, doings


@dataclass(frozen=True, slots=True)
class Choice:
    """Whose changes can be chosen: a person's, on all phones in that person's hands, or those of a phone."""

    value: str
    label: str
    devices: Collection[int]
    current: bool


def session_changes(request: HttpRequest, sid: str) -> HttpResponse:
    """Everything that was changed at a table."""
    session = find.find_session(request, sid)
    choices = _choices(request, session.circle)
    found = changes_at(session, _chosen(choices))
    context = {"game_session": {"public_id": sid, "title": title(session)}}
    role = getattr(session, "own_role", Role.VIEWER)
    return _page(request, session.circle, role, found, {**context, "choices": choices})


def changes(request: HttpRequest, cid: str) -> HttpResponse:
    """Everything that was changed in a circle."""
    membership = find_membership(request, cid)
    choices = _choices(request, membership.circle)
    found = changes_of(membership.circle, _chosen(choices))
    return _page(request, membership.circle, membership.role, found, {"choices": choices})


def _choices(request: HttpRequest, circle: Circle) -> list[Choice]:
    """Everybody and every phone of a circle, also those that are out; raises Http404 for any other choice."""
    wanted = request.GET.get("by", "")
    rows = Membership.objects.filter(circle=circle).select_related("device", "player").order_by("pk")
    people: dict[int, list[Membership]] = {}
    for row in rows:
        if row.player_id:
            people.setdefault(row.player_id, []).append(row)
    found = [("p", key, str(held[0].player), [row.device_id for row in held]) for key, held in people.items()]
    found += [("d", row.pk, _phone(row), [row.device_id]) for row in rows]
    choices = [
        Choice(f"{kind}{key}", label, devices, f"{kind}{key}" == wanted)
        for kind, key, label, devices in found
    ]
    if wanted and not any(choice.current for choice in choices):
        raise Http404
    return choices


def _phone(row: Membership) -> str:
    return device_name(row.device, row.player.name if row.player else None)


def _chosen(choices: list[Choice]) -> Collection[int] | None:
    return next((choice.devices for choice in choices if choice.current), None)


def _page(
    request: HttpRequest, circle: Circle, role: int, found: "Paginator[Change]", more: dict[str, object]
) -> HttpResponse:
    page = found.get_page(request.GET.get("page"))
    by = request.GET.get("by", "")
    context = {
        "circle": circle,
        "page": page,
        "doings": doings(circle, page, role),
        "heading": gettext("What was changed"),
        "more": f"by={by}&" if by else "",
        **more,
    }
    return render(request, "pages/changes.html", context)
