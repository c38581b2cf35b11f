"""What pages show, in words and ready numbers: frozen view data that templates only read."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.urls import reverse
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import RANK_NAMES, Card
from scorekeeper.scoring.core import ACCOUNTS, Problem, Step, Transfer
from scorekeeper.scoring.events import Adjust, Seats
from scorekeeper.scoring.reading import Hand
from scorekeeper.scoring.replay import Replay, Scored
from scorekeeper.scoring.ruleset import Ruleset

from .codec import Table
from .models import Round, RoundEdit

Points = Mapping[int, Mapping[str, int]]

SUIT_NAMES = {
    "S": _("spades"),
    "H": _("hearts"),
    "D": _("diamonds"),
    "C": _("clubs"),
    "B": _("black"),
    "R": _("red"),
}
COLORS = 10
"""Colours of seats; the one after them is that of the other accounts."""
ACCOUNT_NAMES = {"pot": _("pot"), "bank": _("bank")}


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as it is drawn, and its name for those who listen."""

    rank: str
    suit: str
    name: str


@dataclass(frozen=True, slots=True)
class TagView:
    """A short remark beside a name."""

    code: str
    label: str
    gold: bool = False


@dataclass(frozen=True, slots=True)
class PersonView:
    """A player with colour and initial; ``points`` as the place asks for them."""

    name: str
    color: int
    mark: str
    points: int = 0


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A line of the standing."""

    number: int
    name: str
    mark: str
    color: int
    balance: int
    change: int | None
    place: int
    tags: tuple[TagView, ...]


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A round in one line."""

    number: int
    pk: int
    at: datetime
    headline: str
    cards: tuple[CardView, ...]
    changes: tuple[PersonView, ...]
    url: str
    voided: bool
    edits: int
    problems: int
    kind: str


@dataclass(frozen=True, slots=True)
class LineView:
    """A step of a receipt."""

    label: str
    value: str
    detail: str = ""
    cards: tuple[CardView, ...] = ()
    total: bool = False


@dataclass(frozen=True, slots=True)
class SlipView:
    """One payment with its steps."""

    title: str
    payer: PersonView
    payee: PersonView
    points: int
    lines: tuple[LineView, ...]
    formula: str
    reason: str


@dataclass(frozen=True, slots=True)
class ProblemView:
    """An objection in words; ``key`` tells it from others when the table overrules it."""

    code: str
    text: str
    key: str


@dataclass(frozen=True, slots=True)
class EditLine:
    """One line of what was changed, by whom and when."""

    at: datetime
    who: str
    action: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ReceiptView:
    """レシート: everything about one round."""

    row: RoundRow
    by: str
    slips: tuple[SlipView, ...]
    claims: tuple[LineView, ...]
    notes: tuple[str, ...]
    problems: tuple[ProblemView, ...]
    edits: tuple[EditLine, ...]
    total: int


@dataclass(frozen=True, slots=True)
class DiffRow:
    """What an edit changes for one player, in one round (``number``) or in the standing (None)."""

    number: int | None
    headline: str
    name: str
    before: int
    after: int


