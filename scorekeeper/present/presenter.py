"""What pages show, in words and ready numbers: frozen view data that templates only read."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.play.models import Round, RoundEdit
from scorekeeper.play.table import Table
from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import RANK_NAMES, Card
from scorekeeper.scoring.core import ACCOUNTS, WAY, Note, Outcome, Problem, Step, Transfer
from scorekeeper.scoring.events import Adjust, Event, Seats, Streak
from scorekeeper.scoring.messages import Phrase
from scorekeeper.scoring.reading import Hand
from scorekeeper.scoring.replay import Scored
from scorekeeper.scoring.ruleset import Facts, Ruleset

SUIT_NAMES = {
    "S": _("spades"),
    "H": _("hearts"),
    "D": _("diamonds"),
    "C": _("clubs"),
}
COLORS = 10
"""Colours of seats; the one after them is that of the other accounts."""


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
    derived: tuple[str, ...]
    notes: tuple[str, ...]
    problems: tuple[ProblemView, ...]
    edits: tuple[EditLine, ...]
    total: int


class Presenter:
    """Words and marks for the people of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._colors = {name: int(number) % COLORS for number, name in table.names.items()}

    def person(self, name: str, points: int = 0) -> PersonView:
        """A player, or one of the two other accounts."""
        if name in ACCOUNTS:
            return PersonView(texts.account(name, gettext), COLORS, "◎", points)
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
            headline=headline(facts, self.table, scored.outcome if scored else None),
            cards=cards(self._hand(facts).cards),
            changes=self.changes(scored, scored.balance) if scored else (),
            voided=row.voided,
            edits=getattr(row, "changes", 0),
            problems=len(scored.outcome.problems) if scored else 0,
            kind=row.facts["kind"],
        )

    def _hand(self, facts: Facts) -> Hand:
        """The hand that tells a round; an empty one where none does."""
        return Hand() if isinstance(facts, Event) else self.table.ruleset.telling.hand(facts)

    def _besides(self, facts: Facts) -> Iterator[str]:
        """What else was entered of a round, in words."""
        if not isinstance(facts, Event):
            yield from map(say, self.table.ruleset.telling.besides(facts))

    def slips(self, transfers: Iterable[Transfer]) -> tuple[SlipView, ...]:
        """Payments of a receipt; steps that are the same for several are told with the first."""
        return tuple(self._slip(transfer, steps) for transfer, steps in texts.told_once(transfers))

    def _slip(self, transfer: Transfer, steps: tuple[Step, ...]) -> SlipView:
        payer, payee = self.person(transfer.payer), self.person(transfer.payee)
        total = LineView(
            gettext("%(name)s pays") % {"name": payer.name}, texts.number(transfer.points), total=True
        )
        return SlipView(
            title=f"{payer.name} → {payee.name}",
            payer=payer,
            payee=payee,
            points=transfer.points,
            lines=(*map(step_line, steps), total) if steps or not transfer.steps else (),
            formula=texts.formula(transfer),
            reason=texts.reason(transfer, gettext),
        )

    def receipt(self, row: Round, scored: Scored | None) -> ReceiptView:
        """Everything about one round; a voided one has no payments."""
        outcome = scored.outcome if scored else None
        return ReceiptView(
            row=self.row(row, scored),
            by=device_name(row.entered_by),
            slips=self.slips(outcome.transfers) if outcome else (),
            claims=tuple(map(claim_line, outcome.claims)) if outcome else (),
            derived=notes_of(outcome.remarks) if outcome else (),
            notes=notes_of(outcome.notes) if outcome else (),
            problems=tuple(map(problem, outcome.problems)) if outcome else (),
            edits=tuple(map(self.edit_line, self._history(row))),
            total=sum(scored.change.values()) if scored else 0,
        )

    def _history(self, row: Round) -> Iterable[RoundEdit]:
        """What was done to a round up to the revision of the table: later changes may name others."""
        known = row.edits.filter(revision__lte=self.table.session.revision)
        return known.select_related("device", "confirmed_by")

    def edit_line(self, edit: RoundEdit) -> EditLine:
        """One line of the history of changes."""
        return EditLine(
            at=edit.at,
            who=_who(edit),
            action=str(ACTIONS[edit.action]),
            before=self.facts_line(edit.before),
            after=self.facts_line(edit.after) if edit.after != edit.before else "",
        )

    def facts_line(self, data: dict[str, object] | None) -> str:
        """Facts in one line: who and whom, every hand, and what was shown besides."""
        if not data:
            return ""
        facts = self.table.read(data)
        told = headline(facts, self.table)
        hands = (f"{name} {hand_text(hand)}" for name, hand in getattr(facts, "hands", {}).items())
        return " ・ ".join((told, *hands, *self._besides(facts)))


def notes_of(notes: Iterable[Note]) -> tuple[str, ...]:
    """Notes in words."""
    return tuple(texts.note(note, gettext) for note in notes)


ACTIONS: Mapping[str, object] = {
    "add": _("entered"),
    "edit": _("corrected"),
    "void": _("voided"),
    "restore": _("restored"),
    "end": _("session ended"),
    "reopen": _("session reopened"),
    "pay": _("payment ticked"),
    "unpay": _("payment unticked"),
    "settings": _("changed the settings of the table"),
}


def initial(name: str) -> str:
    """The first character of a name, with what belongs to it."""
    end = 1
    while end < len(name) and (name[end] in "\ufe0f\u200d\u3099\u309a" or name[end - 1] == "\u200d"):
        end += 1
    return name[:end].upper()


def _who(edit: RoundEdit) -> str:
    """Who made a change, and who agreed where the table wants a second person."""
    names = {"who": device_name(edit.device), "other": device_name(edit.confirmed_by)}
    return gettext("%(who)s, confirmed by %(other)s") % names if edit.confirmed_by_id else names["who"]


