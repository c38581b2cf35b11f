"""Rounds of the release before hands were rows: their hands move over, and nothing else changes."""

import json
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from scorekeeper.play.models import GameSession, Hand, Round
from scorekeeper.play.table import Table
from scorekeeper.scoring.document import Document, read_document, read_round, write_document
from scorekeeper.scoring.prepared import prepare

pytestmark = pytest.mark.django_db(transaction=True)

CASES = Path(__file__).parent.parent / "scoring" / "cases"
EVENINGS = (
    "gamble/pot-bank-and-seats",
    "kawagoe/played-together",
    "teyaku/everything-on",
    "dotenko/preset-drawn-card",
    "doudizhu/counted-from-the-plays",
)
BEFORE, MOVED = "0006_rules_have_them", "0008_hands_moved"
PEOPLE = "0004_remove_circle_link_nonce"
"""How far people and circles had come by then."""
STEP = import_module(f"scorekeeper.play.migrations.{MOVED}")

ODD: list[tuple[dict[str, Any], bool]] = [
    ({"kind": "out", "winner": "0", "weather": "rain", "hands": {"1": ["Jk", "H10"], "0": []}}, True),
    ({"hands": {"0": ["T", "k"], "1": {"points": 7}}, "kind": "unheard of"}, True),
    ({"kind": "out", "winner": "0", "hands": {}}, True),
    ({"kind": "out", "winner": "0"}, True),
    ({"kind": "out", "winner": "0", "hands": {"0": ["no card"], "1": ["K"]}}, False),
    ({"kind": "out", "winner": "0", "hands": {"99": ["K"]}}, False),
    ({"kind": "out", "winner": "0", "hands": {"1": "K"}}, False),
    ({"kind": "out", "winner": "0", "hands": {"1": {"points": 7, "count": 1}}}, False),
    ({"kind": "out", "winner": "0", "hands": {"1": ["K "]}}, False),
    ({"kind": "out", "winner": "0", "hands": ["K"]}, False),
    ({"kind": "dobon", "callers": "0", "card": 7, "hands": {"0": ["7"]}}, False),
    ({"hands": {"0": ["K"]}}, False),
]
"""Rounds that were taken back, most of which nobody could have entered, and whether they become rows."""


def migrate(target: str) -> Any:
    executor = MigrationExecutor(connection)
    targets = [("circles", PEOPLE), ("play", target)]
    executor.migrate(targets)
    return executor.loader.project_state(targets).apps


@pytest.fixture(name="old")
def _old(db: None) -> Iterator[Any]:
    """The models of the release before; the newest tables come back in the end."""
    yield migrate(BEFORE)
    bring_up_to_date()


def bring_up_to_date() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def document(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))["document"]
    return found


def bring_in(old: Any, name: str) -> tuple[int, list[dict[str, Any]]]:
    """An evening as the release before kept it, with odd rounds taken back; gives its key and all facts."""
    ready, short = prepare(read_document(document(name))), name.split("/")[0]
    circle = old.get_model("circles", "Circle").objects.create(name=name, public_id=short)
    data = {key: ready.data.get(key) for key in ("game", "options", "stake", "rate")}
    session = old.get_model("play", "GameSession").objects.create(
        circle=circle, public_id=short, standing=ready.standing, **data
    )
    for number, person in enumerate(ready.names):
        player = old.get_model("circles", "Player").objects.create(
            circle=circle, name=person, name_key=person
        )
        old.get_model("play", "Seat").objects.create(
            session=session, player=player, number=number, initial=number < ready.players
        )
    rounds = [(facts, False) for facts in ready.rounds] + [(facts, True) for facts, _rows in ODD]
    model = old.get_model("play", "Round")
    model.objects.bulk_create(
        model(session=session, position=position, facts=facts, voided=voided)
        for position, (facts, voided) in enumerate(rounds, 1)
    )
    return session.pk, [facts for facts, _voided in rounds]


def exported_before(old: Any, name: str, session: int) -> str:
    """The export of the release before, which kept whole facts in one column."""
    found, rounds = read_document(document(name)), old.get_model("play", "Round").objects
    names = {str(number): person for number, person in enumerate(prepare(found).names)}
    facts = rounds.filter(session=session, voided=False).values_list("facts", flat=True)
    read = tuple(read_round(found.ruleset, found.options, data, names, "") for data in facts)
    return text_of(replace(found, rounds=read))


