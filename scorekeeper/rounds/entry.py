"""結果の入力: entering, correcting and inserting a round: one form and one flow for all three."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from scorekeeper.games.fields import Errors, Parsed, Pending, Typed
from scorekeeper.games.shape import EntryForm
from scorekeeper.play.entries import Entries, newly_unseated, with_facts, with_insert
from scorekeeper.play.find import find_round, find_table
from scorekeeper.play.hands import Facts
from scorekeeper.play.idempotency import FormUsed, FormVersion, StaleForm, new_key, read_form_version, row_key
from scorekeeper.play.models import GameSession, Round, RoundEdit
from scorekeeper.play.numbering import numbered
from scorekeeper.play.services import add_round, edit_round, edits_since, repeated
from scorekeeper.play.table import Table
from scorekeeper.present.log import edit_line
from scorekeeper.present.words import round_name
from scorekeeper.scoring.events import BETWEEN
from scorekeeper.scoring.facts import declared
from scorekeeper.server.database import snapshot

from . import pads
from .changing import number_shown, toast, unnamed_round_error
from .collected_hands import CollectedHands, collect_hands, collecting_context, fields_of, form_of, typed_of
from .models import OpenRound
from .preview import (
    ConflictingRound,
    PreviewView,
    StaleView,
    beside,
    conflicting_round,
    preview_of,
    round_news,
    stale_view,
    unseated_lines,
)


@dataclass(frozen=True, slots=True)
class EntryRequest:
    """An entry form: for a correction of ``row``, or for a new round before ``follower``, or at the end."""

    collected: CollectedHands
    row: Round | None = None
    follower: Round | None = None
    unnamed: bool = False  # a form that does not carry the key of its round
    post: QueryDict = field(default_factory=QueryDict)

    @property
    def table(self) -> Table:
        return self.collected.table

    @property
    def form(self) -> EntryForm:
        return form_of(self.table)

    @property
    def about(self) -> Round | None:
        """The round that the form refers to by key: ``row`` or ``follower``."""
        return self.row or self.follower

    def entries(self, facts: Facts) -> Entries:
        if self.row:
            return with_facts(self.table, self.row, facts)
        return with_insert(self.table, self.follower, facts)

    @property
    def closed(self) -> str:
        """Why the form cannot be used; after the end rounds can still be corrected and inserted."""
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
            return gettext("Edit %(round)s") % {"round": round_name(self.row)}
        if self.follower:
            return gettext("Add before %(round)s") % {"round": round_name(self.follower)}
        return gettext("Result of round %(number)d") % {"number": self.table.state.counted + 1}

    @property
    def urls(self) -> dict[str, str]:
        sid, about = self.table.session.public_id, self.about
        table = reverse("table", args=(sid,))
        if about is None:
            done = reverse("second", args=(sid,)) if self.table.session.second_person else table
            return {"action_url": reverse("round_new", args=(sid,)), "back_url": table, "done_url": done}
        receipt = reverse("round", args=(sid, about.position))
        action = reverse("round_edit" if self.row else "round_insert", args=(sid, about.position))
        return {"action_url": action, "back_url": receipt, "done_url": receipt if self.row else table}

    @property
    def typed(self) -> Typed:
        """The posted form, without the hands that it only repeats."""
        return self.form.from_post(self.collected.without_repeated(self.post))

    def initial(self) -> Typed:
        """The form as it is opened: with the round to be corrected, with the open round, or blank."""
        result = self.collected.open_round
        if self.row:
            return self.form.from_facts(self.row.facts, self.table)
        if result and result.fields:
            return typed_of(self.table, result)
        return self.form.blank(self.table)

    def parse(self, typed: Typed) -> Parsed:
        """The facts of the form as far as this phone may know them, with all errors."""
        parsed = self.form.parse(self.collected.fill_known(typed), self.table)
        if self.row:
            for name, fact in declared(self.table.ruleset.facts).items():
                if name in parsed.data and not fact.ordered:
                    parsed.data[name] = _in_order(self.row.facts.get(name, ()), parsed.data[name])
        if not parsed.errors:
            result = newly_unseated(self.entries(parsed.data))
            own = self.row.position if self.row else 0
            parsed.errors |= {"": unseated_lines(self.table, result, own)} if result else {}
        return parsed

    def preview(self, typed: Typed, parsed: Parsed) -> PreviewView:
        """What the form would record, and what is missing, as far as this phone may see it."""
        entries = None if parsed.errors else self.entries(parsed.data)
        scored = entries.first if entries else None
        pending = self.form.pending(self.table, self.collected.fill_known(typed), scored)
        if pending.open and pending.open <= self._left_open():
            pending = replace(pending, missing="", silent=frozenset())
        if scored is None:
            first, *_others = parsed.errors.values()
            wrong = tuple(name or "-" for name in parsed.errors)
            view = PreviewView(Pending(first[0], pending.hands), wrong=wrong)
        else:
            view = preview_of(self.table, scored, pending, entries if self.about else None)
        return self.collected.redact(view)

    def _left_open(self) -> frozenset[str]:
        """What is missing in the round to be corrected as it was recorded: it may stay missing."""
        if self.row is None:
            return frozenset()
        row = self.row
        scored, typed = self.entries(row.facts).first, self.form.from_facts(row.facts, self.table)
        return self.form.pending(self.table, typed, scored).open

    def recorded(self, facts: Facts, form_version: FormVersion) -> RoundEdit | None:
        """The change that this form made before, whatever has happened at the table since."""
        collected = self.collected
        if self.table.revision == form_version.revision and not collected.redacted:
            return None  # its own change would have raised the revision
        action = RoundEdit.Action.EDIT if self.row else RoundEdit.Action.ADD

        def same(edit: RoundEdit) -> bool:
            return edit.action == action and collected.same(edit.after, facts, collected.own)

        return repeated(self.table.session, form_version, same)

    def recorded_while_collected(self, form_version: FormVersion) -> RoundEdit | None:
        """The change that this form made before, where its open round is closed and hands are missing in it.

        Raises StaleForm where another form was recorded.
        """
        session = self.table.session
        if self.about or self.collected.open_round or not session.pad:
            return None
        edit = session.edits.filter(key=form_version.key).select_related("round").first()
        if edit is None and (newer := edits_since(session, form_version.revision)):
            raise StaleForm(newer)
        return edit

    def conflict(self, parsed: Parsed, edits: Sequence[RoundEdit]) -> ConflictingRound | None:
        result = None if parsed.errors else conflicting_round(self.table, self.row, parsed.data, edits)
        return result if result and (result.same or not self.follower) else None

    def news(self, seats: Collection[str]) -> list[str]:
        """A line for the hand of each of these seats, as far as this phone may see it."""
        hands, words = self.collected.open_hands(), gettext("A hand came in meanwhile: %(name)s %(hand)s")
        named = [(name, hands.get(seat, {})) for seat, name in self.table.names.items() if seat in seats]
        return [words % {"name": name, "hand": " ".join(filter(None, hand.values()))} for name, hand in named]

    def record(self, facts: Facts, form_version: FormVersion) -> RoundEdit | None:
        """Record the round, or propose it to a second person (None); raises StaleForm or HandsCame."""
        session, collected = self.table.session, self.collected
        result = collected.open_round
        if self.row:
            return edit_round(self.row, facts, form_version)
        if self.follower:
            return add_round(self.table, facts, form_version, self.follower)
        if seats := collected.unseen_seats(self.typed):
            raise pads.HandsCame(seats)
        if session.second_person or (result and result.state == OpenRound.State.AWAITING):
            typed = (fields_of(self.post, self.form), collected.own if self.form.hands else {})
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
        if self.collected.redacted:  # its objections are shown only now
            recorded = Table(GameSession.objects.get(pk=self.table.session.pk)).last_result
            if recorded and recorded.problems:
                return gettext("Saved, but something in it breaks the rules: open the round to see what.")
        return gettext("Saved.")

    def asking_context(self) -> dict[str, object] | None:
        if self.about:
            return None
        typed = self.typed if self.post else self.initial()
        return collecting_context(self.table, self.collected.open_round, self.collected.open_hands(), typed)


def _in_order(before: Sequence[str], seats: Sequence[str]) -> list[str]:
    """Seats in the order of ``before``; new ones come last."""
    left, stays = [*seats], []
    for seat in before:
        if seat in left:
            left.remove(seat)
            stays.append(seat)
    return [*stays, *left]


def new_round(request: HttpRequest, table: Table) -> EntryRequest:
    return EntryRequest(collect_hands(table, request.POST), post=request.POST)


def round_new(request: HttpRequest, sid: str) -> HttpResponse:
    """Enter a new round, alone or with the hands that other phones send."""
    table = find_table(request, sid)
    if request.POST.get("action") == "ask" and not table.session.ended_at:
        return _ask(request, table)
    entry = new_round(request, table)
    result = entry.collected.open_round
    if request.method != "POST" and result and result.state == OpenRound.State.AWAITING:
        return redirect("second", sid)
    return _handle(request, entry)


def _ask(request: HttpRequest, table: Table) -> HttpResponse:
    """Ask every phone for its hand; a script gets only the fragment with the hands."""
    form = form_of(table)
    try:
        if form.hands:
            pads.ask(table.session, fields_of(request.POST, form))
    except pads.PadClosed:
        return redirect("second", table.session.public_id)
    entry = new_round(request, table)
    return (
        asking_fragment(request, entry)
        if request.headers.get("Sent-By") == "pads"
        else _handle(request, entry)
    )


def asking_fragment(request: HttpRequest, entry: EntryRequest) -> HttpResponse:
    return render(request, "rounds/_asking.html", {"asking": entry.asking_context()})


def round_insert(request: HttpRequest, sid: str, number: int) -> HttpResponse:
    return _handle(request, _named(request, sid, number, row_key(request), insert=True))


def round_edit(request: HttpRequest, sid: str, number: int) -> HttpResponse:
    return _handle(request, _named(request, sid, number, row_key(request)))


def _named(request: HttpRequest, sid: str, number: int, key: str, insert: bool = False) -> EntryRequest:
    """The entry of a correction, or of a round before another one; that is found by ``find_round``."""
    table = find_table(request, sid)
    row = find_round(table, number, key, later=True)
    return EntryRequest(
        CollectedHands(table.at(row.position)),
        row=None if insert else row,
        follower=row if insert else None,
        unnamed=request.method == "POST" and not key,
        post=request.POST,
    )


def _handle(request: HttpRequest, entry: EntryRequest) -> HttpResponse:
    closed = entry.closed
    if closed and request.method != "POST":
        messages.info(request, closed)
        return redirect(entry.urls["done_url"])
    if request.method != "POST":
        return _page(request, entry, entry.initial())
    typed = entry.typed
    parsed = entry.parse(typed)
    if closed:
        parsed.errors = {"": [closed], **parsed.errors}
    if request.htmx:  # type: ignore[attr-defined]
        preview = entry.preview(typed, parsed)
        return render(request, "rounds/_preview.html", {"preview": preview})
    if request.POST.get("action") in ("confirm", "leave"):
        try:
            return _record(request, entry, typed, parsed)
        except StaleForm as error:
            return _stale_page(request, entry, error)
    if entry.unnamed:
        return _stale_page(request, entry, unnamed_round_error())
    return _page(request, entry, typed, parsed)


def _record(request: HttpRequest, entry: EntryRequest, typed: Typed, parsed: Parsed) -> HttpResponse:
    """Record a form, or show what is missing or wrong in it; raises StaleForm."""
    form_version = read_form_version(request)
    if form_version and (edit := entry.recorded(parsed.data, form_version)):
        return _saved(request, entry, form_version, edit)
    if entry.unnamed:
        raise unnamed_round_error()
    if form_version and not parsed.errors and entry.row and parsed.data == entry.row.facts:
        return _saved(request, entry, form_version, words=gettext("Nothing was changed."))
    preview = entry.preview(typed, parsed)
    leaves = preview.pending.leave and request.POST.get("action") == "leave"  # records without the missing
    missing = "" if leaves else preview.pending.missing
    if form_version is None:
        parsed.errors.setdefault("", []).append(gettext("Please confirm once more."))
    elif missing and not parsed.errors and (edit := entry.recorded_while_collected(form_version)):
        return _saved(request, entry, form_version, edit)
    unseen = {item.key for item in preview.problems} - set(request.POST.get("seen", "").split())
    if parsed.errors or form_version is None or missing or unseen:
        errors = parsed.errors or ({"": [missing]} if missing else {})
        return _page(request, entry, typed, parsed, status=422, errors=errors)
    whole = entry.collected.parse_hidden(typed, parsed)
    if whole.errors:
        wrong = replace(parsed, errors=whole.errors)
        return _page(request, entry, typed, wrong, status=422, errors=whole.errors)
    return _saved(request, entry, form_version, entry.record(whole.data, form_version))


def _saved(
    request: HttpRequest,
    entry: EntryRequest,
    form_version: FormVersion,
    edit: RoundEdit | None = None,
    words: str = "",
) -> HttpResponse:
    """The answer after ``edit``; a script gets 204 with the key of the form that was recorded.

    Not a redirect: the sign-in page of a public network answers with one, too.
    """
    sender = request.headers.get("Sent-By")
    if sender != "outbox":
        toast(request, words or entry.done_words, edit)
    if sender:
        return HttpResponse(status=204, headers={"Recorded": form_version.key})
    return redirect(entry.urls["done_url"])


@snapshot()
def _stale_page(request: HttpRequest, entry: EntryRequest, error: StaleForm) -> HttpResponse:
    """The form with what happened meanwhile, on the current revision."""
    sid = entry.table.session.public_id
    if entry.about:
        fresh = _named(request, sid, 0, str(entry.about.pk), insert=entry.row is None)
    else:
        fresh = new_round(request, find_table(request, sid))
    table, about, form_version = fresh.table, fresh.about, read_form_version(request)
    used = isinstance(error, FormUsed)
    key = form_version.key if form_version and not used else new_key()
    typed = fresh.typed
    came = error.seats if isinstance(error, pads.HandsCame) else ()
    seats = {*fresh.collected.unseen_seats(typed), *came}
    news = round_news(table, about, number_shown(request), error) if about else fresh.news(seats)
    parsed = fresh.parse(typed)
    conflict = None if used else fresh.conflict(parsed, error.edits)
    hidden = fresh.collected.redacted
    both = beside(table, conflict, parsed.data) if conflict and not hidden else None
    if conflict and conflict.same:
        words = gettext(
            "This entry is the same as the recorded round. Record it only if the same happened once more."
        )
        stale = StaleView([edit_line(table, conflict.edit, brief=True), words], same=True)
    else:
        stale = stale_view(table, error, news, conflict.edit if conflict and both else None)
    return _page(request, fresh, typed, parsed, 409, replace(stale, beside=both), key)


def _page(
    request: HttpRequest,
    entry: EntryRequest,
    typed: Typed,
    parsed: Parsed | None = None,
    status: int = 200,
    stale: StaleView | None = None,
    key: str = "",
    errors: Errors | None = None,
) -> HttpResponse:
    table = entry.table
    kept = request.POST.get("revision") if request.method == "POST" and not stale else None
    context = {
        "frame": "rounds/entry.html",
        "title": entry.title,
        **entry.urls,
        "entry": entry.form.view(table, entry.collected.fill_shown(typed), errors or {}),
        "preview": entry.preview(typed, parsed or entry.parse(typed)),
        "stale": stale,
        "revision": table.session.revision if stale or request.method != "POST" else kept,
        "key": key or request.POST.get("key") or new_key(),
        "row": entry.about.pk if entry.about else "",
        "number": number_shown(request) if kept or not entry.about else numbered(entry.about).number or "",
        "asking": entry.asking_context(),
        "sent": entry.collected.shown_value(bool(stale)),
    }
    return render(request, entry.form.template, context, status=status)