def device_name(device: object) -> str:
    """A device's name, or words for one that has none."""
    return str(device or "") or gettext("a phone")


def cards(hand: tuple[Card, ...]) -> tuple[CardView, ...]:
    """Cards ready to be drawn."""
    return tuple(map(card, hand))


def card(item: Card) -> CardView:
    """One card ready to be drawn."""
    rank = RANK_NAMES[item.rank]
    if not item.rank:
        return CardView(rank, item.suit, texts.card(item, gettext) if item.suit else gettext("joker"))
    return CardView(rank, item.suit, f"{SUIT_NAMES.get(item.suit, '')} {rank}".strip())


def hand_text(hand: Hand) -> str:
    """A hand in one line."""
    if hand.points is not None:
        return ngettext("%(points)s point", "%(points)s points", hand.points) % {
            "points": texts.number(hand.points)
        }
    if hand.count is not None:
        return ngettext("%(count)s card", "%(count)s cards", hand.count) % {"count": hand.count}
    return texts.cards(hand.cards, gettext) or pgettext("hand", "none")


def headline(facts: Facts, table: Table, outcome: Outcome | None = None) -> str:
    """What happened, in one sentence, in the words of the game; ``outcome`` where the round was scored."""
    if isinstance(facts, Adjust):
        moves = (
            f"{texts.account(m.payer, gettext)} → {texts.account(m.payee, gettext)} {texts.number(m.points)}"
            for m in facts.moves
        )
        return gettext("Correction: %(moves)s") % {"moves": gettext(", ").join(moves)}
    if isinstance(facts, Seats):
        return gettext("Change of seats: %(moves)s") % {"moves": gettext(", ").join(_seat_moves(facts))}
    if isinstance(facts, Streak):
        wins = (f"{name} {count}" for name, count in facts.wins.items())
        return gettext("Wins in a row corrected: %(wins)s") % {"wins": gettext(", ").join(wins)}
    line, *counted = map(say, table.ruleset.telling.headline(facts, table.options, outcome))
    told = gettext(", ").join(counted)
    return gettext("%(line)s (%(told)s)") % {"line": line, "told": told} if told else line


def say(phrase: Phrase) -> str:
    """A phrase of the engine in the reader's language."""
    values = {key: _said(value) for key, value in phrase.values.items()}
    if phrase.plural:
        return ngettext(phrase.text, phrase.plural, phrase.values["count"]) % values
    text = pgettext(phrase.context, phrase.text) if phrase.context else gettext(phrase.text)
    return text % values


def _said(value: object) -> object:
    """A value of a phrase: a phrase, a card, cards, or names one after the other; others as they are."""
    if isinstance(value, Phrase):
        return say(value)
    if isinstance(value, Card):
        return texts.card(value, gettext)
    if not isinstance(value, tuple):
        return value
    held = value and isinstance(value[0], Card)
    return texts.cards(value, gettext) if held else pgettext("names", " & ").join(value)


def _seat_moves(facts: Seats) -> Iterator[str]:
    yield from (f"＋{name}" for name in facts.join)
    yield from (f"−{name}" for name in facts.leave)
    if facts.swap:
        yield " ⇄ ".join(facts.swap)


def step_line(step: Step) -> LineView:
    """A step of a payment."""
    line = texts.line(step, gettext)
    detail = line.detail if line.detail != line.value else ""
    return LineView(line.label, line.value, detail, cards(line.cards))


def claim_line(claim: Note) -> LineView:
    """The check of a claim: the cards and the sum, or why it was not checked."""
    if claim.code != WAY:
        return LineView(texts.note(claim, gettext), "")
    mark = "✓" if claim.values["ok"] else "✗"
    way = texts.claim(claim.values)
    return LineView(str(claim.values["who"]), f"{way} {mark}", "", cards(claim.values["cards"]))


def problem(item: Problem) -> ProblemView:
    """An objection in words."""
    return ProblemView(item.code, texts.problem(item, gettext), item.key)


def rules_line(ruleset: Ruleset, options: object) -> str:
    """The house rules in one line."""
    return gettext(" · ").join(gettext(text) % values for text, values in ruleset.summary(options))


def over_line(table: Table) -> str:
    """Why the session is over, if an end was agreed and reached."""
    ended = table.state.ended
    if ended is None:
        return ""
    sentence = (
        gettext("Over: somebody has no points left.")
        if ended.by == "bust"
        else gettext("Over: all rounds played.")
    )
    which = gettext("Round %(number)s") % {"number": table.position_of(ended.round)}
    return gettext("%(line)s (%(told)s)") % {"line": sentence, "told": which}


def payment_line(table: Table, payment: Mapping[str, str]) -> str:
    """A payment of the history in one line."""
    payer, payee = (
        texts.account(table.names.get(payment[key], payment[key]), gettext) for key in ("from", "to")
    )
    amount = in_unit(payment["money"], table) or texts.number(int(payment["points"]))
    return f"{payer} → {payee} {amount}"


def in_unit(amount: str, table: Table) -> str:
    """An amount of money with its unit; empty where points are settled."""
    if not table.session.rate:
        return ""
    grouped = f"{Decimal(amount):,}".replace("-", "−")
    return grouped + unit_after(table.session.rate["unit"])


def unit_after(unit: str) -> str:
    """A unit as it follows a number: words of Latin letters stand off, 円 and signs do not."""
    return f"\u00a0{unit}" if unit[:1].isascii() and unit[:1].isalpha() else unit


def checks_of(scored: Scored) -> Mapping[str, LineView]:
    """The checks of the round's claims by player."""
    return {str(step.values["who"]): claim_line(step) for step in scored.outcome.claims}
