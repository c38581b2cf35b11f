"""到着: uploaded files: reading them, and storing a circle's file until it is imported."""

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from threading import Lock

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext

from scorekeeper.circles.limits import sender_of, take_for_new_session
from scorekeeper.circles.models import Circle, Device
from scorekeeper.circles.services import lock_circle, open_circle, set_least_rounds
from scorekeeper.play.documents import LARGEST_FILE, file_text, load_lasting, refusal
from scorekeeper.play.idempotency import new_key
from scorekeeper.play.ledger import Prepared
from scorekeeper.scoring.errors import ReadError
from scorekeeper.server.commands import start_command
from scorekeeper.server.errors import wait_words, with_retry_after
from scorekeeper.server.limits import LONG_DOCUMENTS, WIDE_BODY
from scorekeeper.server.ratelimit import Sender, TooMany, take

from .circle_reading import Outline, may_be_circle, read_evenings, read_incoming
from .importing import ImportPlan, clear_staging, import_file
from .models import Arrival, pack

State = Arrival.State

INLINE_ROUNDS = 1000
"""A file with so many rounds at most is imported within the request, which takes a second."""
STALLED_AFTER = timedelta(minutes=2)
"""An import without progress for so long has been killed."""
UPLOAD_LIFETIME = timedelta(days=1)
"""For an upload that waits for consent, and for the result of an import."""

SHORT = 32 * 1024
"""Longest document that a thread of the server reads: some hundred rounds, in some hundredths of a second."""
PATIENCE_SECONDS = 8.0
"""Timeout of the reading process, plus the time by size; the longest session takes a second."""
READ_IN_A_SECOND = 1024 * 1024
"""Bytes that add a second to the timeout; reading them takes a fifth of that."""
AGAIN_SECONDS = 5
"""``Retry-After`` where the machine is busy."""
COMMAND = [sys.executable, "-m", "scorekeeper.archive.circle_reading"]

_one_at_a_time = {is_member: Lock() for is_member in (True, False)}
"""A lock for members and one for strangers, so that members do not wait for what strangers send."""


def sent_text(request: HttpRequest) -> str:
    """The pasted or uploaded text; only a circle's file may be long.  Raises ReadError."""
    text = request.POST.get("document", "").strip() or file_text(request, WIDE_BODY)
    return text if len(text) <= LARGEST_FILE or may_be_circle(text) else file_text(request)


def take_in(request: HttpRequest, text: str, circle: Circle | None = None) -> Prepared | Outline | None:
    """Read a text as ``incoming`` does, and count it against the rate limits; raises ReadError and TooMany.

    With ``circle`` only a circle's file is valid.
    """
    ready = incoming(text, sender_of(request))
    if circle and not isinstance(ready, Outline):
        raise ReadError("", "circle.none")
    if ready is not None:
        take_for_new_session(request, circle, size=len(text.encode(errors="replace")))
    return ready


def refused(request: HttpRequest, template: str, problem: ReadError | TooMany) -> HttpResponse:
    """The form with the pasted text and the error."""
    if isinstance(problem, TooMany):
        words, status = str(wait_words(problem.seconds)), 429
    else:
        words, status = error_text(problem), 413 if problem.code == "file.large" else 422
    context = {"errors": [words], "pasted": request.POST.get("document", ""), "key": new_key()}
    response = render(request, template, context, status=status)
    return with_retry_after(response, problem.seconds) if isinstance(problem, TooMany) else response


def error_text(error: ReadError) -> str:
    place = f"{error.where}: " if error.where else ""
    return place + refusal(error, gettext)


def incoming(text: str, sender: Sender) -> Prepared | Outline | None:
    """A scored session document, or the outline of a circle; None for a rule set.

    A long text is read by a process of its own: in a thread it would hold the GIL, and slow down all pages.
    Raises ReadError, and TooMany where another long one is being read, or was just now.
    """
    return read_incoming(text) if len(text) <= SHORT else _read_in_subprocess(text, sender)


def _read_in_subprocess(text: str, sender: Sender) -> Prepared | Outline | None:
    lock = _one_at_a_time[sender.member]
    if not lock.acquire(blocking=False):
        raise TooMany(1)
    try:
        take(LONG_DOCUMENTS, *sender.names)
        sent = text.encode(errors="backslashreplace")
        done = subprocess.run(  # noqa: S603 - the command is ours, the text is its standard input
            COMMAND,
            input=sent,
            stdout=subprocess.PIPE,
            cwd=settings.BASE_DIR,
            timeout=PATIENCE_SECONDS + len(sent) / READ_IN_A_SECOND,
            check=True,
            start_new_session=True,  # Ctrl-C is for the server
        )
    except subprocess.SubprocessError:
        raise TooMany(AGAIN_SECONDS) from None
    finally:
        lock.release()
    answer = json.loads(done.stdout)
    if "error" in answer:
        where, code, values = answer["error"]
        raise ReadError(where, code, **values)
    if "circle" in answer:
        return Outline(**answer["circle"])
    return Prepared(**answer["prepared"]) if "prepared" in answer else None


class ImportRunning(Exception):
    """Another file is being imported."""


def store_upload(circle: Circle | None, device: Device, outline: Outline, text: str, form: str) -> Arrival:
    """Store a circle's file until the host confirms the import; without a circle, one is opened for it.

    ``form`` is the idempotency key.  Other uploads of the device that wait for consent are deleted.
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
    except IntegrityError:  # the same form was sent twice at once
        if upload := find_upload(form):
            return upload
        raise


def find_upload(form: str) -> Arrival | None:
    return Arrival.objects.filter(form_hash=form).select_related("circle").first() if form else None


def start_import(arrival: Arrival, renamed: Mapping[str, str]) -> None:
    """Import a file, within the request if it is short, else in a process of its own; raises ImportRunning.

    Does nothing if that began already.
    """
    try:
        with transaction.atomic():
            reset_stalled(Arrival.objects.exclude(pk=arrival.pk))
            mine = Arrival.objects.filter(pk=arrival.pk, state=State.ASKING)
            if not mine.update(state=State.COMING, renamed=dict(renamed), at=timezone.now()):
                return
    except IntegrityError as error:  # of the constraint ``one_import_at_a_time``
        raise ImportRunning from error
    if sum(rounds for _uid, _seats, rounds in arrival.outline["sessions"]) <= INLINE_ROUNDS:
        run_import(arrival.pk)
        return
    start_command("arrive", str(arrival.pk))


def run_import(key: int) -> None:
    """Import an upload, and store the result; raises Arrival.DoesNotExist."""
    arrival = Arrival.objects.select_related("circle", "device").get(pk=key)
    if arrival.state != State.COMING:
        raise Arrival.DoesNotExist

    def progress(done: int) -> None:
        if done % 10 == 0:
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
    """Delete all uploads of a circle, and cancel a running import."""
    circle.arrivals.all().delete()
    clear_staging(circle)