class Presenter:
    """Words and marks for the people of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._colors = {name: int(number) % COLORS for number, name in table.names.items()}

    @cached_property
    def _edits(self) -> dict[int, int]:
        """How often each round was changed after it was entered, in one query for all."""
        changed = self.table.session.edits.exclude(action=RoundEdit.Action.ADD)
        return Counter(pk for pk in changed.values_list("round_id", flat=True) if pk)

    def person(self, name: str, points: int = 0) -> PersonView:
        """A player, or one of the two other accounts."""
        if name in ACCOUNTS:
            return PersonView(str(ACCOUNT_NAMES[name]), COLORS, "◎", points)
        return PersonView(name, self._colors.get(name, 0), initial(name), points)

    def changes(self, scored: Scored, seats: Iterable[str]) -> tuple[PersonView, ...]:
        """What the round moved: everybody seated, and accounts and others where points moved."""
        moved = [name for name, points in scored.change.items() if points]
        return tuple(
            self.person(name, scored.change.get(name, 0)) for name in dict.fromkeys((*seats, *moved))
        )

    def row(self, row: Round, scored: Scored | None) -> RoundRow:
        """A round in one line; ``scored`` is None for a voided one."""
        facts = scored.facts if scored else self.table.read(row.facts)
        return RoundRow(
            number=row.position,
            pk=row.pk,
            at=row.created_at,
            headline=headline(facts),
            cards=cards(shown_hand(facts).cards),
            changes=self.changes(scored, scored.balance) if scored else (),
            url=reverse("round", args=(self.table.session.public_id, row.position)),
            voided=row.voided,
            edits=self._edits.get(row.pk, 0),
            problems=len(scored.outcome.problems) if scored else 0,
            kind=row.facts["kind"],
        )

    def slip(self, transfer: Transfer) -> SlipView:
        """One payment of a receipt."""
        payer, payee = self.person(transfer.payer), self.person(transfer.payee)
        total = LineView(
            gettext("%(name)s pays") % {"name": payer.name}, texts.number(transfer.points), total=True
        )
        return SlipView(
            title=f"{payer.name} → {payee.name}",
            payer=payer,
            payee=payee,
            points=transfer.points,
            lines=(*map(step_line, transfer.steps), total),
            formula=texts.formula(transfer),
            reason=gettext(texts.TRANSFERS[transfer.code]),
        )

    def receipt(self, row: Round, scored: Scored | None) -> ReceiptView:
        """Everything about one round; a voided one has no payments."""
        outcome = scored.outcome if scored else None
        return ReceiptView(
            row=self.row(row, scored),
            by=device_name(row.entered_by),
            slips=tuple(map(self.slip, outcome.transfers)) if outcome else (),
            claims=tuple(map(claim_line, outcome.claims)) if outcome else (),
            notes=tuple(texts.note(step, gettext) for step in outcome.notes) if outcome else (),
            problems=tuple(map(problem, outcome.problems)) if outcome else (),
            edits=tuple(self.edit_line(edit) for edit in row.edits.select_related("device")),
            total=sum(scored.change.values()) if scored else 0,
        )

    def edit_line(self, edit: RoundEdit) -> EditLine:
        """One line of the history of changes."""
        return EditLine(
            at=edit.at,
            who=device_name(edit.device),
            action=str(ACTIONS[edit.action]),
            before=self.facts_line(edit.before),
            after=self.facts_line(edit.after) if edit.after != edit.before else "",
        )

    def facts_line(self, data: dict[str, object] | None) -> str:
        """Facts in one line: who and whom, and every hand."""
        if not data:
            return ""
        facts = self.table.read(data)
        hands = (f"{name} {hand_text(hand)}" for name, hand in getattr(facts, "hands", {}).items())
        return " ・ ".join((headline(facts), *hands))


ACTIONS: Mapping[str, object] = {
    "add": _("entered"),
    "edit": _("corrected"),
    "void": _("taken back"),
    "restore": _("put back"),
    "end": _("session ended"),
    "reopen": _("session reopened"),
}


def initial(name: str) -> str:
    """The first character of a name, with what belongs to it."""
    end = 1
    while end < len(name) and (name[end] in "\ufe0f\u200d\u3099\u309a" or name[end - 1] == "\u200d"):
        end += 1
    return name[:end].upper()


def device_name(device: object) -> str:
    """A device's name, or words for one that has none."""
    return str(device or "") or gettext("a phone")


def cards(hand: tuple[Card, ...]) -> tuple[CardView, ...]:
    """Cards ready to be drawn."""
    return tuple(map(card, hand))


def card(item: Card) -> CardView:
    """One card ready to be drawn."""
    rank = RANK_NAMES[item.rank]
    suit = str(SUIT_NAMES.get(item.suit, ""))
    spoken = rank if item.rank else gettext("joker")
    return CardView(rank, item.suit, f"{suit} {spoken}".strip())


def hand_text(hand: Hand) -> str:
    """A hand in one line."""
    if hand.points is not None:
        return ngettext("%(points)s point", "%(points)s points", hand.points) % {
            "points": texts.number(hand.points)
        }
    return " ".join(map(str, hand.cards)) or pgettext("hand", "none")


