"""名前を消す: points stay, but no row, page or file of the circle has the name any more."""

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
from scorekeeper.archive.circle_reading import read_incoming
from scorekeeper.circles.models import Circle, CircleChange, Device, Player, Role
from scorekeeper.circles.services import choose_player, make_link, rename_circle, rename_device
from scorekeeper.play.ledger import prepare
from scorekeeper.play.people import SatTogether, change_person, last_change, merge, undo_merge, undoable
from scorekeeper.play.services import add_round, change_seats, start_session
from scorekeeper.play.standing_in import change_stand_in
from scorekeeper.play.table import Table
from scorekeeper.scoring.document import read_document
from scorekeeper.server.ratelimit import reset_limits
from tests.addresses.test_access import ADDRESSES
from tests.archive.books import text_of
from tests.circle_pages import ask, circle_of, join_by_link, membership, person, send
from tests.helpers import DOBON, Phone, forms, html, text
from tests.money.test_balances import press, values
from tests.play.evenings import YEN, form_version, over
from tests.story.test_person_edit import edit

OPERATIONS = (
    "table", "join", "stand in", "stand in", "round", "rename", "rename", "rename", "merge", "merge", "merge",
    "merge", "apart", "apart", "label", "group", "hold", "send", "agree", "forget",
)  # fmt: skip
Operation = tuple[str, int, int]
"""An operation, and two numbers that choose the people."""
operations = st.lists(
    st.tuples(st.sampled_from(OPERATIONS), st.integers(0, 99), st.integers(0, 99)), min_size=6, max_size=24
)
PAGES = [
    (name, "cid" if "cid" in at.route else "sid")
    for name, at in ADDRESSES.items()
    if "GET" in at.access
    and at.route.count("<") == 1
    and at.route.startswith(("circles/<id:cid>", "t/<id:sid>"))
]
"""Every address of a circle or of a table without further parameters."""


def forget(phone: Phone, name: str) -> int:
    return int(send(phone, "person_forget", person(phone, name).pk, typed=name).status_code)


def stored() -> str:
    """All that is stored, as one text."""
    return " ".join(row for _model, row in rows()).casefold()


@pytest.fixture(name="known")
def _known(db: None) -> Phone:
    """Alexandra was Sandra once, was merged with Lexi, and her name is in that of her phone and the group."""
    phone = Phone().open_table(("Sandra", "Bertram", "Chie", "Lex"))
    edit(phone, "Sandra", name="Alexandra", reading="Arekusandora", mark="Æ")
    phone.record(DOBON)
    sid = phone.sid
    phone.open_table(("Lexi", "Bertram"), circle_of(phone).public_id)
    phone.record({"kind": "out", "winner": "0", "hand-1": "K"})
    merge_people(phone, "Alexandra", "Lexi")
    send(phone, "circle_me", player=person(phone, "Alexandra").pk)
    send(phone, "device_rename", membership(phone).pk, name="Alexandra's phone")
    send(phone, "circle_rename", name="Alexandra・Bertram")
    phone.sid = sid
    return phone


@pytest.mark.postgresql
def test_no_row_has_the_erased_name(known: Phone) -> None:
    """Points and rounds stay; several former members are numbered."""
    before = known.session.revision
    assert forget(known, "Alexandra") == 302
    left = stored()
    for name in ("alexandra", "sandra", "lexi", "arekusandora", "æ"):
        assert name not in left, name
    assert "bertram" in left
    assert circle_of(known).name == "Former member・Bertram"
    assert known.points() == {"Former member": 400, "Bertram": -330, "Chie": -70, "Lex": 0}
    assert "Former member" in text(known.show("round", 1))
    former = person(known, "Former member")
    assert former.hidden
    assert "Former member" not in html(ask(known, "circle_session_new"))
    change = CircleChange.objects.latest("pk")
    assert (change.action, change.player, change.before, change.after) == ("forget", former, None, None)
    forget(known, "Chie")
    assert set(known.points()) == {"Former member", "Bertram", "Former member 2", "Lex"}
    assert known.session.revision == before + 2


