"""確認: what a form would record, before it does, and what happened meanwhile, beside it; for every game."""

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
from scorekeeper.play.idempotency import FormUsed, Hindered, NotPlayed, NotSeated, StaleForm
from scorekeeper.play.models import Round, RoundEdit, with_holders
from scorekeeper.play.numbering import numbered, numbers_of
from scorekeeper.play.table import Table
from scorekeeper.present.differences import DiffRow, are_many, difference
from scorekeeper.present.log import edit_line, maker
from scorekeeper.present.presenter import (
    CardView,
    LineView,
    PaidView,
    PersonView,
    Presenter,
    ProblemView,
    cards,
    checks_of,
)
from scorekeeper.present.words import called, hand_text, headline, name_of, notes_of, say, unplayed_line
from scorekeeper.scoring.events import Event
from scorekeeper.scoring.reading import Hand
from scorekeeper.scoring.replay import Scored


@dataclass(frozen=True, slots=True)
class ConflictingRound:
    """A round that was recorded meanwhile, as it stands now; ``same`` says that a form says just that."""

    edit: RoundEdit
    row: Round
    facts: Facts
    same: bool


class Side(NamedTuple):
    """What one of the two says in a row: words or cards, and points where some move in either."""

    text: str = ""
    cards: tuple[CardView, ...] = ()
    points: int | None = None

    @property
    def meant(self) -> tuple[object, ...]:
        """What it says, whatever the order of the cards."""
        return self.text, sorted((card.rank, card.suit) for card in self.cards), self.points


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    label: str
    theirs: Side
    mine: Side

    @property
    def same(self) -> bool:
        return self.theirs.meant == self.mine.meant


Comparison = Mapping[str, object]
"""Both versions of a round, thing by thing (``rows``), and ``who`` recorded the one that is there."""


@dataclass(frozen=True, slots=True)
class PreviewView:
    """What would be recorded: every payment with its formula, objections, what is still missing and
    what does not count.

    ``hidden`` says that payments are not shown before the round is recorded; ``wrong`` are the names of the
    fields with errors, "-" for what belongs to no field.
    """

    pending: Pending
    problems: tuple[ProblemView, ...] = ()
    paid: "SimpleLazyObject[PaidView] | None" = None
    claims: tuple[LineView, ...] = ()
    changes: tuple[PersonView, ...] = ()
    total: int = 0
    notes: tuple[str, ...] = ()
    later: Entries | None = None
    hidden: bool = False
    wrong: tuple[str, ...] = ()

    @property
    def ready(self) -> bool:
        return not self.pending.missing

    @property
    def diff(self) -> list[DiffRow]:
        """What changes in later rounds and the standing; worked out only where it is shown."""
        return difference(self.later) if self.later else []

    @property
    def many(self) -> bool:
        return self.later is not None and are_many(self.later)

    @property
    def seen(self) -> str:
        """The keys of the objections: a form that is confirmed says which of them were on the screen."""
        return " ".join(item.key for item in self.problems)

    @property
    def confirm_label(self) -> str:
        return gettext("Record anyway") if self.problems else self.pending.record or gettext("Record")


@dataclass(frozen=True, slots=True)
class StaleView:
    """What happened since the form was opened; ``same`` says that its very round was recorded, ``beside`` is
    a round that was recorded, thing by thing beside what the form says."""

    lines: list[str]
    same: bool = False
    beside: Comparison | None = None


def preview_of(table: Table, scored: Scored, pending: Pending, later: Entries | None = None) -> PreviewView:
    """What a round would come to that is scored so; ``later`` are the rounds that it may change.

    Payments are worded only where they are shown: a form that is recorded shows none.
    """
    presenter = Presenter(table)
    return PreviewView(
        pending,
        presenter.problems(item for item in scored.outcome.problems if item.code not in pending.silent),
        paid=SimpleLazyObject(lambda: PaidView(presenter, scored.outcome.transfers)),
        claims=tuple(checks_of(scored).values()),
        changes=presenter.changes(scored),
        total=sum(scored.change.values()),
        notes=notes_of(scored.outcome.notes, presenter.speak),
        later=later,
    )