def shown_hand(facts: object) -> Hand:
    """The hand that tells a round: that of the first caller."""
    callers = getattr(facts, "callers", ())
    return getattr(facts, "hands", {}).get(callers[0], Hand()) if callers else Hand()


def headline(facts: object) -> str:
    """What happened, in one sentence."""
    if isinstance(facts, Adjust):
        moves = (f"{m.payer} → {m.payee} {texts.number(m.points)}" for m in facts.moves)
        return gettext("Correction: %(moves)s") % {"moves": gettext(", ").join(moves)}
    if isinstance(facts, Seats):
        return gettext("Change of seats")
    sentence = HEADLINES[facts.kind + (".returned" if getattr(facts, "returns", ()) else "")]  # type: ignore[attr-defined]
    return str(sentence) % _names(facts)


HEADLINES: Mapping[str, object] = {
    "out": _("%(winner)s went out"),
    "dobon": _("Dobon! %(callers)s → %(victim)s%(card)s"),
    "dobon.returned": _("Returned! %(returner)s → %(callers)s%(card)s"),
    "deckout": _("Stock used up: %(starter)s wins"),
    "nogame": _("No game"),
}


def _names(facts: object) -> dict[str, str]:
    claimed = getattr(facts, "card", None)
    return {
        "winner": getattr(facts, "winner", ""),
        "starter": getattr(facts, "starter", ""),
        "callers": pgettext("names", " & ").join(getattr(facts, "callers", ())),
        "victim": getattr(facts, "victim", ""),
        "returner": (getattr(facts, "returns", ()) or ("",))[-1],
        "card": gettext(" on %(card)s") % {"card": claimed} if claimed else "",
    }


def step_line(step: Step) -> LineView:
    """A step of a payment."""
    line = texts.line(step, gettext)
    detail = line.detail if line.detail != line.value else ""
    return LineView(line.label, line.value, detail, cards(line.cards))


def claim_line(step: Step) -> LineView:
    """The check of a claim: the cards and the sum, or why it was not checked."""
    if step.code in texts.SENTENCES:
        return LineView(texts.note(step, gettext), "")
    mark = "✓" if step.values["ok"] else "✗"
    claim = texts.words(step.values)["claim"]
    return LineView(str(step.values["who"]), f"{claim} {mark}", "", cards(step.values["cards"]))


def problem(item: Problem) -> ProblemView:
    """An objection in words."""
    return ProblemView(item.code, texts.problem(item, gettext), f"{item.code}:{item.who}")


def compare(before: Points, after: Points, headlines: Mapping[int, str]) -> tuple[DiffRow, ...]:
    """What an edit changes: points of the rounds that stand in both, then the standing.

    ``Points`` are changes by name for each round number, and the standing under 0; ``headlines`` says what
    those rounds were.
    """
    return tuple(
        DiffRow(number or None, headlines.get(number, ""), name, old.get(name, 0), after[number].get(name, 0))
        for number, old in before.items()
        if number in after
        for name in dict.fromkeys((*old, *after[number]))
        if old.get(name, 0) != after[number].get(name, 0)
    )


def points_by_round(numbers: Iterable[int], replayed: Replay) -> dict[int, Mapping[str, int]]:
    """The changes of each round by its number, and the standing under 0."""
    changes: dict[int, Mapping[str, int]] = {
        number: scored.change for number, scored in zip(numbers, replayed.scored, strict=True)
    }
    return changes | {0: replayed.state.balances}


def rules_line(ruleset: Ruleset, options: object) -> str:
    """The house rules in one line."""
    return gettext(" · ").join(gettext(text) % values for text, values in ruleset.summary(options))


def over_line(table: Table) -> str:
    """Why the session is over, if an end was agreed and reached."""
    ended = table.replay.ended
    if ended is None:
        return ""
    row = table.played[ended.round - 1]
    sentence = (
        gettext("Over: somebody has no points left.")
        if ended.by == "bust"
        else gettext("Over: all rounds played.")
    )
    which = gettext("Round %(number)s") % {"number": row.position}
    return f"{sentence} ({which})"
