"""人: people by typed names, changing people, merging entries (統合), erasing names (名前を消す).

A merge can be undone within a month; erasing is final.  Rounds and points stay.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from itertools import count

from django.db.models import BigIntegerField, Case, Exists, F, OuterRef, Q, QuerySet, Sum, When
from django.utils import timezone

from scorekeeper.circles.models import (
    LONGEST_CIRCLE,
    Circle,
    CircleChange,
    CircleLink,
    Device,
    Membership,
    Player,
    Token,
    rare_colors,
)
from scorekeeper.circles.services import log_change
from scorekeeper.scoring.names import clean_name, same_name

from . import results
from .debts import store_bill_debts
from .idempotency import new_key
from .models import (
    Bill,
    BillPayment,
    GameSession,
    Merge,
    OpenDebt,
    RoundEdit,
    Seat,
    SeatResult,
    StandIn,
    holder_of,
)
from .signals import session_changed
from .transactions import lock_row, retry_transaction
from .transfers import MoneyTransfer, read_transfer

Columns = Mapping[str, object]
"""Values by the names of columns of a person."""
SHOWN = frozenset(("name", "mark", "color"))
"""Columns that a table shows: their changes are announced to its phones."""


class PersonChanged(Exception):
    def __init__(self, changes: Sequence[CircleChange]) -> None:
        super().__init__(len(changes))
        self.changes = changes


def last_change(player: Player) -> int:
    """The primary key of the last change of a person, 0 if none: the version that a form has seen."""
    return player.changes.order_by("-pk").values_list("pk", flat=True).first() or 0


def check_unchanged(player: Player, seen: int) -> None:
    """Raises PersonChanged where a person has later changes than ``seen``."""
    since = player.changes.filter(pk__gt=seen).select_related("device")
    if changes := list(since.annotate(holder=holder_of("device", "circle"))):
        raise PersonChanged(changes)


@retry_transaction
def change_person(player: Player, wanted: Columns, device: Device | None, seen: int) -> None:
    """Change columns of a person.

    Raises PersonChanged, also for somebody who was merged meanwhile, and IntegrityError where somebody else
    of the circle has the name.
    """
    tables = lock_tables(player.circle, tables_of(player).filter(ended_at=None))
    now = Player.objects.filter(pk=player.pk, merged_into=None).first()
    if now is None:
        raise PersonChanged([])
    before = {column: getattr(now, column) for column in wanted}
    after = {column: value for column, value in wanted.items() if value != before[column]}
    if not after:  # also for a repeated form
        return
    check_unchanged(player, seen)
    for column, value in after.items():
        setattr(now, column, value)
    now.save()
    before = {column: before[column] for column in after}
    log_change(player.circle, CircleChange.Action.PERSON, device, before, after, player=now)
    if SHOWN & after.keys():
        notify_tables(tables, device, before, {**after, "player": player.pk})


def tables_of(player: Player) -> "QuerySet[GameSession]":
    session = OuterRef("pk")
    return GameSession.objects.filter(
        Exists(player.seats.filter(session=session))
        | Exists(player.plays_for.filter(session=session))
        | Exists(player.stand_ins.filter(seat__session=session)),
        circle=player.circle_id,  # else the query scans all circles
    ).order_by("pk")


def lock_tables(circle: Circle, tables: "QuerySet[GameSession]") -> list[GameSession]:
    """Lock some tables of a circle, and then the circle."""
    result = list(tables.select_for_update(no_key=True))
    lock_row(circle)
    return result


def notify_tables(
    tables: Iterable[GameSession], device: Device | None, before: Columns, after: Columns
) -> None:
    """Raise the revisions of locked tables, log the change of a person, and announce it to running ones."""
    some = GameSession.objects.filter(pk__in=[table.pk for table in tables])
    some.update(revision=F("revision") + 1)
    made = RoundEdit.objects.bulk_create(
        RoundEdit(
            session=table,
            action=RoundEdit.Action.PEOPLE,
            key=new_key(),
            revision=table.revision,
            device=device,
            before=dict(before),
            after=dict(after),
        )
        for table in some
    )
    for edit in made:
        if edit.session.ended_at is None:
            session_changed.send(GameSession, session_id=edit.session.pk, revision=edit.revision, edit=edit)


def players_named(circle: Circle, names: Sequence[str]) -> list[Player]:
    """The circle's people with these names, in this order; missing ones are created."""
    wanted = {same_name(name): name for name in names}
    people = circle.players.filter(name_key__in=wanted).select_related("merged_into")
    known = {player.name_key: player for player in people}
    new = [Player(circle=circle, name=name, name_key=key) for key, name in wanted.items() if key not in known]
    for player, color in zip(new, rare_colors(circle.players.all(), known.values()), strict=False):
        player.color = color
    Player.objects.bulk_create(new, ignore_conflicts=True)
    values = {player.name_key: player for player in people.all()}
    seated = {player.pk for player in values.values() if player.merged_into is None}
    return [_resolve_merged(values[key], seated) for key in wanted]


