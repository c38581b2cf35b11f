"""卓をつくる, 終了: start a session, end it, reopen it, and open the next table with the same people."""

from collections.abc import Mapping

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.circles.access import ensure_device, membership_of
from scorekeeper.circles.forms import LONGEST_TYPED, LineField
from scorekeeper.circles.limits import take_for_new_session
from scorekeeper.circles.models import Circle, Device
from scorekeeper.circles.services import visible_players
from scorekeeper.money.settle import settle_page
from scorekeeper.play import find
from scorekeeper.play.idempotency import apply, form_hash, new_key
from scorekeeper.play.ledger import prepare
from scorekeeper.play.models import GameSession
from scorekeeper.play.payments import has_rates, last_rate
from scorekeeper.play.services import (
    can_start_again,
    end_session,
    is_full,
    next_table,
    open_circle,
    people_at_end,
    start_again,
    start_once,
    start_session,
)
from scorekeeper.play.table import Table
from scorekeeper.rounds.preview import stale_view
from scorekeeper.rounds.seats import LONGEST_TITLE
from scorekeeper.rules import sets
from scorekeeper.rules.forms import (
    OptionsForm,
    board_context,
    field_errors,
    is_preview_request,
    render_preview,
    wants_fragment,
)
from scorekeeper.rules.pages import lost_words, start_choices
from scorekeeper.rules.rule_sets import LONGEST_RULES_NAME, RuleSet
from scorekeeper.rules.stakes import StakesForm
from scorekeeper.scoring import texts
from scorekeeper.scoring.document import Document
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.names import clean_name, same_name
from scorekeeper.scoring.presets import matching_preset
from scorekeeper.scoring.registry import RULESETS, with_presets
from scorekeeper.scoring.ruleset import Ruleset
from scorekeeper.server.errors import error_page, wait_words, with_retry_after
from scorekeeper.server.ratelimit import TooMany

ROWS, SHOWN = 10, 4
"""Input fields for names, and how many are visible at least; one more than are filled in."""
MOST_SEATS = 50


class SeatNames(forms.TextInput):
    """Several inputs of one name, a seat each; the template renders them."""

    def value_from_datadict(self, data: object, files: object, name: str) -> list[str]:
        typed = data.getlist(name) if isinstance(data, QueryDict) else []
        return [text[:LONGEST_TYPED] for text in typed[:MOST_SEATS]]


