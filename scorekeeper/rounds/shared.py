"""結果の入力: a new round that several phones may enter together, and that a second person may confirm."""

from dataclasses import dataclass, field, replace
from typing import Any

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext

from scorekeeper.circles.models import Device
from scorekeeper.games.fields import Parsed
from scorekeeper.play.models import GameSession
from scorekeeper.play.services import StaleForm, Stamp, add_round, edits_since
from scorekeeper.play.table import Table

from . import asking, pads
from .entry import Task
from .models import OpenRound
from .pads import Sent
from .preview import PreviewView

PLAIN = (
    *("seat.", "card.", "starter.", "holder.", "session.", "returns.", "riichi.", "doublings."),
    *("deal.", "claim.together", "claim.joker", "claim.target", "claim.total"),
)
"""How the codes of objections begin that no hand has a part in."""

ANY_HAND = {"hand": "A"}
"""What stands for a hidden hand that was sent: that it is there may be known, not which it is."""


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
        if self.veiled and self._objected():
            return gettext("Saved. The rules object to something in it: open the round to see what.")
        return gettext("Saved.")

    def _objected(self) -> bool:
        """Whether the rules object to the round that was recorded last."""
        recorded = Table(GameSession.objects.get(pk=self.table.session.pk)).replay.scored
        return bool(recorded and recorded[-1].outcome.problems)

    def begun(self) -> Any:
        """The form as the phones were asked, or blank."""
        if self.found and self.found.fields:
            return asking.typed_of(self.table, self.found)
        return self.form.blank(self.table)

    def complete(self, typed: Any) -> Any:
        """The form with the hands that were sent where it is blank."""
        return self._filled(typed, self.sent)

    def known(self, typed: Any) -> Any:
        """The form with the hands that were sent; others stand for those that are hidden."""
        return (
            self._filled(typed, dict.fromkeys(self.sent, ANY_HAND)) if self.veiled else self.complete(typed)
        )

    def shown(self, typed: Any) -> Any:
        """The form with the hands that were sent, unless hands are hidden."""
        return typed if self.veiled else self.complete(typed)

    def _filled(self, typed: Any, sent: Sent) -> Any:
        hands = self.form.hands
        return hands.fill(typed, sent, self.table) if hands and sent else typed

    def whole(self, typed: Any, parsed: Parsed) -> Parsed:
        """What is recorded; of a hidden hand that cannot be read nothing else is told."""
        if not self.veiled:
            return parsed
        whole = self.form.parse(self.complete(typed), self.table)
        words = gettext("A hand that was sent cannot be read. Whoever sent it can correct it.")
        return replace(whole, errors={"": [words]}) if whole.errors else whole

    def veil(self, preview: PreviewView) -> PreviewView:
        """The preview; where hands are hidden without anything that depends on them."""
        if not self.veiled:
            return preview
        problems = tuple(item for item in preview.problems if item.code.startswith(PLAIN))
        hands = tuple(replace(hand, text="") for hand in preview.hands)
        bare = replace(preview, slips=(), claims=(), notes=(), changes=(), total=0, hints=(), hidden=True)
        return replace(bare, problems=problems, hands=hands)

    def open_facts(self, facts: dict[str, Any]) -> dict[str, Any]:
        """The facts of a round as far as this phone may know them before it is recorded."""
        return {**facts, "hands": {}} if self.veiled and "hands" in facts else facts

    def same(self, one: Any, other: dict[str, Any]) -> bool:
        """Whether two rounds are the same; hidden hands have no part in the answer."""
        if not self.veiled:
            return bool(one == other)
        own = asking.hands_in(self.post, self.table)
        return pads.part(one, own) == pads.part(other, own)

    def now(self, table: Table) -> "SharedTask":
        """The same task at the table as it stands by now, with the hands that are there by now."""
        found = pads.open_round(table.session)
        return replace(self, table=table, found=found, sent=pads.sent_hands(found))

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
            if self.found:
                pads.record(session, facts, self.sent, stamp)
            else:
                add_round(session, facts, stamp)
            return
        form = asking.fields_of(self.post, self.form)
        hands = asking.hands_in(self.post, self.table) if self.form.hands else {}
        try:
            pads.propose(session, facts, (form, hands), stamp)
        except pads.PadClosed:
            raise StaleForm([], gettext("Another round waits for a second person.")) from None

    def beside(self) -> dict[str, object]:
        """How far the hands have come in."""
        typed = self.form.from_post(self.post, self.table) if self.post else self.begun()
        return {"asking": asking.asking(self.table, self.device, self.found, self.sent, typed)}
