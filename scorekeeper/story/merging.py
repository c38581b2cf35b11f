"""統合: two entries of a circle that are one person; for hosts."""

from collections.abc import Iterable, Mapping

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.circles.access import find_membership
from scorekeeper.circles.models import Membership, Player
from scorekeeper.circles.selectors import all_players, find_player
from scorekeeper.play.merging import Moving, SatTogether, merge, moving, sat_together, take_apart, undoable
from scorekeeper.play.models import GameSession
from scorekeeper.play.people import PersonChanged, last_change
from scorekeeper.present.heads import title
from scorekeeper.present.people import faces
from scorekeeper.scoring.registry import RULESETS

SHOWN = 5
CHANGED = _("Somebody has changed this meanwhile. Look once more.")


class OtherForm(forms.Form):
    """Who is the same person; ``seen`` is the last change of either that was looked at."""

    def __init__(self, player: Player, data: Mapping[str, object]) -> None:
        super().__init__(data)
        others = Player.objects.filter(circle=player.circle_id, merged_into=None).exclude(pk=player.pk)
        self.fields["other"] = forms.ModelChoiceField(others)
        self.fields["seen"] = forms.IntegerField(min_value=0, required=False)


def person_merge(request: HttpRequest, cid: str, number: int) -> HttpResponse:
    """Look at what would be moved to a person from another entry, move it, or take two apart again."""
    membership = find_membership(request, cid)
    player = find_player(membership.circle, number)
    if "undo" in request.POST:
        return _undo(request, membership, player)
    given = request.POST if request.method == "POST" else request.GET
    form = OtherForm(player, given.dict())
    other = form.cleaned_data["other"] if "other" in given and form.is_valid() else None
    if request.method != "POST":
        return _page(request, membership, player, other)
    if other is None:
        return _page(request, membership, player, None, 422, [gettext("Choose one of these people.")])
    try:
        merge(player, other, membership.device, form.cleaned_data["seen"] or 0)
    except PersonChanged:
        return _page(request, membership, player, other, 409, [CHANGED])
    except SatTogether:
        return _page(request, membership, player, other, 422)
    messages.success(request, gettext("They are one person now."))
    return redirect("person", cid, number)


def _undo(request: HttpRequest, membership: Membership, player: Player) -> HttpResponse:
    number = request.POST["undo"]
    row = undoable(player).filter(pk=int(number)).first() if number.isascii() and number.isdecimal() else None
    if row is None:
        return _page(request, membership, player, None, 409, [CHANGED])
    try:
        take_apart(row, membership.device)
    except PersonChanged:
        return _page(request, membership, player, None, 409, [CHANGED])
    except SatTogether as error:
        return _page(request, membership, player, None, 422, [_together(error.tables)])
    messages.success(request, gettext("They are two people again."))
    return redirect("people", membership.circle.public_id)


def _together(tables: Iterable[GameSession]) -> str:
    found = list(tables)
    named = gettext(", ").join(title(table) for table in found[:SHOWN])
    more = gettext(" and more") if len(found) > SHOWN else ""
    return gettext("Both sat at one table, so they are two people: %(tables)s") % {"tables": named + more}


def _page(
    request: HttpRequest,
    membership: Membership,
    player: Player,
    other: Player | None,
    status: int = 200,
    failed: Iterable[object] = (),
) -> HttpResponse:
    circle, known = membership.circle, faces(membership.circle)
    both = list(sat_together(player, other)) if other else []
    found = moving(other) if other else None
    context = {
        "circle": circle,
        "player": player,
        "person": known[player.pk],
        "other": other,
        "look": known[other.pk] if other else None,
        "others": [(one, known[one.pk]) for one in all_players(circle) if one.pk != player.pk],
        "failed": [*failed, *([_together(both)] if both else [])],
        "may_merge": bool(other) and not both,
        "seen": max(last_change(player), last_change(other)) if other else 0,
        "moving": found,
        "points": _points(found) if found else [],
        "undoable": undoable(player),
    }
    return render(request, "story/person_merge.html", context, status=status)


def _points(found: Moving) -> list[tuple[str, int]]:
    return [(gettext(RULESETS[game].title), points) for game, points in found.points]