@pytest.mark.parametrize(("last", "stays"), [("Alexa", False), ("Be", True)])
def test_a_name_cut_off_at_the_end_of_the_group_s_name(known: Phone, last: str, stays: bool) -> None:
    """A name of 60 characters is cut off; its last part may be another name."""
    name = f"Chie・Lex・{'x' * (50 - len(last))}・{last}"
    assert len(name) == 60
    send(known, "circle_rename", name=name)
    forget(known, "Alexandra")
    left = circle_of(known).name
    assert (last in left, left == name) == (stays, stays)


def test_the_name_has_to_be_typed(known: Phone) -> None:
    shown = ask(known, "person_forget", person(known, "Alexandra").pk)
    assert "This cannot be undone." in text(shown)
    assert known.url("export") in html(shown)
    for typed in ("", "Bertram", "Alexandr"):
        answer = send(known, "person_forget", person(known, "Alexandra").pk, typed=typed)
        assert answer.status_code == 422
        assert forms(answer)["forget"]["typed"] == [typed]
    assert person(known, "Alexandra").reading


def test_an_unmerged_person_keeps_the_name(known: Phone) -> None:
    send(known, "circle_rename", name="Alexandra・Lexi・Bertram")
    kept = person(known, "Alexandra")
    send(known, "person_merge", kept.pk, undo=kept.merges.get().pk)
    forget(known, "Alexandra")
    assert person(known, "Lexi").merged_into is None
    assert circle_of(known).name == "Former member・Lexi・Bertram"


def merge_people(phone: Phone, kept: str, gone: str) -> None:
    other = person(phone, gone).pk
    assert send(phone, "person_merge", person(phone, kept).pk, other=other, seen="99999").status_code == 302


def test_a_merged_entry_that_still_has_a_seat(db: None) -> None:
    """A file may say so; the seat stays, and its name goes."""
    phone = Phone().open_table(("Anna", "Xaver"))
    phone.open_table(("Berta", "Xaver"), circle_of(phone).public_id)
    circle_of(phone).players.filter(name="Anna").update(merged_into=person(phone, "Berta"))
    forget(phone, "Berta")
    left = stored()
    assert [name for name in ("anna", "berta") if name in left] == []
    assert person(phone, "Former member 2").merged_into == person(phone, "Former member")


def test_a_person_merged_with_a_former_member(db: None) -> None:
    """Both would have the same name for a moment."""
    phone = Phone().open_table(("Anna", "Xaver"))
    phone.open_table(("Berta", "Xaver"), circle_of(phone).public_id)
    assert forget(phone, "Anna") == 302
    merge_people(phone, "Berta", "Former member")
    assert forget(phone, "Berta") == 302
    assert [one.name for one in circle_of(phone).players.order_by("pk")] == ["Xaver", "Former member 2"]


@pytest.mark.postgresql
def test_the_log_of_a_payment_by_a_merged_person(phone: Phone) -> None:
    """The row of the merged person is deleted; the log names the former member."""
    circle = circle_of(phone)
    over(circle, {("Benny", "あき"): 300}, rate=YEN)
    press(phone, clear=values(phone)[0])
    merge_people(phone, "Ben", "Benny")
    assert forget(phone, "Ben") == 302
    log = text(ask(phone, "changes")).partition("ticked payments of several tables")[2]
    assert "Former member → あき 300円" in log.partition("payment ticked")[0]


@pytest.mark.postgresql
def test_labels_equal_to_the_name_are_cleared(phone: Phone) -> None:
    """Of phones that nobody holds, and of links; a longer label is free text."""
    for label in ("CHIE", "Chie's old one"):
        send(phone, "device_rename", membership(join_by_link(phone)).pk, name=label)
    make_link(circle_of(phone), Role.VIEWER, None, "Chie")
    forget(phone, "Chie")
    assert sorted(Device.objects.values_list("name", flat=True)) == ["", "", "Chie's old one"]
    assert set(circle_of(phone).links.values_list("label", flat=True)) == {""}
    assert list(circle_of(phone).changes.filter(action="phone").values_list("after", flat=True)) == [None] * 2


