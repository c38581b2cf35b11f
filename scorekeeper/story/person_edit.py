"""人の詳細: the form of a person's name, reading, mark, colour, and the marks of guests and hidden people."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django import forms
from django.contrib import messages
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.forms import LineField
from scorekeeper.circles.models import COLORS, LONGEST_MARK, CircleChange, Player
from scorekeeper.circles.services import find_player
from scorekeeper.play.people import PersonChanged, change_person, last_change
from scorekeeper.present.log import action_words, log_line
from scorekeeper.present.marks import MOST_CLUSTERS, clusters
from scorekeeper.present.presenter import COLOR_NAMES, face, person_line
from scorekeeper.present.words import device_name
from scorekeeper.scoring.names import LONGEST, clean_name


class NameField(LineField):
    """A person's name."""

    def read(self, typed: str) -> str:
        return clean_name(typed)


class DetailsForm(forms.Form):
    """The details of a person; ``seen`` is the last change when the form was opened."""

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
    """The form of a person's details; 409 where they were changed meanwhile."""
    membership = membership_of(request)
    player = find_player(membership.circle, number)
    if request.method != "POST":
        return _page(request, DetailsForm(player))
    form = DetailsForm(player, request.POST)
    if not form.is_valid():
        return _page(request, form, 422)
    try:
        change_person(player, form.columns, membership.device, form.cleaned_data["seen"])
    except PersonChanged as error:
        again = DetailsForm(player, {**request.POST.dict(), "seen": last_change(player)})
        return _page(request, again, 409, error.changes)
    except IntegrityError:
        form.add_error("name", gettext("Somebody of this group has that name."))
        return _page(request, form, 422)
    messages.success(request, gettext("Saved."))
    return redirect("person", cid, number)


def _page(
    request: HttpRequest,
    form: DetailsForm,
    status: int = 200,
    changes: Sequence[CircleChange] | None = None,
) -> HttpResponse:
    player = form.player
    looks = [replace(face(player), color=number) for number in range(COLORS)]
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
