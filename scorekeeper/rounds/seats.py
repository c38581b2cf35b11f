"""席替え・代打・連荘の訂正・卓の設定: the pages that change a table between two rounds, and their forms."""

from collections.abc import Iterable, Mapping

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.circles.forms import LONGEST_TYPED, LineField, validation_error
from scorekeeper.circles.services import resolve_merged_name, visible_players
from scorekeeper.games.fields import whole
from scorekeeper.play.find import find_table
from scorekeeper.play.idempotency import FormVersion, hidden_fields
from scorekeeper.play.models import RoundEdit
from scorekeeper.play.services import SETTINGS, add_round, change_seats, is_streak_correction, seats_facts
from scorekeeper.play.standing_in import change_stand_in, is_stand_in_change
from scorekeeper.play.table import Table
from scorekeeper.present.presenter import Presenter
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.limits import MOST_PEOPLE
from scorekeeper.scoring.names import clean_name, same_name

from . import pads
from .changing import Changed, change_table
from .collected_hands import form_of, has_other_devices

Typed = Mapping[str, str]

LONGEST_TITLE = 60


class ChangeForm(forms.Form):
    """A form that changes a table; texts that were ``sent`` are cut to a length that can be shown again."""

    use_required_attribute = False
    template: str
    shown_closed = False
    """Whether the page is shown when ``closed``, which says why nothing can be entered."""
    closed = ""
    done_words: object = _("Saved.")

    def __init__(self, table: Table, sent: Typed | None = None, initial: Typed | None = None) -> None:
        cut = None if sent is None else {name: text[:LONGEST_TYPED] for name, text in sent.items()}
        super().__init__(cut, initial=dict(initial or {}), auto_id="f-%s")
        self.table = table

    def save(self, form_version: FormVersion) -> RoundEdit:
        raise NotImplementedError

    def says(self, edit: RoundEdit) -> bool:
        return False


class TableForm(ChangeForm):
    """卓の設定: the title of a table, its night, and how its rounds are entered."""

    template = "rounds/settings.html"

    title = LineField(
        LONGEST_TITLE, label=_("Name of the table"), help_text=_("Leave empty to use its game and number.")
    )
    day = forms.DateField(
        label=_("Night"),
        help_text=_("The day on which the night began. Another day moves the table to that night."),
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    )
    hidden_hands = forms.BooleanField(
        required=False,
        label=_("Hands stay hidden"),
        help_text=_("Each phone enters its own hand; nobody sees another before the round is recorded."),
    )
    second_person = forms.BooleanField(
        required=False,
        label=_("A second person confirms"),
        help_text=_(
            "A new round counts once another phone has said OK."
            " Corrections of earlier rounds need no second person."
        ),
    )

    def __init__(self, table: Table, sent: Typed | None = None, initial: Typed | None = None) -> None:
        session = table.session
        now = {"title": session.title, "day": f"{session.night.day}"}
        super().__init__(table, None if sent is None else {**now, **sent}, initial)
        self.initial = now | {key: getattr(session, key) for key in SETTINGS}

    @property
    def has_hands(self) -> bool:
        return bool(form_of(self.table).hands)

    @property
    def alone(self) -> bool:
        return not has_other_devices(self.table)

    def save(self, form_version: FormVersion) -> RoundEdit:
        settings = dict(self.cleaned_data)
        return pads.change_settings(self.table.session, settings, form_version, day=settings.pop("day"))


class NameField(forms.CharField):
    """The name of somebody of the circle, or of somebody new."""

    widget = forms.TextInput({"maxlength": 60, "list": "offered", "dir": "auto"})


class BetweenForm(ChangeForm):
    def __init__(self, table: Table, sent: Typed | None = None, initial: Typed | None = None) -> None:
        super().__init__(table, sent, initial)
        self.seated = {table.numbers[name]: name for name in table.state.seats}
        self.stand_ins = {str(seat.number): seat.played_by.name for seat in table.seats if seat.played_by}

    @property
    def closed(self) -> str:  # type: ignore[override]
        ended = self.table.session.ended_at
        return gettext("This table has ended. Reopen it to enter another round.") if ended else ""

    @property
    def offered(self) -> list[str]:
        playing = {*self.seated.values(), *self.stand_ins.values()}
        players = visible_players(self.table.session.circle)
        return [player.name for player in players if player.name not in playing]

    def kept_name(self, typed: str) -> str:
        """A name in the spelling of the circle, empty for none; raises ReadError."""
        name = " ".join(typed.split())
        return resolve_merged_name(self.table.session.circle, clean_name(name)) if name else ""

    def free_name(self, typed: str, busy: Iterable[str]) -> str:
        """``kept_name`` of somebody who is not ``busy``; raises ValidationError."""
        try:
            name = self.kept_name(typed)
        except ReadError as error:
            raise validation_error(error) from None
        if name and same_name(name) in map(same_name, busy):
            raise forms.ValidationError(gettext("%(name)s is at the table already.") % {"name": name})
        return name

    def seat_field(self, label: str, required: bool = False) -> forms.ChoiceField:
        """A chip for each seat, with the player's mark and name, and one for nobody."""
        person = Presenter(self.table).person
        seats = [(number, person(name)) for number, name in self.seated.items()]
        return forms.ChoiceField(
            label=label,
            required=required,
            choices=seats if required else [("", "–"), *seats],
            widget=forms.RadioSelect({"class": "vh"}),
            error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose somebody at the table.")),
        )


