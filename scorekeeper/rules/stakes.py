"""配給点とレート: the stake and the rate of a session, as a form and in words."""

from collections.abc import Callable
from dataclasses import fields
from decimal import Decimal
from typing import Any, TypeVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.present.words import plain
from scorekeeper.scoring import texts
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.settlement import (
    GAP_ONCE,
    GAP_TIMES_PLAYERS,
    NO_BONUS,
    Rate,
    Stake,
    write_rate,
    write_stake,
)

T = TypeVar("T")
Cleaned = dict[str, Any]
"""``Form.cleaned_data``, which has no static types."""

MOST_POINTS = 1_000_000
BUST_WORDS = (("zero", _("at 0 points")), ("below", _("below 0 points")))
BONUSES = (
    (GAP_TIMES_PLAYERS, _("the difference from every player")),
    (GAP_ONCE, _("the difference once")),
    (NO_BONUS, _("nothing")),
)


class RateForm(forms.Form):
    """The rate of points; after validation it is in ``rate``, None for points only or if it is invalid."""

    unit = forms.CharField(
        label=_("Unit"),
        help_text=_("What points are turned into: yen, chips, drinks. Empty: points only."),
        required=False,
        max_length=10,
    )
    per_point = forms.DecimalField(
        label=_("Units for one point"),
        required=False,
        min_value=Decimal("0.001"),
        max_value=Decimal(10**6),
        max_digits=12,
        decimal_places=4,
    )
    round_to = forms.DecimalField(
        label=_("Rounded to"),
        help_text=_("The smallest amount that changes hands. The sum stays zero: see the settling page."),
        required=False,
        min_value=Decimal("0.01"),
        max_value=Decimal(10**6),
        max_digits=12,
        decimal_places=2,
    )

    def clean(self) -> Cleaned:
        values: Cleaned = super().clean() or {}
        if (values.get("per_point") or values.get("round_to")) and not values.get("unit"):
            self.add_error("unit", gettext("Name the unit."))
        self.rate = self._built(lambda: _rate(values))
        return values

    def _built(self, make: Callable[[], T]) -> T | None:
        """What ``make`` returns; its ReadError becomes an error of a field, unless there are others."""
        wrong = bool(self.errors)
        try:
            return make()
        except ReadError as error:
            if not wrong:
                self.add_error(error.where.rpartition(".")[2], texts.error(error, gettext))
            return None

    rate: Rate | None = None


class StakesForm(RateForm):
    """Starting points, end of the session, and rate; every field is optional.

    ``stake`` and ``rate`` are the initial values; after validation the attributes have the new ones, None if
    invalid.  Saved rules have no rate.
    """

    start = forms.IntegerField(
        label=_("Starting points"),
        help_text=_("Everybody begins with these; empty: everybody begins at 0."),
        required=False,
        min_value=0,
        max_value=MOST_POINTS,
    )
    base = forms.IntegerField(
        label=_("Base points"),
        help_text=_("Results are counted from these; empty: from the starting points. Never below them."),
        required=False,
        min_value=0,
        max_value=MOST_POINTS,
    )
    top_bonus = forms.ChoiceField(
        label=_("Top bonus"),
        help_text=_("What the first place gets where the base points are above the starting points."),
        required=False,
        choices=BONUSES,
    )
    rounds = forms.IntegerField(
        label=_("Number of rounds"),
        help_text=_("The table ends after this many rounds; no-games and corrections do not count."),
        required=False,
        min_value=1,
        max_value=1000,
    )
    end_on_bust = forms.BooleanField(
        label=_("Over when somebody has no points left"),
        help_text=_("Checked after each round; needs starting points."),
        required=False,
        widget=forms.CheckboxInput({"role": "switch"}),
    )
    bust = forms.ChoiceField(
        label=_("Nothing left means"),
        help_text=_("Whether somebody with exactly 0 points ends the table too."),
        required=False,
        choices=BUST_WORDS,
    )
    field_order = ("start", "base", "top_bonus", "rounds", "end_on_bust", "bust")

    def __init__(
        self,
        data: QueryDict | None = None,
        stake: Stake | None = None,
        rate: Rate | None = None,
        with_rate: bool = True,
    ) -> None:
        sent = data if data and "stakes-top_bonus" in data else None
        given = write_stake(stake) if stake else {"top_bonus": GAP_TIMES_PLAYERS}
        super().__init__(sent, prefix="stakes", initial=given | (write_rate(rate) if rate else {}))
        for name in () if with_rate else RateForm.base_fields:
            del self.fields[name]
        if sent is None:
            self.stake, self.rate = stake, rate
        else:
            self.full_clean()

    def clean(self) -> Cleaned:
        values: Cleaned = super().clean() or {}
        if values.get("end_on_bust") and not values.get("start"):
            self.add_error("start", gettext("Ending without points needs starting points."))
        self.stake = self._built(lambda: _stake(values))
        return values

    stake: Stake | None = None