def stale_view(
    table: Table, error: StaleForm, news: Sequence[str] = (), beside: RoundEdit | None = None
) -> StaleView:
    """What happened meanwhile, a line each, then other ``news``, and what confirming again would do; of what
    stands ``beside`` the form anyway no more than a headline."""
    if isinstance(error, FormUsed):
        known = numbers_of([error.edit.round_id])
        if not known or error.edit.action == RoundEdit.Action.EDIT:
            line = edit_line(table, with_holders(table.session.edits.all()).get(pk=error.edit.pk))
            again = gettext("What you typed is still here. Confirm again if it is still right.")
            return StaleView([line, *news, again])
        saved = {"round": "".join(map(called, known.values()))}
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
    if isinstance(error, NotPlayed):
        lines.append(unplayed_line(table, error.unplayed))
    if isinstance(error, Hindered):
        return StaleView([*lines, gettext("What you typed is still here.")])
    return StaleView([*lines, gettext("What you typed is still here. Confirm again if it is still right.")])


def round_news(table: Table, row: Round, number: int, error: StaleForm) -> list[str]:
    """What became of the round that a form is about, which was round ``number`` then (0: had no number), and
    what it is now."""
    text, edits = Presenter(table).facts_line, error.edits
    was = [edit.before for edit in edits if (edit.round_id, edit.action) == (row.pk, RoundEdit.Action.EDIT)]
    lines = []
    if number and number != numbered(row).number:
        moved = {"number": number, "round": name_of(row)}
        lines.append(gettext("Round %(number)d has become %(round)s.") % moved)
    if was:
        lines.append(gettext("It was: %(facts)s") % {"facts": text(was[0])})
    return [*lines, gettext("It is now: %(facts)s") % {"facts": text(row.facts)}]


def unseated_lines(table: Table, unseated: Unseated, own: int) -> list[str]:
    """Why a change cannot be made, and what to do first; ``own`` is the place of the round to be changed."""
    facts_line = Presenter(table).facts_line
    lines = [
        gettext("%(round)s includes %(name)s: %(told)s")
        % {
            "round": capfirst(name_of(row)),
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


# ── 見くらべる: a round as it is typed beside the one that another phone recorded meanwhile ───────────


def conflicting_round(
    table: Table, row: Round | None, facts: Facts, edits: Sequence[RoundEdit]
) -> ConflictingRound | None:
    """Which round a form with those facts meets among some changes: the round ``row`` that it corrects, else
    the very round of the form, else the first that was recorded."""
    mine, last = meaning(table, facts), {edit.round_id: edit.facts for edit in edits if edit.facts}
    items = [
        ConflictingRound(edit, edit.round, now, row is None and meaning(table, now) == mine)
        for edit in edits
        if edit.round and not edit.round.voided and (now := last.get(edit.round_id))
        if (edit.round_id == row.pk if row else edit.action == RoundEdit.Action.ADD)
    ]
    return next((one for one in items if one.same), items[0] if items else None)


def meaning(table: Table, facts: Facts) -> Facts:
    """Facts without the ways in which the same can be entered: cards of a hand stand in one order."""
    plain = table.write(table.recall(facts))
    hands = plain.get("hands", {})
    ordered = {seat: sorted(hand) if isinstance(hand, list) else hand for seat, hand in hands.items()}
    return {**plain, "hands": ordered}


def beside(table: Table, conflict: ConflictingRound, facts: Facts) -> Comparison | None:
    """Both versions as if each stood where the recorded one does; None where it names who was not there."""
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
    also = gettext(", ").join(map(say, table.ruleset.details(facts)))
    return {**family_of(table.ruleset).form.described(facts, table), gettext("Also in this round"): also}


def _people(table: Table, theirs: Scored, mine: Scored) -> Iterator[ComparisonRow]:
    """Everybody's hand, and the points of those who get or pay some in either."""
    for name in dict.fromkeys((*theirs.balance, *mine.balance, *theirs.change, *mine.change)):
        moved, sides = theirs.change.get(name, 0) or mine.change.get(name, 0), []
        for scored in (theirs, mine):
            hands: Mapping[str, Hand] = getattr(scored.facts, "hands", {})
            hand, points = hands.get(name), scored.change.get(name, 0) if moved else None
            held = hand.cards if hand else ()
            sides.append(Side("" if held or not hand else hand_text(hand), cards(held), points))
        yield ComparisonRow(Presenter(table).person(name).name, *sides)
