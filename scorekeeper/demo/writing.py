"""見本を書く: the evenings of a made-up year, kept as if phones had entered them."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.apps import apps
from django.db import connection, transaction
from django.db.models import OuterRef, Subquery

from scorekeeper.circles.access import hash_of
from scorekeeper.circles.models import Circle, Device, Membership, Player, Role
from scorekeeper.circles.services import admit, choose_player, make_link, open_circle
from scorekeeper.play import services
from scorekeeper.play.models import GameSession, Hand, Round, RoundEdit, SettlementPaid
from scorekeeper.play.paying import pay
from scorekeeper.play.services import Stamp
from scorekeeper.play.table import Table
from scorekeeper.rules import sets
from scorekeeper.scoring.names import same_name
from scorekeeper.scoring.prepared import Prepared, prepare
from scorekeeper.scoring.rule_sets import RuleSet
from scorekeeper.server.database import Value, insert

from .cast import BOOKS, WORDS, people
from .chance import public_id
from .mistakes import Mistake, mistaken
from .year import Evening, Rules, Wish

PHONES = (("iPhone", Role.HOST), ("Android", Role.PLAYER), ("iPhone", Role.PLAYER))
"""The phones of the first people: what they are, and what they may do."""
PAID = 70
"""How likely it is, of a hundred, that a payment was ticked as made."""
EDIT = ("session", "round", "action", "key", "revision", "at", "device", "after")


class ThereAlready(Exception):
    """The circle of that seed is there; it stays as it is."""


@dataclass(frozen=True, slots=True)
class Ready:
    """An evening scored as it was entered, with what was put right afterwards."""

    evening: Evening
    mistake: Mistake | None
    scored: Prepared


def circle_id(wish: Wish) -> str:
    """The name of the circle in addresses."""
    return public_id("circle", wish.language, wish.seed)


def ready(evening: Evening) -> Ready:
    """Score an evening, as a file that is brought in is scored."""
    mistake = mistaken(evening)
    document = replace(evening.document, rounds=mistake.rounds) if mistake else evening.document
    return Ready(evening, mistake, prepare(document))


def keep_year(wish: Wish, evenings: Sequence[Ready]) -> Circle:
    """Write a circle with its evenings in one transaction; raises ThereAlready."""
    with transaction.atomic():
        if Circle.objects.filter(public_id=circle_id(wish)).exists():
            raise ThereAlready
        circle, phones = _open(wish, evenings[0].evening.begins)
        _keep_rules(circle, wish, phones[0], evenings[0].evening.begins)
        for number, one in enumerate(evenings, 1):
            _Writer(circle, one, phones, wish).write(running=number == len(evenings))
            if number == 1:
                _tell_sizes()
        _known(circle, wish, evenings, phones)
    return circle


def _tell_sizes() -> None:
    """Let PostgreSQL count what is there: it takes what a transaction has written for nothing, and would go
    through all of it for each row."""
    if connection.vendor == "postgresql":
        tables = ", ".join(model._meta.db_table for model in apps.get_app_config("play").get_models())
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {tables}")


def _open(wish: Wish, at: datetime) -> tuple[Circle, list[Device]]:
    """The circle with its links and phones; nobody has the keys of these phones."""
    circle = open_circle(WORDS[wish.language].circle, None)
    circle.public_id = circle_id(wish)
    circle.save(update_fields=("public_id",))
    links = {link.role: link for link in [*circle.links.all(), make_link(circle, Role.HOST, None)]}
    phones = []
    for name, role in PHONES:
        phone = Device.objects.create(key_hash=hash_of(secrets.token_urlsafe(32)), name=name)
        admit(phone, links[role])
        phones.append(phone)
    circle.links.update(created_at=at)
    Circle.objects.filter(pk=circle.pk).update(created_at=at)
    return circle, phones


def _keep_rules(circle: Circle, wish: Wish, phone: Device, at: datetime) -> None:
    for rules in (Rules(book) for book in BOOKS if book.kept):
        name = WORDS[wish.language].kept[rules.book.key]
        sets.keep(circle, RuleSet(name, rules.ruleset, rules.options, rules.stake), phone)
    circle.rule_sets.update(created_at=at)


def _known(circle: Circle, wish: Wish, evenings: Sequence[Ready], phones: Iterable[Device]) -> None:
    """Say since when people and phones have been there, and whose phones they are."""
    first, last = evenings[0].evening.begins, evenings[-1].evening.times[-1]
    circle.players.update(created_at=first)
    Membership.objects.filter(circle=circle).update(joined_at=first)
    for phone, name in zip(phones, people(wish.language, wish.people), strict=False):
        Device.objects.filter(pk=phone.pk).update(created_at=first, last_seen=last)
        holder = Player.objects.filter(circle=circle, name_key=same_name(name)).first()
        choose_player(Membership.objects.get(circle=circle, device=phone), holder)


class _Writer:
    """Writes one evening."""

    def __init__(self, circle: Circle, one: Ready, phones: Sequence[Device], wish: Wish) -> None:
        self.circle, self.evening, self.mistake, self.scored = circle, one.evening, one.mistake, one.scored
        self.phone = phones[one.evening.number % len(phones)]
        self.times = one.mistake.times if one.mistake else one.evening.times
        self.wish, self.now = wish, self.times[-1]

    def write(self, running: bool) -> None:
        """Start the session with its rounds, put mistakes right, and end it, unless it is still running."""
        self.session = self._start()
        self._note_rounds()
        self._date_rounds()
        self._put_right()
        if not running:
            self._end()

    def _start(self) -> GameSession:
        book, words = self.evening.book, WORDS[self.wish.language]
        name = words.kept[book.key] if book.kept else ""
        session = services.start_session(self.circle, self.scored, self.evening.title, name)
        session.public_id = public_id("table", self.wish.language, self.wish.seed, self.evening.number)
        session.started_at, session.revision = self.evening.begins, len(self.scored.rounds)
        session.save(update_fields=("public_id", "started_at", "revision"))
        return session

    def _note_rounds(self) -> None:
        """Every round has its line in the record, one after the other."""
        self.rows = list(self.session.rounds.order_by("position"))
        when, json = connection.ops.adapt_datetimefield_value, connection.ops.adapt_json_value
        lines: list[tuple[Value, ...]] = []
        told = zip(self.rows, self.scored.rounds, self.times, strict=True)
        for number, (row, facts, at) in enumerate(told, 1):
            add = (RoundEdit.Action.ADD.value, f"made-up-{number}", number)
            lines.append((self.session.pk, row.pk, *add, when(at), self.phone.pk, json(facts, None)))
        insert(RoundEdit, EDIT, lines)

    def _date_rounds(self) -> None:
        """Rounds and hands were entered when the record says so."""
        noted = RoundEdit.objects.filter(round=OuterRef("pk")).values("at")[:1]
        of_session = Round.objects.filter(session=self.session)
        of_session.update(created_at=Subquery(noted), entered_by=self.phone)
        entered = Round.objects.filter(pk=OuterRef("round")).values("created_at")
        hands = Hand.objects.filter(round__in=[row.pk for row in self.rows])
        hands.update(entered_at=Subquery(entered), entered_by=self.phone)

    def _put_right(self) -> None:
        if self.mistake is None:
            return
        row = self.rows[self.mistake.place]
        row.session = self.session
        if self.mistake.right is not None:
            services.edit_round(row, self.mistake.right, self._stamp())
            self._dated()
            row.hands.update(entered_at=self.now)
            return
        services.void_round(row, self._stamp())
        self._dated()
        if self.mistake.restored:
            row.refresh_from_db()
            services.void_round(row, self._stamp(), void=False)
            self._dated()

    def _end(self) -> None:
        services.end_session(self.session, self._stamp())
        self._dated()
        GameSession.objects.filter(pk=self.session.pk).update(ended_at=self.now)
        if self.session.rate is None:
            return
        table = Table(self.session)
        for payment in map(table.payment, table.final.debts):
            if self.evening.chance.percent(PAID):
                pay(self.session, payment, self._stamp())
                self._dated()
        SettlementPaid.objects.filter(session=self.session).update(at=self.now)

    def _stamp(self) -> Stamp:
        self.session.refresh_from_db()
        return Stamp(self.session.revision, f"made-up-{self.session.revision + 1}", self.phone)

    def _dated(self) -> None:
        """What was just changed was changed a little later than what came before it."""
        self.now += timedelta(minutes=1 + self.evening.chance.below(3))
        self.session.refresh_from_db()
        self.session.edits.filter(revision=self.session.revision).update(at=self.now)
