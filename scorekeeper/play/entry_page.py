"""View data of the entry page and its preview."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.scoring.cards import RANK_NAMES
from scorekeeper.scoring.dobon.amounts import card_values
from scorekeeper.scoring.replay import Scored

from .codec import Table
from .entry import Errors, Parsed, Typed
from .models import RoundEdit
from .present import (
    ACTIONS,
    DiffRow,
    LineView,
    PersonView,
    Presenter,
    ProblemView,
    SlipView,
    claim_line,
    device_name,
    problem,
)
from .selectors import Entries, difference
from .services import FormUsed, StaleForm

KINDS: Mapping[str, tuple[object, object]] = {
    "out": (_("Went out"), _("Somebody played the last card.")),
    "dobon": (_("Dobon"), _("Somebody's hand matched the played card.")),
    "deckout": (_("Stock used up"), _("Nobody could go on; who started the round wins.")),
    "nogame": (_("No game"), _("The round does not count.")),
    "adjust": (_("Correction in points"), _("Points the table agreed to move.")),
}


@dataclass(frozen=True, slots=True)
class EntrySeat:
    """One player's field for the hand."""

    number: int
    name: str
    mark: str
    color: int
    hand: str
    sum: str
    hand_errors: list[str]
    sum_errors: list[str]


@dataclass(frozen=True, slots=True)
class EntryRank:
    """A key of the pad: the points of the rank in a hand, and its number for claims."""

    rank: str
    value: int
    natural: int


@dataclass(frozen=True, slots=True)
class KindView:
    """One way a round can end."""

    key: str
    label: str
    help: str
    checked: bool


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A row of a correction."""

    number: int
    payer: str
    payee: str
    points: str
    reason: str
    errors: list[str]


@dataclass(frozen=True, slots=True)
class EntryView:
    """The entry page."""

    title: str
    back_url: str
    action_url: str
    preview_url: str
    editing: bool
    seats: list[EntrySeat]
    kinds: list[KindView]
    values: Typed
    errors: Errors
    non_field_errors: list[str]
    ranks: list[EntryRank]
    copies: int
    joker: bool
    adjust_rows: list[MoveRow]
    returns_allowed: bool
    next_starter: str


@dataclass(frozen=True, slots=True)
class HandStatus:
    """Whether a hand is in: done, missing or skipped, and the claim check where there is one."""

    number: int
    status: str
    text: str


@dataclass(frozen=True, slots=True)
class PreviewView:
    """What would be recorded: every payment with its formula, objections, and what is still missing."""

    ready: bool
    missing: str
    slips: tuple[SlipView, ...]
    claims: tuple[LineView, ...]
    problems: tuple[ProblemView, ...]
    changes: tuple[PersonView, ...]
    total: int
    seen: str
    confirm_label: str
    diff: tuple[DiffRow, ...]
    hands: tuple[HandStatus, ...]


@dataclass(frozen=True, slots=True)
class StaleView:
    """What happened since the form was opened."""

    lines: list[str]


def entry_view(table: Table, typed: Typed, errors: Errors, **page: Any) -> EntryView:
    """The entry page with everything typed and every error beside its field."""
    presenter = Presenter(table)
    starter = table.numbers.get(table.replay.state.starter, "")
    if not typed.starter:
        typed.starter = starter
    return EntryView(
        **page,
        preview_url=page["action_url"],
        seats=[_seat(name, table, presenter, typed, errors) for name in _present(table, typed)],
        kinds=[
            KindView(key, str(label), str(words), key == typed.kind) for key, (label, words) in KINDS.items()
        ],
        values=typed,
        errors=errors,
        non_field_errors=errors.get("", []),
        ranks=_ranks(table),
        copies=4 * table.options.decks,
        joker=False,
        adjust_rows=_move_rows(typed, errors),
        returns_allowed=table.options.returns != "off" or bool(typed.returns),
        next_starter=table.replay.state.starter,
    )


def _present(table: Table, typed: Typed) -> list[str]:
    """Who sits at the table, and whoever already has something in the form."""
    seated = table.replay.state.seats
    used = [name for number, name in table.names.items() if typed.hands.get(number) or typed.sums.get(number)]
    return [*seated, *(name for name in used if name not in seated)]


def _seat(name: str, table: Table, presenter: Presenter, typed: Typed, errors: Errors) -> EntrySeat:
    person = presenter.person(name)
    number = table.numbers[name]
    return EntrySeat(
        number=int(number),
        name=name,
        mark=person.mark,
        color=person.color,
        hand=typed.hands.get(number, ""),
        sum=typed.sums.get(number, ""),
        hand_errors=errors.get(f"hand-{number}", []),
        sum_errors=errors.get(f"sum-{number}", []),
    )


def _ranks(table: Table) -> list[EntryRank]:
    values = card_values(table.options)
    return [EntryRank(RANK_NAMES[rank], values[rank], rank) for rank in range(1, 14)]


def _move_rows(typed: Typed, errors: Errors) -> list[MoveRow]:
    blank = {"from": "", "to": "", "points": "", "reason": ""}
    rows = []
    for number, move in enumerate([*typed.moves, blank]):
        errors_here = [text for key in move for text in errors.get(f"{key}-{number}", [])]
        rows.append(MoveRow(number, move["from"], move["to"], move["points"], move["reason"], errors_here))
    return rows


def preview_of(table: Table, typed: Typed, parsed: Parsed, entries: Entries, with_diff: bool) -> PreviewView:
    """What the form would record as it stands; ``entries`` are the session's rounds with it."""
    if parsed.errors:
        first = next(iter(parsed.errors.values()))[0]
        hands = tuple(_status(number, typed, set(), {}) for number in table.names)
        return PreviewView(False, first, (), (), (), (), 0, "", _confirm_label(()), (), hands)
    position = next(index for index, (_number, facts) in enumerate(entries) if facts is parsed.data)
    scored = table.replay_of(facts for _number, facts in entries).scored[position]
    presenter = Presenter(table)
    absent = {item.who for item in scored.outcome.problems if item.code == "hand.missing"}
    problems = tuple(problem(item) for item in scored.outcome.problems if item.code != "hand.missing")
    checks = {str(step.values["who"]): claim_line(step) for step in scored.outcome.claims}
    return PreviewView(
        ready=not absent,
        missing=_still(absent, table),
        slips=tuple(map(presenter.slip, scored.outcome.transfers)),
        claims=tuple(checks.values()),
        problems=problems,
        changes=_changes(presenter, scored),
        total=sum(scored.change.values()),
        seen=" ".join(item.key for item in problems),
        confirm_label=_confirm_label(problems),
        diff=difference(table, entries) if with_diff else (),
        hands=tuple(_status(number, typed, absent, checks, name) for number, name in table.names.items()),
    )


