"""誰が何を: what each device of a circle has changed, in words."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import TypeVar

from django.db.models import Count, Exists, F, OuterRef, QuerySet, Window
from django.db.models.functions import RowNumber
from django.urls import reverse
from django.utils.translation import gettext

from scorekeeper.circles.models import Circle, CircleChange, Membership, Role
from scorekeeper.circles.selectors import memberships
from scorekeeper.play.models import RoundEdit
from scorekeeper.play.numbering import numbered, with_counted
from scorekeeper.present.changes import link_name, of_somebody
from scorekeeper.present.heads import title
from scorekeeper.present.numbers import called
from scorekeeper.present.words import ACTIONS, CIRCLE_ACTIONS, device_name

SHOWN = 3
M = TypeVar("M", RoundEdit, CircleChange)


@dataclass(frozen=True, slots=True)
class Undo:
    """取り消し: the button that takes a change back: its words, its address, and what it posts.

    Without ``fields`` it leads to a page that asks first.
    """

    label: str
    url: str
    fields: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class Doing:
    """One change: when, what, at which table.

    ``who`` made it, ``before`` and ``after`` and the way to ``undo`` it are there where they are asked for.
    """

    at: datetime
    words: str
    table: str
    url: str
    device: int | None = None
    before: str = ""
    after: str = ""
    who: str = ""
    undo: Undo | None = None


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
    counts = Counter(dict(_counted(edits))) + Counter(dict(_counted(circle.changes.all())))
    rules, last = defaultdict[int | None, list[Doing]](list), defaultdict[int | None, list[Doing]](list)
    for doing in rule_doings(circle):
        rules[doing.device].append(doing)
    for edit in with_counted(_newest(edits.select_related("session", "round")), "round__"):
        last[edit.device_id].append(edit_doing(edit))
    for change in _newest(circle.changes.select_related("player")):
        last[change.device_id].append(circle_doing(change, circle))

    def row(one: Membership) -> DeviceRow:
        device, own_rules = one.device_id, rules[one.device_id]
        newest = sorted([*last[device], *own_rules], key=attrgetter("at"), reverse=True)[:SHOWN]
        return device_row(one, own, counts[device] + len(own_rules), newest)

    return [row(one) for one in memberships(circle)]


def _counted(changes: "QuerySet[M]") -> "QuerySet[M, tuple[int | None, int]]":
    return changes.order_by().values_list("device").annotate(count=Count("pk"))


def _newest(changes: "QuerySet[M]") -> "QuerySet[M]":
    """The last few changes of every device, newest first."""
    place = Window(RowNumber(), partition_by=F("device"), order_by=F("pk").desc())
    return changes.annotate(place=place).filter(place__lte=SHOWN).order_by("-pk")


def rule_doings(circle: Circle) -> Iterator[Doing]:
    """What was done to the rules that a circle keeps."""
    seen: set[int] = set()
    for rules in circle.rule_sets.order_by("created_at", "pk"):
        url = reverse("rule_sets_kept", args=(circle.public_id, rules.public_id))
        same = rules.current_id or rules.pk
        words = gettext("changed rules") if same in seen else gettext("saved rules")
        seen.add(same)
        yield Doing(rules.created_at, words, rules.name, url, rules.device_id)
        if rules.archived_at and not rules.current_id:
            words = gettext("archived rules")
            yield Doing(rules.archived_at, words, rules.name, url, rules.archived_by_id)


def link_doings(circle: Circle) -> Iterator[Doing]:
    """Links that came with the circle, or were made and revoked before a history of that was kept."""
    noted = circle.changes.filter(link=OuterRef("pk"))
    links = circle.links.annotate(
        made=Exists(noted.filter(action=CircleChange.Action.LINK)),
        ended=Exists(noted.filter(action=CircleChange.Action.REVOKE)),
    )
    url = reverse("circle", args=(circle.public_id,))
    for link in links:
        words = of_somebody(str(CIRCLE_ACTIONS["link"]), link_name(link))
        if not link.made:
            yield Doing(link.created_at, words, "", url, link.created_by_id)
        if link.revoked_at and not link.ended:
            words = of_somebody(str(CIRCLE_ACTIONS["revoke"]), link_name(link))
            yield Doing(link.revoked_at, words, "", url)


def join_doings(circle: Circle) -> Iterator[Doing]:
    """Phones that joined."""
    url = reverse("circle", args=(circle.public_id,))
    for membership in circle.memberships.select_related("link"):
        words = of_somebody(gettext("joined"), link_name(membership.link) if membership.link else "")
        yield Doing(membership.joined_at, words, "", url, membership.device_id)


def edit_doing(edit: RoundEdit) -> Doing:
    """A change of a table, read ``with_counted`` rounds."""
    sid = edit.session.public_id
    words = str(ACTIONS[edit.action])
    if edit.round:
        named = {"round": called(numbered(edit.round, edit)), "what": words}
        words = gettext("%(round)s: %(what)s") % named
        url = reverse("round", args=(sid, edit.round.position))
    else:
        url = reverse("table", args=(sid,))
    return Doing(edit.at, words, title(edit.session), url, edit.device_id)


def circle_doing(change: CircleChange, circle: Circle) -> Doing:
    """A change of a circle, its people, links or phones."""
    name = change.player.name if change.player else ""
    words = of_somebody(str(CIRCLE_ACTIONS[change.action]), name)
    place = "people" if change.player_id else "circle"
    url = reverse(place, args=(circle.public_id,))
    if bill := (change.after or {}).get("bill"):
        url = reverse("bill", args=(circle.public_id, bill))
    return Doing(change.at, words, "", url, change.device_id)
