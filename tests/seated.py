"""Phones with seats at one table that enter a round together."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse, QueryDict
from django.utils.http import urlencode

from scorekeeper.circles.models import Player
from scorekeeper.play.table import Table
from scorekeeper.rounds import pads
from scorekeeper.rounds.collected_hands import fields_of, form_of
from scorekeeper.rounds.models import OpenRound
from tests.circle_pages import join_by_link, membership
from tests.helpers import OUT, Phone

ROLES = {key: value for key, value in OUT.items() if not key.startswith("hand-")}
"""The facts of the round without the hands."""
REST = {name: OUT[name] for name in ("hand-0", "hand-3")}
"""The hands of that round except Ben's."""


def sit(phone: Phone, name: str) -> Phone:
    """Set the person of the phone."""
    own = membership(phone)
    own.player = Player.objects.get(circle=own.circle, name=name)
    own.save(update_fields=["player"])
    return phone


def join(host: Phone, name: str, agent: str = "iPhone") -> Phone:
    """A new phone at the table, of that person."""
    return sit(join_by_link(host, agent=agent), name)


def wish(phone: Phone, **wishes: str) -> HttpResponse:
    """Save the settings of the table."""
    response: HttpResponse = phone.post(phone.url("settings"), {**phone.form_version(), **wishes})
    return response


def ask(phone: Phone, facts: Mapping[str, Any] = ROLES) -> HttpResponse:
    """Ask every phone for its hand; returns the entry page."""
    return phone.send({**phone.form_version(), **facts}, "ask")


def collect(phone: Phone, facts: Mapping[str, Any] = ROLES) -> None:
    """Ask every phone for its hand, without the page."""
    session = phone.session
    typed = fields_of(QueryDict(urlencode(facts, doseq=True)), form_of(Table(session)))
    pads.ask(session, typed)


def send_hand(phone: Phone, cards: str) -> HttpResponse:
    """Send the own hand, as a phone without scripts does."""
    seat = phone.session.seats.get(player=membership(phone).player).number
    sent = {"round": open_round(phone).pk, f"hand-{seat}": cards}
    response: HttpResponse = phone.post(phone.url("hand"), sent)
    return response


def confirm(phone: Phone, **facts: str) -> HttpResponse:
    """Open the entry page, fill in what is missing and confirm."""
    return phone.send(phone.fill(facts))


def opened(phone: Phone) -> OpenRound | None:
    return phone.session.open_rounds.exclude(state="closed").first()


def open_round(phone: Phone) -> OpenRound:
    """The round that is open at the table."""
    return phone.session.open_rounds.exclude(state="closed").get()


def answer(phone: Phone, action: str, **data: str) -> int:
    """Press a button of the second person's page; the status of the answer."""
    waiting = open_round(phone)
    form = {**phone.form_version(), "round": waiting.pk, "proposal": waiting.proposal}
    return int(phone.post(phone.url("second"), {**form, **data, "action": action}).status_code)
