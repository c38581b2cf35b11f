"""A circle's file brought in: whole or not at all, once, and with the same books."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from hypothesis import HealthCheck, given, settings

from scorekeeper.archive import importing
from scorekeeper.archive.circle import Evening as FileEvening
from scorekeeper.archive.circle_reading import read_evenings, read_head
from scorekeeper.archive.importing import ImportPlan, ImportResult, import_file
from scorekeeper.archive.uploads import cancel_imports
from scorekeeper.circles.models import Circle, CircleChange, Player
from scorekeeper.play.documents import load_lasting
from scorekeeper.play.idempotency import FormVersion
from scorekeeper.play.ledger import Prepared, prepare
from scorekeeper.play.models import Bill, GameSession
from scorekeeper.play.payments import bill_summary, make_bill, pay_bill, undo_bill_payment
from scorekeeper.play.people import change_person, last_change, merge
from scorekeeper.play.results import differences
from scorekeeper.play.services import end_session, start_session
from scorekeeper.play.standing_in import change_stand_in
from scorekeeper.play.table import Table
from scorekeeper.play.transfers import MoneyTransfer
from scorekeeper.rules import sets
from scorekeeper.scoring.document import Document, read_document
from scorekeeper.scoring.errors import ReadError
from tests.archive.books import GAMBLE, OUT, a_circle, a_whole_file, books, file_of, text_of
from tests.play.evenings import form_version
from tests.play.test_results_law import Evening, Operation, evenings, operations
from tests.scoring.test_versions import data_of

pytestmark = pytest.mark.django_db


def plan_for(data: Any, **renamed: str) -> ImportPlan:
    head = read_head(data)
    seats = [(one.id, one.seats) for one in read_evenings(data, head)]
    return ImportPlan(head, seats, read_evenings(data, head), renamed)


def import_data(circle: Circle, data: Any, **renamed: str) -> ImportResult:
    return import_file(circle, plan_for(data, **renamed), None)


def empty(name: str = "x") -> Circle:
    return Circle.objects.create(name=name)


def content(circle: Circle) -> Any:
    """The file of a circle but for its name."""
    return {**load_lasting(text_of(circle)), "circle": None}


def everything() -> dict[str, int]:
    """How many rows there are of everything."""
    return {model._meta.label: model._default_manager.count() for model in apps.get_models()}


def test_an_import_pauses_and_scores_outside_transactions(monkeypatch: pytest.MonkeyPatch) -> None:
    """After each evening the import pauses as long as it took."""
    data, rests, depths = a_whole_file(), list[float](), list[int]()
    outside = len(connection.savepoint_ids)

    def prepared(document: Document, seats: Sequence[str]) -> Prepared:
        depths.append(len(connection.savepoint_ids) - outside)
        return prepare(document, seats)

    times = iter([0.0, 0.2, 10.0, 17.0, 20.0])
    monkeypatch.setattr(importing, "prepare", prepared)
    monkeypatch.setattr(importing, "monotonic", lambda: next(times))
    monkeypatch.setattr(importing, "sleep", rests.append)
    import_data(empty(), data)
    assert depths == [0, 0]
    assert rests == [0.2, importing.LONGEST_PAUSE]


def test_an_import_gives_the_same_results() -> None:
    """A second one writes nothing; nor does one into the circle itself."""
    circle, other = a_circle(), empty()
    data = file_of(circle)
    assert import_data(other, data) == ImportResult(sessions=2, rounds=6, people=6, rule_sets=2, seasons=2)
    assert content(other) == content(circle)
    assert books(other) == books(circle)
    for session in other.sessions.all():
        assert not list(differences(Table(session)))
    assert not Circle.objects.filter(deleted_at__isnull=False).exists()
    before, rows = [text_of(one) for one in (circle, other)], everything()
    assert import_data(other, data) == import_data(circle, data) == ImportResult(here=2)
    assert ([text_of(one) for one in (circle, other)], everything()) == (before, rows)
    assert [change.circle for change in CircleChange.objects.filter(action="file")] == [other]

    landlord = circle.sessions.get(game="doudizhu")
    change_stand_in(Table(landlord), "0", "Zoe", False, form_version(landlord))
    different = ImportResult(here=2, different=[landlord.public_id])
    assert import_data(circle, data) == different, "with a stand-in who is not in the file"


def test_people_are_matched_by_name() -> None:
    """Also by that of somebody who was merged into another: Dan of the file is Evelyn here."""
    other = empty()
    start_session(other, prepare(read_document(GAMBLE)))
    ben = other.players.get(name="Ben")
    change_person(ben, {"reading": "ベン"}, None, last_change(ben))
    evelyn = other.players.create(name="Evelyn")
    other.players.create(name="Dan", merged_into=evelyn, hidden=True)
    assert import_data(other, a_whole_file()).people == 2  # Eva and Benny
    assert other.sessions.filter(seats__player=ben).count() == 3
    assert evelyn.seats.count() == 1
    assert other.players.get(name="Ben").reading == "ベン"
    assert other.players.get(name="あき").mark == ""


def test_people_without_colours_get_rare_ones() -> None:
    """あき, Ben and Chie have 0 to 2 here; Dan, Eva and Benny are new."""
    other, data = empty(), a_whole_file()
    start_session(other, prepare(read_document(GAMBLE)))
    people = [{key: value for key, value in one.items() if key != "color"} for one in data["people"]]
    here = other.players.count()
    import_data(other, {**data, "people": people})
    assert list(other.players.order_by("pk").values_list("color", flat=True)) == list(range(here + 3))


def test_people_are_matched_by_seat_at_a_second_import() -> None:
    circle, other = a_circle(), empty()
    start_session(other, prepare(read_document(GAMBLE)))
    import_data(other, file_of(circle), ben="Ben of Friday")
    chie = other.players.get(name="Chie")
    change_person(chie, {"name": "Chie B"}, None, last_change(chie))
    start_session(circle, prepare(read_document(GAMBLE)))
    assert import_data(other, file_of(circle)) == ImportResult(sessions=1, rounds=1, here=2)
    assert other.players.get(name="Ben of Friday").seats.count() == 3
    assert chie.seats.count() == 4
    assert not other.players.filter(name="Chie").exists()


def test_conflicting_rules_and_seasons() -> None:
    circle, other = a_circle(), empty()
    usual = sets.find_saved(circle, circle.rule_sets.get(name="Ours now").public_id)
    assert usual
    rules = sets.load_saved(usual)
    sets.save_rules(other, replace(sets.usual(rules.ruleset), name="x"), None)
    kept = sets.save_rules(other, replace(rules, name="Ours now"), None)
    other.rule_sets.filter(pk=kept.pk).update(options={"returns": "off"})
    other.seasons.create(name="Mine", first="2026-02-01", last="2026-02-28")
    data = file_of(circle)
    brought = import_data(other, data)
    assert (brought.rule_sets, brought.seasons, brought.left) == (2, 1, ["春"])
    kept = other.rule_sets.filter(current=None).order_by("name")
    assert [rules.name for rules in kept] == ["Old ones", "Ours now", "Ours now (2)", "x"]
    assert import_data(other, data) == ImportResult(here=2, left=["春"])


def settled_together() -> tuple[Circle, Bill]:
    """Two evenings that are over, settled together, with a payment that was made and one that was undone."""
    circle = empty()
    for _ in range(2):
        session = start_session(circle, prepare(read_document({**GAMBLE, "rounds": [OUT, OUT]})))
        end_session(session, form_version(session))
    bill = make_bill(circle, [one.public_id for one in circle.sessions.all()], None, "form")
    for number, place in enumerate((0, 0)):
        book = bill_summary(bill)
        payer, payee, amount = book.plan[0][place]
        key = FormVersion(book.revision, f"a-key-of-form-{number}", None)
        pay_bill(bill, MoneyTransfer(payer, payee, amount), key)
        bill.refresh_from_db()
    undo_bill_payment(bill, book.bill.payments.latest("pk").pk, None)
    bill.refresh_from_db()
    return circle, bill


def owed(bill: Bill) -> dict[str, Any]:
    names = {str(player.pk): player.name for player in bill.circle.players.all()}
    return {names.get(key, key): amount for key, amount in bill_summary(bill).balances.items()}


def test_an_import_restores_combined_settlements() -> None:
    """Also one that was made after its tables were imported, with its open debts."""
    circle, bill = settled_together()
    other, later, data = empty(), empty(), file_of(circle)
    assert import_data(other, data).bills == 1
    assert content(other) == content(circle)
    assert owed(other.bills.get()) == owed(bill)
    for one in (other, circle):
        assert import_data(one, data) == ImportResult(here=2)

    import_data(later, {**data, "bills": []})
    assert import_data(later, data) == ImportResult(bills=1, here=2)
    left = [amount for _payer, _payee, amount in bill_summary(bill).plan[0]]
    assert left
    assert [Decimal(row.amount) for row in later.bills.get().open_debts.all()] == left

    reopened = empty()
    import_data(reopened, {**data, "bills": []})
    session = reopened.sessions.all()[0]
    end_session(session, form_version(session), end=False)
    brought = import_data(reopened, data)
    assert (brought.bills, brought.bills_left, len(brought.different)) == (0, 1, 1)
    assert not reopened.bills.exists()


def test_a_failed_or_cancelled_import_writes_nothing() -> None:
    data = a_whole_file()
    other, wrong = empty(), json.loads(json.dumps(data))
    wrong["sessions"][1]["document"]["rounds"].append({"kind": "deal", "landlord": "X", "bid": 1})
    before = everything()
    with pytest.raises(ReadError, match=r"sessions\[1\].document.rounds\[1\]"):
        import_file(other, ImportPlan(read_head(wrong), [], read_evenings(wrong, read_head(wrong))), None)
    assert everything() == before

    def meanwhile(done: int) -> None:
        if done == 2:
            cancel_imports(other)

    with pytest.raises((Circle.DoesNotExist, IntegrityError)):
        import_file(other, plan_for(data), None, meanwhile)
    assert everything() == before


def killed_in_the_middle(circle: Circle, data: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """An import that is killed after its first evening, so that its staging circle is left."""
    first, *_others = read_evenings(data, read_head(data))

    def evenings_until_the_kill() -> Iterator[FileEvening]:
        yield first
        monkeypatch.setattr(importing, "clear_staging", lambda _circle: None)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_file(circle, ImportPlan(read_head(data), [], evenings_until_the_kill()), None)
    monkeypatch.undo()


def test_what_a_killed_import_left_is_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the next import, or by cancelling it; Chie is in the evening that was written."""
    data, other = a_whole_file(), empty()
    killed_in_the_middle(other, data, monkeypatch)
    assert Player.objects.filter(name="Chie").count() == 1
    cancel_imports(other)
    assert not Player.objects.filter(name="Chie").exists()
    killed_in_the_middle(other, data, monkeypatch)
    assert Circle.objects.filter(deleted_at__isnull=False).count() == 1
    sessions = GameSession.objects.count()
    assert import_data(other, data).sessions == 2
    assert not Circle.objects.filter(deleted_at__isnull=False).exists()
    assert GameSession.objects.count() == sessions + 1


