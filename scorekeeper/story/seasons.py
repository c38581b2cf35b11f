"""シーズン: the pages of seasons; hosts open, close and rename them."""

from collections.abc import Mapping
from datetime import date
from functools import partial

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.forms.models import model_to_dict
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.forms import CHANGED_MEANWHILE, NAME
from scorekeeper.circles.models import Circle, Device
from scorekeeper.circles.services import ChangedMeanwhile
from scorekeeper.play.nights import tonight
from scorekeeper.present.presenter import people_by_key
from scorekeeper.stats.people import winners_by_span
from scorekeeper.stats.scope import Scope

from .choice import game_title
from .models import LONGEST_NAME, Season, SeasonsOverlap, save_season

DAYS = (date(2000, 1, 1), date(2199, 12, 31))
"""The earliest and latest day of a season."""

day_field = partial(
    forms.DateField,
    widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    input_formats=("%Y-%m-%d",),
    validators=(MinValueValidator(DAYS[0]), MaxValueValidator(DAYS[1])),
)


class SeasonForm(forms.Form):
    name = forms.CharField(max_length=LONGEST_NAME, label=_("Name of the season"), widget=NAME)
    first = day_field(label=_("First day"))
    last = day_field(
        label=_("Last day"), help_text=_("May stay empty while the season runs."), required=False
    )

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        first, last = cleaned.get("first"), cleaned.get("last")
        if first and last and last < first:
            self.add_error("last", _("The last day is before the first."))
        return cleaned

    def save(self, season: Season, device: Device, seen: str = "") -> bool:
        """Save a season and return True if the form is valid; raises ChangedMeanwhile."""
        if not self.is_valid():
            return False
        try:
            save_season(season, self.cleaned_data, device, seen)
        except SeasonsOverlap as error:
            words = gettext("These days overlap with “%(name)s” (%(days)s).")
            named = {"name": error.season.name, "days": error.season.days}
            self.add_error("first", words % named)
            return False
        return True


def seasons(request: HttpRequest, cid: str) -> HttpResponse:
    membership = membership_of(request)
    circle = membership.circle
    if request.method != "POST":
        return _seasons_page(request, circle, SeasonForm(initial={"first": tonight()}))
    form = SeasonForm(request.POST)
    if form.save(Season(circle=circle), membership.device):
        return redirect("seasons", cid)
    return _seasons_page(request, circle, form, 422)


def season(request: HttpRequest, cid: str, number: int) -> HttpResponse:
    """The form of a season, with buttons that close and reopen it; 409 if it was changed meanwhile."""
    membership = membership_of(request)
    row = get_object_or_404(membership.circle.seasons, pk=number)
    if request.method != "POST":
        return _season_page(request, row, SeasonForm(initial=model_to_dict(row)))
    form, status = SeasonForm(_form_data(request.POST, row)), 422
    try:
        if form.save(row, membership.device, request.POST.get("seen", "")):
            ranking = f"{reverse('ranking', args=(cid,))}?by=season&at={row.pk}"
            return redirect(ranking if row.begun else reverse("seasons", args=(cid,)))
    except ChangedMeanwhile:
        status = 409
    row.refresh_from_db()
    if status == 409 and "action" in request.POST:
        form = SeasonForm(initial=model_to_dict(row))
    return _season_page(request, row, form, status)


def _form_data(data: QueryDict, season: Season) -> Mapping[str, object]:
    """The data of the form; the buttons to close and reopen change only the last day."""
    last = {"close": tonight(), "reopen": None}
    action = data.get("action", "")
    return model_to_dict(season) | {"last": last[action]} if action in last else data


def _seasons_page(request: HttpRequest, circle: Circle, form: SeasonForm, status: int = 200) -> HttpResponse:
    rows, views = list(circle.seasons.all()), people_by_key(circle)
    spans = {row.pk: (row.first, row.last) for row in rows if row.closed}
    won = winners_by_span(Scope(circle, rounds=circle.least_rounds), spans)
    winners = {
        row.pk: [
            (game_title(game), [views[rank.player] for rank in first])
            for game, first in won.get(row.pk, {}).items()
        ]
        for row in rows
    }
    context = {"rows": [(row, row.days, winners[row.pk]) for row in rows], "form": form}
    return render(request, "story/seasons.html", context, status=status)


def _season_page(request: HttpRequest, season: Season, form: SeasonForm, status: int = 200) -> HttpResponse:
    now = gettext(" · ").join((season.name, season.days))
    stale = {"lines": [CHANGED_MEANWHILE, now]} if status == 409 else None
    context = {"season": season, "form": form, "stale": stale}
    return render(request, "story/season.html", context, status=status)
