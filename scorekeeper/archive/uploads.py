"""到着: a circle's uploaded file, from the upload through its host's consent to the result of the import."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from scorekeeper.circles.models import Circle, Device
from scorekeeper.circles.services import lock_circle, open_circle, set_least_rounds
from scorekeeper.play.documents import load_lasting
from scorekeeper.scoring.errors import ReadError
from scorekeeper.server.commands import start_command

from .circle_reading import read_evenings
from .importing import ImportPlan, clear_staging, import_file
from .incoming import Outline
from .models import Arrival, pack

State = Arrival.State

INLINE_ROUNDS = 1000
"""Rounds of a file that is imported within the request: that takes a second."""
STALLED_AFTER = timedelta(minutes=2)
"""An import without progress for so long has been killed."""
UPLOAD_LIFETIME = timedelta(days=1)
"""How long an upload waits for consent, and its result can be looked up."""
PROGRESS_EVERY = 10
"""Evenings between two writes of the progress."""


class ImportRunning(Exception):
    """Another file is being imported."""


def store_upload(circle: Circle | None, device: Device, outline: Outline, text: str, form: str) -> Arrival:
    """Keep a file until its host agrees, in a circle or in one that is opened for it; once for each form.

    ``form`` is the idempotency key.  It replaces what the device uploaded before without agreeing to it.
    """
    columns = {"device": device, "outline": asdict(outline), "packed": pack(text)}
    try:
        with transaction.atomic():
            if circle is None:
                data = outline.head["circle"]
                circle = open_circle(data["name"], device)
                set_least_rounds(circle, data["least_rounds"], device)
            lock_circle(circle)
            circle.arrivals.filter(device=device, state=State.ASKING).exclude(form_hash=form).delete()
            return circle.arrivals.create(form_hash=form or None, **columns)
    except IntegrityError:  # the same form came twice at once
        if upload := find_upload(form):
            return upload
        raise


def find_upload(form: str) -> Arrival | None:
    """The upload with an idempotency key; None for an empty one."""
    return Arrival.objects.filter(form_hash=form).select_related("circle").first() if form else None


def start_import(arrival: Arrival, renamed: Mapping[str, str]) -> None:
    """Import a file, within the request where it is short, else in a process of its own.

    Does nothing where that began already.  Raises ImportRunning.
    """
    try:
        with transaction.atomic():
            reset_stalled(Arrival.objects.exclude(pk=arrival.pk))
            mine = Arrival.objects.filter(pk=arrival.pk, state=State.ASKING)
            if not mine.update(state=State.COMING, renamed=dict(renamed), at=timezone.now()):
                return
    except IntegrityError as error:  # the database holds that one is imported at a time
        raise ImportRunning from error
    if sum(rounds for _uid, _seats, rounds in arrival.outline["sessions"]) <= INLINE_ROUNDS:
        run_import(arrival.pk)
        return
    start_command("arrive", str(arrival.pk))


def run_import(key: int) -> None:
    """Import the upload with that primary key, and store the result; raises Arrival.DoesNotExist."""
    arrival = Arrival.objects.select_related("circle", "device").get(pk=key)
    if arrival.state != State.COMING:
        raise Arrival.DoesNotExist

    def progress(done: int) -> None:
        if done % PROGRESS_EVERY == 0:
            Arrival.objects.filter(pk=key).update(done=done, at=timezone.now())

    try:
        data = load_lasting(arrival.text)
        plan = ImportPlan(arrival.head, arrival.seats, read_evenings(data, arrival.head), arrival.renamed)
        result = import_file(arrival.circle, plan, arrival.device, progress)
    except ReadError as error:
        _finish(key, State.REFUSED, {"error": [error.where, error.code, error.values]})
    except (IntegrityError, Circle.DoesNotExist):
        _finish(key, State.REFUSED, {"error": ["", "circle.meanwhile", {}]})
    else:
        _finish(key, State.THERE, asdict(result))


def _finish(key: int, state: State, result: Mapping[str, object]) -> None:
    Arrival.objects.filter(pk=key).update(state=state, result=dict(result), packed=b"", at=timezone.now())


def is_stalled(arrival: Arrival) -> bool:
    """Whether a running import has made no progress for ``STALLED_AFTER``."""
    return arrival.state == State.COMING and timezone.now() - arrival.at > STALLED_AFTER


def reset_stalled(arrivals: QuerySet[Arrival]) -> None:
    """Let stalled imports wait for consent again."""
    stalled = arrivals.filter(at__lt=timezone.now() - STALLED_AFTER, state=State.COMING)
    stalled.update(state=State.ASKING, done=0)


def delete_old_uploads(now: datetime) -> None:
    """Delete uploads without consent, and results, after UPLOAD_LIFETIME."""
    Arrival.objects.filter(at__lt=now - UPLOAD_LIFETIME).delete()


def cancel_imports(circle: Circle) -> None:
    """Delete all uploads of a circle; an import that is running breaks off."""
    circle.arrivals.all().delete()
    clear_staging(circle)
