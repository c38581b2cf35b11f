"""View data for templates: people, cards, rounds and their payments."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scorekeeper.circles.models import COLORS, Circle, Player
from scorekeeper.play.models import Round, Seat
from scorekeeper.play.numbering import numbered
from scorekeeper.play.standing_in import in_round
from scorekeeper.play.table import Table
from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import RANK_NAMES, SUIT_ONLY, Card
from scorekeeper.scoring.core import ACCOUNTS, BANK, POT, WAY, Note, Outcome, Problem, Step, Transfer
from scorekeeper.scoring.events import Event, Rules
from scorekeeper.scoring.formulas import Formulas
from scorekeeper.scoring.reading import Hand
from scorekeeper.scoring.replay import Scored
from scorekeeper.scoring.ruleset import Facts

from .marks import clusters
from .words import hand_text, headline, notes_of, phrase_text, round_name

SUIT_NAMES = {
    "S": _("spades"),
    "H": _("hearts"),
    "D": _("diamonds"),
    "C": _("clubs"),
}


@dataclass(frozen=True, slots=True)
class CardView:
    rank: str
    suit: str
    name: str


def cards(hand: tuple[Card, ...]) -> tuple[CardView, ...]:
    return tuple(map(card, hand))


def card(item: Card) -> CardView:
    rank = RANK_NAMES[item.rank] if item.rank != SUIT_ONLY else ""
    if not item.rank:
        return CardView(rank, item.suit, texts.card(item, gettext) if item.suit else gettext("joker"))
    return CardView(rank, item.suit, f"{SUIT_NAMES.get(item.suit, '')} {rank}".strip())


def number_name(number: int) -> str:
    """A claimed number as the rank of a card; a larger one, which a sum can be, in digits."""
    return RANK_NAMES[number] if number < len(RANK_NAMES) else str(number)


def number_card(number: int) -> CardView:
    return CardView(number_name(number), "", number_name(number))


ACCOUNT_COLOR = COLORS
"""The colour number of the pot and the bank, after those of people."""


@dataclass(frozen=True, slots=True)
class TagView:
    code: str
    label: str
    gold: bool = False


@dataclass(frozen=True, slots=True)
class PersonView:
    """A player, the pot or the bank."""

    name: str
    color: int
    mark: str
    points: int = 0  # a balance, a gain or a result
    pk: int = 0  # of the person; 0 for an account

    @property
    def is_account(self) -> bool:
        return self.color == ACCOUNT_COLOR


@dataclass(frozen=True, slots=True)
class LineView:
    label: str
    value: str
    detail: str = ""
    cards: tuple[CardView, ...] = ()


@dataclass(frozen=True, slots=True)
class ProblemView:
    """An objection in words; a form that overrules it sends its ``key``."""

    code: str
    text: str
    key: str


class Presenter:
    """View data of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.translate = texts.for_game(table.ruleset.key, gettext)
        self._people = {seat.player.name: person for seat, person in seats_with_people(table.seats)}

    def person(self, name: str, points: int = 0) -> PersonView:
        """The player or account of that name."""
        if name in ACCOUNTS:
            return account_view(name, self.translate, points)
        known = self._people.get(name)
        return replace(known, points=points) if known else PersonView(name, 0, initial(name), points)

    def changes(self, scored: Scored) -> tuple[PersonView, ...]:
        """The gains of everybody seated, and of accounts and other people whose points changed."""
        moved = [name for name, points in scored.change.items() if points]
        names = dict.fromkeys((*scored.balance, *moved))
        return tuple(self.person(name, scored.change.get(name, 0)) for name in names)

    def hand(self, facts: Facts, scored: Scored | None) -> Hand:
        """The hand that represents a round; an empty one if none does."""
        if isinstance(facts, Event):
            return Hand()
        options, outcome = (scored.options, scored.outcome) if scored else (self.table.options, None)
        return self.table.ruleset.deciding_hand(facts, options, outcome)

    def problems(self, items: Iterable[Problem]) -> tuple[ProblemView, ...]:
        return tuple(ProblemView(item.code, texts.problem(item, self.translate), item.key) for item in items)

    def stand_ins(self, row: Round) -> list[str]:
        """代打: a line for each stand-in of a round."""
        rows = in_round(self.table.session, row.pk) if self.table.has_stand_ins else ()
        words = gettext("%(name)s played for %(owner)s")
        return [words % {"name": one.player.name, "owner": one.seat.player.name} for one in rows]

    def facts_line(self, data: dict[str, object] | None) -> str:
        """All facts of a round in one line; empty for none."""
        if not data:
            return ""
        facts = self.table.recall(data)
        text = headline(facts, self.table)
        if isinstance(facts, Event):
            return text
        hands = (f"{name} {hand_text(hand)}" for name, hand in getattr(facts, "hands", {}).items())
        details = map(phrase_text, self.table.ruleset.details(facts))
        return gettext(" · ").join((text, *hands, *details))