def exported(session: int) -> str:
    return text_of(Table(GameSession.objects.get(pk=session)).document())


def text_of(found: Document) -> str:
    return json.dumps(write_document(found), ensure_ascii=False, indent=1)


def test_exports_are_the_same_text(old: Any) -> None:
    evenings = {name: bring_in(old, name) for name in EVENINGS}
    before = {name: exported_before(old, name, session) for name, (session, _) in evenings.items()}
    bring_up_to_date()
    for name, (session, facts) in evenings.items():
        assert exported(session) == before[name]
        rows = list(Round.objects.filter(session=session))
        assert [row.facts for row in rows] == facts, name
        left = [row.happened.get("hands") for row in rows]
        assert not any(left[: -len(ODD)]), "no card is kept twice"
        assert [not hands for hands in left[-len(ODD) :]] == [rows for _facts, rows in ODD]


@pytest.mark.long
def test_there_and_back(old: Any) -> None:
    facts = dict(bring_in(old, name) for name in EVENINGS)
    columns = list(old.get_model("play", "Round").objects.order_by("pk").values_list("facts", flat=True))
    bring_up_to_date()
    assert Hand.objects.exists()
    now = migrate(BEFORE)
    rounds = now.get_model("play", "Round").objects.order_by("pk")
    assert [json.dumps(data) for data in rounds.values_list("facts", flat=True)] == list(
        map(json.dumps, columns)
    )
    assert sum(map(len, facts.values())) == len(columns)


@pytest.mark.long
def test_broken_off_and_started_again(
    old: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _session, facts = bring_in(old, EVENINGS[0])
    monkeypatch.setattr(STEP, "ROUNDS_AT_ONCE", 2)
    move_out, batches = STEP.move_out, iter(range(3))

    def killed(*arguments: Any) -> None:
        move_out(*arguments)
        if next(batches) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(STEP, "move_out", killed)
    with pytest.raises(KeyboardInterrupt):
        migrate(MOVED)
    rows = Round.objects.order_by("pk")
    assert [row.facts for row in rows] == facts, "half of the way nothing is lost"
    assert set(Hand.objects.values_list("round__position", flat=True)) <= {1, 2, 3, 4}
    count = len(facts)
    assert capsys.readouterr().err == f"Hands: 2 of {count} rounds\nHands: 4 of {count} rounds\n"
    monkeypatch.setattr(STEP, "move_out", move_out)
    migrate(MOVED)
    assert [row.facts for row in Round.objects.order_by("pk")] == facts
    assert f"Hands: {count} of {count} rounds" in capsys.readouterr().err


@pytest.mark.long
def test_who_entered_a_hand_is_told_by_the_changes(old: Any) -> None:
    """Device 0 recorded the round, 1 corrected Ben's hand, 2 only the winner."""
    session, _facts = bring_in(old, EVENINGS[0])
    devices = [old.get_model("circles", "Device").objects.create(key_hash=str(n)) for n in range(3)]
    first = {"kind": "out", "winner": "0", "hands": {"1": ["K"], "2": ["5"]}}
    second = {"kind": "out", "winner": "0", "hands": {"1": ["Q"], "2": ["5"]}}
    third = {"kind": "out", "winner": "3", "hands": {"1": ["Q"], "2": ["5"]}}
    row = old.get_model("play", "Round").objects.create(
        session_id=session, position=99, facts=third, entered_by=devices[0]
    )
    for device, (before, after) in zip(devices[1:], pairwise((first, second, third)), strict=True):
        edit = {"action": "edit", "key": str(device.pk), "revision": 1, "before": before, "after": after}
        old.get_model("play", "RoundEdit").objects.create(
            session_id=session, round=row, device=device, **edit
        )
    corrected = old.get_model("play", "RoundEdit").objects.order_by("pk")[0].at
    bring_up_to_date()
    hands = Hand.objects.filter(round=row.pk).values_list("seat__number", "entered_by", "entered_at")
    assert list(hands) == [(1, devices[1].pk, corrected), (2, devices[0].pk, row.created_at)]
