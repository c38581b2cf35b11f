"""誰が何を: what each device of a circle has changed, in words."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter, itemgetter

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, QuerySet, Window
from django.db.models.functions import RowNumber
from django.urls import reverse
from django.utils.translation import gettext

from scorekeeper.circles.models import Circle, Device, Membership, Role
from scorekeeper.circles.selectors import memberships
from scorekeeper.play.models import RoundEdit
from scorekeeper.play.table import Table
from scorekeeper.present.heads import title
from scorekeeper.present.presenter import Presenter
from scorekeeper.present.words import ACTIONS, device_name

SHOWN, ON_PAGE = 3, 50


@dataclass(frozen=True, slots=True)
class Doing:
    """One change: when, what, at which table; ``before`` and ``after`` where the facts are asked for."""

    at: datetime
    words: str
    table: str
    url: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """端末: a device of a circle, and what it changed last."""

    pk: int
    name: str
    person: str
    role: str
    link: str
    seen_at: datetime
    own: bool
    changes: int
    last: tuple[Doing, ...] = ()


def device_row(
    membership: Membership, own: int | None, changes: int, last: Iterable[Doing] = ()
) -> DeviceRow:
    """A membership ready to show; ``own`` is the key of the device that asks."""
    return DeviceRow(
        pk=membership.pk,
        name=device_name(membership.device),
        person=membership.player.name if membership.player else "",
        role=Role(membership.role).name.lower(),
        link=membership.link.label if membership.link else "",
        seen_at=membership.device.last_seen,
        own=membership.device_id == own,
        changes=changes,
        last=tuple(last),
    )


def device_rows(circle: Circle, own: int | None) -> list[DeviceRow]:
    """The devices of a circle with what each changed last, newest first."""
    edits = RoundEdit.objects.filter(session__circle=circle)
    counts = dict(edits.values_list("device").annotate(count=Count("pk")).order_by())
    rules, last = _rule_doings(circle), defaultdict[int | None, list[Doing]](list)
    for edit in _newest(edits):
        last[edit.device_id].append(_doing(edit))

    def row(one: Membership) -> DeviceRow:
        device, own_rules = one.device_id, rules[one.device_id]
        newest = sorted([*last[device], *own_rules], key=attrgetter("at"), reverse=True)[:SHOWN]
        return device_row(one, own, counts.get(device, 0) + len(own_rules), newest)

    return [row(one) for one in memberships(circle)]


def _rule_doings(circle: Circle) -> dict[int | None, list[Doing]]:
    """What each device did to the rules that a circle keeps."""
    found: dict[int | None, list[Doing]] = defaultdict(list)
    seen: set[int] = set()
    for rules in circle.rule_sets.order_by("created_at", "pk"):
        url = reverse("rule_sets_kept", args=(circle.public_id, rules.public_id))
        same = rules.current_id or rules.pk
        words = gettext("changed rules") if same in seen else gettext("saved rules")
        seen.add(same)
        found[rules.device_id].append(Doing(rules.created_at, words, rules.name, url))
        if rules.archived_at and not rules.current_id:
            away = Doing(rules.archived_at, gettext("archived rules"), rules.name, url)
            found[rules.archived_by_id].append(away)
    return found


def _newest(edits: "QuerySet[RoundEdit]") -> "QuerySet[RoundEdit]":
    """The last few changes of every device, newest first."""
    place = Window(RowNumber(), partition_by=F("device"), order_by=F("pk").desc())
    found = edits.annotate(place=place).filter(place__lte=SHOWN)
    return found.select_related("session", "round").order_by("-pk")


def _doing(edit: RoundEdit, before: str = "", after: str = "") -> Doing:
    sid = edit.session.public_id
    words = str(ACTIONS[edit.action])
    if edit.round:
        number = {"number": edit.round.position, "what": words}
        words = gettext("round %(number)d %(what)s") % number
        url = reverse("round", args=(sid, edit.round.position))
    else:
        url = reverse("table", args=(sid,))
    return Doing(edit.at, words, title(edit.session), url, before, after)


Change = tuple[datetime, int | Doing]
"""When, and what: the key of a change of a table, or what was done to rules."""


def changes_of(circle: Circle, device: Device) -> "Paginator[Change]":
    """Everything that a device changed in a circle, newest first."""
    edits = RoundEdit.objects.filter(session__circle=circle, device=device).order_by("-pk")
    rules = [(doing.at, doing) for doing in _rule_doings(circle)[device.pk]]
    changes: list[Change] = [*edits.values_list("at", "pk"), *rules]
    return Paginator(sorted(changes, key=itemgetter(0), reverse=True), ON_PAGE)


def doings(page: "Page[Change]") -> list[Doing]:
    """Changes with their facts before and after."""
    presenters: dict[int, Presenter] = {}
    edits = RoundEdit.objects.select_related("session", "round", "device", "confirmed_by")
    found = edits.in_bulk([change for _, change in page if isinstance(change, int)])
    return [
        change if isinstance(change, Doing) else _with_facts(found[change], presenters) for _, change in page
    ]


def _with_facts(edit: RoundEdit, presenters: dict[int, Presenter]) -> Doing:
    if not edit.round_id:
        return _doing(edit)
    presenter = presenters.setdefault(edit.session_id, Presenter(Table(edit.session)))
    line = presenter.edit_line(edit)
    return _doing(edit, line.before, line.after)