class RoundRow:
    """A round in one line; ``scored`` is None for a voided round."""

    def __init__(self, presenter: Presenter, row: Round, scored: Scored | None) -> None:
        facts = scored.facts if scored else presenter.table.recall(row.facts)
        moved = scored if not isinstance(facts, Rules) else None
        self.position = row.position  # in addresses
        self.number = numbered(row).number  # None for an entry that does not count
        self.called = round_name(row)
        self.pk = row.pk
        self.at = row.created_at
        self.headline = headline(facts, presenter.table, scored)
        self.cards = cards(presenter.hand(facts, scored).cards)
        self.changes = presenter.changes(moved) if moved else ()
        self.voided = row.voided
        self.edits: int = getattr(row, "changes", 0)
        self.problems = len(scored.outcome.problems) if scored else 0
        self.kind: str = row.facts["kind"]


def remarks(outcome: Outcome, translate: texts.Translate) -> tuple[str, ...]:
    """The remarks of an outcome in words, without those that the headline of a change of rules says."""
    return notes_of((note for note in outcome.remarks if note.code != "rules.changed"), translate)


def account_view(account: str, translate: texts.Translate = gettext, points: int = 0) -> PersonView:
    return PersonView(texts.account(account, translate), ACCOUNT_COLOR, "◎", points)


def seats_with_people(seats: Iterable[Seat]) -> list[tuple[Seat, PersonView]]:
    return [(seat, person_view(seat.player)) for seat in seats]


def person_view(player: Player) -> PersonView:
    mark = player.mark or initial(player.name)
    return PersonView(player.name, player.color % COLORS, mark, pk=player.pk)


def initial(name: str) -> str:
    """The first grapheme cluster of a name."""
    return clusters(name)[0].upper()


def claim_line(claim: Note) -> LineView:
    """The check of a claim: its cards and their sum, or why it was not checked."""
    if claim.code != WAY:
        return LineView(texts.note(claim, gettext), "")
    values = claim.values
    return LineView(str(values["who"]), texts.checked_claim(values), "", cards(values["cards"]))


def checks_of(scored: Scored) -> Mapping[str, LineView]:
    """The checks of a round's claims, by player."""
    return {str(step.values["who"]): claim_line(step) for step in scored.outcome.claims}


def people_by_key(circle: Circle) -> dict[int, PersonView]:
    """The people of a circle by primary key, in the order of joining."""
    return {player.pk: person_view(player) for player in circle.players.order_by("pk")}


People = Mapping[str, PersonView]
"""People and the bank by the keys that balances use."""


def people_and_bank(circle: Circle) -> People:
    values = {str(key): view for key, view in people_by_key(circle).items()}
    return {**values, BANK: account_view(BANK)}


COLOR_NAMES = (
    pgettext_lazy("colour", "Brown"),
    pgettext_lazy("colour", "Blue"),
    pgettext_lazy("colour", "Purple"),
    pgettext_lazy("colour", "Green"),
    pgettext_lazy("colour", "Red"),
    pgettext_lazy("colour", "Indigo"),
    pgettext_lazy("colour", "Teal"),
    pgettext_lazy("colour", "Pink"),
    pgettext_lazy("colour", "Olive"),
    pgettext_lazy("colour", "Grey"),
)
"""The names of people's colours, in the order of their numbers."""


