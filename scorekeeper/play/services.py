"""Writes of sessions and their rounds; payments, bills and sharing have modules of their own.

A change is one transaction (see ``transactions``).  A conditional UPDATE raises the revision, or StaleForm is
raised.  The audit log gets an entry with the form's key: a repeated form changes nothing, with other contents
it raises FormUsed.  Results are written again from there on; where that is not possible, NotSeated,
DisallowedByRules or ChangeBlocked is raised.  All of these are StaleForms.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate, takewhile

from django.db import IntegrityError, transaction
from django.db.models import Count, F, Sum
from django.utils import timezone
from django.utils.translation import gettext, pgettext

from scorekeeper.circles.access import hash_of
from scorekeeper.circles.models import LONGEST_CIRCLE, Circle, Device
from scorekeeper.circles.services import open_circle as open_new_circle
from scorekeeper.circles.services import readmit
from scorekeeper.scoring import texts
from scorekeeper.scoring.document import Document
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.limits import MOST_PAYMENTS, MOST_ROUNDS
from scorekeeper.scoring.names import same_name
from scorekeeper.scoring.reading import Json
from scorekeeper.server.limits import CHANGES_OF_CIRCLE, CHANGES_OF_SESSION, SESSIONS_OF_CIRCLE

from . import results
from .debts import store_open_debts
from .entries import Entries, first_disallowed, newly_unseated, unchanged, with_facts
from .hands import Facts
from .idempotency import ChangeBlocked, DisallowedByRules, FormUsed, FormVersion, NotSeated, StaleForm
from .ledger import Prepared, prepare
from .models import GameSession, Night, Round, RoundEdit, Seat, with_holders
from .nights import current_table, move_to, night_at, number_tables, tonight
from .people import player_named, players_named
from .results import NO_SENDERS, RoundLine, Senders, new_round, new_rounds, rewrite
from .signals import session_changed
from .table import Table
from .transactions import lock_row, retry_transaction

Action = RoundEdit.Action


@dataclass(frozen=True, slots=True)
class Change:
    """What the audit log stores of a change."""

    action: Action
    before: Json | None = None
    after: Json | None = None


Write = Callable[[int], Round | None]
"""Makes a change, given the revision that the form has seen; gives the round that it is about, if any."""


def record(session: GameSession, form_version: FormVersion, change: Change, write: Write) -> RoundEdit:
    """Make a change and log it, once for a form."""
    try:
        return _record(session, form_version, change, write)
    except IntegrityError:  # a repeated form, whose ``after`` is newer than the change that it made
        if done := _done_before(session, form_version, change):
            return done
        raise


@retry_transaction
def _record(session: GameSession, form_version: FormVersion, change: Change, write: Write) -> RoundEdit:
    seen = _seen_revision(session, form_version)
    if seen >= CHANGES_OF_SESSION and change.action not in {Action.END, Action.PAY}:
        raise ChangeBlocked(gettext("This table is full. End it, and start a new one for what follows."))
    as_seen = GameSession.objects.filter(pk=session.pk, revision=seen)
    if not as_seen.update(revision=F("revision") + 1):
        if done := _done_before(session, form_version, change):
            return done
        raise StaleForm(edits_since(session, seen))
    row = write(seen)
    edit = RoundEdit(
        session=session,
        round=row,
        action=change.action,
        key=form_version.key,
        revision=seen + 1,
        device=form_version.device,
        confirmed_by=form_version.confirmed_by,
        before=change.before,
        after=change.after,
    )
    edit.save()
    if session.ended_at or change.action == Action.END or session.revision != seen:
        store_open_debts(Table(GameSession.objects.get(pk=session.pk)))
    session_changed.send(GameSession, session_id=session.pk, revision=edit.revision, edit=edit)
    return edit


def _play(
    table: Table, form_version: FormVersion, change: Change, write: Callable[[Table], Round]
) -> RoundEdit:
    """Change a round of a table and rebuild the results from there; ``write`` gets the locked table."""

    def write_and_rebuild(seen: int) -> Round:
        locked = table.for_update(seen)
        row = write(locked)
        if change.after and row.position > locked.length:
            locked.cache_last(row, change.after)
        was = change.before if change.action in (Action.EDIT, Action.VOID) else None
        check_entries(unchanged(locked, row.position), row, with_facts(locked, row, was))
        if change.action == Action.VOID:
            results.rebuild_results(locked, row.position)
        else:
            rebuild_within_limit(locked, row.position)
        return row

    return record(table.session, form_version, change, write_and_rebuild)


def rebuild_within_limit(table: Table, since: int) -> None:
    if results.rebuild_results(table, since).payments > MOST_PAYMENTS:
        raise ChangeBlocked(texts.error(ReadError("", "payments.many", most=MOST_PAYMENTS), gettext))


def check_entries(after: Entries, row: Round, before: Entries | None = None) -> None:
    """Raises DisallowedByRules or NotSeated where rounds ``after`` a change of ``row`` could not be read."""
    if unread := first_disallowed(after):
        raise DisallowedByRules(unread)
    if result := newly_unseated(after, before):
        raise NotSeated(result, row.position)


def _done_before(session: GameSession, form_version: FormVersion, change: Change) -> RoundEdit | None:
    """The change that this form made before; raises FormUsed if its contents were different."""
    done = session.edits.filter(key=form_version.key).first()
    if done and (done.action, done.after) != (change.action, change.after):
        raise FormUsed(done)
    return done


def repeated(
    session: GameSession, form_version: FormVersion, same: Callable[[RoundEdit], bool]
) -> RoundEdit | None:
    """The change that this form made before, if ``same`` accepts it."""
    done = session.edits.filter(key=form_version.key).select_related("round").first()
    return done if done and same(done) else None


def _seen_revision(session: GameSession, form_version: FormVersion) -> int:
    """The revision that a form has seen: its own, or the later one of the form named by ``after``."""
    before = session.edits.filter(key=form_version.after).first() if form_version.after else None
    return max(form_version.revision, before.revision) if before else form_version.revision


def edits_since(session: GameSession, revision: int) -> list[RoundEdit]:
    since = session.edits.filter(revision__gt=revision).select_related("round", "device")
    return list(with_holders(since))


def add_round(
    table: Table,
    facts: Facts,
    form_version: FormVersion,
    follower: Round | None = None,
    senders: Senders = NO_SENDERS,
) -> RoundEdit:
    """Record a round at the end, or before ``follower``."""

    def write(locked: Table) -> Round:
        position = _next_position(locked)
        if follower:
            position = _current(follower, form_version).position
            locked.session.rounds.filter(position__gte=position).update(position=F("position") + 1)
        return new_round(locked, position, facts, form_version.device, senders, follower)

    return _play(table, form_version, Change(Action.ADD, after=facts), write)


def _current(row: Round, form_version: FormVersion) -> Round:
    """A round as it is in the locked session; raises StaleForm where it has changed since it was read."""
    now: Round = Round.objects.select_related("session").get(pk=row.pk)
    if (now.facts, now.voided) != (row.facts, row.voided):
        raise StaleForm(edits_since(now.session, form_version.revision))
    return now


def _next_position(table: Table) -> int:
    """The position of the next round; raises ChangeBlocked where the session's document cannot hold it."""
    count = table.last_number + 1
    if count > MOST_ROUNDS:
        raise ChangeBlocked(texts.error(ReadError("", "rounds.many", count=count, most=MOST_ROUNDS), gettext))
    return table.length + 1


