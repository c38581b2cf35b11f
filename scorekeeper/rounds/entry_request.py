"""結果の入力: one form of one round, with what other phones sent for it: read, judged, recorded."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext

from scorekeeper.circles.access import current_device
from scorekeeper.circles.models import Device
from scorekeeper.games.fields import Parsed, unordered
from scorekeeper.play.hands import Facts
from scorekeeper.play.models import GameSession, RoundEdit
from scorekeeper.play.seating import newly_unseated
from scorekeeper.play.services import FormVersion, StaleForm, add_round, edit_round, edits_since, repeated
from scorekeeper.play.table import Table

from . import hand_requests, pads
from .collected_hands import CollectedHands, collect_hands
from .conflicts import ComparisonView, ConflictingRound, beside, conflicting_round
from .models import OpenRound
from .place import Place
from .preview import Judged, PreviewView, preview_of, unseated_lines


@dataclass(frozen=True, slots=True)
class EntryRequest:
    """Where a round goes, what came in for it from other phones, and who sends which form."""

    place: Place
    collected: CollectedHands = field(default_factory=CollectedHands)
    device: Device | None = None
    post: QueryDict = field(default_factory=QueryDict)

    def now(self, table: Table) -> "EntryRequest":
        """The same entry at the current table, with the hands sent so far."""
        place = self.place.now(table)
        return replace(
            self, place=place, collected=self.collected if place.about else collect_hands(table, self.post)
        )

    @property
    def typed(self) -> object:
        """The form as it was filled in: without the hands that it only repeats as they were sent."""
        return self.place.form.from_post(self.collected.bare(self.post), self.place.table)

    def begun(self) -> object:
        """The form as it is opened: as the round was entered, as the phones were asked, or blank."""
        place, result = self.place, self.collected.open_round
        if place.row:
            return place.form.from_facts(place.row.facts, place.table)
        if result and result.fields:
            return hand_requests.typed_of(place.table, result)
        return place.form.blank(place.table)

    def known(self, typed: object) -> object:
        """The form with what else this phone may know of the round."""
        return self.collected.known(typed, self.place.form, self.place.table)

    def shown(self, typed: object) -> object:
        """The form as this phone may see it."""
        return self.collected.shown(typed, self.place.form, self.place.table)

    def whole(self, typed: object, parsed: Parsed) -> Parsed:
        """What is recorded of a form that this phone sees as ``parsed``."""
        return self.collected.whole(typed, parsed, self.place.form, self.place.table)

    def parse(self, typed: object) -> Parsed:
        """Facts of the form as far as this phone may know them, with every error."""
        place, table = self.place, self.place.table
        parsed = place.form.parse(self.known(typed), table)
        if place.row:
            parsed.data |= _in_order(place.row.facts, parsed.data, unordered(table.ruleset))
        if not parsed.errors:
            result = newly_unseated(place.entries(parsed.data))
            own = place.row.position if place.row else 0
            parsed.errors |= {"": unseated_lines(table, result, own)} if result else {}
        return parsed

    def judge(self, typed: object, parsed: Parsed) -> Judged:
        """The round as it would be scored, and what it still waits for."""
        place = self.place
        entries = None if parsed.errors else place.entries(parsed.data)
        scored = entries.first if entries else None
        pending = place.form.pending(place.table, self.known(typed), scored, place.before)
        if pending.open and pending.open <= self._left_open():
            pending = replace(pending, missing="", silent=frozenset())
        return Judged(scored, pending, entries if place.about else None)

    def _left_open(self) -> frozenset[str]:
        """What the round to be corrected was recorded without: nobody may know it by now, either."""
        place, row = self.place, self.place.row
        if row is None:
            return frozenset()
        scored, typed = place.entries(row.facts).first, place.form.from_facts(row.facts, place.table)
        return place.form.pending(place.table, typed, scored, place.before).open

    def unchanged(self, facts: Facts) -> bool:
        """Whether the form says what the round to be corrected says already."""
        return self.place.row is not None and facts == self.place.row.facts

    def preview(self, typed: object, parsed: Parsed) -> PreviewView:
        """What the form would record now, as this phone may see it."""
        return self.collected.redact(preview_of(self.place.table, parsed, self.judge(typed, parsed)))

    def unseen(self, judged: Judged) -> bool:
        """Whether the form was confirmed without its objections having been on the screen."""
        visible = self.collected.visible(judged.objections)
        return not {item.key for item in visible} <= set(self.post.get("seen", "").split())

    def recorded(self, facts: Facts, form_version: FormVersion) -> RoundEdit | None:
        """What this very form did before, whatever has happened at the table since."""
        table, came = self.place.table, self.collected
        if table.revision == form_version.revision and not came.redacted:
            return None  # its own change would be a later one, unless somebody tries keys for what they say
        action = RoundEdit.Action.EDIT if self.place.row else RoundEdit.Action.ADD

        def same(edit: RoundEdit) -> bool:
            return edit.action == action and came.same(edit.after, facts, came.own)

        return repeated(table.session, form_version, same)

    def late(self, form_version: FormVersion) -> bool:
        """Whether the round was recorded by this very form, whose hands are no longer collected.

        Raises StaleForm where another form recorded it.
        """
        session = self.place.table.session
        if self.place.about or self.collected.open_round or not session.pad:
            return False
        if session.edits.filter(key=form_version.key).exists():
            return True
        if newer := edits_since(session, form_version.revision):
            raise StaleForm(newer)
        return False

    def conflict(self, parsed: Parsed, edits: Sequence[RoundEdit]) -> ConflictingRound | None:
        """The round that others recorded meanwhile and that the form may mean."""
        place = self.place
        result = None if parsed.errors else conflicting_round(place.table, place.row, parsed.data, edits)
        return result if result and (result.same or not place.follower) else None

    def beside(self, parsed: Parsed, conflict: ConflictingRound) -> ComparisonView | None:
        """What the form says beside that round, unless it is about hidden hands."""
        return None if self.collected.redacted else beside(self.place.table, conflict, parsed.data)

    def came(self) -> tuple[str, ...]:
        """The seats whose hands came in after the form was looked at, which says something else."""
        hands = self.place.form.hands if self.collected.sent else None
        return self.collected.came(hands.asked(self.typed, self.place.table)) if hands else ()

    def news(self, seats: Collection[str]) -> list[str]:
        """What came in meanwhile from some seats, a line each, as far as this phone may see it."""
        hands, words = self.collected.open_hands(), gettext("A hand came in meanwhile: %(name)s %(hand)s")
        named = [
            (name, hands.get(seat, {})) for seat, name in self.place.table.names.items() if seat in seats
        ]
        return [words % {"name": name, "hand": " ".join(filter(None, hand.values()))} for name, hand in named]

    def record(self, facts: Facts, form_version: FormVersion) -> RoundEdit | None:
        """Record the round, or let it wait for a second person (None).

        Raises StaleForm, HandsCame or FormUsed.
        """
        place, session, result = self.place, self.place.table.session, self.collected.open_round
        if place.row:
            return edit_round(place.row, facts, form_version)
        if place.follower:
            return add_round(place.table, facts, form_version, place.follower)
        if came := self.came():
            raise pads.HandsCame(came)
        if session.second_person or (result and result.state == OpenRound.State.AWAITING):
            self._propose(facts, form_version)
            return None
        if result:
            return pads.record(session, facts, self.collected.sent, form_version)
        return add_round(place.table, facts, form_version)

    def made(self, form_version: FormVersion) -> RoundEdit | None:
        """What this form did when it came before; None where its round waits for a second person."""
        return self.place.table.session.edits.filter(key=form_version.key).select_related("round").first()

    def _propose(self, facts: Facts, form_version: FormVersion) -> None:
        form, came = self.place.form, self.collected
        try:
            typed = (hand_requests.fields_of(self.post, form), came.own if form.hands else {})
            pads.propose(self.place.table.session, facts, typed, came.sent, form_version)
        except pads.PadClosed:
            raise StaleForm([], gettext("Another round waits for a second person.")) from None

    @property
    def done_words(self) -> str:
        """What is said once the round is recorded, or waits."""
        if self.place.about is None and self.place.table.session.second_person:
            return gettext("Entered. It counts once another phone has said OK.")
        if self.collected.redacted and self._objected():
            return gettext("Saved, but something in it breaks the rules: open the round to see what.")
        return gettext("Saved.")

    def _objected(self) -> bool:
        """Whether the rules object to the round that was recorded last."""
        recorded = Table(GameSession.objects.get(pk=self.place.table.session.pk)).last_result
        return bool(recorded and recorded.problems)

    def hands_asked(self) -> hand_requests.Asking | None:
        """How far the hands of a new round have come in."""
        place = self.place
        if place.about:
            return None
        typed = self.typed if self.post else self.begun()
        came = self.collected
        return hand_requests.asking(place.table, self.device, came.open_round, came.open_hands(), typed)


def _in_order(before: Facts, after: Facts, keys: Collection[str]) -> Facts:
    """The lists of a round that name seats, in the order of the round before; new ones come last."""
    return {key: _by(before.get(key, ()), after[key]) for key in keys if key in after}


def _by(before: Sequence[str], seats: Sequence[str]) -> list[str]:
    left, stays = [*seats], []
    for seat in before:
        if seat in left:
            left.remove(seat)
            stays.append(seat)
    return [*stays, *left]


def new_round(request: HttpRequest, table: Table) -> EntryRequest:
    """The entry of the next round, with the hands that other phones have sent for it."""
    return EntryRequest(
        Place(table), collect_hands(table, request.POST), current_device(request), request.POST
    )
