"""到着: a file on its way in, from the form that sent it to what came of it."""

import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from scorekeeper.circles.models import Circle, Device
from scorekeeper.circles.services import open_circle, set_least_rounds
from scorekeeper.scoring.circle import Head
from scorekeeper.scoring.circle_reading import read_evenings, read_head
from scorekeeper.scoring.document import load_lasting
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.incoming import Outline

from .bringing import Coming, bring_in, clear_staging
from .matching import Match, Seats, matches
from .models import Arrival, pack

State = Arrival.State

AT_ONCE = 1000
"""Rounds of a file that is brought in while its sender waits: that takes a second."""
SILENT = timedelta(minutes=2)
"""A file that was not heard of for so long is not coming any more."""
KEPT = timedelta(days=1)
"""How long a file waits for its sender to agree."""
TOLD_EVERY = 10
"""After how many evenings it is said how far it is."""
COMMAND = [sys.executable, "manage.py", "arrive"]


class Occupied(Exception):
    """Another file is coming just now."""


def head_of(arrival: Arrival) -> Head:
    """The file without its evenings, which never changes while it waits."""
    key = f"head-{arrival.public_id}"
    found: Head | None = cache.get(key)
    if found is None:
        found = read_head(arrival.outline["head"])
        cache.set(key, found)
    return found


def seats_of(arrival: Arrival) -> Seats:
    """Who sat where in its evenings."""
    return [(uid, seats) for uid, seats, _rounds in arrival.outline["sessions"]]


def matches_of(arrival: Arrival) -> list[Match]:
    """The people of the file, and who of the circle that is."""
    return matches(arrival.circle, head_of(arrival).people, seats_of(arrival))


def expect(circle: Circle, device: Device, outline: Outline, text: str, form: str) -> Arrival:
    """Keep a file until its sender agrees; ``form`` tells the form that sent it, once, from all others."""
    circle.arrivals.filter(device=device, state=State.ASKING).delete()
    made = {"circle": circle, "device": device, "outline": asdict(outline), "packed": pack(text)}
    return Arrival.objects.create(form_hash=form or None, **made)


def expect_circle(device: Device, outline: Outline, text: str, form: str) -> Arrival:
    """Keep a file that comes to a circle of its own, which is opened for it."""
    told = outline.head["circle"]
    try:
        with transaction.atomic():
            circle = open_circle(told["name"], device)
            set_least_rounds(circle, told["least_rounds"], device)
            return expect(circle, device, outline, text, form)
    except IntegrityError:  # the same form came twice at once
        if found := sent_before(form):
            return found
        raise


def sent_before(form: str) -> Arrival | None:
    """The file that a form has sent already."""
    return Arrival.objects.filter(form_hash=form).select_related("circle").first() if form else None


def set_off(arrival: Arrival, renamed: Mapping[str, str]) -> None:
    """Let a file come, at once where it is short, else in a process of its own; a second time does nothing.

    Raises Occupied.
    """
    with transaction.atomic():
        if _heard(Arrival.objects.filter(state=State.COMING).exclude(pk=arrival.pk)).exists():
            raise Occupied
        mine = Arrival.objects.filter(pk=arrival.pk, state=State.ASKING)
        if not mine.update(state=State.COMING, renamed=dict(renamed), at=timezone.now()):
            return
    if sum(rounds for _uid, _seats, rounds in arrival.outline["sessions"]) <= AT_ONCE:
        come(arrival.pk)
        return
    command = [*COMMAND, str(arrival.pk)]
    quiet = subprocess.DEVNULL
    subprocess.Popen(  # noqa: S603 - the command is ours
        command, cwd=settings.BASE_DIR, stdin=quiet, stdout=quiet, start_new_session=True
    )


def come(key: int) -> None:
    """Bring in the file with that key, and note what came of it."""
    arrival = Arrival.objects.select_related("circle", "device").get(pk=key, state=State.COMING)

    def progress(done: int) -> None:
        if done % TOLD_EVERY == 0:
            Arrival.objects.filter(pk=key).update(done=done, at=timezone.now())

    try:
        data = load_lasting(arrival.text)
        head = head_of(arrival)
        coming = Coming(head, seats_of(arrival), read_evenings(data, head), arrival.renamed)
        brought = bring_in(arrival.circle, coming, arrival.device, progress)
    except ReadError as error:
        _end(key, State.REFUSED, {"error": [error.where, error.code, error.values]})
    except (IntegrityError, Circle.DoesNotExist):
        _end(key, State.REFUSED, {"error": ["", "circle.meanwhile", {}]})
    else:
        _end(key, State.THERE, asdict(brought))


def _end(key: int, state: State, told: Mapping[str, object]) -> None:
    Arrival.objects.filter(pk=key).update(state=state, told=dict(told), packed=b"", at=timezone.now())


def is_silent(arrival: Arrival) -> bool:
    """Whether a file was on its way and is not coming any more."""
    return arrival.state == State.COMING and abs(timezone.now() - arrival.at) > SILENT


def ask_again(arrival: Arrival) -> None:
    """Let the sender of a file that fell silent agree once more."""
    coming = Arrival.objects.filter(pk=arrival.pk, state=State.COMING)
    coming.exclude(pk__in=_heard(coming).values("pk")).update(state=State.ASKING, done=0)


def _heard(arrivals: QuerySet[Arrival]) -> QuerySet[Arrival]:
    """Those that said something just now; what was said in the future was said by a wrong clock."""
    now = timezone.now()
    return arrivals.filter(at__range=(now - SILENT, now + SILENT))


def take_away(now: datetime) -> None:
    """Take away files that nobody agreed to, and what was told of files that came long ago."""
    Arrival.objects.filter(at__lt=now - KEPT).delete()


def drop_arrivals(circle: Circle) -> None:
    """Drop every file that was sent to a circle; one that is coming just now breaks off."""
    circle.arrivals.all().delete()
    clear_staging(circle)