def test_a_merge_during_an_import_refuses_it() -> None:
    """Ben of the file is Ben here, who is Benjamin before the second evening comes."""
    other = empty()
    start_session(other, prepare(read_document(GAMBLE)))
    benjamin = other.players.create(name="Benjamin")

    def meanwhile(done: int) -> None:
        if done == 1:
            merge(benjamin, other.players.get(name="Ben"), None, 0)

    with pytest.raises(IntegrityError):
        import_file(other, plan_for(a_whole_file()), None, meanwhile)
    assert other.sessions.count() == 1
    assert not Circle.objects.filter(deleted_at__isnull=False).exists()
    assert import_data(other, a_whole_file()).sessions == 2
    assert benjamin.seats.count() == 3
    assert not other.players.get(name="Ben").seats.exists()


@settings(
    max_examples=settings().max_examples // 5,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(begun=evenings(), done=operations)
def test_law_an_imported_evening_has_the_same_results(
    begun: tuple[Prepared, list[dict[str, Any]], list[dict[str, Any]]], done: list[Operation]
) -> None:
    with transaction.atomic():
        circle = empty("law")
        evening = Evening(start_session(circle, begun[0]), *begun[1:])
        for operation in done:
            evening.do(*operation)
        other = empty("other")
        data = file_of(circle)
        assert import_data(other, data).sessions == 1
        assert content(other) == content(circle)
        assert books(other) == books(circle)
        assert import_data(other, data) == ImportResult(here=1)
        transaction.set_rollback(True)


@pytest.fixture
def circle() -> Circle:
    circle = empty()
    import_data(circle, data_of("circle"))
    return circle


def documents(data: Any) -> dict[str, Any]:
    return {one["id"]: one["document"] for one in data["sessions"]}


def test_a_file_of_the_first_version_keeps_points_and_payments(circle: Circle) -> None:
    points, names = data_of("circle-points"), {one.pk: one.name for one in circle.players.all()}
    sessions = {session.uid: session for session in circle.sessions.all()}
    assert sessions.keys() == points.keys()
    for uid, session in sessions.items():
        table = Table(session)
        seats = {str(seat.number): names[seat.player_id] for seat in session.seats.all()}
        assert session.ruleset_version == 1
        stored = {seats[seat]: won for seat, won in session.standing["points"].items()}
        assert stored == points[uid]["balance"]
        debts = table.document().settle_up(table.state).debts
        assert [(one.payer, one.payee, one.points) for one in debts] == [
            (one["from"], one["to"], one["points"]) for one in points[uid]["payments"]
        ]
    call_command("rescore", "--check")
    assert documents(load_lasting(text_of(circle))) == documents(data_of("circle"))