class TransferGroupView:
    """A group of transfers that differ only in payer or payee, each made ``times`` times.

    ``steps`` are those that no group before it has shown.
    """

    def __init__(
        self,
        presenter: Presenter,
        group: Sequence[Transfer],
        steps: tuple[Step, ...],
        times: int,
        named: Formulas,
        bare: Formulas,
    ) -> None:
        first, translate = group[0], presenter.translate
        self.payers, self.payees = (
            tuple(map(presenter.person, dict.fromkeys(names)))
            for names in zip(*map(_ends, group), strict=True)
        )
        held = [step.values["cards"] for step in first.steps if "cards" in step.values]
        self.points = first.points * times  # of each payer or payee
        self.lines = [
            step_line(step, translate)
            for step in steps
            if not (step.op == "sum" and step.takes)  # the formula has sums of other steps
        ]
        self.formula = named.of(first.steps) or texts.reason(first, translate)  # with a name for each number
        self.arithmetic = bare.of(first.steps)  # numbers only
        brief = bare.without_result(first.steps)
        self.brief = self.formula if brief in {"", texts.number(first.points)} else brief  # beside points
        if times > 1:
            words = gettext("%(formula)s (%(count)s times)")
            self.formula = words % {"formula": self.formula, "count": times}
            self.brief = words % {"formula": self.brief, "count": times}
        self.cards = cards(held[0]) if len(held) == 1 else ()  # if it is about one hand
        self.listed = len(self.lines) > 1 or any(line.cards for line in self.lines)  # more than the formula
        self.simple = len(self.lines) <= 2  # fits into one row

    @property
    def several(self) -> bool:
        """Whether it has several payers or payees; a property, as the scoreboard adds payers."""
        return len(self.payers) + len(self.payees) > 2


class TransfersView:
    """The payments of a round, the largest first; those to the pot, from it, and of 0 points come last."""

    def __init__(self, presenter: Presenter, transfers: Iterable[Transfer]) -> None:
        named, bare = Formulas(presenter.translate), Formulas(presenter.translate, named=False)
        grouped = _grouped(sorted(transfers, key=_sort_key))
        text = texts.without_repeats([group[0] for _times, group in grouped])
        groups = [
            TransferGroupView(presenter, group, steps, times, named, bare)
            for (times, group), (_, steps) in zip(grouped, text, strict=True)
        ]
        pot = presenter.person(POT)
        # all players pay the payees of the main payment, so that the others need not name them
        self.along = all(group.payees == groups[0].payees and pot not in group.payers for group in groups)
        self.groups = [group for group in groups if group.points] or groups
        # of 0 points, if others have some
        self.free = [group for group in groups if group not in self.groups]
        self.rows = [*(group for group in self.groups[1:] if group.simple), *self.free]  # in one row each
        self.count = len(groups)
        self.nothing = list(dict.fromkeys(payer for group in self.free for payer in group.payers))


def _sort_key(transfer: Transfer) -> tuple[bool, bool, bool, int]:
    return not transfer.points, POT in _ends(transfer), transfer.payer == POT, -transfer.points


def _grouped(transfers: Iterable[Transfer]) -> list[tuple[int, list[Transfer]]]:
    """Transfers that are shown as one, with how often each of them is made."""
    repeats: dict[tuple[object, object], list[Transfer]] = {}
    for transfer in transfers:
        repeats.setdefault((_group_key(transfer), _ends(transfer)), []).append(transfer)
    groups: dict[object, tuple[int, list[Transfer]]] = {}
    for (key, _ends_of), same in repeats.items():
        groups.setdefault((key, len(same)), (len(same), []))[1].append(same[0])
    return list(groups.values())


def _ends(transfer: Transfer) -> tuple[str, str]:
    return transfer.payer, transfer.payee


def _group_key(transfer: Transfer) -> object:
    """Equal for transfers that are shown as one: they differ in one of their two ends."""
    steps = tuple(map(texts.step_key, transfer.steps))
    end = transfer.payer if transfer.code in texts.MESSAGES.one_pays else transfer.payee
    return transfer.points, transfer.code, end, steps


def step_line(step: Step, translate: texts.Translate) -> LineView:
    line = texts.line(step, translate)
    adds_own_numbers = step.op == "sum" and not step.takes
    return LineView(line.label, line.value, line.detail if adds_own_numbers else "", cards(line.cards))
