"""並べかえ: moving a round to another position in its session."""

from collections.abc import Mapping
from typing import NamedTuple

from django.db.models import F

from scorekeeper.scoring.reading import Json

from .entries import Entries, with_move
from .idempotency import FormVersion, StaleForm
from .models import Round, RoundEdit
from .numbering import Numbered, numbers_of
from .services import Change, check_entries, edits_since, rebuild_within_limit, record
from .table import Table

END = "end"
"""What forms and links send instead of the key of a follower for the position at the end."""


class RoundPosition(NamedTuple):
    """A position among the rounds, as the log stores it."""

    follower: int | None  # the primary key of the round that comes next; None: at the end
    numbered: Numbered  # of the moved round at this position

    @property
    def form_value(self) -> str:
        return str(self.follower) if self.follower else END

    def write(self) -> Json:
        return {"before": self.follower, "number": self.numbered.number, "counted": self.numbered.counted}


def read_position(data: Mapping[str, object] | None, kind: str) -> RoundPosition | None:
    """The position of a round of that kind from an entry of the log; None where it has none."""
    if not data or "counted" not in data:
        return None
    follower, counted = data.get("before"), data["counted"]
    number = Numbered(kind, data.get("number") is not None, counted if isinstance(counted, int) else 0)
    return RoundPosition(follower if isinstance(follower, int) else None, number)


def next_entry(table: Table, row: Round) -> Round | None:
    """The entry after a round, voided or not; None after the last."""
    return next((one for one in table.rounds_from(row.position) if one.position > row.position), None)


def numbered_in(entries: Entries, row: Round) -> Numbered:
    """The ``Numbered`` of a round after a change."""
    scored = zip((position for position, _facts in entries.rounds), entries.replay.scored, strict=True)
    result = next(one for position, one in scored if position == row.position)
    return Numbered(row.happened["kind"], result.outcome.counts, result.state.counted)


def move_round(table: Table, row: Round, follower: Round | None, form_version: FormVersion) -> RoundEdit:
    """Move a round before ``follower``, or to the end; raises StaleForm (also where it is voided)."""
    if row.voided:
        raise StaleForm(edits_since(table.session, form_version.revision))
    wanted, next_one = with_move(table, row, follower), next_entry(table, row)
    check_entries(wanted, row)
    before = RoundPosition(next_one.pk if next_one else None, numbers_of([row.pk])[row.pk])
    after = RoundPosition(follower.pk if follower else None, numbered_in(wanted, row))

    def write(seen: int) -> Round:
        locked = table.for_update(seen)
        now = Round.objects.select_related("session").get(pk=row.pk)
        then = Round.objects.get(pk=follower.pk) if follower else None
        if now.voided:
            raise StaleForm(edits_since(now.session, form_version.revision))
        entries = with_move(locked, now, then)
        check_entries(entries, now)
        _set_position(now, then.position if then else locked.length + 1)
        rebuild_within_limit(Table(row.session, writes=True), entries.since)
        return now

    change = Change(RoundEdit.Action.MOVE, before.write(), after.write())
    return record(table.session, form_version, change, write)


def is_move(edit: RoundEdit, row: Round, follower: Round | None) -> bool:
    """Whether a change has moved a round before ``follower``."""
    wanted = follower.pk if follower else None
    moved = edit.action == RoundEdit.Action.MOVE and edit.round_id == row.pk
    return moved and (edit.after or {}).get("before") == wanted


def _set_position(row: Round, before: int) -> None:
    """Move a round before that position; those between move by one."""
    others, was = row.session.rounds.all(), row.position
    if before <= was:
        others.filter(position__gte=before, position__lt=was).update(position=F("position") + 1)
        row.position = before
    else:
        others.filter(position__gt=was, position__lt=before).update(position=F("position") - 1)
        row.position = before - 1
    Round.objects.filter(pk=row.pk).update(position=row.position)
