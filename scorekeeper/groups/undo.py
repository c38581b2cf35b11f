"""取り消し: which changes can be undone, and which existing form undoes each."""

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from scorekeeper.circles.models import Circle, CircleChange, Role
from scorekeeper.play.idempotency import new_key
from scorekeeper.play.merging import UNDO
from scorekeeper.play.models import GameSession, Merge, Round, RoundEdit
from scorekeeper.play.moving import read_place
from scorekeeper.play.services import SETTINGS
from scorekeeper.present.log import Referenced, Undo, payment_of

Action = RoundEdit.Action


class Undoing:
    """What a device of some role may take back, asked from the newest change on."""

    def __init__(self, circle: Circle, role: int, by_key: Referenced) -> None:
        self.circle = circle
        self.role = role
        self._ticked = [row for row in by_key.payments.values() if not row.undone_at]
        self._bill_payments = by_key.bill_payments
        since = timezone.now() - UNDO
        merges = Merge.objects.filter(kept__circle=circle, undone_at=None, at__gte=since)
        self._merged = set(merges.values_list("kept", "gone__name")) if role >= Role.HOST else set()

    def edit(self, edit: RoundEdit) -> Undo | None:
        """How a change of a table is taken back, as long as it is the last of its kind."""
        if self.role < Role.PLAYER:
            return None
        if edit.round:
            return None if getattr(edit, "round_later", True) else _round(edit, edit.round)
        if edit.action == Action.END and edit.session.ended_at and not getattr(edit, "end_later", True):
            url = reverse("session_reopen", args=(edit.session.public_id,))
            return Undo(gettext("Reopen the table"), url, _stamp(edit.session))
        if edit.action == Action.SETTINGS and not getattr(edit, "settings_later", True):
            return _settings(edit)
        return self._payment(edit) if edit.action == Action.PAY else None

    def _payment(self, edit: RoundEdit) -> Undo | None:
        """Take back the tick, if it is there; of ticks that say the same the newest change has it.

        A change may say nothing of the unit: it was in points, or made before changes said so.
        """
        paid = (edit.after or {}).items()
        ticked = (row for row in self._ticked if row.session_id == edit.session_id)
        row = next((row for row in ticked if paid <= payment_of(row).items()), None)
        if row is None:
            return None
        self._ticked.remove(row)
        url = reverse("settle_paid", args=(edit.session.public_id,))
        return Undo(gettext("Undo"), url, (("undo", row.pk), *_stamp(edit.session)))

    def change(self, change: CircleChange) -> Undo | None:
        """How a change of the circle is taken back."""
        row = self._bill_payments.get((change.after or {}).get("payment", 0))
        ticked = row and not row.undone_at and change.action == CircleChange.Action.PAY
        if row and ticked and self.role >= Role.PLAYER:
            url = reverse("bill_paid", args=(self.circle.public_id, row.bill.public_id))
            return Undo(gettext("Undo"), url, (("undo", row.pk), ("revision", 0), ("key", new_key())))
        merged = (change.player_id or 0, (change.before or {}).get("name", ""))
        if change.action != CircleChange.Action.MERGE or merged not in self._merged:
            return None
        url = reverse("person_merge", args=(self.circle.public_id, change.player_id))
        return Undo(gettext("Undo"), url)


def _round(edit: RoundEdit, row: Round) -> Undo:
    place = read_place(edit.before, row.happened["kind"]) if edit.action == Action.MOVE else None
    if place:
        url = reverse("round_move", args=(edit.session.public_id, row.position))
        return Undo(gettext("Move it back"), f"{url}?row={row.pk}&before={place.asked}")
    name, label = ("round_restore", gettext("Restore")) if row.voided else ("round_void", gettext("Void"))
    url = reverse(name, args=(edit.session.public_id, row.position))
    return Undo(label, f"{url}?row={row.pk}")


def _settings(edit: RoundEdit) -> Undo:
    """The form of the settings, or of the rate, as it was before."""
    before = edit.before or {}
    if "rate" in before:
        fields = {"action": "confirm", **(before["rate"] or {})}
        url = reverse("rate", args=(edit.session.public_id,))
    else:
        chosen = {key: before.get(key, getattr(edit.session, key)) for key in SETTINGS}
        fields = {key: "on" for key, on in chosen.items() if on}
        fields |= {"title": before["title"]} if "title" in before else {}
        fields |= {"day": before["night"]} if "night" in before else {}
        url = reverse("settings", args=(edit.session.public_id,))
    return Undo(gettext("Undo"), url, (*fields.items(), *_stamp(edit.session)))


def _stamp(session: GameSession) -> tuple[tuple[str, object], ...]:
    return ("revision", session.revision), ("key", new_key())