def seats_facts(table: Table, join: str, leave: str, swap: Sequence[str]) -> Facts:
    """The facts of a change of seats; who joins (a name) gets the own earlier seat number or the next."""
    seats = {seat.player.name_key: seat.number for seat in table.seats}
    facts: Facts = {"kind": "seats"}
    facts |= {"join": [str(seats.get(same_name(join), len(seats)))]} if join else {}
    facts |= {"leave": [leave]} if leave else {}
    facts |= {"swap": list(swap)} if swap else {}
    return facts


def is_streak_correction(edit: RoundEdit, wins: Mapping[str, int]) -> bool:
    """Whether a change has corrected wins in a row, by seat number, to those of a form."""
    corrected = (edit.after or {}).get("wins") or {}
    return bool(corrected) and all(wins.get(number) == count for number, count in corrected.items())


@retry_transaction
def change_seats(
    session: GameSession, join: str, leave: str, swap: Sequence[str], form_version: FormVersion
) -> RoundEdit:
    """席替え: somebody joins (a name) or leaves, two swap (seat numbers), from the next round on."""
    lock_row(session)  # before the number of a new seat is read
    table = Table(session, writes=True)
    facts = seats_facts(table, join, leave, swap)

    def write(locked: Table) -> Round:
        position, number = _next_position(locked), len(locked.seats)
        if join and facts["join"] == [str(number)]:
            player = player_named(session.circle, join, set(table.people.values()))
            Seat.objects.create(session=session, player=player, number=number, initial=False)
            locked.load()
        if leave:  # no stand-in for who is not there
            locked.session.seats.filter(number=int(leave)).update(played_by=None)
        return new_round(locked, position, facts, form_version.device)

    return _play(table, form_version, Change(Action.ADD, after=facts), write)


