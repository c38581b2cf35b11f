"""名前を消す: whatever happened before, no row, page or file of the circle holds one of the names."""

import json
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction
from django.urls import reverse
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scorekeeper.archive import uploads
from scorekeeper.archive.incoming import Outline, read_incoming
from scorekeeper.circles.models import Circle, Player, Role
from scorekeeper.circles.services import choose_player, make_link, rename_circle, rename_device
from scorekeeper.play.ledger import prepare
from scorekeeper.play.people import SatTogether, change_person, last_change, merge, take_apart, undoable
from scorekeeper.play.services import add_round, change_seats, start_session
from scorekeeper.play.standing_in import change_stand_in
from scorekeeper.play.table import Table
from scorekeeper.scoring.document import read_document
from scorekeeper.server.ratelimit import reset_limits
from tests.addresses.test_access import ADDRESSES
from tests.archive.books import text_of
from tests.doors import membership, send
from tests.helpers import Phone
from tests.play.evenings import form_version

OPERATIONS = (
    "table", "join", "stand in", "stand in", "round", "rename", "rename", "rename", "merge", "merge", "merge",
    "merge", "apart", "apart", "label", "group", "hold", "send", "agree", "forget",
)  # fmt: skip
Operation = tuple[str, int, int]
"""What is done, and two numbers that choose to whom."""
operations = st.lists(
    st.tuples(st.sampled_from(OPERATIONS), st.integers(0, 99), st.integers(0, 99)), min_size=6, max_size=24
)
PAGES = [
    (name, "cid" if "cid" in at.route else "sid")
    for name, at in ADDRESSES.items()
    if at.access.get and at.route.count("<") == 1 and at.route.startswith(("circles/<id:cid>", "t/<id:sid>"))
]
"""Every address of a circle or of a table that is about nothing else."""


@dataclass
class World:
    """A circle, and by an account of our own which names people ever had and who was merged into whom."""

    phone: Phone
    circle: Circle
    number: Iterator[int] = field(default_factory=count)
    names: dict[int, set[str]] = field(default_factory=dict)
    merged: dict[int, int] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)

    def fresh(self) -> str:
        """A name that nothing else holds, and that is in no other one."""
        return f"Qx{next(self.number):03}zv"

    def look(self) -> list[Player]:
        """Note what people are called now; gives those who are nobody else."""
        for player in self.circle.players.all():
            self.names.setdefault(player.pk, set()).update({player.name, player.reading} - {""})
        return list(self.circle.players.filter(merged_into=None).order_by("pk"))

    def tree(self, person: int) -> set[int]:
        result = {person}
        while more := {one for one, into in self.merged.items() if into in result} - result:
            result |= more
        return result

    def do(self, kind: str, one: int, two: int) -> None:
        people = self.look()
        first, second = people[one % len(people)], people[two % len(people)]
        match kind:
            case "rename":
                wanted = {"name": self.fresh(), "reading": self.fresh() if two % 3 == 0 else ""}
                change_person(first, wanted, None, last_change(first))
            case "merge" if first != second:
                with suppress(SatTogether), transaction.atomic():
                    merge(first, second, None, max(map(last_change, (first, second))))
                    self.merged[second.pk] = first.pk
            case "apart" if rows := list(undoable(first)):
                with suppress(SatTogether), transaction.atomic():
                    take_apart(rows[0], None)
                    del self.merged[rows[0].gone_id]
            case "forget" if not first.hidden:
                self.forget(first)
            case "label" | "group" | "hold":
                self.label(kind, first, second)
            case "send" | "agree":
                self.bring(kind, [first.name, second.name] if first != second else [first.name])
            case _:
                self.play(kind, one, first, second)
        self.look()

    def play(self, kind: str, one: int, first: Player, second: Player) -> None:
        sessions = list(self.circle.sessions.order_by("pk"))
        session = sessions[one % len(sessions)]
        seated = set(session.seats.values_list("player", flat=True))
        if kind == "table":
            names = [first.name, self.fresh(), *([second.name] if second != first else [])]
            start_session(self.circle, prepare(read_document(document(names))))
        elif kind == "join" and first.pk not in seated:
            change_seats(session, first.name if one % 2 else self.fresh(), "", (), form_version(session))
        elif kind == "stand in" and first.pk not in seated:
            name = first.name if one % 2 else self.fresh()
            change_stand_in(Table(session), "0", name, bool(one % 3), form_version(session))
        elif kind == "round":
            add_round(
                Table(session), {"kind": "out", "winner": "0", "hands": {"1": ["K"]}}, form_version(session)
            )

    def label(self, kind: str, first: Player, second: Player) -> None:
        """Labels that are nothing but a name, a phone in its holder's name, a group called after people."""
        mine = membership(self.phone)
        if kind == "label":
            rename_device(mine, first.name, None)
            make_link(self.circle, Role.VIEWER, None, second.name)
        elif kind == "hold":
            choose_player(mine, first)
            rename_device(mine, f"{first.name}'s", None)
        else:
            self.circle.refresh_from_db()
            rename_circle(self.circle, "・".join((first.name, second.name)), None)

    def bring(self, kind: str, names: list[str]) -> None:
        """Send the file of another circle with a new face in it, and agree to it or not."""
        other, names = Circle.objects.create(name="elsewhere"), [*names, self.fresh()]
        twin = Player.objects.create(circle=other, name=self.fresh())
        self.names.setdefault(-twin.pk, set()).add(twin.name)
        start_session(other, prepare(read_document(document(names))))
        merge(other.players.get(name=names[-1]), twin, None, 0)
        text = text_of(other)
        other.sessions.all().delete()
        other.delete()
        outline = read_incoming(text)
        assert isinstance(outline, Outline)
        result = uploads.store_upload(self.circle, membership(self.phone).device, outline, text, "")
        if kind == "agree":
            uploads.start_import(result, {})
            for player in self.circle.players.exclude(merged_into=None):
                self.merged.setdefault(player.pk, player.merged_into_id or 0)

    def forget(self, person: Player) -> None:
        tree = self.tree(person.pk)
        own = set().union(*(self.names[one] for one in tree))
        assert send(self.phone, "person_forget", person.pk, typed=person.name).status_code == 302
        self.gone |= {name for name in own if name.startswith("Qx")}
        for one in tree:
            self.names.pop(one, None)
            self.merged.pop(one, None)


