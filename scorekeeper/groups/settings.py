"""仲間の設定, 端末, 削除: the settings of a circle, its phones, and deleting it or erasing a name."""

from collections import Counter, defaultdict
from functools import partial
from operator import attrgetter
from typing import TypeVar

from django import forms
from django.contrib import messages
from django.db.models import Count, F, QuerySet, Window
from django.db.models.functions import RowNumber
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.archive.uploads import cancel_imports
from scorekeeper.circles.access import current_device, membership_of
from scorekeeper.circles.codes import recovery_code
from scorekeeper.circles.forms import NAME, save_field
from scorekeeper.circles.models import Circle, CircleChange, Device, Membership, Role
from scorekeeper.circles.services import (
    LastHost,
    delete_circle,
    find_device,
    find_player,
    joined_links,
    remove_device,
    rename_circle,
    rename_device,
    restore_circle,
)
from scorekeeper.play.models import RoundEdit
from scorekeeper.play.numbering import with_counted
from scorekeeper.play.people import forget, tables_of
from scorekeeper.present.log import LogEntry, action_words, change_entry
from scorekeeper.rules.pages import saved_line
from scorekeeper.rules.sets import saved_rules
from scorekeeper.scoring.names import same_name
from scorekeeper.server.limits import DELETED_DAYS

from .invite import invite, link_rows
from .joining import LAST_HOST
from .log import entries_of, linked_change, linked_edit, log_of, rule_entries

SHOWN = 3
"""Changes of a device that are shown beside it."""
M = TypeVar("M", RoundEdit, CircleChange)


class CircleNameForm(forms.Form):
    name = forms.CharField(max_length=60, label=_("Name of your group"), widget=NAME)


class DeviceNameForm(forms.Form):
    name = forms.CharField(
        max_length=Device._meta.get_field("name").max_length, label=_("Name of the phone"), widget=NAME
    )


