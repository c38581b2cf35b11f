"""並べかえ: a round gets another place among the rounds of its session."""

from collections.abc import Mapping
from typing import NamedTuple

from django.db.models import F

from scorekeeper.scoring.reading import Json

from .entries import Entries, with_move
from .idempotency import FormVersion, StaleForm
from .models import Round, RoundEdit
from .numbering import Numbered, numbers_of
from .services import Change, check, edits_since, record, settle_within
from .table import Table

END = "end"
"""What forms and links say in the place of a round's key for the place behind the last."""


class RoundPosition(NamedTuple):
    """A place among the rounds: before ``follower`` (its key; None: at the end), and what it is called by
    there."""

    follower: int | None
    numbered: Numbered

    @property
    def asked(self) -> str:
        return str(self.follower) if self.follower else END

    def write(self) -> Json:
        return {"before": self.follower, "number": self.numbered.number, "counted": self.numbered.counted}


def read_place(data: Mapping[str, object] | None, kind: str) -> RoundPosition | None:
    """The place of a round of that kind in a line of the history; None where it has none."""
    if not data or "counted" not in data:
        return None
    follower, counted = data.get("before"), data["counted"]
    number = Numbered(kind, data.get("number") is not None, counted if isinstance(counted, int) else 0)
    return RoundPosition(follower if isinstance(follower, int) else None, number)


def behind(table: Table, row: Round) -> Round | None:
    """The entry after a round, counted or not; None after the last."""
    return next((one for one in table.rounds_from(row.position) if one.position > row.position), None)


def number_then(entries: Entries, row: Round) -> Numbered:
    """What a round would be called if the session's rounds were ``entries``, among which it is."""
    scored = zip((position for position, _facts in entries.rounds), entries.replay.scored, strict=True)
    result = next(one for position, one in scored if position == row.position)
    return Numbered(row.happened["kind"], result.outcome.counts, result.state.counted)


def move_round(table: Table, row: Round, follower: Round | None, form_version: FormVersion) -> RoundEdit:
    """Put a round before ``follower``, or at the end, and score all again from there.

    Raises StaleForm (also where it was taken back), NotSeated, NotPlayed or FormUsed.
    """
    if row.voided:
        raise StaleForm(edits_since(table.session, form_version.revision))
    wanted, next_one = with_move(table, row, follower), behind(table, row)
    check(wanted, row)
    before = RoundPosition(next_one.pk if next_one else None, numbers_of([row.pk])[row.pk])
    after = RoundPosition(follower.pk if follower else None, number_then(wanted, row))

    def write(seen: int) -> Round:
        held = table.for_update(seen)
        now = Round.objects.select_related("session").get(pk=row.pk)
        then = Round.objects.get(pk=follower.pk) if follower else None
        if now.voided:
            raise StaleForm(edits_since(now.session, form_version.revision))
        entries = with_move(held, now, then)
        check(entries, now)
        _put(now, then.position if then else held.length + 1)
        settle_within(Table(row.session, writes=True), entries.since)
        return now

    change = Change(RoundEdit.Action.MOVE, before.write(), after.write())
    return record(table.session, form_version, change, write)


def puts(edit: RoundEdit, row: Round, follower: Round | None) -> bool:
    wanted = follower.pk if follower else None
    moved = edit.action == RoundEdit.Action.MOVE and edit.round_id == row.pk
    return moved and (edit.after or {}).get("before") == wanted


def _put(row: Round, before: int) -> None:
    """Give a round the place before that position; those between move by one."""
    others, was = row.session.rounds.all(), row.position
    if before <= was:
        others.filter(position__gte=before, position__lt=was).update(position=F("position") + 1)
        row.position = before
    else:
        others.filter(position__gt=was, position__lt=before).update(position=F("position") - 1)
        row.position = before - 1
    Round.objects.filter(pk=row.pk).update(position=row.position)
