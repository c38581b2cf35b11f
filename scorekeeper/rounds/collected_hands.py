"""集計: the hands that other phones have sent for a new round, and what this phone may see of them."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext

from scorekeeper.circles.models import Membership, Role
from scorekeeper.games.families import family_of
from scorekeeper.games.fields import LONGEST_FIELD, Parsed, Typed
from scorekeeper.games.shape import EntryForm
from scorekeeper.play.hands import Facts
from scorekeeper.play.table import Table
from scorekeeper.present.presenter import Presenter
from scorekeeper.scoring import texts
from scorekeeper.scoring.document import load_json
from scorekeeper.scoring.errors import ReadError
from scorekeeper.server.unreadable import storable

from . import pads
from .models import OpenRound
from .pads import Sent, sent_hands
from .preview import PreviewView

WAYS = ("hand", "sum", "count")
"""The fields of a hand, as a form names them before the number of the seat."""
OF_THE_FORM = ("csrfmiddlewaretoken", "revision", "key", "after", "seen", "sent", "action", "keep-note")
"""Fields that belong to one form, not to the round."""


@dataclass(frozen=True, slots=True)
class CollectedHands:
    """The hands that were sent for a round of a table, and those in a form."""

    table: Table
    open_round: OpenRound | None = None
    sent: Sent = field(default_factory=dict)
    typed: Sent = field(default_factory=dict)  # in the form
    seen: Sent | None = None  # what the form has shown of ``sent``; None: a form of an earlier version

    @property
    def hidden(self) -> bool:
        return self.table.session.hidden_hands

    @property
    def redacted(self) -> bool:
        """Whether this phone may not see what others have sent."""
        return self.hidden and bool(self.sent)

    @property
    def own(self) -> Sent:
        """The hands in the form without those that it has only shown as they were sent."""
        seen = self.seen or {}
        return {seat: hand for seat, hand in self.typed.items() if seen.get(seat) != hand}

    def without_repeated(self, post: QueryDict) -> QueryDict:
        """The form without the hands that it only repeats; the latest ones from the phones replace them."""
        repeated = self.typed.keys() - self.own.keys()
        bare = post.copy() if repeated else post
        for seat in repeated:
            for way in WAYS:
                bare.pop(f"{way}-{seat}", None)
        return bare

    def unseen_seats(self, typed: Typed) -> tuple[str, ...]:
        """The seats whose hands differ from the form and came in after it was shown."""
        hands, collecting = form_of(self.table).hands, OpenRound.State.COLLECTING
        if not hands or self.seen is None or self.open_round is None or self.open_round.state != collecting:
            return ()
        typed_over = self.typed.keys() & self.sent.keys() - self._shown_seats(self.seen)
        return tuple(seat for seat in hands.asked(typed, self.table) if seat in typed_over)

    def _shown_seats(self, seen: Sent) -> set[str]:
        """The seats whose latest hands the form has shown; of a hidden one it shows only that it exists."""
        if self.hidden:
            return {*seen}
        return {seat for seat, hand in self.sent.items() if hand in (seen.get(seat), self.typed.get(seat))}

    def shown_value(self, shown: bool) -> str:
        """The value of ``sent`` in the next form (JSON): what its page shows of the hands that were sent.

        A hand over which another one is typed counts as shown only if ``shown`` says so (news above the
        form).
        """
        now, seen = self.open_hands(), self.seen or {}
        over = set() if shown else self.own.keys() - self._shown_seats({})
        hands = {
            seat: seen[seat] if seat in over else hand
            for seat, hand in now.items()
            if seat in seen or seat not in over
        }
        return json.dumps({"round": self.open_round.pk if self.open_round else 0, "hands": hands})

    def open_hands(self) -> Sent:
        """The hands that were sent; of hidden ones only the seats."""
        return {seat: {} for seat in self.sent} if self.hidden else self.sent

    def fill_known(self, typed: Typed) -> Typed:
        """The form with the hands that were sent; hidden ones are replaced by a placeholder."""
        any_hand = {"hand": "A"}
        return self._filled(typed, dict.fromkeys(self.sent, any_hand) if self.redacted else self.sent)

    def fill_shown(self, typed: Typed) -> Typed:
        """The form with the hands that were sent, unless hands are hidden."""
        return typed if self.redacted else self._filled(typed, self.sent)

    def _filled(self, typed: Typed, sent: Sent) -> Typed:
        hands = form_of(self.table).hands
        return hands.fill(typed, sent, self.table) if hands and sent else typed

    def parse_hidden(self, typed: Typed, parsed: Parsed) -> Parsed:
        """The form parsed with hidden hands; an error in one of these does not say which, or what it is."""
        if not self.redacted:
            return parsed
        whole = form_of(self.table).parse(self._filled(typed, self.sent), self.table)
        words = gettext("A hand that was sent cannot be read. Whoever sent it can correct it.")
        return replace(whole, errors={"": [words]}) if whole.errors else whole

    def redact(self, preview: PreviewView) -> PreviewView:
        if not self.redacted:
            return preview
        hands = tuple(replace(hand, text="") for hand in preview.pending.hands)
        pending = replace(preview.pending, hands=hands, record="")
        problems = tuple(item for item in preview.problems if item.code in texts.MESSAGES.handless)
        return PreviewView(pending, problems, later=preview.later, hidden=True, wrong=preview.wrong)

    def same(self, one: Facts | None, other: Facts, own: Mapping[str, object]) -> bool:
        """Whether two rounds are the same; hidden hands other than ``own`` (by seat) are not compared."""
        if one is None or not self.redacted:
            return one == other
        return pads.with_hands_of(one, own) == pads.with_hands_of(other, own)


def collect_hands(table: Table, post: QueryDict | None = None) -> CollectedHands:
    """The hands that were sent for the next round of a table, and those in a form."""
    round = pads.open_round(table.session)
    came = CollectedHands(table, round, pads.sent_hands(round))
    return replace(came, typed=hands_in(post, table), seen=_seen(post, round)) if post else came


def _seen(post: QueryDict, open_round: OpenRound | None) -> Sent | None:
    """The hands of an open round that a form has shown; none if it was for another round."""
    try:
        said = load_json(post.get("sent", ""))
    except ReadError:
        return None
    if not isinstance(said, dict) or not open_round or said.get("round") != open_round.pk:
        return {}
    hands = said.get("hands")
    rows = hands.items() if isinstance(hands, dict) else ()
    return {
        seat: {way: str(hand.get(way, "")) for way in WAYS} for seat, hand in rows if isinstance(hand, dict)
    }


def form_of(table: Table) -> EntryForm:
    return family_of(table.ruleset).form


def fields_of(post: QueryDict, form: EntryForm) -> dict[str, list[str]]:
    """The fields of a form that are filled in, without hands."""
    of_a_hand = re.compile(rf"({'|'.join(WAYS)})-\d+")
    fields = {
        storable(name): [storable(value) for value in values if value]
        for name, values in form.from_post(post).lists()
        if name not in OF_THE_FORM and not (form.hands and of_a_hand.fullmatch(name))
    }
    return dict(islice(((name, values) for name, values in fields.items() if values), 120))


def hands_in(post: QueryDict, table: Table) -> Sent:
    hands = {
        number: {way: post.get(f"{way}-{number}", "").strip()[:LONGEST_FIELD] for way in WAYS}
        for number in table.names
    }
    return {number: hand for number, hand in hands.items() if any(hand.values())}


def typed_of(table: Table, open_round: OpenRound) -> Typed:
    return form_of(table).from_post(MultiValueDict(open_round.fields))


def _entering_devices(table: Table) -> "QuerySet[Membership]":
    """The devices of the circle that may enter something."""
    circle = table.session.circle_id
    return Membership.objects.filter(circle=circle, ended_at=None, role__gte=Role.PLAYER)


def has_other_devices(table: Table) -> bool:
    return _entering_devices(table)[1:].exists()


def collecting_context(
    table: Table, open_round: OpenRound | None, sent: Sent, typed: Typed
) -> dict[str, object]:
    """The context of ``rounds/_asking.html``: which hands have been sent; ``sent`` as far as it may be shown.

    ``possible`` says that there are other phones to ask.
    """
    hands, seats = form_of(table).hands, {seat.player_id: seat.number for seat in table.seats}
    players = _entering_devices(table).filter(player__in=seats).values_list("player_id", flat=True)
    held = [seats[player] for player in players if player is not None]  # the seats that have a phone
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


class OwnHand:
    """自分の手札: the ``seat`` of this phone, whether its hand is ``wanted``, and what was ``sent``."""

    def __init__(self, table: Table, open_round: OpenRound) -> None:
        self.seat, hands = table.session.own_seat, form_of(table).hands
        asked: Sequence[str] = hands.asked(typed_of(table, open_round), table) if hands else ()
        self.wanted = str(self.seat) in asked
        self.sent = sent_hands(open_round).get(str(self.seat), {})
