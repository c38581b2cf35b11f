"""House rules that change in mid-session, and rounds as they would be after a change."""

import pytest

from scorekeeper.play.entries import with_facts
from scorekeeper.play.idempotency import DisallowedByRules, FormVersion, StaleForm, new_key
from scorekeeper.play.models import Round, RoundEdit
from scorekeeper.play.moving import move_round
from scorekeeper.play.rule_changes import begin_of, overridden
from scorekeeper.play.services import add_round, void_round
from scorekeeper.play.table import Table
from tests.helpers import DOBON, OUT, Phone

ONCE = {"あき": 400, "Ben": -330, "Chie": -70, "大輔": 0}
"""The claim by the usual rules: 110 x3 from Ben, 70 from Chie."""
TWICE = {"あき": 290, "Ben": -220, "Chie": -70, "大輔": 0}
"""The same with a dobon that pays x2."""
FLAT = {"amount": "flat", "bystanders": "nothing", "deckout": "nogame"}
"""Rules by which nobody goes out."""


def change(phone: Phone, before: Round | None = None, **options: object) -> RoundEdit:
    form_version = FormVersion(phone.session.revision, new_key(), None)
    return add_round(Table(phone.session), {"kind": "rules", "options": options}, form_version, before)


def void(phone: Phone, number: int, away: bool = True) -> None:
    row = phone.session.rounds.get(position=number)
    void_round(row, FormVersion(phone.session.revision, new_key(), None), away)


def rows(phone: Phone) -> list[Round]:
    return list(phone.session.rounds.order_by("position"))


def plus(*rounds: dict[str, int]) -> dict[str, int]:
    return {name: sum(one[name] for one in rounds) for name in ONCE}


def test_a_change_in_the_past_and_later_changes_that_override_it(phone: Phone) -> None:
    for _ in range(3):
        phone.record(DOBON)
    second, third = rows(phone)[1:]
    change(phone, third, dobon_factor=3, returns="on")
    facts = {"kind": "rules", "options": {"dobon_factor": 2, "two_value": 50}}
    assert overridden(rows(phone), second, facts) == [(rows(phone)[2], {"dobon_factor": 3})]
    assert overridden(rows(phone), None, facts) == []
    change(phone, second, dobon_factor=2)
    assert phone.points() == plus(ONCE, TWICE, ONCE)
    void(phone, 4)
    assert phone.points() == plus(ONCE, TWICE, TWICE)


def test_voiding_and_restoring_a_change(phone: Phone) -> None:
    phone.record(DOBON)
    change(phone, begin_of(rows(phone)), dobon_factor=2)
    void(phone, 1)
    assert phone.points() == ONCE
    assert Table(phone.session).options == Table(phone.session).begun_by
    void(phone, 1, away=False)
    assert phone.points() == TWICE


def test_a_change_that_a_later_one_needs_cannot_be_voided(phone: Phone) -> None:
    change(phone, returns="chain", return_by="anyone")
    change(phone, several="returns")
    with pytest.raises(DisallowedByRules) as caught:
        void(phone, 1)
    assert (caught.value.disallowed.number, caught.value.disallowed.error.code) == (2, "conflict.several")


def test_a_round_that_the_rules_no_longer_allow_cannot_be_restored(phone: Phone) -> None:
    phone.record(OUT)
    void(phone, 1)
    change(phone, begin_of(rows(phone)), **FLAT)
    assert [row.facts["kind"] for row in rows(phone)] == ["rules", "out"]
    with pytest.raises(DisallowedByRules) as caught:
        void(phone, 2, away=False)
    assert caught.value.disallowed.number == 2


def test_a_change_before_a_round_that_was_changed_is_stale(phone: Phone) -> None:
    phone.record(DOBON)
    [follower] = rows(phone)
    void(phone, 1)
    with pytest.raises(StaleForm):
        change(phone, follower, dobon_factor=2)
    assert len(rows(phone)) == 1


def test_a_document_contains_the_change(phone: Phone) -> None:
    phone.record(DOBON)
    change(phone, dobon_factor=2)
    phone.record(DOBON)
    data = phone.show("export").json()
    assert data["rounds"][1] == {"kind": "rules", "options": {"dobon_factor": 2}}
    again = Phone().bring_in(data)
    assert again.points() == plus(ONCE, TWICE)
    assert again.show("export").json() == data


def test_an_older_round_is_corrected_by_the_rules_in_force_there(phone: Phone) -> None:
    """Going out is not played any more; it was when the round was."""
    phone.record(DOBON)
    change(phone, **FLAT)
    phone.play(OUT, "round_edit", 1)
    assert phone.session.rounds.get(position=1).facts["kind"] == "out"
    assert phone.send(phone.fill(OUT), "preview").status_code == 200
    assert phone.send(phone.fill(OUT)).status_code == 422


def test_a_change_can_be_moved_but_no_round_before_the_change_that_it_needs(phone: Phone) -> None:
    for _ in range(2):
        phone.record(DOBON)
    change(phone, dobon_factor=2, burst="on")
    phone.record({"kind": "burst", "player": "3"})
    first, second, rules, burst = rows(phone)
    form_version = FormVersion(phone.session.revision, new_key(), None)
    with pytest.raises(DisallowedByRules) as caught:
        move_round(Table(phone.session), burst, first, form_version)
    assert caught.value.disallowed.facts["kind"] == "burst"
    move_round(Table(phone.session), rules, second, form_version)
    # 大輔 bursts: 10 to each
    burst_moves = {"あき": 10, "Ben": 10, "Chie": 10, "大輔": -30}
    assert phone.points() == plus(ONCE, TWICE, burst_moves)


def test_rounds_with_other_facts_for_one_or_without_it(phone: Phone) -> None:
    """Of four rounds the third was taken back: it counts again only where it is the one that is changed."""
    for _ in range(4):
        phone.record()
    session = phone.session
    session.rounds.filter(position=3).update(voided=True)
    table = Table(session, writes=True)
    _, second, third, fourth = session.rounds.order_by("position")
    other = {**second.facts, "kind": "other"}
    assert with_facts(table, second, other).rounds == ((2, other), (4, fourth.facts))
    assert with_facts(table, second, None).rounds == ((4, fourth.facts),)
    assert with_facts(table, third, third.facts).rounds == ((3, third.facts), (4, fourth.facts))
    assert with_facts(table, third, other).rounds == ((3, other), (4, fourth.facts))
    assert (with_facts(table, third, None).since, with_facts(table, fourth, None).rounds) == (3, ())
