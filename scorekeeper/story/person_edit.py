"""人の詳細: the form of a person's details, and the merge of two entries that are one person."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from django import forms
from django.contrib import messages
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.forms import CHANGED_MEANWHILE, LineField
from scorekeeper.circles.models import COLORS, LONGEST_MARK, CircleChange, Membership, Player
from scorekeeper.circles.services import all_players, find_player
from scorekeeper.play.models import GameSession
from scorekeeper.play.people import (
    PersonChanged,
    SatTogether,
    change_person,
    last_change,
    merge,
    points_of,
    sat_together,
    tables_of,
    undo_merge,
    undoable,
)
from scorekeeper.present.log import action_words, log_line, person_line
from scorekeeper.present.marks import MOST_CLUSTERS, clusters
from scorekeeper.present.presenter import COLOR_NAMES, people_by_key, person_view
from scorekeeper.present.words import dated_title, device_name
from scorekeeper.scoring.names import LONGEST, clean_name
from scorekeeper.server.unreadable import number_in

from .choice import game_title


class NameField(LineField):
    def read(self, typed: str) -> str:
        return clean_name(typed)


class DetailsForm(forms.Form):
    """The details of a person; ``seen`` is the key of the last change when the form was opened."""

    use_required_attribute = False

    name = NameField(LONGEST, label=_("Name"))
    reading = LineField(
        LONGEST, label=_("Reading"), help_text=_("How the name is read. Names are sorted by it. Optional.")
    )
    mark = LineField(
        LONGEST_MARK,
        label=_("Mark"),
        help_text=_("One or two characters, or an emoji. Empty: the first character of the name."),
    )
    color = forms.TypedChoiceField(
        label=_("Colour"),
        choices=[(str(number), name) for number, name in enumerate(COLOR_NAMES)],
        coerce=int,
        widget=forms.RadioSelect,
    )
    guest = forms.BooleanField(
        label=_("Guest"), required=False, help_text=_("Statistics and rankings leave guests out.")
    )
    hidden = forms.BooleanField(
        label=_("Hidden"),
        required=False,
        help_text=_("Not offered for new tables, and in no list. Everything recorded stays."),
    )
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def __init__(self, player: Player, data: Mapping[str, object] | None = None) -> None:
        shown = {column: getattr(player, column) for column in self.base_fields if column != "seen"}
        super().__init__(data, initial={**shown, "seen": last_change(player)})
        self.player = player

    def clean_mark(self) -> str:
        mark: str = self.cleaned_data["mark"]
        if len(clusters(mark)) > MOST_CLUSTERS:
            raise forms.ValidationError(_("A mark has one or two characters."))
        return mark

    @property
    def columns(self) -> dict[str, object]:
        return {column: value for column, value in self.cleaned_data.items() if column != "seen"}


def person_edit(request: HttpRequest, cid: str, number: int) -> HttpResponse:
    """The form of a person's details; 409 if they were changed meanwhile."""
    membership = membership_of(request)
    player = find_player(membership.circle, number)
    if request.method != "POST":
        return _details_page(request, DetailsForm(player))
    form = DetailsForm(player, request.POST)
    if not form.is_valid():
        return _details_page(request, form, 422)
    try:
        change_person(player, form.columns, membership.device, form.cleaned_data["seen"])
    except PersonChanged as error:
        again = DetailsForm(player, {**request.POST.dict(), "seen": last_change(player)})
        return _details_page(request, again, 409, error.changes)
    except IntegrityError:
        form.add_error("name", gettext("Somebody of this group has that name."))
        return _details_page(request, form, 422)
    messages.success(request, gettext("Saved."))
    return redirect("person", cid, number)


def _details_page(
    request: HttpRequest,
    form: DetailsForm,
    status: int = 200,
    changes: Sequence[CircleChange] | None = None,
) -> HttpResponse:
    player = form.player
    looks = [replace(person_view(player), color=number) for number in range(COLORS)]
    context = {
        "player": player,
        "form": form,
        "leave_out": [form["guest"], form["hidden"]],
        "colors": list(zip(form["color"], looks, strict=True)),
        "stale": None if changes is None else {"lines": [*map(_change_line, changes), _STILL]},
    }
    return render(request, "story/person_edit.html", context, status=status)


_STILL = _("What you typed is still here. Confirm again if it is still right.")


def _change_line(change: CircleChange) -> str:
    who = device_name(change.device, getattr(change, "holder", None))
    action = action_words(change)
    return log_line(change.at, who, action, person_line(change.before, change.after))


SHOWN = 5


def person_merge(request: HttpRequest, cid: str, number: int) -> HttpResponse:
    """The preview of a merge, a merge of another entry into a person, or its undoing.

    ``seen`` is the key of the last change of either when the form was opened.
    """
    membership = membership_of(request)
    player = find_player(membership.circle, number)
    if "undo" in request.POST:
        return _undo(request, membership, player)
    given = request.POST if request.method == "POST" else request.GET
    chosen, others = number_in(given.get("other", "")), membership.circle.players.exclude(pk=player.pk)
    other = others.filter(pk=chosen, merged_into=None).first()
    if request.method != "POST":
        return _merge_page(request, player, other)
    if other is None:
        if player.merged_from.filter(pk=chosen).exists():
            return _merged(request, player)  # a repeated form
        return _merge_page(request, player, None, 422, [gettext("Choose one of these people.")])
    try:
        merge(player, other, membership.device, number_in(given.get("seen", "")))
    except PersonChanged:
        return _merge_page(request, player, other, 409, [CHANGED_MEANWHILE])
    except SatTogether:
        return _merge_page(request, player, other, 422)
    return _merged(request, player)


def _merged(request: HttpRequest, player: Player) -> HttpResponse:
    messages.success(request, gettext("They are one person now."))
    return redirect("person", player.circle.public_id, player.pk)


def _undo(request: HttpRequest, membership: Membership, player: Player) -> HttpResponse:
    merges = player.merges.filter(pk=number_in(request.POST["undo"]))
    row = merges.select_related("gone").first()
    if row is None:
        return _merge_page(request, player, None, 409, [CHANGED_MEANWHILE])
    try:
        if row.undone_at is None or row.gone.merged_into_id:  # else a repeated form
            undo_merge(row, membership.device)
    except PersonChanged:
        return _merge_page(request, player, None, 409, [CHANGED_MEANWHILE])
    except SatTogether as error:
        return _merge_page(request, player, None, 422, [_common_tables_error(error.tables)])
    messages.success(request, gettext("They are two people again."))
    return redirect("people", membership.circle.public_id)


def _common_tables_error(tables: Iterable[GameSession]) -> str:
    sessions = list(tables)
    named = gettext(", ").join(dated_title(table) for table in sessions[:SHOWN])
    more = gettext(" and more") if len(sessions) > SHOWN else ""
    return gettext("Both sat at one table, so they are two people: %(tables)s") % {"tables": named + more}


def _merge_page(
    request: HttpRequest,
    player: Player,
    other: Player | None,
    status: int = 200,
    failed: Iterable[object] = (),
) -> HttpResponse:
    views = people_by_key(player.circle)
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