def edit_round(row: Round, facts: Facts, form_version: FormVersion) -> RoundEdit:
    def write(locked: Table) -> Round:
        current = _current(row, form_version)
        rewrite(current, locked.keys, facts, form_version.device)
        return current

    return _play(Table(row.session), form_version, Change(Action.EDIT, row.facts, facts), write)


def void_round(row: Round, form_version: FormVersion, void: bool = True) -> RoundEdit:
    """Void a round, or restore it; raises StaleForm where that was done already."""

    def write(locked: Table) -> Round:
        current = _current(row, form_version)
        if current.voided == void:
            raise StaleForm(edits_since(row.session, form_version.revision))
        if not void:
            _next_position(locked)
        Round.objects.filter(pk=row.pk).update(voided=void)
        return current

    action = Action.VOID if void else Action.RESTORE
    return _play(Table(row.session), form_version, Change(action, row.facts, row.facts), write)


def end_session(session: GameSession, form_version: FormVersion, end: bool = True) -> RoundEdit:
    def write(_seen: int) -> None:
        alone = GameSession.objects.filter(pk=session.pk, bill=None)
        if not alone.update(ended_at=timezone.now() if end else None):
            raise ChangeBlocked(gettext("This table is settled together with others."))

    return record(session, form_version, Change(Action.END if end else Action.REOPEN), write)


SETTINGS = ("hidden_hands", "second_person")
"""Columns of a session that its settings change, and that the next table takes over."""


def change_settings(
    session: GameSession, settings: Json, form_version: FormVersion, day: date | None = None
) -> RoundEdit:
    """卓の設定: change columns (the title, ``SETTINGS``) and the night of a session."""
    before = {key: getattr(session, key) for key in settings} | {"night": f"{session.night.day}"}
    after = settings | {"night": f"{day or session.night.day}"}

    def write(_seen: int) -> None:
        GameSession.objects.filter(pk=session.pk).update(**settings)
        if day:
            move_to(session, day)

    return record(session, form_version, Change(Action.SETTINGS, before, after), write)


@retry_transaction
def rescore(session: GameSession) -> None:
    lock_row(session)
    session.refresh_from_db()
    results.rebuild_results(Table(session, writes=True))
    store_open_debts(Table(session))


def open_circle(names: Sequence[str], device: Device | None) -> Circle:
    """A new circle named after its people, with ``device`` as its host."""
    between = pgettext("names", " & ")
    joined = accumulate(names, lambda before, name: f"{before}{between}{name}")
    return open_new_circle([*takewhile(lambda name: len(name) <= LONGEST_CIRCLE, joined)][-1], device)


def is_full(circle: Circle) -> bool:
    """Whether a circle has reached its limits, so that no session can be started in it."""
    held = circle.sessions.aggregate(sessions=Count("pk"), changes=Sum("revision", default=0))
    return bool(held["sessions"] >= SESSIONS_OF_CIRCLE or held["changes"] >= CHANGES_OF_CIRCLE)


