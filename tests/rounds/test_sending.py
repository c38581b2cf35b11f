"""Phones send their hands while another records: everybody is answered, and no hand gets lost."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from threading import Condition, Event, Lock, Thread
from time import monotonic

import pytest
from django.db import connection
from django.http import HttpResponse

from scorekeeper.play.idempotency import FormVersion, new_key
from scorekeeper.play.models import Round
from scorekeeper.rounds import pads
from scorekeeper.rounds.models import OpenHand
from tests.helpers import NAMES, Phone, entry_form, forms
from tests.seated import ROLES, collect, join, opened, send_hand, sit

pytestmark = pytest.mark.postgresql
MOST_SECONDS = 900.0
"""After so long an evening is over, however few rounds are in."""


@dataclass
class Evening:
    """What the phones did: answers by status, and hands by (round, seat) as they were taken in."""

    seconds: float
    rounds: int = 0
    """It goes on until so many are recorded, however long the machine takes over them."""
    began: float = field(default_factory=monotonic)
    answers: dict[tuple[str, int], int] = field(default_factory=dict)
    taken: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    troubles: list[BaseException] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)
    over: Event = field(default_factory=Event)
    recorded: int = 0
    turn: Condition = field(default_factory=Condition)

    @property
    def running(self) -> bool:
        passed = monotonic() - self.began
        wanted = passed < self.seconds or (self.recorded < self.rounds and passed < MOST_SECONDS)
        return wanted and not self.over.is_set()

    def note(self, what: str, answer: HttpResponse) -> int:
        status: int = answer.status_code
        with self.lock:
            self.answers[what, status] = self.answers.get((what, status), 0) + 1
        return status

    def next_round(self) -> None:
        with self.turn:
            self.recorded += 1
            self.turn.notify_all()

    def wait_for_next(self, recorded: int) -> None:
        """Wait until more rounds are recorded than that."""
        while self.running:
            with self.turn:
                if self.turn.wait_for(lambda: self.recorded > recorded, timeout=0.1):
                    return

    def run(self, work: Callable[[], None]) -> None:
        try:
            while self.running:
                work()
        except BaseException as trouble:
            self.troubles.append(trouble)
            self.over.set()
        finally:
            connection.close()


def sending(evening: Evening, phone: Phone, dice: random.Random) -> None:
    """Send a hand, correct it a few times, and wait for the next round."""
    recorded = evening.recorded
    if all(sent(evening, phone, dice) for _ in range(dice.randint(1, 3))):
        evening.wait_for_next(recorded)


def sent(evening: Evening, phone: Phone, dice: random.Random) -> bool:
    """Send a hand, and note it if it was taken in."""
    page = phone.get(phone.url("hand"))
    form = forms(page).get("hand")
    field_name = next((name for name in form or () if name.startswith("hand-")), "")
    if not form or not field_name:
        return False
    cards = f"{dice.randint(2, 10)} {dice.randint(2, 10)}"
    answer = phone.post(phone.url("hand"), {**form, field_name: cards}, headers={"sent-by": "page"})
    taken = evening.note("hand", answer) == 204
    if taken:
        with evening.lock:
            evening.taken.setdefault((form["round"][0], field_name), []).append(cards)
    return taken


def recording(evening: Evening, phone: Phone) -> None:
    """Ask the phones, and confirm until the round is in."""
    asked = phone.send(phone.fill(ROLES), "ask")
    assert evening.note("ask", asked) == 200
    shown = phone.send(entry_form(phone.get(phone.url("round_new"))), "preview")
    evening.note("preview", shown)
    while evening.running:
        shown = phone.send(entry_form(shown))
        if evening.note("record", shown) == 302:
            evening.next_round()
            return


def evening_of(seconds: float, rounds: int = 0) -> Evening:
    host = sit(Phone().open_table(), "あき")
    others = [join(host, name) for name in NAMES if name not in ("あき", "Chie")]
    others.append(join(host, "あき"))
    evening = Evening(seconds, rounds)
    work = [partial(recording, evening, host)]
    work += [partial(sending, evening, phone, random.Random(seed)) for seed, phone in enumerate(others)]
    threads = [Thread(target=evening.run, args=(each,)) for each in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check(evening, host)
    return evening


def check(evening: Evening, host: Phone) -> None:
    assert not evening.troubles, evening.troubles
    assert all(status < 500 for _what, status in evening.answers), evening.answers
    host.points()
    recorded = evening.answers.get(("record", 302), 0)
    assert recorded == Round.objects.count() == host.session.revision
    opened = list(host.session.open_rounds.order_by("pk").values_list("pk", flat=True))
    for (number, field_name), hands in evening.taken.items():
        seat = field_name.removeprefix("hand-")
        if row := host.session.rounds.filter(position=1 + opened.index(int(number))).first():
            assert row.hands.get(seat__number=seat).cards == hands[-1], "its phone was told that it is in"
        else:
            assert OpenHand.objects.get(open_round=number, seat=seat).cards == hands[-1]


@pytest.mark.usefixtures("shared_database")
def test_three_send_while_a_fourth_records() -> None:
    evening = evening_of(1, rounds=1)
    assert evening.answers.get(("hand", 204)), evening.answers


@pytest.mark.long
@pytest.mark.usefixtures("shared_database")
def test_three_send_for_a_minute_while_a_fourth_records() -> None:
    evening = evening_of(60, rounds=10)
    assert evening.answers.get(("record", 302), 0) >= 10, evening.answers


def test_a_hand_that_came_in_meanwhile_is_not_left_out(host: Phone, ben: Phone) -> None:
    """Its phone heard that it is in, and the round that would be recorded does not have it."""
    collect(host)
    send_hand(ben, "K")
    session = host.session
    was = pads.sent_hands(opened(host))
    facts = {"kind": "out", "winner": "2", "hands": {"0": ["5"], "1": ["K"], "3": ["2", "10"]}}
    send_hand(ben, "Q")
    with pytest.raises(pads.HandsCame) as text:
        pads.record(session, facts, was, FormVersion(session.revision, new_key(), None))
    assert text.value.seats == {"1"}
    pads.record(session, facts, pads.sent_hands(opened(host)), FormVersion(session.revision, new_key(), None))
    assert opened(host) is None