def _stake(values: Cleaned) -> Stake | None:
    if not any(values.get(key) for key in ("start", "base", "rounds", "end_on_bust")):
        return None
    sent = {field.name: values.get(field.name) for field in fields(Stake)}
    return Stake(**{key: value for key, value in sent.items() if value not in (None, "")})


def _rate(values: Cleaned) -> Rate | None:
    if not values.get("unit"):
        return None
    return Rate(values["unit"], values.get("per_point") or Decimal(1), values.get("round_to") or Decimal(1))


def stakes_words(stake: Stake | None) -> list[str]:
    if stake is None:
        return []
    words = {
        "start": texts.number(stake.start),
        "base": texts.number(stake.base_points),
        "gap": texts.number(stake.gap),
        "rounds": stake.rounds,
    }
    items = [gettext("Everybody starts with %(start)s points.")]
    if stake.gap:
        items.append(gettext("Results are counted from %(base)s base points."))
        items.append(
            {
                GAP_TIMES_PLAYERS: gettext(
                    "The first place gets the difference of %(gap)s from every player, including themselves."
                ),
                GAP_ONCE: gettext("The first place gets the difference of %(gap)s once."),
                NO_BONUS: gettext("There is no bonus for the first place."),
            }[stake.top_bonus]
        )
        items.append(gettext("Ties for first share the bonus; the remainder goes to the earlier seats."))
    if stake.rounds:
        items.append(
            ngettext(
                "The table is over after %(rounds)s round; no-games and corrections do not count.",
                "The table is over after %(rounds)s rounds; no-games and corrections do not count.",
                stake.rounds,
            )
        )
    if stake.end_on_bust and stake.bust == "below":
        items.append(gettext("It is over when somebody has less than 0 points after a round."))
    elif stake.end_on_bust:
        items.append(gettext("It is over when somebody has no points left after a round."))
    return [sentence % words for sentence in items]


def rounding_words(rate: Rate | None) -> str:
    """The sentence that explains how points become amounts of money; empty without a rate."""
    if rate is None:
        return ""
    return gettext(
        "1 point is %(amount)s %(unit)s, in steps of %(step)s %(unit)s. Results are rounded "
        "down (losses away from zero); what is missing is handed back one step at a time to "
        "those who lost most by rounding, ties by seat order. So the sum stays zero."
    ) % {"amount": plain(rate.per_point), "unit": rate.unit, "step": plain(rate.round_to)}


def stakes_line(stake: Stake | None, rate: Rate | None) -> str:
    parts = []
    if stake and stake.start:
        parts.append(gettext("%(points)s points each") % {"points": texts.number(stake.start)})
    if stake and stake.gap:
        parts.append(gettext("base %(points)s") % {"points": texts.number(stake.base_points)})
    if stake and stake.rounds:
        rounds = ngettext("%(rounds)s round", "%(rounds)s rounds", stake.rounds)
        parts.append(rounds % {"rounds": stake.rounds})
    if stake and stake.end_on_bust:
        parts.append(gettext("over below 0 points") if stake.bust == "below" else gettext("over at 0 points"))
    if rate:
        parts.append(
            gettext("1 point = %(amount)s %(unit)s") % {"amount": plain(rate.per_point), "unit": rate.unit}
        )
    return gettext(" · ").join(parts) or gettext("points only")
