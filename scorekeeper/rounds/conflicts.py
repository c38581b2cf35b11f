"""見くらべる: a round as it is typed beside the one that another phone recorded meanwhile."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext

from scorekeeper.games.families import family_of
from scorekeeper.play.entries import newly_unseated, with_facts
from scorekeeper.play.hands import Facts
from scorekeeper.play.models import Round, RoundEdit
from scorekeeper.play.table import Table
from scorekeeper.present.cards import CardView, cards
from scorekeeper.present.log import maker
from scorekeeper.present.presenter import Presenter
from scorekeeper.present.words import hand_text, headline, say
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
    """One thing of a round in both versions, and whether they agree about it."""

    label: str
    theirs: Side
    mine: Side

    @property
    def same(self) -> bool:
        return self.theirs.meant == self.mine.meant


@dataclass(frozen=True, slots=True)
class ComparisonView:
    """Both versions of a round, thing by thing, and who recorded the one that is there."""

    who: str
    rows: list[ComparisonRow]


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


def beside(table: Table, conflict: ConflictingRound, facts: Facts) -> ComparisonView | None:
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
    return ComparisonView(maker(conflict.edit), rows)


def _described(table: Table, scored: Scored) -> dict[str, str]:
    facts = scored.facts
    if isinstance(facts, Event):
        return {gettext("Result"): headline(facts, table)}
    also = gettext(", ").join(map(say, table.ruleset.round_text.details(facts)))
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
