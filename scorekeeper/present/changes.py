"""変更: what a change of a table or of a circle was about, in words: before and after."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.circles.models import Circle, CircleChange, CircleLink, Role
from scorekeeper.play.models import BillPayment, RoundEdit, SettlementPaid
from scorekeeper.scoring.settlement import read_rate

from .people import person_line, stand_in_line
from .presenter import Presenter
from .words import bill_payment_line, payment_line, rate_line

SETTINGS: Mapping[str, object] = {
    "hidden_hands": _("Hands stay hidden"),
    "second_person": _("A second person confirms"),
}
"""What a table can choose, by columns."""
ROLES: Mapping[str, object] = {
    Role.HOST.name.lower(): _("Host"),
    Role.PLAYER.name.lower(): _("Plays along"),
    Role.VIEWER.name.lower(): _("Only watches"),
    "result": _("Page of a result"),
}


@dataclass(frozen=True, slots=True)
class Told:
    """What there was and what there is; ``after`` alone where one sentence says it."""

    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """What changes name by key: people, and payments that were ticked."""

    people: Mapping[int, str] = field(default_factory=dict)
    payments: Mapping[int, SettlementPaid] = field(default_factory=dict)
    bill_payments: Mapping[int, BillPayment] = field(default_factory=dict)


def known_of(
    circle: Circle, changes: Iterable[CircleChange], payments: Iterable[SettlementPaid] = ()
) -> Known:
    """What changes of a circle and payments of its tables name by key."""
    keys = {(change.after or {}).get("payment") for change in changes} - {None}
    return Known(
        dict(circle.players.values_list("pk", "name")),
        {row.pk: row for row in payments},
        BillPayment.objects.select_related("bill").in_bulk(keys) if keys else {},
    )


def told_edit(presenter: Presenter, edit: RoundEdit, known: Known) -> Told:
    """What was changed at a table."""
    if edit.round_id:
        line = presenter.edit_line(edit)
        return Told(line.before, line.after)
    if edit.action == RoundEdit.Action.SETTINGS:
        return _settings(edit.before or {}, edit.after or {})
    return Told(after=_happened(presenter, edit, known))


def _settings(before: Mapping[str, object], after: Mapping[str, object]) -> Told:
    """What a table chose, was called or was played for, as far as that is another thing now."""
    changed = [key for key in after if before.get(key) != after[key]]
    told = ([_setting(key, one.get(key)) for key in changed] for one in (before, after))
    return Told(*map(gettext(" · ").join, told))


def _setting(key: str, value: object) -> str:
    if key == "title":
        return str(value) or gettext("no name")
    if key == "rate":
        return rate_line(read_rate(value) if value else None)
    told = {"title": SETTINGS.get(key, key), "text": gettext("yes") if value else gettext("no")}
    return gettext("%(title)s: %(text)s") % told


def _happened(presenter: Presenter, edit: RoundEdit, known: Known) -> str:
    """One sentence about what is no round; empty where the action says it all."""
    after, table = edit.after or {}, presenter.table
    match edit.action:
        case RoundEdit.Action.PAY:
            return payment_line(table, after)
        case RoundEdit.Action.UNPAY:
            ticked = known.payments.get(after.get("payment", 0))
            return payment_line(table, payment_of(ticked)) if ticked else ""
        case RoundEdit.Action.PEOPLE:
            return person_line(edit.before, edit.after)
        case RoundEdit.Action.STAND_IN:
            owner = table.names.get(after.get("seat", ""), "")
            return stand_in_line(owner, known.people.get(after.get("player") or 0, ""))
    return ""


def payment_of(row: SettlementPaid) -> dict[str, str]:
    """A payment that was ticked, as the line of the history has it."""
    return {"from": row.payer, "to": row.payee, "points": str(row.points), "money": row.money}


def told_change(change: CircleChange, known: Known) -> Told:
    """What was changed of a circle, its people, links or phones, or of evenings settled together."""
    after = change.after or {}
    if row := known.bill_payments.get(after.get("payment", 0)):
        return Told(after=bill_payment_line(row, known.people))
    if count := after.get("tables"):
        return Told(after=ngettext("%(n)s table", "%(n)s tables", count) % {"n": count})
    if change.action == CircleChange.Action.PERSON:
        return Told(after=person_line(change.before, change.after))
    return Told(_columns(change.before), _columns(change.after))


def _columns(values: Mapping[str, object] | None) -> str:
    said = (str(ROLES.get(str(value), value)) for value in (values or {}).values() if value)
    return gettext(" · ").join(said)


def link_name(link: CircleLink) -> str:
    """A link by its label, or by what those may do who come by it."""
    return link.label or str(ROLES[Role(link.role).name.lower()])


def of_somebody(words: str, name: str) -> str:
    """What was done, and to whom or what."""
    return pgettext("change", "%(what)s: %(name)s") % {"what": words, "name": name} if name else words