class TypedNameForm(forms.Form):
    """Confirms a deletion by the name, which has to be typed."""

    typed = forms.CharField(label=_("Type the name"), required=False, max_length=200, widget=NAME)

    def __init__(self, name: str, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.name = name

    def clean_typed(self) -> str:
        typed = " ".join(self.cleaned_data["typed"].split())
        if same_name(typed) != same_name(" ".join(self.name.split())):
            raise forms.ValidationError(_("That is not the name. Type it exactly as shown above."))
        return typed


def circle_settings(
    request: HttpRequest, cid: str, form: CircleNameForm | None = None, status: int = 200
) -> HttpResponse:
    """The circle's invitation and rules; for hosts its links, phones, name and recovery code."""
    membership = membership_of(request)
    circle = membership.circle
    context: dict[str, object] = {
        "form": form or CircleNameForm(initial={"name": circle.name}),
        "invite": invite(request, circle, membership.role),
        "rules": list(map(saved_line, saved_rules(circle))),
    }
    if membership.role >= Role.HOST:
        context["links"] = link_rows(request, circle)
        context["devices"] = device_rows(circle)
        context["recovery"] = recovery_code(circle)
    return render(request, "groups/circle_settings.html", context, status=status)


def circle_rename(request: HttpRequest, cid: str) -> HttpResponse:
    membership = membership_of(request)
    form = CircleNameForm(request.POST)
    rename = partial(rename_circle, membership.circle, device=membership.device)
    if refused := save_field(form, "name", rename):
        return circle_settings(request, cid, form, refused)
    return redirect("circle", cid)


def device(
    request: HttpRequest, cid: str, number: int, form: DeviceNameForm | None = None, status: int = 200
) -> HttpResponse:
    """A device with its changes and the form of its name."""
    own = membership_of(request)
    membership = find_device(own.circle, number)
    page = log_of(own.circle, [membership.device_id]).get_page(request.GET.get("page"))
    context = {
        "member": membership,
        "own": membership.device == own.device,
        "form": form or DeviceNameForm(initial={"name": membership.device.name}),
        "page": page,
        "log": entries_of(own.circle, page, Role.HOST),
    }
    return render(request, "groups/device.html", context, status=status)


def device_rename(request: HttpRequest, cid: str, number: int) -> HttpResponse:
    own, form = membership_of(request), DeviceNameForm(request.POST)
    membership = find_device(own.circle, number)
    if refused := save_field(form, "name", partial(rename_device, membership, by=own.device)):
        return device(request, cid, number, form, refused)
    return redirect("device", cid, number)


def device_remove(request: HttpRequest, cid: str, number: int) -> HttpResponse:
    """Confirm and remove a device from the circle, if it is not removed already."""
    posted, host = request.method == "POST", membership_of(request)
    membership = find_device(host.circle, number, also_ended=posted)
    ways, own, failed = joined_links(membership), membership.device == host.device, False
    if posted:
        change = [link for link, _others in ways] if request.POST.get("change") else []
        try:
            remove_device(membership, change, host.device)
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
    """The members of a circle, each with the number of the device's changes and the newest of them."""
    edits = RoundEdit.objects.filter(session__circle=circle)
    counts = Counter(dict(edits.order_by().values_list("device").annotate(count=Count("pk"))))
    counts.update(dict(circle.changes.order_by().values_list("device").annotate(count=Count("pk"))))
    last = defaultdict[int | None, list[LogEntry]](list)
    for edit in with_counted(_newest(edits.select_related("session__night", "round")), "round__"):
        last[edit.device_id].append(linked_edit(LogEntry(edit.at, action_words(edit)), edit))
    for change in _newest(circle.changes.select_related("player")):
        last[change.device_id].append(linked_change(change_entry(change), change, circle))
    for entry in rule_entries(circle):
        last[entry.device].append(entry)
        counts[entry.device] += 1
    for entries in last.values():
        entries.sort(key=attrgetter("at"), reverse=True)
    live = circle.memberships.filter(ended_at=None).select_related("device", "player", "link")
    members = live.order_by("-role", "-device__last_seen", "pk")
    return [(row, counts[row.device_id], last[row.device_id][:SHOWN]) for row in members]


def _newest(changes: "QuerySet[M]") -> "QuerySet[M]":
    """The last SHOWN changes of every device, newest first."""
    place = Window(RowNumber(), partition_by=F("device"), order_by=F("pk").desc())
    return changes.annotate(place=place).filter(place__lte=SHOWN).order_by("-pk")


def circle_delete(request: HttpRequest, cid: str) -> HttpResponse:
    membership = membership_of(request)
    circle = membership.circle
    form = TypedNameForm(circle.name, request.POST if request.method == "POST" else None)
    if form.is_valid():
        delete_circle(circle, membership.device)
        messages.success(request, gettext("The group is deleted. You can bring it back here."))
        return redirect("start")
    context = {
        "form": form,
        "days": DELETED_DAYS,
        "downloads": circle.sessions.select_related("night"),
    }
    return render(request, "groups/circle_delete.html", context, status=422 if form.is_bound else 200)


def bring_back(request: HttpRequest) -> HttpResponse:
    """Restore a circle that this device has deleted."""
    public_id, device = request.POST.get("circle", ""), current_device(request)
    try:
        restore_circle(public_id, device)
    except Http404:
        own = Membership.objects.filter(device=device, ended_at=None, circle__deleted_at=None)
        if not own.filter(circle__public_id=public_id).exists():  # else the form was sent twice
            messages.error(request, gettext("This group cannot be brought back any more."))
            return redirect("start")
    messages.success(request, gettext("The group is back."))
    return redirect("circle", public_id)


def person_forget(request: HttpRequest, cid: str, number: int) -> HttpResponse:
    membership = membership_of(request)
    player = find_player(membership.circle, number)
    form = TypedNameForm(player.name, request.POST if request.method == "POST" else None)
    last = player.changes.order_by("-pk").first()
    erased = form.is_bound and last is not None and last.action == CircleChange.Action.FORGET
    if form.is_valid():
        cancel_imports(membership.circle)
        forget(player, gettext("Former member"), membership.device)
        erased = True
    if erased:  # also where the form was sent twice, so that the name is no longer the typed one
        messages.success(request, gettext("The name has been erased."))
        return redirect("people", cid)
    context = {
        "player": player,
        "form": form,
        "downloads": tables_of(player).select_related("night").order_by("-started_at", "-pk"),
    }
    return render(request, "groups/person_forget.html", context, status=422 if form.is_bound else 200)
