"""結果の入力: one form of one round, with what other phones sent for it: read, judged, recorded."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils.translation import gettext

from scorekeeper.games.fields import Parsed, Pending, Typed
from scorekeeper.games.shape import EntryForm
from scorekeeper.play.entries import Entries, newly_unseated, with_facts, with_insert
from scorekeeper.play.hands import Facts
from scorekeeper.play.idempotency import FormVersion, StaleForm
from scorekeeper.play.models import GameSession, Round, RoundEdit
from scorekeeper.play.services import add_round, edit_round, edits_since, repeated
from scorekeeper.play.table import Table
from scorekeeper.present.round_names import name_of
from scorekeeper.scoring.events import BETWEEN
from scorekeeper.scoring.facts import declared

from . import hand_requests, pads
from .collected_hands import CollectedHands, collect_hands
from .conflicts import ConflictingRound, conflicting_round
from .models import OpenRound
from .preview import PreviewView, preview_of, unseated_lines


@dataclass(frozen=True, slots=True)
class EntryRequest:
    """What a form is for, and what came in for its round from other phones.

    It is a new round at the end or before ``follower``, or another version of ``row``; ``unnamed`` says that
    the form does not say by its own key which round that is.
    """

    collected: CollectedHands
    row: Round | None = None
    follower: Round | None = None
    unnamed: bool = False
    post: QueryDict = field(default_factory=QueryDict)

    @property
    def table(self) -> Table:
        return self.collected.table

    @property
    def form(self) -> EntryForm:
        return hand_requests.form_of(self.table)

    @property
    def about(self) -> Round | None:
        """The round that the form names: the one to be corrected, or the one after the new one."""
        return self.row or self.follower

    def entries(self, facts: Facts) -> Entries:
        if self.row:
            return with_facts(self.table, self.row, facts)
        return with_insert(self.table, self.follower, facts)

    @property
    def closed(self) -> str:
        """Why the form cannot be used; after the end earlier rounds can still be corrected or put in."""
        if self.row and self.row.voided:
            return gettext("It has been voided.")
        if self.row and self.row.facts["kind"] in BETWEEN:
            return gettext("Void this entry and make a new one.")
        if self.table.session.ended_at and self.about is None:
            return gettext("This table has ended. Reopen it to enter another round.")
        return ""

    @property
    def title(self) -> str:
        if self.row:
            return gettext("Edit %(round)s") % {"round": name_of(self.row)}
        if self.follower:
            return gettext("Add before %(round)s") % {"round": name_of(self.follower)}
        return gettext("Result of round %(number)d") % {"number": self.table.state.counted + 1}

    @property
    def urls(self) -> dict[str, str]:
        """Where the form is sent, where one goes back to, and where one goes on to once it is done."""
        sid, about = self.table.session.public_id, self.about
        table = reverse("table", args=(sid,))
        if about is None:
            done = reverse("second", args=(sid,)) if self.table.session.second_person else table
            return {"action_url": reverse("round_new", args=(sid,)), "back_url": table, "done_url": done}
        receipt = reverse("round", args=(sid, about.position))
        action = reverse("round_edit" if self.row else "round_insert", args=(sid, about.position))
        return {"action_url": action, "back_url": receipt, "done_url": receipt if self.row else table}

    def now(self, table: Table) -> "EntryRequest":
        """The same entry at the current table, with the hands sent so far."""
        row, follower = (
            table.find(0, str(one.pk), later=True) if one else None for one in (self.row, self.follower)
        )
        about = row or follower
        if about:
            collected = replace(self.collected, table=table.at(about.position))
        else:
            collected = collect_hands(table, self.post)
        return replace(self, collected=collected, row=row, follower=follower, unnamed=False)

    @property
    def typed(self) -> Typed:
        """The form as it was filled in: without the hands that it only repeats as they were sent."""
        return self.form.from_post(self.collected.bare(self.post))

    def begun(self) -> Typed:
        """The form as it is opened: as the round was entered, as the phones were asked, or blank."""
        result = self.collected.open_round
        if self.row:
            return self.form.from_facts(self.row.facts, self.table)
        if result and result.fields:
            return hand_requests.typed_of(self.table, result)
        return self.form.blank(self.table)

    def parse(self, typed: Typed) -> Parsed:
        """Facts of the form as far as this phone may know them, with every error."""
        parsed = self.form.parse(self.collected.known(typed), self.table)
        if self.row:
            for name, fact in declared(self.table.ruleset.facts).items():
                if name in parsed.data and not fact.ordered:
                    parsed.data[name] = _in_order(self.row.facts.get(name, ()), parsed.data[name])
        if not parsed.errors:
            result = newly_unseated(self.entries(parsed.data))
            own = self.row.position if self.row else 0
            parsed.errors |= {"": unseated_lines(self.table, result, own)} if result else {}
        return parsed

    def _judged(self, typed: Typed, parsed: Parsed) -> PreviewView:
        entries = None if parsed.errors else self.entries(parsed.data)
        scored = entries.first if entries else None
        pending = self.form.pending(self.table, self.collected.known(typed), scored)
        if pending.open and pending.open <= self._left_open():
            pending = replace(pending, missing="", silent=frozenset())
        if scored is None:
            first, *_others = parsed.errors.values()
            wrong = tuple(name or "-" for name in parsed.errors)
            return PreviewView(Pending(first[0], pending.hands), wrong=wrong)
        return preview_of(self.table, scored, pending, entries if self.about else None)

    def _left_open(self) -> frozenset[str]:
        """What the round to be corrected was recorded without: nobody may know it by now, either."""
        if self.row is None:
            return frozenset()
        row = self.row
        scored, typed = self.entries(row.facts).first, self.form.from_facts(row.facts, self.table)
        return self.form.pending(self.table, typed, scored).open

    def preview(self, typed: Typed, parsed: Parsed) -> PreviewView:
        """What the form would record now, and what it still waits for, as this phone may see it."""
        return self.collected.redact(self._judged(typed, parsed))

    def recorded(self, facts: Facts, form_version: FormVersion) -> RoundEdit | None:
        """What this very form did before, whatever has happened at the table since."""
        came = self.collected
        if self.table.revision == form_version.revision and not came.redacted:
            return None  # its own change would be a later one, unless somebody tries keys for what they say
        action = RoundEdit.Action.EDIT if self.row else RoundEdit.Action.ADD

        def same(edit: RoundEdit) -> bool:
            return edit.action == action and came.same(edit.after, facts, came.own)

        return repeated(self.table.session, form_version, same)

    def late(self, form_version: FormVersion) -> RoundEdit | None:
        """What was recorded by this very form, whose hands are no longer collected.

        Raises StaleForm where another form recorded it.
        """
        session = self.table.session
        if self.about or self.collected.open_round or not session.pad:
            return None
        edit = session.edits.filter(key=form_version.key).select_related("round").first()
        if edit is None and (newer := edits_since(session, form_version.revision)):
            raise StaleForm(newer)
        return edit

    def conflict(self, parsed: Parsed, edits: Sequence[RoundEdit]) -> ConflictingRound | None:
        """The round that others recorded meanwhile and that the form may mean."""
        result = None if parsed.errors else conflicting_round(self.table, self.row, parsed.data, edits)
        return result if result and (result.same or not self.follower) else None

    def came(self) -> tuple[str, ...]:
        """The seats whose hands came in after the form was looked at, which says something else."""
        hands = self.form.hands if self.collected.sent else None
        return self.collected.came(hands.asked(self.typed, self.table)) if hands else ()

    def news(self, seats: Collection[str]) -> list[str]:
        """What came in meanwhile from some seats, a line each, as far as this phone may see it."""
        hands, words = self.collected.open_hands(), gettext("A hand came in meanwhile: %(name)s %(hand)s")
        named = [(name, hands.get(seat, {})) for seat, name in self.table.names.items() if seat in seats]
        return [words % {"name": name, "hand": " ".join(filter(None, hand.values()))} for name, hand in named]

    def record(self, facts: Facts, form_version: FormVersion) -> RoundEdit | None:
        """Record the round, or let it wait for a second person (None).

        Raises StaleForm, HandsCame or FormUsed.
        """
        session, collected = self.table.session, self.collected
        result = collected.open_round
        if self.row:
            return edit_round(self.row, facts, form_version)
        if self.follower:
            return add_round(self.table, facts, form_version, self.follower)
        if came := self.came():
            raise pads.HandsCame(came)
        if session.second_person or (result and result.state == OpenRound.State.AWAITING):
            typed = (hand_requests.fields_of(self.post, self.form), collected.own if self.form.hands else {})
            try:
                pads.propose(session, facts, typed, collected.sent, form_version)
            except pads.PadClosed:
                raise StaleForm([], gettext("Another round waits for a second person.")) from None
            return None
        if result:
            return pads.record(session, facts, collected.sent, form_version)
        return add_round(self.table, facts, form_version)

    @property
    def done_words(self) -> str:
        if self.about is None and self.table.session.second_person:
            return gettext("Entered. It counts once another phone has said OK.")
        if self.collected.redacted:  # its payments and objections are seen only now
            recorded = Table(GameSession.objects.get(pk=self.table.session.pk)).last_result
            if recorded and recorded.problems:
                return gettext("Saved, but something in it breaks the rules: open the round to see what.")
        return gettext("Saved.")

    def hands_asked(self) -> dict[str, object] | None:
        if self.about:
            return None
        typed = self.typed if self.post else self.begun()
        came = self.collected
        return hand_requests.asking(self.table, came.open_round, came.open_hands(), typed)


def _in_order(before: Sequence[str], seats: Sequence[str]) -> list[str]:
    """Seats in the order of those before; new ones come last."""
    left, stays = [*seats], []
    for seat in before:
        if seat in left:
            left.remove(seat)
            stays.append(seat)
    return [*stays, *left]


def new_round(request: HttpRequest, table: Table) -> EntryRequest:
    return EntryRequest(collect_hands(table, request.POST), post=request.POST)
