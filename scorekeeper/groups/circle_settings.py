"""仲間の設定: what a circle is looked after with: invitation, rules, links, phones, name, recovery."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.forms import CircleNameForm, change_by
from scorekeeper.circles.models import Role
from scorekeeper.circles.selectors import recovery_code
from scorekeeper.circles.services import rename_circle
from scorekeeper.rules.pages import saved_line
from scorekeeper.rules.sets import saved_rules

from .devices import device_rows
from .invite import invite, link_rows


def circle_settings(request: HttpRequest, cid: str) -> HttpResponse:
    """The circle's invitation and rules; for hosts its links, phones, name and recovery code."""
    return _page(request)


def circle_rename(request: HttpRequest, cid: str) -> HttpResponse:
    """Give a circle another name; 409 where somebody else has done so meanwhile."""
    membership = membership_of(request)
    form = CircleNameForm(request.POST)
    rename = partial(rename_circle, membership.circle, device=membership.device)
    if refused := change_by(form, "name", rename):
        return _page(request, form, refused)
    return redirect("circle", cid)


def _page(request: HttpRequest, form: CircleNameForm | None = None, status: int = 200) -> HttpResponse:
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
