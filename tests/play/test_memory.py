"""Replays kept in memory: made once, forgotten by their size, and nobody waits for another table."""

import threading
from collections.abc import Callable

import pytest

from scorekeeper.play.memory import ReplayMemory, entries
from scorekeeper.play.table import Table
from scorekeeper.scoring.core import State
from scorekeeper.scoring.document import read_document
from scorekeeper.scoring.replay import Replay
from tests.play.helpers import DOBON, Phone

PATIENCE = 10.0


def replay(rounds: int = 0) -> Replay:
    facts = {"kind": "out", "winner": "A", "hands": {"B": ["4"]}}
    data = {"format": 1, "game": "gamble", "players": ["A", "B"], "rounds": [facts] * rounds}
    return read_document(data).replay()


def in_thread(work: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def test_a_replay_is_made_once_and_kept() -> None:
    memory, made = ReplayMemory(100), replay()
    assert memory.get("a", lambda: made) is made
    assert memory.get("a", replay) is made


def test_what_was_used_longest_ago_is_forgotten_by_size_and_not_by_number() -> None:
    long = replay(10)
    memory = ReplayMemory(entries(long) * 2)
    assert memory.get("long", lambda: long) is long
    for number in range(20):
        memory.get(number, replay)
    assert memory.get("long", replay) is long
    memory.get("longer", lambda: replay(11))
    memory.get("longest", lambda: replay(20))
    assert memory.get("long", replay) is not long


def test_an_entry_counts_people_payments_and_their_lines() -> None:
    assert entries(replay()) == 0
    # two people with points and change, one payment of a hand that is rounded: 4 + (1 + 2)
    assert entries(replay(1)) == 7


def test_a_replay_that_cannot_be_made_is_tried_again() -> None:
    memory, made = ReplayMemory(100), replay()

    def fails() -> Replay:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        memory.get("a", fails)
    assert memory.get("a", lambda: made) is made


def test_two_who_want_the_same_wait_for_one() -> None:
    memory, begun, go = ReplayMemory(100), threading.Event(), threading.Event()
    found: list[Replay] = []

    def slow() -> Replay:
        begun.set()
        go.wait(PATIENCE)
        return Replay((), State(("A",), {}))

    first = in_thread(lambda: found.append(memory.get("a", slow)))
    assert begun.wait(PATIENCE)
    second = in_thread(lambda: found.append(memory.get("a", replay)))
    go.set()
    first.join(PATIENCE)
    second.join(PATIENCE)
    assert len(found) == 2
    assert found[0] is found[1]


def test_what_two_have_made_counts_once() -> None:
    """The first who makes it may fail while others wait, who then make it side by side."""
    memory = ReplayMemory(100)
    for _ in range(2):
        memory._keep("a", replay(1))
    for number in range(2):
        memory._keep(number, replay(0))
    assert memory._entries == entries(replay(1)) + 2 * entries(replay(0))


def test_nobody_waits_for_a_table_that_is_slow(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    phone.play(DOBON)
    slow, quick = Table(phone.session), Table(phone.session, fresh=True)
    slow.session.public_id = "another"
    begun, go = threading.Event(), threading.Event()
    score = Table._replay

    def scored(table: Table) -> Replay:
        if table is slow:
            begun.set()
            go.wait(PATIENCE)
        return score(table)

    monkeypatch.setattr(Table, "_replay", scored)
    waiting = in_thread(lambda: slow.replay)
    assert begun.wait(PATIENCE)
    done: list[Replay] = []
    other = in_thread(lambda: done.append(quick.replay))
    other.join(PATIENCE / 2)
    in_time = len(done)
    go.set()
    waiting.join(PATIENCE)
    other.join(PATIENCE)
    assert in_time == 1
    assert not waiting.is_alive()