class SeatsForm(BetweenForm):
    """席替え: who joins (a name), who leaves and which two swap (seat numbers)."""

    template = "rounds/seats.html"
    done_words = _("The seats have changed.")

    join = NameField(label=_("Joins"), required=False)

    def __init__(self, table: Table, sent: Typed | None = None, initial: Typed | None = None) -> None:
        super().__init__(table, sent, initial)
        self.fields["leave"] = self.seat_field(gettext("Leaves"))
        self.fields["swap-a"] = self.seat_field(gettext("First player"))
        self.fields["swap-b"] = self.seat_field(gettext("Second player"))

    @property
    def moved(self) -> tuple[str, str, tuple[str, ...]]:
        """Who joins, the seat that leaves, and the seats that swap, as far as they are chosen."""
        swap = tuple(self.data[name] for name in ("swap-a", "swap-b") if self.data.get(name))
        return self.join_name, str(self.data.get("leave", "")), swap

    def save(self, form_version: FormVersion) -> RoundEdit:
        return change_seats(self.table.session, *self.moved, form_version)

    def says(self, edit: RoundEdit) -> bool:
        return edit.after == seats_facts(self.table, *self.moved)

    @property
    def swap(self) -> tuple[forms.BoundField, forms.BoundField]:
        return self["swap-a"], self["swap-b"]

    @cached_property
    def join_name(self) -> str:
        """Who joins: ``kept_name``, or as typed where that is invalid."""
        typed = str(self.data.get("join", ""))
        try:
            return self.kept_name(typed)
        except ReadError:
            return " ".join(typed.split())

    def clean_join(self) -> str:
        """A valid name of somebody who is not at the table."""
        known = set(map(same_name, self.table.numbers))
        name = self.free_name(self.cleaned_data["join"], (*self.seated.values(), *self.stand_ins.values()))
        if name and len(known) >= MOST_PEOPLE and same_name(name) not in known:
            raise validation_error(ReadError("join", "people.many", most=MOST_PEOPLE))
        return name

    def clean(self) -> None:
        """Rules for several fields: two who swap, and the number of players."""
        joins, leaves, swap = self.moved
        if swap and len(set(swap)) < 2:
            self.add_error("swap-a", gettext("Choose two different players to swap."))
        elif leaves and leaves in swap:
            self.add_error("swap-a", gettext("A player who is leaving cannot swap seats."))
        if not any(self.moved):
            self.add_error("join", gettext("Choose who joins, leaves or swaps."))
        if not self.errors:
            self._check_number(len(self.seated) + bool(joins) - bool(leaves))

    def _check_number(self, count: int) -> None:
        ruleset = self.table.ruleset
        if not ruleset.fewest_players <= count <= ruleset.most_players:
            limits = {"fewest": ruleset.fewest_players, "most": ruleset.most_players}
            text = gettext("This game takes %(fewest)d to %(most)d players.") % limits
            self.add_error("join" if count > ruleset.most_players else "leave", text)


