"""席替え・連荘の訂正: the forms for what happens between two rounds."""

from collections.abc import Mapping

from django import forms
from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.circles.forms import LONGEST_TYPED, LineField, refusal
from scorekeeper.circles.selectors import known_name
from scorekeeper.games.fields import whole
from scorekeeper.play.table import Table
from scorekeeper.present.presenter import Presenter
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.limits import MOST_PEOPLE
from scorekeeper.scoring.names import clean_name, same_name

MOST_WINS = 99
Typed = Mapping[str, str]

LONGEST_TITLE = 60


class TableForm(forms.Form):
    """卓の名前と夜: what a table is called, and the day of the night that it belongs to."""

    title = LineField(
        LONGEST_TITLE, label=_("Name of the table"), help_text=_("Leave empty to use its game and number.")
    )
    day = forms.DateField(
        label=_("Night"),
        help_text=_("The day on which the night began. Another day moves the table to that night."),
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    )


class BetweenForm(forms.Form):
    """A form between two rounds: ``typed`` is what was sent, cut to a length that can be shown again."""

    use_required_attribute = False

    def __init__(self, typed: Typed | None, shown: Typed) -> None:
        cut = {name: text[:LONGEST_TYPED] for name, text in (typed or {}).items()}
        super().__init__(None if typed is None else cut, initial=dict(shown), auto_id="f-%s")
        self.typed: Typed = cut or shown

    def refuse(self, reason: str) -> None:
        """Nothing of the form counts, for this reason alone, if there is one."""
        if reason:
            self.errors.clear()
            self.add_error(None, reason)


def kept_name(table: Table, typed: str) -> str:
    """A name as the circle writes it, empty for none; raises ReadError."""
    name = " ".join(typed.split())
    return known_name(table.session.circle, clean_name(name)) if name else ""


def seated(table: Table) -> dict[str, str]:
    """Who sits at a table, by the numbers of the seats."""
    return {table.numbers[name]: name for name in table.state.seats}


def seat_chips(table: Table, nobody: bool = False) -> forms.RadioSelect:
    """A chip a seat, with the player's mark and name as its label; with ``nobody`` a chip for none first."""
    person = Presenter(table).person
    seats = [(number, person(name)) for number, name in seated(table).items()]
    return forms.RadioSelect({"class": "vh"}, choices=[*([("", "–")] if nobody else []), *seats])


class SeatsForm(BetweenForm):
    """席替え: who joins (a name), who leaves and which two swap (seat numbers)."""

    join = forms.CharField(
        label=_("Joins"),
        required=False,
        widget=forms.TextInput({"maxlength": 60, "list": "offered", "dir": "auto"}),
    )

    def __init__(self, table: Table, typed: Typed | None = None, shown: Typed | None = None) -> None:
        super().__init__(typed, shown or {})
        self.table = table
        self.seated = seated(table)
        labels = (("leave", _("Leaves")), ("swap-a", _("First player")), ("swap-b", _("Second player")))
        for name, label in labels:
            chips = seat_chips(table, nobody=True)
            self.fields[name] = forms.CharField(label=label, required=False, widget=chips)

    @property
    def swap(self) -> tuple[forms.BoundField, forms.BoundField]:
        return self["swap-a"], self["swap-b"]

    @cached_property
    def join_name(self) -> str:
        """Who joins, as the name is kept; as it was typed where it cannot be."""
        typed = self.typed.get("join", "")
        try:
            return kept_name(self.table, typed)
        except ReadError:
            return " ".join(typed.split())

    @property
    def leaves(self) -> str:
        """The seat that somebody leaves; empty for nobody."""
        return self.typed.get("leave", "")

    @property
    def swapped(self) -> tuple[str, ...]:
        """The two who swap; nobody where neither was chosen."""
        return tuple(self.typed[name] for name in ("swap-a", "swap-b") if self.typed.get(name))

    def clean_join(self) -> str:
        """A name that can be kept, of somebody who is not at the table."""
        known = set(map(same_name, self.table.numbers))
        try:
            if not (name := kept_name(self.table, self.cleaned_data["join"])):
                return ""
            if len(known) >= MOST_PEOPLE and same_name(name) not in known:
                raise ReadError("join", "people.many", most=MOST_PEOPLE)
        except ReadError as error:
            raise refusal(error) from None
        playing = [*self.seated.values(), *stand_ins(self.table).values()]
        if same_name(name) in map(same_name, playing):
            raise forms.ValidationError(gettext("%(name)s is at the table already.") % {"name": name})
        return name

    def clean_leave(self) -> str:
        if self.leaves and self.leaves not in self.seated:
            raise forms.ValidationError(gettext("Choose somebody at the table."))
        return self.leaves

    def clean(self) -> None:
        """What goes together: two who swap, and as many players as the game takes."""
        swap = self.swapped
        if swap and (len(set(swap)) < 2 or not set(swap) <= set(self.seated)):
            self.add_error("swap-a", gettext("Choose two different players to swap."))
        elif self.leaves and self.leaves in swap:
            self.add_error("swap-a", gettext("A player who is leaving cannot swap seats."))
        if not (self.join_name or self.leaves or swap):
            self.add_error("join", gettext("Choose who joins, leaves or swaps."))
        if not self.errors:
            self._check_number()

    def _check_number(self) -> None:
        ruleset = self.table.ruleset
        count = len(self.seated) + bool(self.join_name) - bool(self.leaves)
        if not ruleset.fewest_players <= count <= ruleset.most_players:
            limits = {"fewest": ruleset.fewest_players, "most": ruleset.most_players}
            text = gettext("This game takes %(fewest)d to %(most)d players.") % limits
            self.add_error("join" if count > ruleset.most_players else "leave", text)


