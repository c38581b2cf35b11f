"""控えを入れる: a circle's file is brought into a circle, whole or not at all.

Years of evenings are more than one transaction may hold up everybody else for.  They are written one after
the other into a circle that nobody sees, which is deleted from the start, and handed over in one short
transaction at the end: until then nothing has come.  What a killed import has left goes when the next one
begins, or as a deleted circle does.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from time import monotonic, sleep

from django.db import transaction
from django.utils import timezone

from scorekeeper.circles.models import Circle, CircleChange, Device, Player
from scorekeeper.circles.services import note
from scorekeeper.play.arriving import keep_bill, keep_evening
from scorekeeper.play.evenings import evenings
from scorekeeper.play.models import GameSession
from scorekeeper.play.writing import hold, writes
from scorekeeper.rules import sets
from scorekeeper.scoring.circle import Evening, Head, Person
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.names import clean_name, same_name
from scorekeeper.server.limits import SESSIONS_OF_CIRCLE
from scorekeeper.story.services import Said, SeasonsMeet
from scorekeeper.story.services import bring_in as bring_season_in

from .matching import Match, Renamed, Seats, evenings_here, matches, wrong_names
from .saving import Names

PERSON = ("name", "reading", "mark", "color", "guest", "hidden")
"""Columns of a person that a file tells."""
LONGEST_REST = 0.5
"""Seconds: after each evening the import rests as long as that took, so that tables get their turn to write.
SQLite lets others ask again and again and keeps no order: without a rest they come in by chance alone."""
Progress = Callable[[int], object]
"""Is told how many evenings are done."""


@dataclass
class Brought:
    """What came of it: how many evenings, rounds, people, rule sets and seasons are new.

    ``here`` counts the evenings that were here already; ``different`` are the public names of those of them
    that are not as in the file and stay as they are; ``left`` are seasons that meet one of the circle's, and
    ``bills_left`` counts bills whose evenings cannot be settled so here.
    """

    sessions: int = 0
    rounds: int = 0
    people: int = 0
    rule_sets: int = 0
    seasons: int = 0
    bills: int = 0
    here: int = 0
    different: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    bills_left: int = 0

    @property
    def anything(self) -> bool:
        """Whether the circle has anything that it had not before."""
        return bool(self.sessions or self.people or self.rule_sets or self.seasons or self.bills)


@dataclass(frozen=True, slots=True)
class Coming:
    """A file to be brought in: its head, who sat where in its evenings, and these one after the other.

    ``renamed`` are people who are not those of the same name in the circle.
    """

    head: Head
    seats: Seats
    evenings: Iterable[Evening]
    renamed: Renamed = field(default_factory=dict)


def bring_in(
    circle: Circle, coming: Coming, device: Device | None, progress: Progress = lambda _done: None
) -> Brought:
    """Bring a file into a circle; what is here already stays as it is.

    Raises ReadError where something of it cannot be kept, IntegrityError where people or evenings of it came
    another way meanwhile, and that or Circle.DoesNotExist where ``clear_staging`` broke it off: nothing has
    come then.
    """
    with _out_of_sight(circle) as waiting:
        way = _Way(circle, waiting, coming)
        began = monotonic()
        for number, evening in enumerate(coming.evenings, 1):
            way.take(evening)
            progress(number)
            sleep(min(monotonic() - began, LONGEST_REST))
            began = monotonic()
        return way.hand_over(device)


@contextmanager
def _out_of_sight(circle: Circle) -> Iterator[Circle]:
    """A circle that is deleted from the start, for what is on its way; gone at the end."""
    clear_staging(circle)
    waiting = Circle.objects.create(
        public_id=_staging_id(circle), name=circle.name, deleted_at=timezone.now()
    )
    try:
        yield waiting
    finally:
        clear_staging(circle)


def _staging_id(circle: Circle) -> str:
    """The public name of the circle out of sight: no other circle has a dot in its own."""
    return f"{circle.public_id}.in"


def clear_staging(circle: Circle) -> None:
    """Take away what an import into a circle has left out of sight; one that is under way breaks off.

    It goes one evening after the other: whoever records a round meanwhile waits for one.
    """
    for waiting in Circle.objects.filter(public_id=_staging_id(circle)):
        with suppress(Circle.DoesNotExist):
            while _take_away_one(waiting):
                pass


@writes
def _take_away_one(waiting: Circle) -> bool:
    """Delete an evening out of sight, or the circle that has none; gives whether there may be more."""
    hold(waiting)  # else it could be handed over just now
    session = waiting.sessions.order_by("pk").first()
    (session or waiting).delete()
    return session is not None


class _Way:
    """A file on its way into a circle."""

    def __init__(self, circle: Circle, waiting: Circle, coming: Coming) -> None:
        self.circle, self.waiting, self.head = circle, waiting, coming.head
        self.brought = Brought()
        found = matches(circle, coming.head.people, coming.seats)
        for wrong in wrong_names(found, circle, coming.renamed).values():
            raise wrong
        self.people: dict[str, int] = {}
        for one in found:
            self.people[one.key] = self._key_of(one, coming.renamed.get(one.key, ""))
        self._merge({one.key for one in found if one.known and one.key not in coming.renamed})
        self.here = evenings_here(circle)
        self.name_of = Names(circle)

    def _key_of(self, one: Match, name: str) -> int:
        if one.known and not name:
            return one.known.pk
        return self._new(replace(one.person, name=clean_name(name or one.person.name)))

    def _new(self, person: Person) -> int:
        """Somebody new, out of sight as yet."""
        columns = {name: getattr(person, name) for name in PERSON}
        self.brought.people += 1
        return Player.objects.create(circle=self.waiting, **columns).pk

    def _merge(self, known: set[str]) -> None:
        """Who was found to be somebody else in the file, and is new here, stands for that person here too."""
        for person in self.head.people:
            key = same_name(person.name)
            if person.merged_into and key not in known:
                meant = self.people[same_name(person.merged_into)]
                Player.objects.filter(pk=self.people[key]).update(merged_into=meant)

    def take(self, evening: Evening) -> None:
        """Write an evening, or look at the one that is here already; raises ReadError."""
        if row := self.here.get(evening.id):
            self.brought.here += 1
            if not self._is_same(evening, row):
                self.brought.different.append(row.public_id)
            return
        if len(self.here) + self.brought.sessions >= SESSIONS_OF_CIRCLE:
            raise ReadError("sessions", "list.many", count=SESSIONS_OF_CIRCLE + 1, most=SESSIONS_OF_CIRCLE)
        ready = evening.prepare()
        with transaction.atomic():
            keep_evening(self.waiting, evening, ready, self.people)
        self.brought.sessions += 1
        self.brought.rounds += len(evening.entries)

    def _is_same(self, evening: Evening, row: GameSession) -> bool:
        [own] = evenings(GameSession.objects.filter(pk=row.pk), self.name_of)
        keys = {same_name(name): key for key, name in self.name_of.found.items()}
        entered = evening.comparable(lambda name: self.people[same_name(name)])
        return entered == own.comparable(lambda name: keys[same_name(name)])

    @writes
    def hand_over(self, device: Device | None) -> Brought:
        """Let the circle have it all at once; raises IntegrityError where the same came meanwhile.

        Raises Circle.DoesNotExist where what was written was taken away meanwhile.
        """
        brought = replace(self.brought, left=[])
        hold(self.circle)
        hold(self.waiting)
        self.waiting.players.update(circle=self.circle)
        self.waiting.sessions.update(circle=self.circle)
        brought.rule_sets = sum(sets.bring_in(self.circle, rules) for rules in self.head.rule_sets)
        for one in self.head.seasons:
            try:
                brought.seasons += bring_season_in(self.circle, Said(one.name, one.first, one.last))
            except SeasonsMeet:
                brought.left.append(one.name)
        self._settle_together(brought)
        if brought.anything:
            note(self.circle, CircleChange.Action.FILE, device, after={"tables": brought.sessions})
        return brought

    def _settle_together(self, brought: Brought) -> None:
        rows = {row.uid: row for row in self.circle.sessions.all()} if self.head.bills else {}
        for bill in self.head.bills:
            kept = keep_bill(self.circle, bill, self.people, rows)
            brought.bills += bool(kept)
            brought.bills_left += kept is None
