"""結果の入力: a new round that several phones may enter together, and that a second person may confirm."""

from dataclasses import dataclass, field, replace
from typing import Any

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext

from scorekeeper.circles.models import Device
from scorekeeper.play.present import ProblemView
from scorekeeper.play.preview import PreviewView
from scorekeeper.play.services import StaleForm, Stamp, add_round, edits_since
from scorekeeper.play.views.entry import Task

from . import pads, selectors
from .models import OpenRound
from .pads import Sent

PLAIN = ("seat", "seats", "card", "starter", "holder", "session", "hand", "returns", "riichi", "doublings")
"""What objections are about whose words name no card of a hand."""


@dataclass(frozen=True, slots=True)
class SharedTask(Task):
    """The task of entering a new round, with the hands that other phones have sent for it."""

    device: Device | None = None
    post: QueryDict = field(default_factory=QueryDict)
    found: OpenRound | None = None
    sent: Sent = field(default_factory=dict)

    @property
    def veiled(self) -> bool:
        """Whether this phone may not see what others have sent."""
        return self.table.session.hidden_hands and bool(self.sent)

    @property
    def done_url(self) -> str:
        """Where to go on: to the second person's page where the table wants one."""
        sid = self.table.session.public_id
        return reverse("second" if self.table.session.second_person else "table", args=(sid,))

    @property
    def done_words(self) -> str:
        """What is said once the round is recorded, or waits."""
        if self.table.session.second_person:
            return gettext("Entered. It counts once another phone has said OK.")
        return gettext("Saved.")

    def begun(self) -> Any:
        """The form as the phones were asked, or blank."""
        if self.found and self.found.fields:
            return selectors.typed_of(self.table, self.found)
        return self.form.blank(self.table)

    def complete(self, typed: Any) -> Any:
        """The form with the hands that were sent where it is blank."""
        hands = self.form.hands
        return hands.fill(typed, self.sent, self.table) if hands and self.sent else typed

    def shown(self, typed: Any) -> Any:
        """The form with the hands that were sent, unless hands are hidden."""
        return typed if self.veiled else self.complete(typed)

    def veil(self, preview: PreviewView) -> PreviewView:
        """The preview; where hands are hidden without anything that tells them."""
        if not self.veiled:
            return preview
        problems = tuple(map(_veiled, preview.problems))
        hands = tuple(replace(hand, text="") for hand in preview.hands)
        bare = replace(preview, slips=(), claims=(), changes=(), total=0)
        return replace(bare, problems=problems, hands=hands, hidden=True)

    def late(self, stamp: Stamp) -> bool:
        """Whether the round was recorded by this very form; raises StaleForm where another was."""
        if self.found or not self.table.session.pad:
            return False
        session = self.table.session
        if session.edits.filter(key=stamp.key).exists():
            return True
        if newer := edits_since(session, stamp.revision):
            raise StaleForm(newer)
        return False

    def save(self, facts: dict[str, Any], stamp: Stamp) -> None:
        """Record the round, or let it wait for a second person; raises StaleForm or FormUsed."""
        session = self.table.session
        waits = self.found is not None and self.found.state == OpenRound.State.AWAITING
        if not (session.second_person or waits):
            add_round(session, facts, stamp)
            return
        form = selectors.fields_of(self.post, self.form)
        hands = selectors.hands_in(self.post, self.table) if self.form.hands else {}
        try:
            pads.propose(session, facts, (form, hands), stamp)
        except pads.PadClosed:
            raise StaleForm([], gettext("Another round waits for a second person.")) from None

    def beside(self) -> dict[str, object]:
        """How far the hands have come in."""
        typed = self.form.from_post(self.post, self.table) if self.post else self.begun()
        return {"asking": selectors.asking(self.table, self.device, self.found, self.sent, typed)}


def _veiled(item: ProblemView) -> ProblemView:
    """An objection without the cards that it is about."""
    topic = item.code.partition(".")[0]
    if topic in PLAIN:
        return item
    words = {
        "claim": gettext("A claim does not match the card."),
        "deck": gettext("A card was entered more often than the deck has it."),
        "out": gettext("Somebody who went out has cards left."),
    }
    return replace(item, text=words.get(topic, gettext("The rules object to the hands.")))
