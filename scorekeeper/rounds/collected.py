"""集計: the hands that other phones have sent for a new round, and what this phone may see of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from django.utils.translation import gettext

from scorekeeper.games.fields import Parsed
from scorekeeper.games.shape import EntryForm
from scorekeeper.play.hands import Facts
from scorekeeper.play.models import GameSession
from scorekeeper.play.table import Table
from scorekeeper.present.presenter import ProblemView
from scorekeeper.scoring.core import Problem

from . import pads
from .models import OpenRound
from .pads import Sent
from .preview import PreviewView

P = TypeVar("P", Problem, ProblemView)

PLAIN = (
    *("seat.", "card.", "starter.", "holder.", "session.", "returns.", "riichi.", "doublings."),
    *("deal.", "claim.together", "claim.joker", "claim.target", "claim.total"),
)
"""How the codes of objections begin that no hand has a part in."""

ANY_HAND = {"hand": "A"}
"""What stands for a hidden hand that was sent: that it is there may be known, not which it is."""


@dataclass(frozen=True, slots=True)
class Collected:
    """What came in for a round; as it is made, nothing did."""

    found: OpenRound | None = None
    sent: Sent = field(default_factory=dict)
    hidden: bool = False

    @property
    def veiled(self) -> bool:
        """Whether this phone may not see what others have sent."""
        return self.hidden and bool(self.sent)

    def complete(self, typed: object, form: EntryForm, table: Table) -> object:
        """The form with the hands that were sent where it is blank."""
        return _filled(typed, self.sent, form, table)

    def known(self, typed: object, form: EntryForm, table: Table) -> object:
        """The form with the hands that were sent; others stand for those that are hidden."""
        sent = dict.fromkeys(self.sent, ANY_HAND) if self.veiled else self.sent
        return _filled(typed, sent, form, table)

    def shown(self, typed: object, form: EntryForm, table: Table) -> object:
        """The form with the hands that were sent, unless hands are hidden."""
        return typed if self.veiled else self.complete(typed, form, table)

    def whole(self, typed: object, parsed: Parsed, form: EntryForm, table: Table) -> Parsed:
        """What is recorded; of a hidden hand that cannot be read nothing else is told."""
        if not self.veiled:
            return parsed
        whole = form.parse(self.complete(typed, form, table), table)
        words = gettext("A hand that was sent cannot be read. Whoever sent it can correct it.")
        return replace(whole, errors={"": [words]}) if whole.errors else whole

    def veil(self, preview: PreviewView) -> PreviewView:
        """The preview; where hands are hidden without anything that depends on them."""
        if not self.veiled:
            return preview
        problems = self.told(preview.problems)
        hands = tuple(replace(hand, text="") for hand in preview.hands)
        bare = replace(preview, slips=(), claims=(), notes=(), changes=(), total=0, hints=(), hidden=True)
        return replace(bare, problems=problems, hands=hands)

    def told(self, objections: Iterable[P]) -> tuple[P, ...]:
        """The objections that this phone may be told of."""
        return tuple(item for item in objections if not self.veiled or item.code.startswith(PLAIN))

    def open_facts(self, facts: Facts) -> Facts:
        """The facts of a round as far as this phone may know them before it is recorded."""
        return {**facts, "hands": {}} if self.veiled and "hands" in facts else facts

    def same(self, one: Facts | None, other: Facts, own: Mapping[str, object]) -> bool:
        """Whether two rounds are the same; of hidden hands only ``own``, by seat, take part."""
        if one is None or not self.veiled:
            return one == other
        return pads.part(one, own) == pads.part(other, own)


def _filled(typed: object, sent: Sent, form: EntryForm, table: Table) -> object:
    return form.hands.fill(typed, sent, table) if form.hands and sent else typed


def collected(session: GameSession) -> Collected:
    """What has come in for the next round of a table by now."""
    found = pads.open_round(session)
    return Collected(found, pads.sent_hands(found), session.hidden_hands)
