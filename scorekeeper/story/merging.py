"""統合: merge two entries of a circle that are one person, and undo that; for hosts."""

from collections.abc import Iterable, Mapping

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.forms import OVERTAKEN
from scorekeeper.circles.models import Membership, Player
from scorekeeper.circles.services import all_players, find_player
from scorekeeper.play.models import GameSession
from scorekeeper.play.people import (
    PersonChanged,
    SatTogether,
    last_change,
    merge,
    points_of,
    sat_together,
    tables_of,
    take_apart,
    undoable,
)
from scorekeeper.present.headings import dated
from scorekeeper.present.presenter import faces
from scorekeeper.server.unreadable import number_in

from .choice import game_title

SHOWN = 5


class MergeForm(forms.Form):
    """Who is the same person; ``seen`` is the last change of either when the form was opened."""

    def __init__(self, player: Player, data: Mapping[str, object]) -> None:
        super().__init__(data)
        others = Player.objects.filter(circle=player.circle_id, merged_into=None).exclude(pk=player.pk)
        self.fields["other"] = forms.ModelChoiceField(others)
        self.fields["seen"] = forms.IntegerField(min_value=0, required=False)


def person_merge(request: HttpRequest, cid: str, number: int) -> HttpResponse:
    """The preview of a merge; merge another entry into a person, or undo a merge."""
    membership = membership_of(request)
    player = find_player(membership.circle, number)
    if "undo" in request.POST:
        return _undo(request, membership, player)
    given = request.POST if request.method == "POST" else request.GET
    form = MergeForm(player, given.dict())
    other = form.cleaned_data["other"] if "other" in given and form.is_valid() else None
    if request.method != "POST":
        return _page(request, player, other)
    if other is None:
        if given.get("other", "") in map(str, player.merged_from.values_list("pk", flat=True)):
            return _merged(request, player)  # the form came twice
        return _page(request, player, None, 422, [gettext("Choose one of these people.")])
    try:
        merge(player, other, membership.device, form.cleaned_data["seen"] or 0)
    except PersonChanged:
        return _page(request, player, other, 409, [OVERTAKEN])
    except SatTogether:
        return _page(request, player, other, 422)
    return _merged(request, player)


def _merged(request: HttpRequest, player: Player) -> HttpResponse:
    messages.success(request, gettext("They are one person now."))
    return redirect("person", player.circle.public_id, player.pk)


def _undo(request: HttpRequest, membership: Membership, player: Player) -> HttpResponse:
    merges = player.merges.filter(pk=number_in(request.POST["undo"]))
    row = merges.select_related("gone").first()
    if row is None:
        return _page(request, player, None, 409, [OVERTAKEN])
    try:
        if row.undone_at is None or row.gone.merged_into_id:  # else the form came twice
            take_apart(row, membership.device)
    except PersonChanged:
        return _page(request, player, None, 409, [OVERTAKEN])
    except SatTogether as error:
        return _page(request, player, None, 422, [_common_tables_error(error.tables)])
    messages.success(request, gettext("They are two people again."))
    return redirect("people", membership.circle.public_id)


def _common_tables_error(tables: Iterable[GameSession]) -> str:
    sessions = list(tables)
    named = gettext(", ").join(dated(table) for table in sessions[:SHOWN])
    more = gettext(" and more") if len(sessions) > SHOWN else ""
    return gettext("Both sat at one table, so they are two people: %(tables)s") % {"tables": named + more}


def _page(
    request: HttpRequest,
    player: Player,
    other: Player | None,
    status: int = 200,
    failed: Iterable[object] = (),
) -> HttpResponse:
    views = faces(player.circle)
    both = list(sat_together(player, other)) if other else []
    context = {
        "person": views[player.pk],
        "other": views[other.pk] if other else None,
        "others": [views[row.pk] for row in all_players(player.circle) if row != player],
        "failed": [*failed, *([_common_tables_error(both)] if both else [])],
        "may_merge": bool(other) and not both,
        "seen": max(last_change(player), last_change(other)) if other else 0,
        "tables": tables_of(other).count() if other else 0,
        "points": [(game_title(game), points) for game, points in points_of(other)] if other else [],
        "undoable": undoable(player),
    }
    return render(request, "story/person_merge.html", context, status=status)