@pytest.mark.postgresql
def test_a_name_that_another_person_has_now_stays(phone: Phone) -> None:
    """Chie was Dora before another person got that name, who keeps it, also in the log."""
    edit(phone, "Chie", name="Dora")
    edit(phone, "Dora", name="Chie")
    edit(phone, "大輔", name="Dora")
    forget(phone, "Chie")
    assert set(phone.points()) == {"あき", "Ben", "Former member", "Dora"}
    changes = (
        CircleChange.objects.filter(action="person").order_by("pk").values_list("after__name", flat=True)
    )
    assert list(changes) == ["Former member", "Former member", "Dora"]


def test_names_with_a_dot_in_the_group_s_name(db: None) -> None:
    phone = Phone().open_table(("ジョン・スミス", "メアリ・スミス", "あき"))
    send(phone, "circle_rename", name="ジョン・スミス・メアリ・スミス・あき")
    forget(phone, "ジョン・スミス")
    assert circle_of(phone).name == "Former member・メアリ・スミス・あき"


@dataclass
class World:
    """A circle, with the names that people ever had and who was merged into whom."""

    phone: Phone
    circle: Circle
    number: Iterator[int] = field(default_factory=count)
    names: dict[int, set[str]] = field(default_factory=dict)
    merged: dict[int, int] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)

    def fresh(self) -> str:
        """A name that occurs nowhere else."""
        return f"Qx{next(self.number):03}zv"

    def look(self) -> list[Player]:
        """Store people's current names; returns those who are not merged."""
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
                    undo_merge(rows[0], None)
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
        """Upload the file of another circle with a new person, and confirm the import or not."""
        other, names = Circle.objects.create(name="elsewhere"), [*names, self.fresh()]
        twin = Player.objects.create(circle=other, name=self.fresh())
        self.names.setdefault(-twin.pk, set()).add(twin.name)
        start_session(other, prepare(read_document(document(names))))
        merge(other.players.get(name=names[-1]), twin, None, 0)
        text = text_of(other)
        other.sessions.all().delete()
        other.delete()
        outline = read_incoming(text)
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
    """The text of a column, also of a compressed one."""
    if isinstance(value, bytes | memoryview):
        with suppress(zlib.error):
            return zlib.decompress(bytes(value)).decode()
    return json.dumps(value, default=str, ensure_ascii=False)


def rows() -> Iterator[tuple[str, str]]:
    """Every column of every row of every model."""
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
def test_law_no_row_has_an_erased_name(done: list[Operation]) -> None:
    with transaction.atomic():
        check(world_after(done), rows())
        transaction.set_rollback(True)


def test_no_page_has_an_erased_name(db: None) -> None:
    world = world_after(
        [
            *(("table", 0, 1), ("agree", 0, 1), ("stand in", 1, 2), ("round", 0, 0), ("rename", 1, 0)),
            *(("merge", 0, 4), ("label", 0, 1), ("group", 0, 1), ("hold", 2, 1), ("send", 1, 2)),
            *(("forget", 0, 0), ("forget", 1, 0)),
        ]
    )
    check(world, pages(world))


def world_after(done: list[Operation]) -> World:
    """A circle after these operations, of which two people are then erased."""
    world = World(Phone(), Circle())
    world.phone.open_table((world.fresh(), world.fresh(), world.fresh()))
    world.circle = world.phone.session.circle
    for operation in done:
        world.do(*operation)
    world.circle.refresh_from_db()
    for one in world.look()[:2]:
        if not one.hidden:
            world.forget(one)
    return world


def check(world: World, texts: Iterable[tuple[str, str]]) -> None:
    """No text has an erased name."""
    assert world.gone
    for where, shown in texts:
        left = [name for name in world.gone if name.casefold() in shown.casefold()]
        assert not left, (where, left)