def _resolve_merged(player: Player, seated: set[int]) -> Player:
    """Whom ``player`` was merged into, unless that person is seated; adds the result to ``seated``."""
    kept = player.merged_into
    result = kept if kept and kept.pk not in seated else player
    seated.add(result.pk)
    return result


def player_named(circle: Circle, name: str, seated: set[int]) -> Player:
    """The circle's person with a name, created if missing; ``seated`` are keys of who sits at the table."""
    clean = clean_name(name)
    color = next(rare_colors(circle.players.all(), circle.players.filter(pk__in=seated)))
    player, _ = Player.objects.select_related("merged_into").get_or_create(
        circle=circle, name_key=same_name(clean), defaults={"name": clean, "color": color}
    )
    return _resolve_merged(player, seated)


MERGE_UNDO_PERIOD = timedelta(days=30)


class SatTogether(Exception):
    """Both sat at ``tables``, so they cannot be one person."""

    def __init__(self, tables: list[GameSession]) -> None:
        super().__init__(len(tables))
        self.tables = tables


def points_of(gone: Player) -> "QuerySet[SeatResult, tuple[str, int]]":
    """The sum of a person's points in each game, negated where the fewest points win."""
    rows = SeatResult.objects.filter(player=gone).order_by("result__session__game")
    lost, number = When(result__session__standing__low=True, then=-F("gain")), BigIntegerField()
    points = Sum(Case(lost, default="gain", output_field=number))
    return rows.values_list("result__session__game").annotate(sum=points)


def sat_together(one: Player, other: Player) -> "QuerySet[GameSession]":
    return tables_of(one).filter(pk__in=tables_of(other).values("pk"))


def undoable(kept: Player) -> "QuerySet[Merge]":
    """The merges into a person that can still be undone, latest first."""
    since = timezone.now() - MERGE_UNDO_PERIOD
    return kept.merges.filter(undone_at=None, at__gte=since).select_related("gone")


@retry_transaction
def merge(kept: Player, gone: Player, device: Device | None, seen: int) -> Merge:
    """Move everything of ``gone`` to ``kept``, for whom the name of ``gone`` stands from then on.

    ``seen`` is the last change of either that the form has seen.  Raises PersonChanged and SatTogether.
    """
    tables = lock_tables(kept.circle, tables_of(gone))
    for player in (kept, gone):
        check_unchanged(player, seen)
        if not Player.objects.filter(pk=player.pk, merged_into=None).exists():
            raise PersonChanged([])
    if both := list(sat_together(kept, gone)):
        raise SatTogether(both)
    held = Membership.objects.filter(player=gone)
    row = Merge.objects.create(
        kept=kept,
        gone=gone,
        sessions=[table.pk for table in tables],
        memberships=list(held.values_list("pk", flat=True)),
        hidden=gone.hidden,
    )
    held.update(player=kept)
    Player.objects.filter(pk=gone.pk).update(merged_into=kept, hidden=True)
    _move(row, gone, kept)
    _notify(row, CircleChange.Action.MERGE, tables, device, gone, kept)
    return row


@retry_transaction
def undo_merge(row: Merge, device: Device | None) -> None:
    """Undo a merge; seats at tables that are newer than the merge stay with ``kept``.

    Raises PersonChanged where it is undone already or too old, and SatTogether where both sit at one of its
    tables by now.
    """
    kept, gone = row.kept, row.gone
    tables = lock_tables(kept.circle, GameSession.objects.filter(pk__in=row.sessions).order_by("pk"))
    if not undoable(kept).filter(pk=row.pk).update(undone_at=timezone.now()):
        raise PersonChanged([])
    if both := [table for table in sat_together(kept, gone) if table.pk in row.sessions]:
        raise SatTogether(both)
    Membership.objects.filter(pk__in=row.memberships, player=kept).update(player=gone)
    Player.objects.filter(pk=gone.pk).update(merged_into=None, hidden=row.hidden)
    _move(row, kept, gone)
    _notify(row, CircleChange.Action.UNMERGE, tables, device, kept, gone)