class StandInForm(BetweenForm):
    """代打: who plays for the player of a seat; with an empty name the player is back.

    ``asked`` are the seat, the key of the name, and whether figures stay; None where they cannot be read.
    """

    seat = forms.CharField(label=_("Who is away"), required=False)
    player = forms.CharField(
        label=_("Who plays"),
        required=False,
        help_text=_("Leave empty when the player is back."),
        widget=forms.TextInput({"maxlength": 60, "list": "offered", "dir": "auto"}),
    )
    keeps = forms.BooleanField(
        label=_("Statistics stay with the player too"),
        required=False,
        help_text=_("Otherwise they count for the stand-in. The points always belong to the player."),
    )

    def __init__(self, table: Table, typed: Typed | None = None, shown: Typed | None = None) -> None:
        self.table, self.seated = table, seated(table)
        self.asked: tuple[str, str, bool] | None = None
        super().__init__(typed, shown or {})
        self.fields["seat"].widget = seat_chips(table)

    def clean_seat(self) -> str:
        seat: str = self.cleaned_data["seat"]
        if seat not in self.seated:
            raise forms.ValidationError(gettext("Choose somebody at the table."))
        return seat

    def clean_player(self) -> str:
        """A name that can be kept, of somebody who plays no other seat; empty for the player of the seat."""
        try:
            name = kept_name(self.table, self.cleaned_data["player"])
        except ReadError as error:
            raise refusal(error) from None
        own, busy = self.data.get("seat"), set(map(same_name, self.seated.values()))
        busy |= {same_name(name) for seat, name in stand_ins(self.table).items() if seat != own}
        if name and same_name(name) in busy:
            raise forms.ValidationError(gettext("%(name)s is at the table already.") % {"name": name})
        return name

    def clean(self) -> None:
        """Something has to be different."""
        if self.errors:
            return
        said = self.cleaned_data
        seat = next(one for one in self.table.seats if str(one.number) == said["seat"])
        playing = seat.played_by.name if seat.played_by else ""
        keeps = bool(said["keeps"] and said["player"])
        self.asked = said["seat"], same_name(said["player"]), keeps
        if (said["player"], keeps) == (playing, seat.keeps_figures):
            self.add_error(None, gettext("Nothing has changed."))


class StreakForm(BetweenForm):
    """連荘の訂正: wins in a row, a field a seat; ``wins`` are those of ``read`` that differ from now."""

    def __init__(self, table: Table, typed: Typed | None = None, shown: Typed | None = None) -> None:
        self.now = {number: table.state.streak.get(name, 0) for number, name in seated(table).items()}
        counted = {f"wins-{number}": str(wins) for number, wins in self.now.items()}
        super().__init__(typed, shown or counted)
        for number, wins in self.now.items():
            label = format_html("<bdi>{}</bdi>", table.names[number])
            self.fields[f"wins-{number}"] = WinsField(wins, label)

    @property
    def read(self) -> dict[str, int]:
        """Wins in a row of those whose field could be read."""
        result = self.cleaned_data if self.is_bound and self.errors is not None else {}
        return {number: result[f"wins-{number}"] for number in self.now if f"wins-{number}" in result}

    @property
    def wins(self) -> dict[str, int]:
        """Those of ``read`` that differ from what the table counts."""
        return {number: wins for number, wins in self.read.items() if wins != self.now[number]}

    def clean(self) -> None:
        """Something has to be different."""
        if not self.errors and all(self.cleaned_data[f"wins-{key}"] == now for key, now in self.now.items()):
            self.add_error(None, gettext("Nothing has changed."))


class WinsField(forms.CharField):
    """A whole number as people type it; left empty it is what it was."""

    def __init__(self, now: int, label: str) -> None:
        super().__init__(label=label, required=False, widget=forms.TextInput({"inputmode": "numeric"}))
        self.now = now

    def clean(self, value: object) -> int:
        """The number; raises ValidationError."""
        typed = str(value or "").strip()
        wins = whole(typed) if typed else self.now
        if wins is None or wins > MOST_WINS:
            raise forms.ValidationError(gettext("Enter a whole number from 0 to 99."))
        return wins


def stand_ins(table: Table) -> dict[str, str]:
    """The names of those who play for others, by the numbers of the seats."""
    return {str(seat.number): seat.played_by.name for seat in table.seats if seat.played_by}
