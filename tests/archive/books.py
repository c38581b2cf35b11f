"""A circle with everything that its file can contain, and its results for comparison."""

import json
from dataclasses import asdict, replace
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.http import HttpResponse

from scorekeeper.archive.circle_reading import Outline, read_incoming
from scorekeeper.archive.exporting import export_circle
from scorekeeper.archive.models import Arrival, pack
from scorekeeper.circles.models import Circle, Player
from scorekeeper.circles.services import set_least_rounds
from scorekeeper.play.documents import load_lasting
from scorekeeper.play.ledger import prepare
from scorekeeper.play.models import GameSession, RoundResult, SeatResult
from scorekeeper.play.payments import pay, undo_payment
from scorekeeper.play.people import change_person, last_change, merge
from scorekeeper.play.services import (
    add_round,
    change_seats,
    change_settings,
    end_session,
    start_session,
    void_round,
)
from scorekeeper.play.standing_in import change_stand_in
from scorekeeper.play.table import Table
from scorekeeper.rules import sets
from scorekeeper.scoring.document import read_document
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.story.models import Season, save_season
from tests.archive.test_circle import CIRCLE
from tests.circle_pages import page
from tests.helpers import Phone, forms
from tests.play.evenings import begin_at, form_version

BEGUN = datetime(2026, 3, 1, 11, 30, tzinfo=UTC)
OUT = {"kind": "out", "winner": "あき", "hands": {"Ben": ["K"], "Chie": ["5", "H3"]}}
GAMBLE: dict[str, Any] = {
    "format": 1,
    "game": "gamble",
    "options": {"dobon_factor": 2},
    "players": ["あき", "Ben", "Chie"],
    "stake": {"start": 300, "rounds": 4},
    "rate": {"unit": "円", "per_point": "2", "round_to": 10},
    "rounds": [OUT],
}
LANDLORD: dict[str, Any] = {
    "format": 1,
    "game": "doudizhu",
    "players": ["Chie", "Ben", "あき"],
    "rounds": [{"kind": "deal", "landlord": "Ben", "bid": 2, "winner": "farmers", "bombs": 1}],
}


def a_circle() -> Circle:
    """Two evenings with all kinds of entries, rules with earlier versions, seasons, and a merged person."""
    circle = Circle.objects.create(name="金曜　会")
    set_least_rounds(circle, 2, None)
    _keep_rules(circle)
    _first(start_session(circle, prepare(read_document(GAMBLE)), "お正月", "Ours"))
    start_session(circle, prepare(read_document(LANDLORD)))
    for number, session in enumerate(circle.sessions.order_by("pk")):
        at = BEGUN + timedelta(days=7 * number)
        begin_at(session, at)
        for place, row in enumerate(session.rounds.order_by("position")):
            session.rounds.filter(pk=row.pk).update(created_at=at + timedelta(minutes=4 * place))
    circle.sessions.filter(game="gamble").update(ended_at=BEGUN + timedelta(hours=3))
    _people(circle)
    for name, first, last in (("春", date(2026, 1, 1), date(2026, 3, 31)), ("夏", date(2026, 4, 1), None)):
        save_season(Season(circle=circle), {"name": name, "first": first, "last": last}, None)
    return Circle.objects.get(pk=circle.pk)


def _keep_rules(circle: Circle) -> None:
    usual = sets.usual(RULESETS["kawagoe"])
    kept = sets.save_rules(circle, replace(usual, name="Ours"), None)
    sets.change(kept, replace(usual, name="Ours now"), None)
    sets.archive(sets.save_rules(circle, replace(usual, name="Old ones"), None), None)


def _first(session: GameSession) -> None:
    """Somebody joins; a round is voided; somebody stands in; one payment is made, one undone."""
    change_seats(session, "Dan", "", (), form_version(session))
    change_stand_in(Table(session), "1", "Eva", False, form_version(session))
    add_round(
        Table(session),
        {"kind": "out", "winner": "3", "hands": {"0": ["8"], "1": ["2"]}},
        form_version(session),
    )
    change_stand_in(Table(session), "1", "Eva", True, form_version(session))
    add_round(Table(session), {"kind": "out", "winner": "1", "hands": {"0": ["Q"]}}, form_version(session))
    void_round(session.rounds.get(position=1), form_version(session))
    correction = {"kind": "adjust", "transfers": [{"from": "2", "to": "bank", "points": 15, "reason": "x"}]}
    add_round(Table(session), correction, form_version(session))
    change_settings(session, {"hidden_hands": True}, form_version(session))
    first, second = Table(GameSession.objects.get(pk=session.pk)).final.debts[:2]
    pay(session, Table(session).payment(first), form_version(session))
    pay(session, Table(session).payment(second), form_version(session))
    undo_payment(session, session.payments.last().pk, form_version(session))
    end_session(session, form_version(session))


def _people(circle: Circle) -> None:
    people = {player.name: player for player in circle.players.all()}
    wanted = {"reading": "アキ", "mark": "あ", "color": 0}
    change_person(people["あき"], wanted, None, last_change(people["あき"]))
    change_person(people["Dan"], {"guest": True}, None, last_change(people["Dan"]))
    twin = Player.objects.create(circle=circle, name="Benny")
    merge(people["Ben"], twin, None, 0)


def text_of(circle: Circle) -> str:
    return "".join(export_circle(circle))


def file_of(circle: Circle) -> Any:
    """The parsed file of a circle, validated by its schema."""
    data = load_lasting(text_of(circle))
    CIRCLE(data)
    return data


@cache
def _written() -> str:
    with transaction.atomic():
        written = json.dumps(file_of(a_circle()))
        transaction.set_rollback(True)
    return written


def a_whole_file() -> Any:
    """The file of ``a_circle``, written once for all tests; the circle itself is not in the database."""
    return load_lasting(_written())


def books(circle: Circle) -> dict[str, Any]:
    """All results of a circle, by the uid of the session."""
    rows: dict[str, Any] = {}
    for session in circle.sessions.all():
        results = RoundResult.objects.filter(session=session).order_by("number")
        seats = SeatResult.objects.filter(result__session=session).order_by("result__number", "seat__number")
        table = Table(session)
        rows[session.uid] = {
            "standing": session.standing,
            "rounds": list(results.values_list("number", "kind", "counts", "change", "state", "problems")),
            "seats": list(
                seats.values_list("seat__number", "player__name", "gain", "balance", "streak", "parts")
            ),
            "flows": sorted(map(repr, results.values_list("number", "flows__giver__name", "flows__points"))),
            "debts": table.final.debts,
            "paid": [table.debt(row) for row in table.paid],
        }
    return rows


def a_file(circle: Circle) -> Arrival:
    """An upload of the circle's own file, waiting for consent."""
    text = text_of(circle)
    outline = read_incoming(text)
    assert isinstance(outline, Outline)
    return Arrival.objects.create(circle=circle, outline=asdict(outline), packed=pack(text))


def sent(phone: Phone, data: object) -> HttpResponse:
    """The response to the upload of a file to the circle of a phone's table."""
    url = page(phone, "circle_file")
    file = SimpleUploadedFile("group.json", json.dumps(data, ensure_ascii=False).encode())
    response: HttpResponse = phone.post(url, {"file": file, "key": forms(phone.get(url))["file"]["key"]})
    return response
