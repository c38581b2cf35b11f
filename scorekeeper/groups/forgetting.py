"""名前を消す: take a person's name out of everything, for hosts; the books stay."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from scorekeeper.archive.uploads import cancel_imports
from scorekeeper.circles.access import find_membership
from scorekeeper.circles.forms import TypedNameForm
from scorekeeper.circles.selectors import find_player
from scorekeeper.play.forgetting import forget, played
from scorekeeper.present.keepsakes import keepsakes


def person_forget(request: HttpRequest, cid: str, number: int) -> HttpResponse:
    """Take a person's name out of everything, after it was typed."""
    membership = find_membership(request, cid)
    player = find_player(membership.circle, number)
    form = TypedNameForm(player.name, request.POST if request.method == "POST" else None)
    if form.is_valid():
        cancel_imports(membership.circle)
        forget(player, gettext("Former member"), membership.device)
        messages.success(request, gettext("The name has been erased."))
        return redirect("people", cid)
    context = {
        "circle": membership.circle,
        "player": player,
        "form": form,
        "keepsakes": keepsakes(played(player)),
    }
    return render(request, "groups/person_forget.html", context, status=422 if form.is_bound else 200)
