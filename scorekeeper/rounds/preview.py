"""確認: what a form would record, and what happened since it was opened."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import SimpleLazyObject
from django.utils.text import capfirst
from django.utils.translation import gettext

from scorekeeper.games.families import family_of
from scorekeeper.games.fields import Pending
from scorekeeper.play.entries import Entries, Unseated, newly_unseated, with_facts
from scorekeeper.play.hands import Facts
from scorekeeper.play.idempotency import ChangeBlocked, DisallowedByRules, FormUsed, NotSeated, StaleForm
from scorekeeper.play.models import Round, RoundEdit, with_holders
from scorekeeper.play.numbering import numbered, numbers_of
from scorekeeper.play.table import Table
from scorekeeper.present.differences import DiffRow, are_many, difference
from scorekeeper.present.log import edit_line, maker
from scorekeeper.present.presenter import (
    CardView,
    LineView,
    PersonView,
    Presenter,
    ProblemView,
    TransfersView,
    cards,
    checks_of,
)
from scorekeeper.present.words import (
    disallowed_line,
    entry_name,
    hand_text,
    headline,
    notes_of,
    phrase_text,
    round_name,
)
from scorekeeper.scoring.events import Event
from scorekeeper.scoring.reading import Hand
from scorekeeper.scoring.replay import Scored


@dataclass(frozen=True, slots=True)
class ConflictingRound:
    """A round that was recorded since the form was opened, as it is now."""

    edit: RoundEdit
    row: Round
    facts: Facts
    same: bool  # as the form


class Side(NamedTuple):
    """One side of a comparison: words or cards, and points where some move on either side."""

    text: str = ""
    cards: tuple[CardView, ...] = ()
    points: int | None = None

    @property
    def unordered(self) -> tuple[object, ...]:
        """What it says, without the order of the cards."""
        return self.text, sorted((card.rank, card.suit) for card in self.cards), self.points


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    label: str
    theirs: Side
    mine: Side

    @property
    def same(self) -> bool:
        return self.theirs.unordered == self.mine.unordered


Comparison = Mapping[str, object]
"""Both versions of a round in ``rows``, and ``who`` made the recorded one."""


@dataclass(frozen=True, slots=True)
class PreviewView:
    """What would be recorded: payments with formulas, objections, what is missing and what does not count."""

    pending: Pending
    problems: tuple[ProblemView, ...] = ()
    transfers: "SimpleLazyObject[TransfersView] | None" = None
    claims: tuple[LineView, ...] = ()
    changes: tuple[PersonView, ...] = ()
    total: int = 0
    notes: tuple[str, ...] = ()
    later: Entries | None = None
    hidden: bool = False  # payments are not shown before the round is recorded
    wrong: tuple[str, ...] = ()  # names of fields with errors, "-" for errors of no field

    @property
    def ready(self) -> bool:
        return not self.pending.missing

    @property
    def diff(self) -> list[DiffRow]:
        """What changes in later rounds and the standing."""
        return difference(self.later) if self.later else []

    @property
    def many(self) -> bool:
        return self.later is not None and are_many(self.later)

    @property
    def seen(self) -> str:
        """The keys of the objections that the page shows; the form sends them back."""
        return " ".join(item.key for item in self.problems)

    @property
    def confirm_label(self) -> str:
        return gettext("Record anyway") if self.problems else self.pending.record or gettext("Record")


@dataclass(frozen=True, slots=True)
class StaleView:
    """What happened since the form was opened."""

    lines: list[str]
    same: bool = False  # the same round was recorded
    beside: Comparison | None = None  # with another round that was recorded


def preview_of(table: Table, scored: Scored, pending: Pending, later: Entries | None = None) -> PreviewView:
    """The preview of a scored round; ``later`` are the rounds that it may change.

    The texts of payments are lazy: a form that is recorded shows none.
    """
    presenter = Presenter(table)
    return PreviewView(
        pending,
        presenter.problems(item for item in scored.outcome.problems if item.code not in pending.silent),
        transfers=SimpleLazyObject(lambda: TransfersView(presenter, scored.outcome.transfers)),
        claims=tuple(checks_of(scored).values()),
        changes=presenter.changes(scored),
        total=sum(scored.change.values()),
        notes=notes_of(scored.outcome.notes, presenter.translate),
        later=later,
    )


def stale_view(
    table: Table, error: StaleForm, news: Sequence[str] = (), beside: RoundEdit | None = None
) -> StaleView:
    """What happened meanwhile, other ``news``, and what confirming again would do, a line each.

    The change that is compared ``beside`` the form gets a headline only.
    """
    if isinstance(error, FormUsed):
        known = numbers_of([error.edit.round_id])
        if not known or error.edit.action == RoundEdit.Action.EDIT:
            line = edit_line(table, with_holders(table.session.edits.all()).get(pk=error.edit.pk))
            again = gettext("What you typed is still here. Confirm again if it is still right.")
            return StaleView([line, *news, again])
        saved = {"round": "".join(map(entry_name, known.values()))}
        return StaleView(
            [
                gettext("This form was saved before, as %(round)s.") % saved,
                *news,
                gettext("Correct that round instead, or confirm again to record another one."),
            ]
        )
    edits = (edit_line(table, edit, brief=edit == beside) for edit in error.edits)
    lines = [*filter(None, [error.words]), *edits, *news]
    if isinstance(error, NotSeated):
        lines += unseated_lines(table, error.unseated, error.number)
    if isinstance(error, DisallowedByRules):
        lines.append(disallowed_line(table, error.disallowed))
    if isinstance(error, ChangeBlocked):
        return StaleView([*lines, gettext("What you typed is still here.")])
    return StaleView([*lines, gettext("What you typed is still here. Confirm again if it is still right.")])


def round_news(table: Table, row: Round, number: int, error: StaleForm) -> list[str]:
    """What has changed of a form's round, which had a ``number`` (0: none) when the form was opened."""
    text, edits = Presenter(table).facts_line, error.edits
    was = [edit.before for edit in edits if (edit.round_id, edit.action) == (row.pk, RoundEdit.Action.EDIT)]
    lines = []
    if number and number != numbered(row).number:
        moved = {"number": number, "round": round_name(row)}
        lines.append(gettext("Round %(number)d has become %(round)s.") % moved)
    if was:
        lines.append(gettext("It was: %(facts)s") % {"facts": text(was[0])})
    return [*lines, gettext("It is now: %(facts)s") % {"facts": text(row.facts)}]