class SeatNamesField(forms.Field):
    """Names in seat order, as many as the game takes, nobody twice; empty seats are left out."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(label=_("Players in seat order"), required=False, widget=SeatNames)
        self.ruleset = ruleset

    def clean(self, value: list[str]) -> list[str]:
        """Raises ValidationError with an error for every wrong seat."""
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


class NewTable:
    """The forms of a new table, and the rules that they start from."""

    def __init__(self, request: HttpRequest, circle: Circle | None) -> None:
        data = request.POST if request.method == "POST" else request.GET
        choice = data.get("rules", "")
        chosen = sets.find_choice(choice, circle)
        self.circle = circle
        self.missing = bool(choice) and chosen is None
        game = RULESETS.get(data.get("game", ""), next(iter(RULESETS.values())))
        self.chosen = rules = chosen or sets.usual(game)
        self.options = OptionsForm(rules.ruleset, request.POST, rules.options)
        rate = last_rate(circle, rules.ruleset.key) if circle and request.method != "POST" else None
        self.stakes = StakesForm(request.POST, rules.stake, rate)
        self.is_preview = is_preview_request(request.POST)
        self.form = self._form(request)

    def _form(self, request: HttpRequest) -> StartForm:
        """The form of names and title; a preview of the rules keeps what was typed, but is not validated."""
        ruleset = self.chosen.ruleset
        if request.method != "POST":
            return StartForm(ruleset, None, {"name": _last_names(self.circle, request.GET.get("after", ""))})
        sent = StartForm(ruleset, request.POST)
        if not self.is_preview:
            return sent
        return StartForm(ruleset, None, {key: sent[key].value() for key in sent.fields})

    def start(self, device: Device) -> GameSession:
        """Start the session; if a name for its rules was typed, save them in the circle."""
        rules, options, stake = self.chosen, self.options.options(), self.stakes.stake
        names, keep = self.form.cleaned_data["name"], self.form.cleaned_data["keep"]
        circle = self.circle or open_circle(names, device)
        named = rules.choice.startswith((sets.KEPT, sets.CODE)) and options == rules.options
        # a game or a published variant has its own name
        name = rules.name if named and not matching_preset(rules.ruleset, options) else ""
        if keep:
            name = sets.save_rules(circle, RuleSet(keep, rules.ruleset, options, stake), device).name
        document = Document(rules.ruleset, options, tuple(names), stake=stake, rate=self.stakes.rate)
        return start_session(circle, prepare(document), self.form.cleaned_data["title"], name)


def session_new(request: HttpRequest, cid: str | None = None) -> HttpResponse:
    """Start a session; without a circle, one is opened and named after the players."""
    circle = membership_of(request).circle if cid else None
    if circle and is_full(circle):
        return full_page(request)
    table = NewTable(request, circle)
    if wants_fragment(request):
        return render_preview(request, board_context(table.options, table.stakes))
    if not table.form.is_valid() or table.options.errors or table.stakes.errors:
        return _page(request, table)
    try:
        take_for_new_session(request, circle)
    except TooMany as busy:
        table.form.add_error(None, str(wait_words(busy.seconds)))
        return with_retry_after(_page(request, table, 429), busy.seconds)
    device = ensure_device(request)
    opener = None if table.circle else device
    session = start_once(form_hash(request), lambda: table.start(device), opener)
    return redirect("table", session.public_id)


def full_page(request: HttpRequest) -> HttpResponse:
    words = gettext("It holds as many tables and rounds as it can. Start the next table in a new group.")
    return error_page(request, 409, gettext("This group is full"), words)


def _page(request: HttpRequest, table: NewTable, refused: int = 422) -> HttpResponse:
    circle, form, options, stakes = table.circle, table.form, table.options, table.stakes
    typed, presets = form["name"].value(), with_presets(options.ruleset)
    wrong = [str(text) for item in form.errors.values() for text in item]
    gone = [gettext("The chosen rules were not found; the usual ones are used.")] if table.missing else []
    context: dict[str, object] = {
        "circle": circle,
        "form": form,
        "wrong": [*wrong, *field_errors(options), *field_errors(stakes)] if form.is_bound else [],
        "key": request.POST.get("key") or new_key(),
        "games": [game for game in RULESETS.values() if not game.preset_of],
        "presets": presets if len(presets) > 1 else [],
        "shown": max(SHOWN, len(list(filter(None, typed))) + 1),
        "names": typed + [""] * max(0, ROWS - len(typed)),
        "offered": [player.name for player in visible_players(circle)] if circle else [],
        "ruleset": options.ruleset,
        "rules": table.chosen.choice,
        "choices": start_choices(table.chosen, circle),
        "stakes_follow": table.chosen.stake is not None or (circle and has_rates(circle)),
        "notes": [*gone, *lost_words(table.chosen)],
        "options_open": table.is_preview or options.errors or "keep" in form.errors,
        "stakes_open": table.is_preview or stakes.errors,
        **board_context(options, stakes),
    }
    return render(request, "tables/start.html", context, status=refused if form.is_bound else 200)


def _last_names(circle: Circle | None, after: str) -> list[str]:
    """The names in seat order from the circle's last table, without hidden people.

    If ``after`` is the public id of one of its tables, from that table at its end.
    """
    if circle is None:
        return []
    if ended := circle.sessions.filter(public_id=after).first():
        return people_at_end(Table(ended))
    session = circle.sessions.first()
    seats = session.seats.filter(player__hidden=False).select_related("player") if session else []
    return [seat.player.name for seat in seats]


def session_end(request: HttpRequest, sid: str) -> HttpResponse:
    return _change_session(request, sid, end=True)


def session_reopen(request: HttpRequest, sid: str) -> HttpResponse:
    return _change_session(request, sid, end=False)


def _change_session(request: HttpRequest, sid: str, end: bool) -> HttpResponse:
    session = find.find_session(request, sid)
    applied = apply(request, lambda form_version: end_session(session, form_version, end))
    if applied.refusal:
        table = find.find_table(request, sid)
        messages.warning(request, " ".join(stale_view(table, applied.refusal).lines))
        return settle_page(request, table, 409)
    words = (
        gettext("This table has ended. The result is below.")
        if end
        else gettext("The table has been reopened.")
    )
    messages.success(request, words)
    return redirect("settle" if end else "table", sid)


def session_again(request: HttpRequest, sid: str) -> HttpResponse:
    """次の卓: open the next table with the same people and rules; a repeat redirects to it."""
    table = find.find_table(request, sid)
    session = table.session
    if made := next_table(session):
        messages.info(request, gettext("The next table is already open."))
        return redirect("table", made.public_id)
    if not session.ended_at or not can_start_again(table):
        messages.warning(request, gettext("This table goes on, so there is no next one yet."))
        return settle_page(request, table, 409)
    if is_full(session.circle):
        return full_page(request)
    try:
        take_for_new_session(request, session.circle)
    except TooMany as busy:
        messages.warning(request, str(wait_words(busy.seconds)))
        return with_retry_after(settle_page(request, table, 429), busy.seconds)
    return redirect("table", start_again(table, "moved" in request.POST).public_id)