def _move(row: Merge, giver: Player, taker: Player) -> None:
    """Reassign the rows of a merge from one person to the other."""
    seats = Seat.objects.filter(session__in=row.sessions)
    seats.filter(player=giver).update(player=taker)
    seats.filter(played_by=giver).update(played_by=taker)
    StandIn.objects.filter(seat__session__in=row.sessions, player=giver).update(player=taker)
    results.reassign_player(row.sessions, giver, taker)
    given, got = BillPayment.objects.filter(payer=giver), BillPayment.objects.filter(payee=giver)
    if row.undone_at is None and giver == row.gone:  # else it is undone, for the payments stored in the row
        row.paid, row.received = (list(some.values_list("pk", flat=True)) for some in (given, got))
        row.save(update_fields=["paid", "received"])
    given.filter(pk__in=row.paid).update(payer=taker)
    got.filter(pk__in=row.received).update(payee=taker)
    open_ = OpenDebt.objects.filter(session__in=row.sessions)
    open_.filter(payer=giver).update(payer=taker)
    open_.filter(payee=giver).update(payee=taker)
    of_either = Q(sessions__in=row.sessions) | Q(payments__in=[*row.paid, *row.received])
    for bill in Bill.objects.filter(of_either).order_by("pk").distinct():
        store_bill_debts(bill)


def _notify(
    row: Merge,
    action: CircleChange.Action,
    tables: list[GameSession],
    device: Device | None,
    before: Player,
    after: Player,
) -> None:
    was, now = {"name": before.name}, {"name": after.name}
    log_change(row.kept.circle, action, device, was, now, player=row.kept)
    notify_tables(tables, device, was, {**now, "player": after.pk})


BETWEEN_NAMES = re.compile("(・|、| & |, )")
"""Separators in names of circles that consist of names of people, in all languages."""


@retry_transaction
def forget(player: Player, name: str, device: Device | None) -> None:
    """Rename a person to ``name`` (numbered if taken), and erase the old names everywhere.

    Points, rounds and statistics stay, and so does free text: titles, reasons, and labels that are more than
    the name.
    """
    tables = lock_tables(player.circle, tables_of(player))
    person = Player.objects.select_related("circle").get(pk=player.pk)
    circle = person.circle
    traces = _Traces(person, name)
    _empty_labels(traces)
    edits = RoundEdit.objects.filter(
        session__circle=circle, action__in=(RoundEdit.Action.PEOPLE, RoundEdit.Action.STAND_IN)
    )
    rows: list[RoundEdit | CircleChange] = [*edits, *circle.changes.all()]
    for row in rows:
        before, after = (_rewritten(columns, row, traces) for columns in (row.before, row.after))
        if (before, after) != (row.before, row.after):
            row.before, row.after = before, after
            row.save(update_fields=["before", "after"])
    if (renamed := _in_row(circle.name, traces)) != circle.name:
        Circle.objects.filter(pk=circle.pk).update(name=renamed)
    person.name, person.reading, person.mark, person.hidden = traces.fresh, "", "", True
    person.save()
    for other in Player.objects.filter(pk__in=traces.people).exclude(pk=person.pk):
        _drop(other, person, name)
    person.memberships.update(player=None)
    log_change(circle, CircleChange.Action.FORGET, device, player=person)
    notify_tables(tables, device, {}, {"player": person.pk})


class _Traces:
    """All rows of a person (``people``, of which ``person`` stays) and all their ``names``, by key.

    ``elsewhere`` are the names that nobody else of the circle has; ``fresh`` replaces them.
    """

    def __init__(self, person: Player, name: str) -> None:
        self.circle, self.person, self.people = person.circle, person.pk, _merged_into(person)
        self.fresh = _free(self.circle, {person.pk}, name)
        renamed = CircleChange.objects.filter(player__in=self.people, action=CircleChange.Action.PERSON)
        once = [name for row in renamed.values_list("before__name", "after__name") for name in row]
        players = self.circle.players.values_list("name", flat=True)
        now, others = players.filter(pk__in=self.people), players.exclude(pk__in=self.people)
        self.names = {same_name(one) for one in (*once, *now) if isinstance(one, str)}
        self.elsewhere = self.names - set(map(same_name, others))