def unseated_lines(table: Table, unseated: Unseated, own: int) -> list[str]:
    """Why a change of the round at position ``own`` is not possible, and what to do first."""
    facts_line = Presenter(table).facts_line
    lines = [
        gettext("%(round)s includes %(name)s: %(told)s")
        % {
            "round": capfirst(round_name(row)),
            "name": unseated[row.position],
            "told": facts_line(row.facts),
        }
        for row in table.played
        if row.position in unseated and row.position != own
    ]
    names = gettext(", ").join(dict.fromkeys(unseated.values()))
    if lines:
        what = gettext("Void these rounds first, or have %(names)s leave from the next round on.")
    else:
        what = gettext("%(names)s: not at the table yet at that point. First restore the change of seats.")
    return [*lines, what % {"names": names}]


# ── 見くらべる: comparing a form with a round that another phone has recorded meanwhile ───────────────


def conflicting_round(
    table: Table, row: Round | None, facts: Facts, edits: Sequence[RoundEdit]
) -> ConflictingRound | None:
    """The round to compare a form with: the round ``row`` that it corrects, if ``edits`` have changed that;
    else of the rounds that they have added one with the same facts, or the first."""
    mine, last = normalized(table, facts), {edit.round_id: edit.facts for edit in edits if edit.facts}
    items = [
        ConflictingRound(edit, edit.round, now, row is None and normalized(table, now) == mine)
        for edit in edits
        if edit.round and not edit.round.voided and (now := last.get(edit.round_id))
        if (edit.round_id == row.pk if row else edit.action == RoundEdit.Action.ADD)
    ]
    return next((one for one in items if one.same), items[0] if items else None)


def normalized(table: Table, facts: Facts) -> Facts:
    """Facts in one spelling, with the cards of a hand in one order."""
    plain = table.write(table.recall(facts))
    hands = plain.get("hands", {})
    ordered = {seat: sorted(hand) if isinstance(hand, list) else hand for seat, hand in hands.items()}
    return {**plain, "hands": ordered}


def beside(table: Table, conflict: ConflictingRound, facts: Facts) -> Comparison | None:
    """Compare both versions in the place of the recorded one; None where the form names who was not there."""
    ours = with_facts(table, conflict.row, facts)
    if newly_unseated(ours):
        return None
    theirs, mine = with_facts(table, conflict.row, conflict.facts).first, ours.first
    one, other = _described(table, theirs), _described(table, mine)
    labels = dict.fromkeys((*one, *other))
    parts = [ComparisonRow(label, Side(one.get(label, "")), Side(other.get(label, ""))) for label in labels]
    rows = [
        row for row in (*parts, *_people(table, theirs, mine)) if (row.theirs, row.mine) != (Side(), Side())
    ]
    return {"who": maker(conflict.edit), "rows": rows}


def _described(table: Table, scored: Scored) -> dict[str, str]:
    facts = scored.facts
    if isinstance(facts, Event):
        return {gettext("Result"): headline(facts, table)}
    also = gettext(", ").join(map(phrase_text, table.ruleset.details(facts)))
    return {**family_of(table.ruleset).form.described(facts, table), gettext("Also in this round"): also}


def _people(table: Table, theirs: Scored, mine: Scored) -> Iterator[ComparisonRow]:
    """Everybody's hand, and the points of those who get or pay some on either side."""
    for name in dict.fromkeys((*theirs.balance, *mine.balance, *theirs.change, *mine.change)):
        moved, sides = theirs.change.get(name, 0) or mine.change.get(name, 0), []
        for scored in (theirs, mine):
            hands: Mapping[str, Hand] = getattr(scored.facts, "hands", {})
            hand, points = hands.get(name), scored.change.get(name, 0) if moved else None
            held = hand.cards if hand else ()
            sides.append(Side("" if held or not hand else hand_text(hand), cards(held), points))
        yield ComparisonRow(Presenter(table).person(name).name, *sides)
