"""シーズン: the pages of seasons; hosts open, close and rename them."""

from collections.abc import Mapping
from datetime import date

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.circles.access import find_membership
from scorekeeper.circles.forms import NAME, OVERTAKEN
from scorekeeper.circles.models import Circle, Device
from scorekeeper.circles.services import Overtaken
from scorekeeper.play.nights import tonight
from scorekeeper.present.people import faces
from scorekeeper.present.presenter import PersonView
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.stats.ranking import winners
from scorekeeper.stats.scope import Scope

from .models import LONGEST_NAME, Season
from .periods import days_of
from .services import SeasonData, SeasonsOverlap, change_season, open_season

DAYS = (date(2000, 1, 1), date(2199, 12, 31))
"""The days that a season may begin and end on."""


class DayField(forms.DateField):
    """A day in the format of ``<input type="date">``."""

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
    name = forms.CharField(max_length=LONGEST_NAME, label=_("Name of the season"), widget=NAME)
    first = DayField(_("First day"))
    last = DayField(_("Last day"), _("May stay empty while the season runs."), required=False)

    def clean(self) -> dict[str, object]:
        """Refuse a last day before the first."""
        cleaned = super().clean() or {}
        first, last = cleaned.get("first"), cleaned.get("last")
        if first and last and last < first:
            self.add_error("last", _("The last day is before the first."))
        return cleaned

    @property
    def season_data(self) -> SeasonData:
        """The season of a valid form."""
        return SeasonData(self.cleaned_data["name"], self.cleaned_data["first"], self.cleaned_data["last"])

    def add_overlap_error(self, other: Season) -> None:
        """Add the error that the days overlap with another season."""
        words = gettext("These days overlap with “%(name)s” (%(days)s).")
        self.add_error("first", words % {"name": other.name, "days": days_of(other)})


Winners = list[tuple[str, list[PersonView]]]
"""The people in first place of each game, in a season that is closed."""


def seasons(request: HttpRequest, cid: str) -> HttpResponse:
    """All seasons, newest first; hosts open a season here."""
    membership = find_membership(request, cid)
    if request.method != "POST":
        return _seasons_page(request, membership.circle, SeasonForm(initial={"first": tonight()}))
    form = SeasonForm(request.POST)
    if form.is_valid():
        try:
            open_season(membership.circle, form.season_data, membership.device)
        except SeasonsOverlap as error:
            form.add_overlap_error(error.season)
        else:
            return redirect("seasons", cid)
    return _seasons_page(request, membership.circle, form, 422)


def season(request: HttpRequest, cid: str, number: int) -> HttpResponse:
    """The form of a season, with buttons that close and reopen it; 409 where it was changed meanwhile."""
    membership = find_membership(request, cid)
    row = get_object_or_404(membership.circle.seasons, pk=number)
    if request.method != "POST":
        return _season_page(request, row, SeasonForm(initial=_initial(row)))
    form = SeasonForm(_form_data(request.POST, row))
    try:
        if form.is_valid() and _save(form, row, membership.device, request.POST.get("seen", "")):
            ranking = f"{reverse('ranking', args=(cid,))}?by=season&at={row.pk}"
            return redirect(ranking if row.begun else reverse("seasons", args=(cid,)))
    except Overtaken:
        typed = SeasonForm(initial=_initial(row)) if "action" in request.POST else form
        return _season_page(request, row, typed, 409)
    return _season_page(request, row, form, 422)


def _save(form: SeasonForm, season: Season, device: Device, seen: str) -> bool:
    try:
        change_season(season, form.season_data, device, seen)
    except SeasonsOverlap as error:
        form.add_overlap_error(error.season)
        return False
    return True


def _initial(season: Season) -> dict[str, object]:
    return {"name": season.name, "first": season.first, "last": season.last}


def _form_data(data: QueryDict, season: Season) -> Mapping[str, object]:
    """The data of the form; the buttons that close and reopen change the last day alone."""
    action = data.get("action", "")
    if action == "close":
        return _initial(season) | {"last": tonight()}
    return _initial(season) | {"last": None} if action == "reopen" else data


def _seasons_page(request: HttpRequest, circle: Circle, form: SeasonForm, status: int = 200) -> HttpResponse:
    views = faces(circle)
    context = {
        "rows": [(row, days_of(row), _winners(row, views)) for row in circle.seasons.all()],
        "form": form,
    }
    return render(request, "story/seasons.html", context, status=status)


def _winners(season: Season, views: Mapping[int, PersonView]) -> Winners:
    if not season.closed:
        return []
    circle = season.circle
    scope = Scope(circle, first=season.first, last=season.last, rounds=circle.least_rounds)
    return [
        (gettext(RULESETS[game].title), [views[rank.player] for rank in first])
        for game, first in winners(scope).items()
    ]


def _season_page(request: HttpRequest, season: Season, form: SeasonForm, status: int = 200) -> HttpResponse:
    now = gettext(" · ").join((season.name, days_of(season)))
    stale = {"lines": [OVERTAKEN, now]} if status == 409 else None
    context = {"season": season, "form": form, "stale": stale}
    return render(request, "story/season.html", context, status=status)
