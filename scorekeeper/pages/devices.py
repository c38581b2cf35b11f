"""端末: a device of a circle, its name and what it changed; for hosts."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from scorekeeper.circles.access import current_device, find_circle
from scorekeeper.circles.forms import DeviceNameForm
from scorekeeper.circles.models import Circle, Membership, Role
from scorekeeper.circles.selectors import JoinedLink, find_device, joined_links
from scorekeeper.circles.services import LastHost, remove_device, rename_device
from scorekeeper.server.errors import Text

from .change_log import changes_of, doings
from .history import DeviceRow, device_row
from .ways_in import LAST_HOST


def device(request: HttpRequest, cid: str, number: int) -> HttpResponse:
    """A device with everything it changed."""
    circle = find_circle(request, cid)
    return _page(request, circle, find_device(circle, number))


def device_rename(request: HttpRequest, cid: str, number: int) -> HttpResponse:
    """Give a device a name by which people know it."""
    circle = find_circle(request, cid)
    membership = find_device(circle, number)
    form = DeviceNameForm(request.POST)
    if not form.is_valid():
        return _page(request, circle, membership, form)
    rename_device(membership, form.cleaned_data["name"], current_device(request))
    return redirect("device", cid, number)


def device_remove(request: HttpRequest, cid: str, number: int) -> HttpResponse:
    """Put a device out of the circle, after asking."""
    circle = find_circle(request, cid)
    membership = find_device(circle, number)
    ways = joined_links(membership)
    if request.method != "POST":
        return _remove_page(request, membership, ways)
    change = [way.link for way in ways] if request.POST.get("change") else []
    try:
        remove_device(membership, change, current_device(request))
    except LastHost:
        return _remove_page(request, membership, ways, LAST_HOST)
    messages.success(request, gettext("The phone has been removed from the group."))
    if change:
        messages.info(
            request, gettext("The link has changed. Show the new one to whoever still wants to join.")
        )
    if membership.device == current_device(request):
        return redirect("start")
    return redirect(reverse("circle_settings", args=(cid,)) + "#devices")


def _remove_page(
    request: HttpRequest, membership: Membership, ways: list[JoinedLink], failed: Text = ""
) -> HttpResponse:
    row = _row(request, membership)
    context = {
        "circle": membership.circle,
        "device": row,
        "ways": ways,
        "change": "change" in request.POST if failed else not row.own,
        "failed": failed,
    }
    return render(request, "pages/device_remove.html", context, status=422 if failed else 200)


def _row(request: HttpRequest, membership: Membership, changes: int = 0) -> DeviceRow:
    asking = current_device(request)
    return device_row(membership, asking.pk if asking else None, changes)


def _page(
    request: HttpRequest, circle: Circle, membership: Membership, form: DeviceNameForm | None = None
) -> HttpResponse:
    changes = changes_of(circle, [membership.device_id])
    page = changes.get_page(request.GET.get("page"))
    context = {
        "circle": circle,
        "device": _row(request, membership, changes.count),
        "form": form or DeviceNameForm(initial={"name": membership.device.name}),
        "page": page,
        "doings": doings(circle, page, Role.HOST),
    }
    return render(request, "pages/device.html", context, status=422 if form else 200)
