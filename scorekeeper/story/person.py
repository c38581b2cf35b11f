"""人のページ: the page of one person, by game and year; ``portrait`` makes its contents."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from scorekeeper.circles.access import membership_of
from scorekeeper.present.presenter import faces

from .choice import choose
from .portrait import portrait


def person(request: HttpRequest, cid: str, number: int) -> HttpResponse:
    """A person's figures, or a redirect to the person whom this one was merged into."""
    circle = membership_of(request).circle
    player = get_object_or_404(circle.players, pk=number)
    if player.merged_into_id:
        where = reverse("person", args=(cid, player.merged_into_id))
        return redirect(f"{where}?{request.GET.urlencode()}")
    choice, views = choose(request, circle), faces(circle)
    context = {
        "choice": choice,
        "player": player,
        "person": views[player.pk],
        "portrait": portrait(choice, player, views),
    }
    return render(request, "story/person.html", context)
