"""回の呼び名: a round by its number, and what is no round of the game by what it is."""

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.play.models import Round, RoundEdit
from scorekeeper.play.moving import read_place
from scorekeeper.play.numbering import Numbered, numbered

KINDS: Mapping[str, object] = {
    "adjust": _("correction"),
    "seats": _("change of seats"),
    "streak": _("correction of wins in a row"),
    "rules": _("change of rules"),
    "nogame": _("no game"),
    "passed": _("passed deal"),
}
"""What entries are called that do not count, by their kinds; others were taken back."""


def called(entry: Numbered) -> str:
    """An entry as a sentence names it: “round 7”, or “correction after round 6”."""
    if entry.number is not None:
        return gettext("round %(number)s") % {"number": entry.number}
    what = {"what": KINDS.get(entry.kind, gettext("voided round")), "number": entry.counted}
    if not entry.counted:
        return gettext("%(what)s before round 1") % what
    return gettext("%(what)s after round %(number)s") % what


def name_of(row: Round) -> str:
    """A round of a table as a sentence names it."""
    return called(numbered(row))


def places_of(edit: RoundEdit) -> tuple[str, str]:
    """What a round was called before and after it was moved; empty where it was not."""
    if edit.round is None or edit.action != RoundEdit.Action.MOVE:
        return "", ""
    kind = edit.round.happened["kind"]
    before, after = (read_place(data, kind) for data in (edit.before, edit.after))
    return called(before.numbered) if before else "", called(after.numbered) if after else ""
