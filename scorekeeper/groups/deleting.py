"""仲間の削除, 名前を消す: delete a circle, or erase a person's name, after the name was typed.

A deleted circle is hidden at once, and the phone that deleted it can restore it; of a person the books stay.
"""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from scorekeeper.archive.uploads import cancel_imports
from scorekeeper.circles.access import current_device, membership_of
from scorekeeper.circles.forms import TypedNameForm
from scorekeeper.circles.models import CircleChange, Membership
from scorekeeper.circles.selectors import find_player
from scorekeeper.circles.services import delete_circle, restore_circle
from scorekeeper.play.forgetting import forget
from scorekeeper.play.people import tables_of
from scorekeeper.server.limits import DELETED_DAYS


def circle_delete(request: HttpRequest, cid: str) -> HttpResponse:
    """Delete a circle, after its name was typed."""
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
    """Bring back a circle that this very device has deleted."""
    public_id, device = request.POST.get("circle", ""), current_device(request)
    try:
        restore_circle(public_id, device)
    except Http404:
        own = Membership.objects.filter(device=device, ended_at=None, circle__deleted_at=None)
        if not own.filter(circle__public_id=public_id).exists():  # else the form came twice
            messages.error(request, gettext("This group cannot be brought back any more."))
            return redirect("start")
    messages.success(request, gettext("The group is back."))
    return redirect("circle", public_id)


def person_forget(request: HttpRequest, cid: str, number: int) -> HttpResponse:
    """Take a person's name out of everything, after it was typed."""
    membership = membership_of(request)
    player = find_player(membership.circle, number)
    form = TypedNameForm(player.name, request.POST if request.method == "POST" else None)
    last = player.changes.order_by("-pk").first()
    erased = form.is_bound and last is not None and last.action == CircleChange.Action.FORGET
    if form.is_valid():
        cancel_imports(membership.circle)
        forget(player, gettext("Former member"), membership.device)
        erased = True
    if erased:  # also where the form came twice: then the name that was typed is gone
        messages.success(request, gettext("The name has been erased."))
        return redirect("people", cid)
    context = {
        "player": player,
        "form": form,
        "downloads": tables_of(player).select_related("night").order_by("-started_at", "-pk"),
    }
    return render(request, "groups/person_forget.html", context, status=422 if form.is_bound else 200)
