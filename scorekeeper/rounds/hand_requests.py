"""Reads: who has sent a hand, and what each phone is asked for."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from scorekeeper.circles.models import Membership, Role
from scorekeeper.games.families import family_of
from scorekeeper.games.fields import LONGEST_FIELD, Typed
from scorekeeper.games.shape import EntryForm
from scorekeeper.play.table import Table
from scorekeeper.present.presenter import Presenter
from scorekeeper.server.unreadable import storable

from .models import OpenRound
from .pads import Sent, sent_hands

MOST_NAMES = 120
WAYS = ("hand", "sum", "count")
"""The fields of a hand, as a form names them before the number of the seat."""
OF_HAND = re.compile(rf"({'|'.join(WAYS)})-\d+")
OWN = ("csrfmiddlewaretoken", "revision", "key", "after", "seen", "sent", "action", "keep-note")
"""Fields that belong to one form, not to the round."""


def form_of(table: Table) -> EntryForm:
    return family_of(table.ruleset).form


def fields_of(post: QueryDict, form: EntryForm) -> dict[str, list[str]]:
    """What is filled in of a form, but for the hands."""
    fields = {
        storable(name): [storable(value) for value in values if value]
        for name, values in form.from_post(post).lists()
        if name not in OWN and not (form.hands and OF_HAND.fullmatch(name))
    }
    return dict(islice(((name, values) for name, values in fields.items() if values), MOST_NAMES))


def hands_in(post: QueryDict, table: Table) -> Sent:
    hands = {
        number: {way: post.get(f"{way}-{number}", "").strip()[:LONGEST_FIELD] for way in WAYS}
        for number in table.names
    }
    return {number: hand for number, hand in hands.items() if any(hand.values())}


def typed_of(table: Table, open_round: OpenRound) -> Typed:
    """The entry form as it was filled in when the phones were asked."""
    return form_of(table).from_post(MultiValueDict(open_round.fields))


def _phones(table: Table) -> "QuerySet[Membership]":
    """The phones of the circle from which something can be entered."""
    circle = table.session.circle_id
    return Membership.objects.filter(circle=circle, ended_at=None, role__gte=Role.PLAYER)


def seated_phones(table: Table) -> list[int]:
    """Who of the table has a phone: the seat number of each."""
    seats = {seat.player_id: seat.number for seat in table.seats}
    players = _phones(table).filter(player__in=seats).values_list("player_id", flat=True)
    return [seats[player] for player in players if player is not None]


def others(table: Table) -> bool:
    """Whether any other phone than this could agree to a round."""
    return _phones(table)[1:].exists()


def asking(table: Table, open_round: OpenRound | None, sent: Sent, typed: Typed) -> dict[str, object]:
    """How far the hands have come in; ``hands`` (JSON) are as far as this page may show them.

    ``possible`` says that there are other phones to ask.
    """
    held, hands = seated_phones(table), form_of(table).hands
    elsewhere = len(held) - (table.session.own_seat is not None)  # but for this phone
    ticks = []  # the seats whose hands are asked: number, player, and how far they are; alone without a phone
    if hands and open_round:
        person = Presenter(table).person
        for number in hands.asked(typed, table):
            status = "sent" if number in sent else "waiting" if int(number) in held else "alone"
            ticks.append((number, person(table.names[number]), status))
    return {
        "possible": bool(hands and elsewhere),
        "open_round": open_round,
        "ticks": ticks,
        "sent": sum(status == "sent" for _number, _person, status in ticks),
        "hands": json.dumps(sent),
        "fields": json.dumps(open_round.fields if open_round else {}),
    }


@dataclass(frozen=True, slots=True)
class Own:
    """自分の手札: what a phone is asked: its seat, whether its hand is needed, and what it has sent."""

    seat: int | None
    wanted: bool
    sent: Mapping[str, str]


def own(table: Table, open_round: OpenRound) -> Own:
    """What the device that loaded the session is asked."""
    seat = table.session.own_seat
    hands = form_of(table).hands
    wanted: Sequence[str] = hands.asked(typed_of(table, open_round), table) if hands else ()
    return Own(seat, str(seat) in wanted, sent_hands(open_round).get(str(seat), {}))
