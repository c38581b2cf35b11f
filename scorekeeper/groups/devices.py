"""端末: a device of a circle, its name and what it changed; for hosts."""

from collections import Counter, defaultdict
from functools import partial
from operator import attrgetter
from typing import TypeVar

from django.contrib import messages
from django.db.models import Count, F, QuerySet, Window
from django.db.models.functions import RowNumber
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.forms import DeviceNameForm, change_by
from scorekeeper.circles.models import Circle, CircleChange, Membership, Role
from scorekeeper.circles.selectors import find_device, joined_links, memberships
from scorekeeper.circles.services import LastHost, remove_device, rename_device
from scorekeeper.play.models import RoundEdit
from scorekeeper.play.numbering import with_counted
from scorekeeper.present.log import LogEntry, action_words, change_entry

from .log import entries_of, linked_change, linked_edit, log_of, rule_entries
from .ways_in import LAST_HOST

SHOWN = 3
"""How many changes of a device are shown beside it."""
M = TypeVar("M", RoundEdit, CircleChange)


def device(request: HttpRequest, cid: str, number: int) -> HttpResponse:
    """A device with everything it changed."""
    return _page(request, find_device(membership_of(request).circle, number))


def device_rename(request: HttpRequest, cid: str, number: int) -> HttpResponse:
    """Give a device a name by which people know it; 409 where somebody else has done so meanwhile."""
    asking, form = membership_of(request), DeviceNameForm(request.POST)
    membership = find_device(asking.circle, number)
    if refused := change_by(form, "name", partial(rename_device, membership, by=asking.device)):
        return _page(request, membership, form, refused)
    return redirect("device", cid, number)


def device_remove(request: HttpRequest, cid: str, number: int) -> HttpResponse:
    """Put a device out of the circle, if it is not out already, after asking."""
    posted, asking = request.method == "POST", membership_of(request)
    membership = find_device(asking.circle, number, also_ended=posted)
    ways, own, failed = joined_links(membership), membership.device == asking.device, False
    if posted:
        change = [link for link, _others in ways] if request.POST.get("change") else []
        try:
            remove_device(membership, change, asking.device)
        except LastHost:
            failed = True
        else:
            messages.success(request, gettext("The phone has been removed from the group."))
            if change:
                words = gettext("The link has changed. Show the new one to whoever still wants to join.")
                messages.info(request, words)
            return redirect("start" if own else reverse("circle_settings", args=(cid,)) + "#devices")
    context = {
        "member": membership,
        "own": own,
        "ways": ways,
        "change": "change" in request.POST if failed else not own,
        "errors": [LAST_HOST] if failed else [],
    }
    return render(request, "groups/device_remove.html", context, status=422 if failed else 200)


def device_rows(circle: Circle) -> list[tuple[Membership, int, list[LogEntry]]]:
    """The devices of a circle, each with the number of its changes and the last of them, newest first."""
    edits = RoundEdit.objects.filter(session__circle=circle)
    counts = Counter(dict(_counted(edits))) + Counter(dict(_counted(circle.changes.all())))
    last = defaultdict[int | None, list[LogEntry]](list)
    for edit in with_counted(_newest(edits.select_related("session__night", "round")), "round__"):
        last[edit.device_id].append(linked_edit(LogEntry(edit.at, action_words(edit)), edit))
    for change in _newest(circle.changes.select_related("player")):
        last[change.device_id].append(linked_change(change_entry(change), change, circle))
    for entry in rule_entries(circle):
        last[entry.device].append(entry)
        counts[entry.device] += 1

    def newest(device: int) -> list[LogEntry]:
        return sorted(last[device], key=attrgetter("at"), reverse=True)[:SHOWN]

    return [(row, counts[row.device_id], newest(row.device_id)) for row in memberships(circle)]


def _counted(changes: "QuerySet[M]") -> "QuerySet[M, tuple[int | None, int]]":
    return changes.order_by().values_list("device").annotate(count=Count("pk"))


def _newest(changes: "QuerySet[M]") -> "QuerySet[M]":
    """The last few changes of every device, newest first."""
    place = Window(RowNumber(), partition_by=F("device"), order_by=F("pk").desc())
    return changes.annotate(place=place).filter(place__lte=SHOWN).order_by("-pk")


def _page(
    request: HttpRequest, membership: Membership, form: DeviceNameForm | None = None, status: int = 200
) -> HttpResponse:
    page = log_of(membership.circle, [membership.device_id]).get_page(request.GET.get("page"))
    context = {
        "member": membership,
        "own": membership.device == membership_of(request).device,
        "form": form or DeviceNameForm(initial={"name": membership.device.name}),
        "page": page,
        "log": entries_of(membership.circle, page, Role.HOST),
    }
    return render(request, "groups/device.html", context, status=status)
