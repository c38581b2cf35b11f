"""Every write of rounds that several phones enter together; each is announced to all phones at the table.

Each takes its locks in the order of ``play/transactions.py``: it holds the session before the open round.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import date

from django.db.models import Exists, F, QuerySet
from django.dispatch import receiver
from django.utils.translation import gettext

from scorekeeper.circles.models import Device
from scorekeeper.games.families import family_of
from scorekeeper.play import services
from scorekeeper.play.hands import Facts
from scorekeeper.play.idempotency import FormUsed, FormVersion, Hindered, StaleForm
from scorekeeper.play.models import GameSession, Round, RoundEdit, holder_of
from scorekeeper.play.results import NOBODY, Entered, Senders
from scorekeeper.play.services import add_round
from scorekeeper.play.signals import session_changed
from scorekeeper.play.table import Table
from scorekeeper.play.transactions import lock_row, retry_transaction
from scorekeeper.scoring.events import BETWEEN
from scorekeeper.scoring.reading import Json
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.server.unreadable import number_in

from .models import OpenHand, OpenRound

State = OpenRound.State
Sent = Mapping[str, Mapping[str, str]]
"""Hands as they were typed, by seat number: ``hand``, ``sum`` and ``count``."""
OWN = ("hands", "points")
"""The facts to which each seat adds its own."""


class PadClosed(Exception):
    """The round is no longer open for this: it was recorded, cancelled, or waits for a second person."""


class OtherProposal(PadClosed):
    """What waits for a second person now is not what was looked at."""


class HandsCame(StaleForm):
    """Hands came in that the form does not have; ``seats`` are theirs."""

    def __init__(self, seats: Iterable[str]) -> None:
        super().__init__([])
        self.seats = frozenset(seats)


class OwnProposal(Exception):
    """The device that proposed a round cannot agree to it as the second person."""


def open_round(session: GameSession) -> OpenRound | None:
    """The round that is being entered together, with who holds the phone that proposed it (``holder``).

    None where no phone was ever asked, or none is now.
    """
    if not session.pad:
        return None
    live = session.open_rounds.exclude(state=State.CLOSED).select_related("proposed_by")
    return live.annotate(holder=holder_of("proposed_by")).first()


@retry_transaction
def ask(session: GameSession, fields: dict[str, list[str]]) -> OpenRound:
    """Ask every phone for its hand; where that was done, the form only goes on as it is filled in now.

    Raises PadClosed where the round waits for a second person.
    """
    open_round = _begin(session)
    if open_round.state != State.COLLECTING:
        raise PadClosed
    if not open_round.asked or open_round.fields != fields:
        _change(open_round, State.COLLECTING, asked=True, fields=fields)
        _notify(session)
    return open_round


def _begin(session: GameSession) -> OpenRound:
    """The open round, made if there is none; two that come at once get the same one."""
    lock_row(session)
    return session.open_rounds.exclude(state=State.CLOSED).first() or session.open_rounds.create()


def _change(open_round: OpenRound, was: str, **columns: object) -> None:
    if not OpenRound.objects.filter(pk=open_round.pk, state=was).update(**columns):
        raise PadClosed


def _notify(session: GameSession) -> None:
    """Raise the number of the pads and notify every phone, once this is written for good."""
    row = GameSession.objects.filter(pk=session.pk)
    row.update(pad=F("pad") + 1)
    revision, session.pad = row.values_list("revision", "pad").get()
    session_changed.send(GameSession, session_id=session.pk, revision=revision, pad=session.pad)


@retry_transaction
def send_hand(open_round: OpenRound, seat: int, typed: Mapping[str, str], device: Device | None) -> None:
    """Keep a hand as it was typed; an empty one takes back what was sent.  Raises PadClosed."""
    lock_row(open_round.session)
    _change(open_round, State.COLLECTING, asked=True)
    _save_hand(open_round, seat, typed, device)
    _notify(open_round.session)


def _save_hand(open_round: OpenRound, seat: int, typed: Mapping[str, str], device: Device | None) -> None:
    columns = {"cards": typed["hand"], "sum": typed["sum"], "count": typed["count"], "device": device}
    if any(text.strip() for text in typed.values()):
        OpenHand.objects.update_or_create(open_round=open_round, seat=seat, defaults=columns)
    else:
        OpenHand.objects.filter(open_round=open_round, seat=seat).delete()


def sent_hands(open_round: OpenRound | None) -> Sent:
    rows = open_round.hands.all() if open_round else ()
    return {str(row.seat): row.typed for row in rows}


def _same_hands(open_round: OpenRound, sent: Sent) -> None:
    """See to it that a form was filled in with the hands that are there; raises HandsCame."""
    now = sent_hands(open_round)
    if seats := [seat for seat in now.keys() | sent.keys() if now.get(seat) != sent.get(seat)]:
        raise HandsCame(seats)


def _senders(session: GameSession, rows: Iterable[OpenHand], facts: Facts) -> Senders:
    """Who entered hands that stand in a round as they were sent."""
    form, hands, senders = family_of(RULESETS[session.game]).form.hands, facts.get("hands", {}), {}
    for row in rows:
        seat = str(row.seat)
        if form and form.read(row.typed, seat, {}) == hands.get(seat):
            senders[seat] = Entered(row.device_id, row.at)
    return senders


@retry_transaction
def record(session: GameSession, facts: Facts, sent: Sent, form_version: FormVersion) -> RoundEdit:
    """Record a new round that was filled in with the hands ``sent``.

    Raises FormUsed or StaleForm, and HandsCame where another hand came in meanwhile: its phone heard that.
    """
    lock_row(session)
    round = open_round(session)
    known = session.edits.filter(key=form_version.key).exists()
    if round and not known:
        _same_hands(round, sent)
    senders = _senders(session, round.hands.all(), facts) if round else NOBODY
    return add_round(Table(session, writes=True), facts, form_version, senders=senders)


@retry_transaction
def change_settings(session: GameSession, settings: Json, form_version: FormVersion, day: date) -> RoundEdit:
    """``services.change_settings``, but for hands that were sent in the belief that nobody would see them."""
    uncovers = session.hidden_hands and not settings["hidden_hands"]
    edit = services.change_settings(session, settings, form_version, day)
    sent = OpenHand.objects.filter(open_round__session=session).exclude(open_round__state=State.CLOSED)
    if uncovers and sent.exists():
        raise Hindered(gettext("Hidden hands have been sent. They can be shown from the next round on."))
    return edit


@retry_transaction
def cancel(open_round: OpenRound) -> None:
    """Close a round without recording it; raises PadClosed where that was done already."""
    lock_row(open_round.session)
    if not _close(
        OpenRound.objects.filter(pk=open_round.pk).exclude(state=State.CLOSED), open_round.session_id
    ):
        raise PadClosed
    _notify(open_round.session)


def _close(live: "QuerySet[OpenRound]", session: int) -> bool:
    """Close open rounds of a session, if there are any; hands are kept with the round that was recorded."""
    closed = live.update(state=State.CLOSED, facts=None)
    if closed:
        OpenHand.objects.filter(open_round__session=session, open_round__state=State.CLOSED).delete()
    return bool(closed)


def part(facts: Facts, seats: Collection[str]) -> Facts:
    own = {
        key: {seat: facts[key][seat] for seat in facts[key] if seat in seats} for key in OWN if key in facts
    }
    return {**facts, **own}


@retry_transaction
def propose(
    session: GameSession,
    facts: Facts,
    form: tuple[Mapping[str, list[str]], Sent],
    sent: Sent,
    form_version: FormVersion,
) -> None:
    """Let a round wait for a second person; ``form`` are its fields and the hands typed into it.

    The same form sent twice proposes once.  Raises FormUsed, PadClosed where another one waits, and
    HandsCame where hands other than ``sent`` are there.
    """
    lock_row(session)
    session.refresh_from_db(fields=("hidden_hands",))
    if done := session.edits.filter(key=form_version.key).first():
        if done.after != facts:
            raise FormUsed(done)
        return
    result = _begin(session)
    if _waits(result, facts, form[1], form_version):
        return
    if result.state == State.COLLECTING:
        _same_hands(result, sent)
    proposal = {
        "state": State.AWAITING,
        "facts": facts,
        "key": form_version.key,
        "proposed_by": form_version.device,
    }
    _change(result, State.COLLECTING, fields=dict(form[0]), note="", **proposal)
    unchanged = _senders(session, _known(result, form_version.device), facts)
    for seat, typed in form[1].items():
        if seat not in unchanged:
            _save_hand(result, int(seat), typed, form_version.device)
    _notify(session)


def _waits(open_round: OpenRound, facts: Facts, hands: Collection[str], form_version: FormVersion) -> bool:
    """Whether this very form waits already; nobody finds out by it what another phone has sent."""
    if (open_round.state, open_round.key) != (State.AWAITING, form_version.key):
        return False
    known = {str(row.seat) for row in _known(open_round, form_version.device)}
    return known.issuperset(hands) and part(open_round.facts or {}, hands) == part(facts, hands)


def _known(open_round: OpenRound, device: Device | None) -> "QuerySet[OpenHand]":
    """The hands that a device may know: those it sent, and all where they are not hidden."""
    return (
        open_round.hands.filter(device=device) if open_round.session.hidden_hands else open_round.hands.all()
    )


def _seen(open_round: OpenRound, proposal: str) -> OpenRound:
    """A round that waits as it stands now, held for a change; raises PadClosed or OtherProposal."""
    lock_row(open_round.session)
    held = OpenRound.objects.select_related("session", "proposed_by").get(pk=open_round.pk)
    if held.state != State.AWAITING:
        raise PadClosed
    if held.proposal != proposal:
        raise OtherProposal
    return held


@retry_transaction
def agree(open_round: OpenRound, proposal: str, form_version: FormVersion) -> RoundEdit:
    """Record the proposal that was looked at, as the second person.

    Raises OwnProposal, PadClosed, OtherProposal or StaleForm.
    """
    held = _seen(open_round, proposal)
    if form_version.device is None or form_version.device.pk == held.proposed_by_id:
        raise OwnProposal
    signed = replace(form_version, key=held.key, device=held.proposed_by, confirmed_by=form_version.device)
    facts = held.facts or {}
    table = Table(held.session, writes=True)
    return add_round(table, facts, signed, senders=_senders(held.session, held.hands.all(), facts))


def agreed(session: GameSession, number: str, device: Device | None) -> RoundEdit | None:
    """What was recorded when a device agreed, as the second person, to the open round with that number."""
    if device is None:
        return None
    proposed = session.open_rounds.filter(pk=number_in(number), state=State.CLOSED).exclude(key="")
    edits = session.edits.filter(key__in=proposed.values("key"), confirmed_by=device)
    return edits.select_related("round").first()


@retry_transaction
def refuse(open_round: OpenRound, proposal: str, note: str) -> None:
    """Give the proposal that was looked at back to be corrected, with a reason.

    Raises PadClosed or OtherProposal.
    """
    held = _seen(open_round, proposal)
    _change(held, State.AWAITING, state=State.COLLECTING, facts=None, key="", note=note)
    _notify(held.session)


@receiver(session_changed, dispatch_uid="rounds")
def close_after(edit: RoundEdit | None = None, **_signal: object) -> None:
    """Close what was being entered together once a round was recorded at the end, or the session ended.

    What waits for a second person was played before the end: it can still be agreed to.
    """
    if edit is None:
        return
    live = OpenRound.objects.filter(session=edit.session_id).exclude(state=State.CLOSED)
    if not live.exists():
        return
    row = edit.round if edit.action == RoundEdit.Action.ADD else None
    if edit.action == RoundEdit.Action.END:
        live = live.filter(state=State.COLLECTING)
    elif row and row.happened["kind"] not in BETWEEN:
        later = Round.objects.filter(session=edit.session_id, position__gt=row.position)
        live = live.exclude(Exists(later))
    else:
        return
    _close(live, edit.session_id)
