"""Writes of rounds that several phones enter together; each is announced to all phones at the table.

Locks are taken in the order of ``play/transactions.py``: the session before the open round.
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
from scorekeeper.play.idempotency import ChangeBlocked, FormUsed, FormVersion, StaleForm
from scorekeeper.play.models import GameSession, Round, RoundEdit, holder_of
from scorekeeper.play.results import NO_SENDERS, Entered, Senders
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
BY_SEAT = ("hands", "points")
"""The facts that are mappings by seat."""


class PadClosed(Exception):
    """The open round is in another state: recorded, cancelled, or waiting for a second person."""


class OtherProposal(PadClosed):
    """The proposal is not the version that the form has shown."""


class HandsCame(StaleForm):
    """Hands of ``seats`` came in that the form has not shown."""

    def __init__(self, seats: Iterable[str]) -> None:
        super().__init__([])
        self.seats = frozenset(seats)


class OwnProposal(Exception):
    """The device that proposed a round cannot agree to it as the second person."""


def open_round(session: GameSession) -> OpenRound | None:
    """The open round of a session, if any, with the ``holder`` of the device that proposed it."""
    if not session.pad:
        return None
    live = session.open_rounds.exclude(state=State.CLOSED).select_related("proposed_by")
    return live.annotate(holder=holder_of("proposed_by")).first()


@retry_transaction
def ask(session: GameSession, fields: dict[str, list[str]]) -> OpenRound:
    """Ask every phone for its hand, or update the fields of the open round; raises PadClosed."""
    open_round = _begin(session)
    if open_round.state != State.COLLECTING:
        raise PadClosed
    if not open_round.asked or open_round.fields != fields:
        _change(open_round, State.COLLECTING, asked=True, fields=fields)
        _notify(session)
    return open_round


def _begin(session: GameSession) -> OpenRound:
    """Lock the session; gives its open round, created if there is none."""
    lock_row(session)
    return session.open_rounds.exclude(state=State.CLOSED).first() or session.open_rounds.create()


def _change(open_round: OpenRound, was: str, **columns: object) -> None:
    if not OpenRound.objects.filter(pk=open_round.pk, state=was).update(**columns):
        raise PadClosed


def _notify(session: GameSession) -> None:
    """Raise ``pad``, and announce that."""
    row = GameSession.objects.filter(pk=session.pk)
    row.update(pad=F("pad") + 1)
    revision, session.pad = row.values_list("revision", "pad").get()
    session_changed.send(GameSession, session_id=session.pk, revision=revision, pad=session.pad)


@retry_transaction
def send_hand(open_round: OpenRound, seat: int, typed: Mapping[str, str], device: Device | None) -> None:
    """Store a hand as it was typed; an empty one deletes it.  Raises PadClosed."""
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


def _check_hands(open_round: OpenRound, sent: Sent) -> None:
    """Raises HandsCame where other hands than ``sent`` are there."""
    now = sent_hands(open_round)
    if seats := [seat for seat in now.keys() | sent.keys() if now.get(seat) != sent.get(seat)]:
        raise HandsCame(seats)


def _senders(session: GameSession, rows: Iterable[OpenHand], facts: Facts) -> Senders:
    """The senders of hands that are in a round as they were sent."""
    form, hands, senders = family_of(RULESETS[session.game]).form.hands, facts.get("hands", {}), {}
    for row in rows:
        seat = str(row.seat)
        if form and form.read(row.typed, seat, {}) == hands.get(seat):
            senders[seat] = Entered(row.device_id, row.at)
    return senders


@retry_transaction
def record(session: GameSession, facts: Facts, sent: Sent, form_version: FormVersion) -> RoundEdit:
    """Record a new round that includes the hands ``sent``; raises StaleForm or HandsCame."""
    lock_row(session)
    round = open_round(session)
    known = session.edits.filter(key=form_version.key).exists()
    if round and not known:
        _check_hands(round, sent)
    senders = _senders(session, round.hands.all(), facts) if round else NO_SENDERS
    return add_round(Table(session, writes=True), facts, form_version, senders=senders)


@retry_transaction
def change_settings(session: GameSession, settings: Json, form_version: FormVersion, day: date) -> RoundEdit:
    """``services.change_settings``; raises ChangeBlocked where it would uncover hidden hands."""
    uncovers = session.hidden_hands and not settings["hidden_hands"]
    edit = services.change_settings(session, settings, form_version, day)
    sent = OpenHand.objects.filter(open_round__session=session).exclude(open_round__state=State.CLOSED)
    if uncovers and sent.exists():
        raise ChangeBlocked(gettext("Hidden hands have been sent. They can be shown from the next round on."))
    return edit


@retry_transaction
def cancel(open_round: OpenRound) -> None:
    """Close a round without recording it; raises PadClosed."""
    lock_row(open_round.session)
    if not _close(
        OpenRound.objects.filter(pk=open_round.pk).exclude(state=State.CLOSED), open_round.session_id
    ):
        raise PadClosed
    _notify(open_round.session)


def _close(live: "QuerySet[OpenRound]", session: int) -> bool:
    """Close open rounds of a session and delete their hands; whether there were any."""
    closed = live.update(state=State.CLOSED, facts=None)
    if closed:
        OpenHand.objects.filter(open_round__session=session, open_round__state=State.CLOSED).delete()
    return bool(closed)


def with_hands_of(facts: Facts, seats: Collection[str]) -> Facts:
    """Facts with the hands and points of these seats alone."""
    by_seat = {key: facts[key] for key in BY_SEAT if key in facts}
    own = {key: {seat: items[seat] for seat in items if seat in seats} for key, items in by_seat.items()}
    return {**facts, **own}


@retry_transaction
def propose(
    session: GameSession,
    facts: Facts,
    form: tuple[Mapping[str, list[str]], Sent],
    sent: Sent,
    form_version: FormVersion,
) -> None:
    """Propose a round to a second person, once for a form; ``form`` are its fields and typed hands.

    Raises FormUsed, PadClosed where another proposal waits, and HandsCame.
    """
    lock_row(session)
    session.refresh_from_db(fields=("hidden_hands",))
    if done := session.edits.filter(key=form_version.key).first():
        if done.after != facts:
            raise FormUsed(done)
        return
    result = _begin(session)
    if _is_proposed(result, facts, form[1], form_version):
        return
    if result.state == State.COLLECTING:
        _check_hands(result, sent)
    proposal = {
        "state": State.AWAITING,
        "facts": facts,
        "key": form_version.key,
        "proposed_by": form_version.device,
    }
    _change(result, State.COLLECTING, fields=dict(form[0]), note="", **proposal)
    unchanged = _senders(session, _visible_hands(result, form_version.device), facts)
    for seat, typed in form[1].items():
        if seat not in unchanged:
            _save_hand(result, int(seat), typed, form_version.device)
    _notify(session)


def _is_proposed(
    open_round: OpenRound, facts: Facts, hands: Collection[str], form_version: FormVersion
) -> bool:
    """Whether this form is proposed already.

    Hidden hands are not compared: the answer must not tell whether a guess of one is right.
    """
    if (open_round.state, open_round.key) != (State.AWAITING, form_version.key):
        return False
    visible = {str(row.seat) for row in _visible_hands(open_round, form_version.device)}
    proposed = open_round.facts or {}
    return visible.issuperset(hands) and (with_hands_of(proposed, hands) == with_hands_of(facts, hands))


def _visible_hands(open_round: OpenRound, device: Device | None) -> "QuerySet[OpenHand]":
    """The hands that a device may see: those that it sent, and all where they are not hidden."""
    hands = open_round.hands.all()
    return hands.filter(device=device) if open_round.session.hidden_hands else hands


def _lock_proposal(open_round: OpenRound, proposal: str) -> OpenRound:
    """Lock the session and load a proposal again; raises PadClosed or OtherProposal."""
    lock_row(open_round.session)
    locked = OpenRound.objects.select_related("session", "proposed_by").get(pk=open_round.pk)
    if locked.state != State.AWAITING:
        raise PadClosed
    if locked.proposal != proposal:
        raise OtherProposal
    return locked


@retry_transaction
def agree(open_round: OpenRound, proposal: str, form_version: FormVersion) -> RoundEdit:
    """Record a proposal, as the second person.

    Raises OwnProposal, PadClosed, OtherProposal or StaleForm.
    """
    locked = _lock_proposal(open_round, proposal)
    if form_version.device is None or form_version.device.pk == locked.proposed_by_id:
        raise OwnProposal
    signed = replace(
        form_version, key=locked.key, device=locked.proposed_by, confirmed_by=form_version.device
    )
    session, facts = locked.session, locked.facts or {}
    senders = _senders(session, locked.hands.all(), facts)
    return add_round(Table(session, writes=True), facts, signed, senders=senders)


def agreed_before(session: GameSession, key: str, device: Device | None) -> RoundEdit | None:
    """The change that recorded the open round with this primary key when a device agreed to it."""
    if device is None:
        return None
    proposed = session.open_rounds.filter(pk=number_in(key), state=State.CLOSED).exclude(key="")
    edits = session.edits.filter(key__in=proposed.values("key"), confirmed_by=device)
    return edits.select_related("round").first()


@retry_transaction
def refuse(open_round: OpenRound, proposal: str, note: str) -> None:
    """Return a proposal for correction, with a reason; raises PadClosed or OtherProposal."""
    locked = _lock_proposal(open_round, proposal)
    _change(locked, State.AWAITING, state=State.COLLECTING, facts=None, key="", note=note)
    _notify(locked.session)


@receiver(session_changed, dispatch_uid="rounds")
def close_after(edit: RoundEdit | None = None, **_signal: object) -> None:
    """Close the open round after a round was recorded at the end, or the session has ended.

    A proposal stays open after the end: it was played before.
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