def _merged_into(person: Player) -> set[int]:
    """The keys of a person and of everybody who was merged into that person, directly or not."""
    merged = dict(person.circle.players.exclude(merged_into=None).values_list("pk", "merged_into"))
    result = {person.pk}
    while more := {key for key, kept in merged.items() if kept in result} - result:
        result |= more
    return result


def _free(circle: Circle, people: set[int], name: str) -> str:
    taken = set(circle.players.exclude(pk__in=people).values_list("name_key", flat=True))
    numbered = (name if number == 1 else f"{name} {number}" for number in count(1))
    return next(one for one in numbered if same_name(one) not in taken)


def _drop(merged: Player, person: Player, name: str) -> None:
    """Delete a merged entry, or erase only its name where an import has left rows with it."""
    paid = BillPayment.objects.filter(Q(payer=merged) | Q(payee=merged))
    if not tables_of(merged).exists() and not paid.exists():
        merged.delete()
        return
    merged.name, merged.reading, merged.mark = _free(person.circle, {merged.pk}, name), "", ""
    merged.merged_into = person
    merged.save()


def _empty_labels(traces: _Traces) -> None:
    """Empty labels that equal one of the names; those of the person's own phones also if they contain one."""
    held = set(Device.objects.filter(memberships__player__in=traces.people).values_list("pk", flat=True))
    for phone in Device.objects.filter(memberships__circle=traces.circle):
        label = same_name(phone.name)
        if label in traces.elsewhere or (phone.pk in held and any(name in label for name in traces.names)):
            Device.objects.filter(pk=phone.pk).update(name="")
            CircleChange.objects.filter(phone=phone).update(before=None, after=None)
    for link in traces.circle.links.exclude(label=""):
        if same_name(link.label) in traces.elsewhere:
            CircleLink.objects.filter(pk=link.pk).update(label="")
    for token in traces.circle.tokens.all():
        if same_name(token.name) in traces.elsewhere:
            Token.objects.filter(pk=token.pk).update(name=traces.fresh)


def _in_row(text: str, traces: _Traces) -> str:
    """Replace names in a text of names with separators; a name may contain a separator, too."""
    parts, start = BETWEEN_NAMES.split(text), 0
    may_be_cut = len(text) >= LONGEST_CIRCLE

    def is_name(end: int) -> bool:
        key = same_name("".join(parts[start:end]))
        cut = may_be_cut and end == len(parts) and key
        return key in traces.elsewhere or bool(cut and any(name.startswith(key) for name in traces.elsewhere))

    while start < len(parts):
        if end := next(filter(is_name, range(len(parts), start, -1)), 0):
            parts[start:end] = [traces.fresh]
        start += 1
    return "".join(parts)[:LONGEST_CIRCLE]


def _rewritten(
    columns: dict[str, object] | None, row: RoundEdit | CircleChange, traces: _Traces
) -> dict[str, object] | None:
    about = row.player_id if isinstance(row, CircleChange) else (row.after or {}).get("player")
    own = about in traces.people
    names = traces.names if own else traces.elsewhere
    label = same_name(str((columns or {}).get("name", ""))) if getattr(row, "phone_id", None) else ""
    if any(name in label for name in traces.elsewhere):
        return None

    def kept(key: str) -> str:
        return str(traces.person) if key in map(str, traces.people) else key

    def value_of(key: str, value: object) -> object:
        if key == "player" and value in traces.people:
            return traces.person
        if key == "cleared" and (transfer := read_transfer(str(value))):
            return str(MoneyTransfer(kept(transfer.payer), kept(transfer.payee), transfer.amount))
        if not isinstance(value, str) or key not in ("name", "label"):
            return value
        if row.action == CircleChange.Action.RENAME:
            return _in_row(value, traces)
        return traces.fresh if same_name(value) in names else value

    left = {key: value for key, value in (columns or {}).items() if not own or key not in ("reading", "mark")}
    return {key: value_of(key, value) for key, value in left.items()} if columns else columns