def start_once(form: str, start: Callable[[], GameSession], opener: Device | None = None) -> GameSession:
    """Start a session, once for a form (its ``form_hash``).

    ``opener`` is the device that sent a form that opens a circle too.
    """
    session = session_started_by(form)
    if session is None:
        try:
            return _start(form, start)
        except IntegrityError:  # the same form was faster on another connection
            session = session_started_by(form)
            if session is None:
                raise
    if opener:
        readmit(opener, session.circle)
    return session


@retry_transaction
def _start(form: str, start: Callable[[], GameSession]) -> GameSession:
    session = start()
    GameSession.objects.filter(pk=session.pk).update(form_hash=form or None)
    return session


def session_started_by(form: str) -> GameSession | None:
    sessions = GameSession.objects.filter(form_hash=form).select_related("circle")
    return sessions.first() if form else None


def _notify_night(night: Night, session: GameSession) -> None:
    """Let the screens that follow a night update: they listen to its current table."""
    before = current_table(night.sessions.exclude(pk=session.pk).order_by("-started_at", "-pk"))
    if before:
        GameSession.objects.filter(pk=before.pk).update(pad=F("pad") + 1)
        session_changed.send(GameSession, session_id=before.pk, revision=before.revision, pad=before.pad + 1)


def start_session(
    circle: Circle, ready: Prepared, title: str = "", rules_name: str = "", **columns: object
) -> GameSession:
    """Start a session from a document, in tonight's night."""
    with transaction.atomic():
        night = night_at(circle, tonight())
        session = new_session(night, ready, title=title, rules_name=rules_name, **columns)
        lock_row(circle)  # else two tables with the same new people could deadlock
        number_tables(night.sessions.filter(game=session.game))
        _notify_night(night, session)
        Seat.objects.bulk_create(
            Seat(session=session, player=player, number=number, initial=number < ready.players)
            for number, player in enumerate(players_named(circle, ready.names))
        )
        table, now = Table(session, writes=True), timezone.now()
        keys = new_rounds(table, [RoundLine(facts, now) for facts in ready.rounds])
        results.store_results(table, zip(keys, ready.records, strict=True))
    return session


def new_session(night: Night, ready: Prepared, **columns: object) -> GameSession:
    """Insert the row of a session for a document, with other ``columns``."""
    return GameSession.objects.create(
        circle=night.circle,
        night=night,
        game=ready.data["game"],
        ruleset_version=ready.data.get("version", 1),
        options=ready.data["options"],
        stake=ready.data.get("stake"),
        rate=ready.data.get("rate"),
        standing=ready.standing,
        **columns,
    )


def people_at_end(table: Table) -> list[str]:
    """The names of who plays at the end, in the order of the seats: stand-ins instead of their players."""
    playing = {seat.player.name: seat.played_by.name for seat in table.seats if seat.played_by}
    return list(dict.fromkeys(playing.get(name, name) for name in table.state.seats))


def can_start_again(table: Table) -> bool:
    """Whether the game takes as many people as are there at the end."""
    return table.ruleset.fewest_players <= len(people_at_end(table)) <= table.ruleset.most_players


def next_table(session: GameSession) -> GameSession | None:
    """The table that ``start_again`` has started since a session ended."""
    return GameSession.objects.filter(form_hash=_again_hash(session)).first() if session.ended_at else None


def start_again(table: Table, moved_on: bool) -> GameSession:
    """Start a table of the same game, by the rules in force at the end, with the same people and stake.

    With ``moved_on`` everybody moves one seat on, so that another one is first.  It is started once for each
    time that the session ends.
    """

    def start() -> GameSession:
        session, names = table.session, people_at_end(table)
        names = names[1:] + names[:1] if moved_on else names
        document = Document(table.ruleset, table.options, tuple(names), stake=table.stake, rate=table.rate)
        chosen = {key: getattr(session, key) for key in SETTINGS}
        if document.options == table.bare.options:
            chosen["rules_name"] = session.rules_name
        return start_session(session.circle, prepare(document), **chosen)

    return start_once(_again_hash(table.session), start)


def _again_hash(session: GameSession) -> str:
    """Takes the place of a ``form_hash``: one for each time that a session ends."""
    ended = session.ended_at.isoformat() if session.ended_at else ""
    return hash_of(f"again {session.public_id} {ended}")