class StandInForm(BetweenForm):
    """代打: who plays for the player of a seat; with an empty name the player is back."""

    template = "rounds/stand_in.html"

    seat = forms.ChoiceField()
    player = NameField(
        label=_("Who plays"), required=False, help_text=_("Leave empty when the player is back.")
    )
    keeps = forms.BooleanField(
        label=_("Statistics stay with the player too"),
        required=False,
        help_text=_("Otherwise they count for the stand-in. The points always belong to the player."),
    )

    def __init__(self, table: Table, sent: Typed | None = None, initial: Typed | None = None) -> None:
        super().__init__(table, sent, initial)
        # Seat, key of the name, and whether figures stay; None where the form is invalid.
        self.asked: tuple[str, str, bool] | None = None
        self.fields["seat"] = self.seat_field(gettext("Who is away"), required=True)

    def save(self, form_version: FormVersion) -> RoundEdit:
        said = self.cleaned_data
        return change_stand_in(self.table, said["seat"], said["player"], said["keeps"], form_version)

    def says(self, edit: RoundEdit) -> bool:
        return is_stand_in_change(edit, self.asked)

    @property
    def standing_in(self) -> list[tuple[str, str]]:
        return [(self.seated.get(seat, ""), name) for seat, name in self.stand_ins.items()]

    def clean_player(self) -> str:
        """A valid name of somebody who plays no other seat; empty for the player of the seat."""
        elsewhere = (name for seat, name in self.stand_ins.items() if seat != self.data.get("seat"))
        return self.free_name(self.cleaned_data["player"], (*self.seated.values(), *elsewhere))

    def clean(self) -> None:
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
    """連荘の訂正: wins in a row, with a field for each seat."""

    template = "rounds/streak.html"
    shown_closed = True

    def __init__(self, table: Table, sent: Typed | None = None, initial: Typed | None = None) -> None:
        super().__init__(table, sent, initial)
        self.now = {number: table.state.streak.get(name, 0) for number, name in self.seated.items()}
        for number, wins in self.now.items():
            self.fields[f"wins-{number}"] = WinsField(wins, format_html("<bdi>{}</bdi>", self.seated[number]))

    @property
    def closed(self) -> str:  # type: ignore[override]
        if self.table.options.traits.counts_streaks:
            return super().closed
        return super().closed or gettext("This table plays without winning streaks.")

    def save(self, form_version: FormVersion) -> RoundEdit:
        wins = {number: wins for number, wins in self.read.items() if wins != self.now[number]}
        return add_round(self.table, {"kind": "streak", "wins": wins}, form_version)

    def says(self, edit: RoundEdit) -> bool:
        return is_streak_correction(edit, self.read)

    @property
    def read(self) -> dict[str, int]:
        said = self.cleaned_data
        return {number: said[f"wins-{number}"] for number in self.now if f"wins-{number}" in said}

    def clean(self) -> None:
        if not self.errors and all(self.cleaned_data[f"wins-{key}"] == now for key, now in self.now.items()):
            self.add_error(None, gettext("Nothing has changed."))


class WinsField(forms.CharField):
    """A whole number as people type it; empty means unchanged."""

    def __init__(self, now: int, label: str) -> None:
        look = forms.TextInput({"inputmode": "numeric"})
        super().__init__(label=label, required=False, widget=look, initial=now)

    def clean(self, value: object) -> int:
        typed = str(value or "").strip()
        wins = whole(typed) if typed else self.initial
        if wins is None or wins > 99:
            raise forms.ValidationError(gettext("Enter a whole number from 0 to 99."))
        return wins


def seats(request: HttpRequest, sid: str) -> HttpResponse:
    return _change(request, find_table(request, sid), SeatsForm)


def stand_in(request: HttpRequest, sid: str) -> HttpResponse:
    return _change(request, find_table(request, sid), StandInForm)


def streak(request: HttpRequest, sid: str) -> HttpResponse:
    """連荘の訂正; raises Http404 in a game without streaks."""
    table = find_table(request, sid)
    if not table.options.traits.has_streaks:
        raise Http404
    return _change(request, table, StreakForm)


def settings(request: HttpRequest, sid: str) -> HttpResponse:
    return _change(request, find_table(request, sid), TableForm)


def _change(request: HttpRequest, table: Table, made: type[ChangeForm]) -> HttpResponse:
    if request.method != "POST":
        form = made(table, initial={"seat": request.GET.get("seat", "")})
        if form.closed and not form.shown_closed:
            messages.info(request, form.closed)
            return redirect("table", table.session.public_id)
        return _page(request, Changed(table), form)
    form = made(table, request.POST.dict())
    form.is_valid()
    if form.closed:
        form.errors.clear()
        form.add_error(None, form.closed)
    changed = change_table(request, table, form, form.save, form.says)
    if changed.edit is None:
        if changed.stale:
            form = made(changed.table, form.data)
            form.errors.clear()
        return _page(request, changed, form)
    messages.success(request, str(form.done_words))
    return redirect("table", table.session.public_id)


def _page(request: HttpRequest, changed: Changed, form: ChangeForm) -> HttpResponse:
    context = {
        "form": form,
        "stale": changed.stale,
        **hidden_fields(request, changed.table.session.revision, changed.status == 422),
    }
    return render(request, form.template, context, status=changed.status)
