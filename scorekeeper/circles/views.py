"""The way into a circle by its link, and its name."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.server.ratelimit import limited

from .access import admit, circle_by_link, ensure_device, find_circle
from .models import Circle


class CircleNameForm(forms.Form):
    """The name of a circle."""

    name = forms.CharField(max_length=60, label=_("Name of your group"))


@limited("join", per_address=30, total=300)
@require_safe
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Let the device in that opened a circle's link, and go on to an address without the secret."""
    circle = circle_by_link(token)
    admit(ensure_device(request), circle)
    return redirect("circle", circle.public_id)


@require_POST
def circle_rename(request: HttpRequest, cid: str) -> HttpResponse:
    """Give a circle another name."""
    found = find_circle(request, cid)
    form = CircleNameForm(request.POST)
    if form.is_valid():
        Circle.objects.filter(pk=found.pk).update(name=form.cleaned_data["name"])
    else:
        messages.error(request, " ".join(map(str, form.errors["name"])))
    return redirect("circle", found.public_id)
