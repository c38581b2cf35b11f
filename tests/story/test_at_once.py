"""People who are changed at the same moment, in threads with connections of their own."""

import pytest

from scorekeeper.circles.models import CircleChange, Player
from tests.at_once import at_once, copies
from tests.doors import circle_of, send
from tests.helpers import Phone
from tests.story.test_person_edit import opened

pytestmark = [pytest.mark.usefixtures("shared_database"), pytest.mark.postgresql]


def test_two_rename_one_person() -> None:
    phones = copies(Phone().open_table(), 2)
    address, sent = opened(phones[0], "Ben")
    answers = at_once(
        [
            lambda p=phone, n=name: p.post(address, {**sent, "name": n})
            for phone, name in zip(phones, ("Benny", "Benjamin"), strict=True)
        ]
    )
    assert sorted(answer.status_code for answer in answers) == [302, 409]
    assert CircleChange.objects.count() == 1


def test_two_people_take_one_name() -> None:
    phones = copies(Phone().open_table(), 2)
    both = [opened(phones[0], name) for name in ("Ben", "Chie")]
    answers = at_once(
        [
            lambda p=phone, at=where, f=sent: p.post(at, {**f, "name": "Eva"})
            for phone, (where, sent) in zip(phones, both, strict=True)
        ]
    )
    assert sorted(answer.status_code for answer in answers) == [302, 422]


def test_a_round_is_recorded_while_its_people_are_merged() -> None:
    """Anyone who is first: the rows say what a replay says, and the round is there once it was taken."""
    for _ in range(3):
        phone = Phone().open_table()
        phone.open_table(("Benny", "あき"), circle_of(phone).public_id)
        ben, benny = (circle_of(phone).players.get(name=name).pk for name in ("Ben", "Benny"))
        recording, merging = copies(phone, 2)
        form = recording.fill({"kind": "out", "winner": "0", "hand-1": "K"})
        at_once(
            [
                lambda p=recording, f=form: p.send(f),
                lambda p=merging, k=ben, g=benny: send(p, "person_merge", k, other=g, seen="0"),
            ]
        )
        assert Player.objects.get(pk=benny).merged_into_id == ben
        recorded = phone.session.rounds.exists()
        assert phone.points() == ({"Ben": 10, "あき": -10} if recorded else {"Ben": 0, "あき": 0})