def _changes(presenter: Presenter, scored: Scored) -> tuple[PersonView, ...]:
    return presenter.changes(scored, scored.balance)


def _confirm_label(problems: Sequence[ProblemView]) -> str:
    return gettext("Record anyway") if problems else gettext("Record")


def _still(absent: set[str], table: Table) -> str:
    """Whose hands are missing, in seat order."""
    names = [name for name in table.names.values() if name in absent]
    if not names:
        return ""
    return gettext("Still needed: hand of %(names)s") % {"names": pgettext("names", " & ").join(names)}


def _status(
    number: str, typed: Typed, absent: set[str], checks: Mapping[str, LineView], name: str = ""
) -> HandStatus:
    if name in absent:
        return HandStatus(int(number), "missing", "")
    entered = bool(typed.hands.get(number, "").strip() or typed.sums.get(number, "").strip())
    return HandStatus(
        int(number), "done" if entered else "skipped", checks[name].value if name in checks else ""
    )


def stale_view(table: Table, error: StaleForm | FormUsed) -> StaleView:
    """What happened meanwhile, a line each, and what confirming again would do."""
    if isinstance(error, FormUsed):
        number = error.edit.round.position if error.edit.round else 0
        return StaleView(
            [
                gettext("This form was saved before, as round %(number)d.") % {"number": number},
                gettext("Correct that round instead, or confirm again to record another one."),
            ]
        )
    lines = [_edit_line(table, edit) for edit in error.edits]
    return StaleView([*lines, gettext("What you typed is still here. Confirm again if it still holds.")])


def _edit_line(table: Table, edit: RoundEdit) -> str:
    what = Presenter(table).facts_line(edit.after) if edit.after else ""
    return gettext("%(time)s · %(who)s · %(action)s %(what)s") % {
        "time": time_format(timezone.localtime(edit.at), "H:i"),
        "who": device_name(edit.device),
        "action": ACTIONS[edit.action],
        "what": what,
    }
