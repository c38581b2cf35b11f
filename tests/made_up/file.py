"""A made-up circle as a circle's file, and brought into the database as such a file is."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from itertools import groupby

from scorekeeper.archive.circle import (
    Bill,
    BillTransfer,
    Head,
    NightName,
    Person,
    RecordedPayment,
    RoundEntry,
    SavedRules,
    write_evening,
    write_head,
)
from scorekeeper.archive.circle import Evening as Written
from scorekeeper.archive.circle_reading import read_evenings, read_head
from scorekeeper.archive.importing import ImportPlan, import_file
from scorekeeper.circles.models import Circle
from scorekeeper.circles.services import open_circle
from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.reading import Json
from scorekeeper.scoring.settlement import write_stake

from .cast import BOOKS, WORDS, people
from .chance import public_id
from .year import TOKYO, Evening, Wish, year
from .year import Rules as Book

LEFT = 3
"""Tables with a rate at the end of the year of which nothing is paid at the table."""
TABLES, TWICE = 12, 4
"""At one of so many tables a round was entered twice, and taken back."""
PAID = 70
"""How likely it is, of a hundred, that a payment was made."""


def write_file(wish: Wish) -> Json:
    """The made-up circle as a circle's file: the last table is still being played."""
    played = list(year(wish))
    evenings = [_evening(wish, one, running=one is played[-1]) for one in played]
    settled = tuple(_bills(evenings))
    together = {uid for bill in settled for uid in bill.sessions}
    rated = [one.id for one in evenings if one.ended and one.document.rate]
    evenings = [
        replace(one, payments=()) if one.id in together or one.id in rated[-LEFT:] else one
        for one in evenings
    ]
    head = Head(
        WORDS[wish.language].circle,
        people=tuple(map(Person, people(wish.language, wish.people))),
        rule_sets=tuple(_rules(wish, played[0])),
        bills=settled,
        nights=tuple(NightName(_night(one.begins), one.title) for one in _titled(played)),
    )
    return {**write_head(head), "sessions": [write_evening(one) for one in evenings]}


def make(wish: Wish) -> Circle:
    """Open a made-up circle."""
    data = write_file(wish)
    head = read_head(data)
    evenings = list(read_evenings(data, head))
    circle = open_circle(head.name, None)
    import_file(circle, ImportPlan(head, [(one.id, one.seats) for one in evenings], evenings), None)
    return circle


def _titled(played: Sequence[Evening]) -> Iterator[Evening]:
    """The first table of every night with a name."""
    days = set()
    for one in played:
        if one.title and _night(one.begins) not in days:
            days.add(_night(one.begins))
            yield one


def _night(at: datetime) -> date:
    """The day of the night of a moment: it ends at six in the morning."""
    return (at.astimezone(TOKYO) - timedelta(hours=6)).date()


def _bills(evenings: Sequence[Written]) -> Iterator[Bill]:
    """The last night with two games for money, and two nights, each settled together and paid in part."""
    rated = [one for one in evenings if one.ended and one.document.rate]
    nights = [list(some) for _day, some in groupby(rated, key=lambda one: _night(one.started))]
    several = [some for some in nights if len(some) > 1]
    alone = [some[0] for some in nights if len(some) == 1]
    if several:
        yield _bill(several[-1], _night(several[-1][0].started))
    if len(alone) > LEFT + 1:
        yield _bill(alone[-LEFT - 2 : -LEFT], None)


def _bill(some: Sequence[Written], night: date | None) -> Bill:
    """Some evenings settled together, of which the first payment was made."""
    last = some[-1].ended
    assert last
    at, document = last + timedelta(minutes=5), some[0].document
    debts = document.settle_up(document.replay().state).debts[:1]
    paid = tuple(BillTransfer(one.payer, one.payee, one.money, at + timedelta(minutes=1)) for one in debts)
    return Bill(at, "円", "", tuple(one.id for one in some), paid, None, night)


def _rules(wish: Wish, first: Evening) -> Iterator[SavedRules]:
    for rules in (Book(book) for book in BOOKS if book.kept):
        yield SavedRules(
            WORDS[wish.language].kept[rules.book.key],
            rules.book.game,
            rules.ruleset.version,
            first.begins,
            house_rules.dump(rules.options, rules.ruleset.defaults),
            write_stake(rules.stake) if rules.stake else None,
        )


def _evening(wish: Wish, evening: Evening, running: bool) -> Written:
    document = evening.document
    joined = [name for facts in document.rounds for name in getattr(facts, "join", ())]
    end = evening.times[-1] + timedelta(minutes=2)
    book = evening.book
    return Written(
        id=public_id("table", wish.language, wish.seed, evening.number),
        started=evening.begins,
        document=document,
        seats=tuple(dict.fromkeys((*document.players, *joined))),
        entries=tuple(_entries(evening)),
        rules_name=WORDS[wish.language].kept[book.key] if book.kept else "",
        ended=None if running else end,
        payments=() if running or document.rate is None else tuple(_payments(evening)),
    )


def _entries(evening: Evening) -> Iterator[RoundEntry]:
    twice = len(evening.times) // 2 if evening.number % TABLES == TWICE else -1
    for place, (facts, at) in enumerate(zip(evening.document.rounds, evening.times, strict=True)):
        yield RoundEntry(at)
        if place == twice:
            yield RoundEntry(at + timedelta(seconds=9), taken_back=facts)


def _payments(evening: Evening) -> Iterator[RecordedPayment]:
    document, chance = evening.document, evening.chance
    at = evening.times[-1] + timedelta(minutes=3)
    for debt in document.settle_up(document.replay().state).debts:
        if chance.percent(PAID):
            at += timedelta(minutes=1 + chance.below(3))
            yield RecordedPayment(
                payer=debt.payer, payee=debt.payee, points=debt.points, money=debt.money, at=at
            )