def document(names: list[str]) -> dict[str, Any]:
    first, second = names[:2]
    rounds = [{"kind": "out", "winner": first, "hands": {second: ["K"]}}]
    return {"format": 1, "game": "gamble", "players": names, "rounds": rounds}


def as_text(value: object) -> str:
    """What a column holds, also packed."""
    if isinstance(value, bytes | memoryview):
        with suppress(zlib.error):
            return zlib.decompress(bytes(value)).decode()
    return json.dumps(value, default=str, ensure_ascii=False)


def rows() -> Iterator[tuple[str, str]]:
    """Every column of every table, whatever tables there are."""
    for model in apps.get_models():
        for row in model._default_manager.values():
            yield model._meta.label, " ".join(map(as_text, row.values()))


def pages(world: World) -> Iterator[tuple[str, str]]:
    """All pages and exports of the circle and its tables, as its host has them."""
    reset_limits()
    for name, what in PAGES:
        keys = [world.circle.public_id]
        if what == "sid":
            keys = [session.public_id for session in world.circle.sessions.all()[:2]]
        for key in keys:
            answer = world.phone.get(reverse(name, args=(key,)), follow=True)
            assert answer.status_code in (200, 404), (name, answer.status_code)
            yield name, answer.getvalue().decode(errors="replace")


@pytest.mark.django_db
@settings(
    max_examples=settings().max_examples // 20,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(done=operations)
@example(done=[*(("table", n, n) for n in range(3)), ("merge", 4, 3), ("merge", 4, 3), ("forget", 3, 0)])
@example(done=[("table", 1, 1), ("merge", 0, 3), ("apart", 0, 0), ("forget", 3, 0)])
@example(done=[("send", 0, 1), ("forget", 0, 0)])
@example(done=[("agree", 0, 1), ("stand in", 1, 2), ("forget", 3, 0), ("forget", 0, 0)])
@example(done=[("label", 0, 1), ("group", 0, 1), ("forget", 0, 0), ("forget", 1, 0)])
@example(done=[("hold", 0, 1), ("label", 1, 2), ("forget", 0, 0)])
def test_no_row_has_one(done: list[Operation]) -> None:
    with transaction.atomic():
        check(world_after(done), rows())
        transaction.set_rollback(True)


def test_no_page_has_one(db: None) -> None:
    world = world_after(
        [
            *(("table", 0, 1), ("agree", 0, 1), ("stand in", 1, 2), ("round", 0, 0), ("rename", 1, 0)),
            *(("merge", 0, 4), ("label", 0, 1), ("group", 0, 1), ("hold", 2, 1), ("send", 1, 2)),
            *(("forget", 0, 0), ("forget", 1, 0)),
        ]
    )
    check(world, pages(world))


def world_after(done: list[Operation]) -> World:
    """A circle to which all that was done, and of which two people are forgotten then."""
    world = World(Phone(), Circle())
    world.phone.open_table((world.fresh(), world.fresh(), world.fresh()))
    world.circle = world.phone.session.circle
    for operation in done:
        world.do(*operation)
    world.circle.refresh_from_db()
    for person in world.look()[:2]:
        if not person.hidden:
            world.forget(person)
    return world


def check(world: World, texts: Iterable[tuple[str, str]]) -> None:
    """None of them has a name that is gone."""
    assert world.gone
    for where, text in texts:
        left = [name for name in world.gone if name.casefold() in text.casefold()]
        assert not left, (where, left)
