"""シーズン: what a circle plays for, from one day to another; hosts open, close and rename them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.circles.access import find_membership
from scorekeeper.circles.forms import NAME
from scorekeeper.circles.models import Circle, Device, Membership, Role
from scorekeeper.present.people import faces
from scorekeeper.present.presenter import PersonView
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.stats.ranking import winners
from scorekeeper.stats.scope import Scope
from scorekeeper.stats.tallies import uncounted

from .models import LONGEST_NAME, Season
from .periods import days_of
from .services import Said, SeasonsMeet, change_season, open_season

DAYS = (date(2000, 1, 1), date(2199, 12, 31))
"""The days that a season may begin and end on."""


class Day(forms.DateField):
    """A day, as browsers send it."""

    def __init__(self, label: object, help_text: object = "", required: bool = True) -> None:
        looks = forms.DateInput({"type": "date"}, format="%Y-%m-%d")
        super().__init__(
            label=label,  # type: ignore[arg-type] # a lazy translation
            help_text=help_text,  # type: ignore[arg-type]
            required=required,
            widget=looks,
            input_formats=("%Y-%m-%d",),
            validators=(MinValueValidator(DAYS[0]), MaxValueValidator(DAYS[1])),
        )


class SeasonForm(forms.Form):
    """A season: its name and its days."""

    name = forms.CharField(max_length=LONGEST_NAME, label=_("Name of the season"), widget=NAME)
    first = Day(_("First day"))
    last = Day(_("Last day"), _("May stay empty while the season runs."), required=False)

    def clean(self) -> dict[str, object]:
        """What was typed; the last day is none before the first."""
        found = super().clean() or {}
        first, last = found.get("first"), found.get("last")
        if first and last and last < first:
            self.add_error("last", _("The last day is before the first."))
        return found

    @property
    def said(self) -> Said:
        """What a valid form says."""
        return Said(self.cleaned_data["name"], self.cleaned_data["first"], self.cleaned_data["last"])

    def refuse(self, other: Season) -> None:
        """Say that the days are those of another season."""
        words = gettext("These days overlap with “%(name)s” (%(days)s).")
        self.add_error("first", words % {"name": other.name, "days": days_of(other)})


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A season in one line, with who won each game where it is closed."""

    season: Season
    days: str
    winners: list[tuple[str, list[PersonView]]]


def seasons(request: HttpRequest, cid: str) -> HttpResponse:
    """All seasons, newest first; a host opens another."""
    if request.method != "POST":
        return _list(request, find_membership(request, cid), SeasonForm(initial=_today()))
    membership = find_membership(request, cid)
    form = SeasonForm(request.POST)
    if form.is_valid():
        try:
            open_season(membership.circle, form.said, membership.device)
        except SeasonsMeet as error:
            form.refuse(error.other)
        else:
            return redirect("seasons", cid)
    return _list(request, membership, form, 422)


def season(request: HttpRequest, cid: str, number: int) -> HttpResponse:
    """One season: its name and days, and buttons that close and reopen it."""
    membership = find_membership(request, cid)
    found = membership.circle.seasons.filter(pk=number).first()
    if found is None:
        raise Http404
    if request.method != "POST":
        return _one(request, membership.circle, found, SeasonForm(initial=_kept(found)))
    form = SeasonForm(_sent(request.POST, found))
    if form.is_valid() and _changed(form, found, membership.device):
        return redirect(f"{reverse('ranking', args=(cid,))}?by=season&at={found.pk}")
    return _one(request, membership.circle, found, form, 422)


def _changed(form: SeasonForm, season: Season, device: Device) -> bool:
    try:
        change_season(season, form.said, device)
    except SeasonsMeet as error:
        form.refuse(error.other)
        return False
    return True


def _today() -> dict[str, object]:
    return {"first": timezone.localdate()}


def _kept(season: Season) -> dict[str, object]:
    return {"name": season.name, "first": season.first, "last": season.last}


def _sent(data: QueryDict, season: Season) -> Mapping[str, object]:
    """What the form says; the buttons that close and reopen change the last day alone."""
    action = data.get("action", "")
    if action == "close":
        return _kept(season) | {"last": timezone.localdate()}
    return _kept(season) | {"last": None} if action == "reopen" else data


def _list(request: HttpRequest, membership: Membership, form: SeasonForm, status: int = 200) -> HttpResponse:
    circle = membership.circle
    context = {
        "circle": circle,
        "uncounted": uncounted(circle),
        "rows": _rows(circle),
        "form": form,
        "may_host": membership.role >= Role.HOST,
        "current": "ranking",
    }
    return render(request, "story/seasons.html", context, status=status)


def _rows(circle: Circle) -> list[SeasonRow]:
    found, known = list(circle.seasons.all()), faces(circle)
    spans = {one.pk: (one.first, one.last) for one in found if one.closed}
    won = winners(Scope(circle, rounds=circle.least_rounds), spans) if spans else {}
    return [
        SeasonRow(
            one,
            days_of(one),
            [
                (gettext(RULESETS[game].title), [known[player] for player in people])
                for game, people in won.get(one.pk, {}).items()
            ],
        )
        for one in found
    ]


def _one(
    request: HttpRequest, circle: Circle, season: Season, form: SeasonForm, status: int = 200
) -> HttpResponse:
    context = {"circle": circle, "season": season, "form": form, "current": "ranking"}
    return render(request, "story/season.html", context, status=status)
