"""卓をつくる: the form of a new table."""

from collections.abc import Mapping

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.circles.forms import LONGEST_TYPED, LineField
from scorekeeper.rounds.forms import LONGEST_TITLE
from scorekeeper.rules.rule_sets import LONGEST_RULES_NAME
from scorekeeper.scoring import texts
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.names import clean_name, same_name
from scorekeeper.scoring.ruleset import Ruleset

MOST_SEATS = 50


class SeatNames(forms.TextInput):
    """As many fields of one name as there are seats; the page draws them itself."""

    def value_from_datadict(self, data: object, files: object, name: str) -> list[str]:
        typed = data.getlist(name) if isinstance(data, QueryDict) else []
        return [text[:LONGEST_TYPED] for text in typed[:MOST_SEATS]]


class SeatNamesField(forms.Field):
    """Names in seat order, as many as the game takes, nobody twice; seats left empty are passed over."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(label=_("Players in seat order"), required=False, widget=SeatNames)
        self.ruleset = ruleset

    def clean(self, value: list[str]) -> list[str]:
        """The names; raises ValidationError with every seat that is wrong."""
        names: list[str] = []
        wrong = []
        for number, text in enumerate(value, 1):
            try:
                name = clean_name(text) if text.strip() else ""
                if name and same_name(name) in map(same_name, names):
                    raise ReadError("", "name.twice", name=name)
                names += [name] if name else []
            except ReadError as error:
                values = {"number": number, "reason": texts.error(error, gettext)}
                wrong.append(gettext("Seat %(number)d: %(reason)s") % values)
        if not wrong and not self.ruleset.fewest_players <= len(names) <= self.ruleset.most_players:
            limits = {"fewest": self.ruleset.fewest_players, "most": self.ruleset.most_players}
            wrong.append(gettext("This game takes %(fewest)d to %(most)d players.") % limits)
        if wrong:
            raise forms.ValidationError(wrong)
        return names


class StartForm(forms.Form):
    """卓をつくる: names in seat order, the table's title, and the name to keep its rules under."""

    title = LineField(LONGEST_TITLE, label=_("Name of the table"))
    keep = LineField(
        LONGEST_RULES_NAME,
        label=_("Save these rules as"),
        help_text=_("A name keeps them with your group for the next table. Optional."),
    )

    def __init__(
        self, ruleset: Ruleset, data: QueryDict | None, given: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(data, initial=dict(given or {}))
        self.fields["name"] = SeatNamesField(ruleset)
        self.order_fields(["name"])
