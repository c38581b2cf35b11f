"""Export a session as a file; import one, or a circle's."""

import json
from contextlib import suppress
from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext

from scorekeeper.archive import import_worker, uploads
from scorekeeper.archive.circle_reading import may_be_circle
from scorekeeper.archive.incoming import Outline
from scorekeeper.archive.sample import sample_file
from scorekeeper.circles.access import ensure_device, hash_of
from scorekeeper.circles.limits import sender_of, wait_to_start
from scorekeeper.circles.models import Device
from scorekeeper.circles.services import readmit
from scorekeeper.play import find
from scorekeeper.play.documents import load_lasting, refusal
from scorekeeper.play.idempotency import form_hash, new_key
from scorekeeper.play.models import GameSession
from scorekeeper.play.services import open_circle, start_session, started_once
from scorekeeper.rules.files import LARGEST_FILE, file_text
from scorekeeper.rules.pages import lost_words
from scorekeeper.rules.rule_sets import read_rule_set
from scorekeeper.rules.sets import code_of, encode, fits
from scorekeeper.scoring.document import write_document
from scorekeeper.scoring.errors import ReadError
from scorekeeper.server.errors import wait_words, with_retry_after
from scorekeeper.server.limits import WIDE_BODY


def export(request: HttpRequest, sid: str) -> HttpResponse:
    """The session as a document."""
    table = find.find_table(request, sid)
    text = json.dumps(write_document(table.document()), ensure_ascii=False, indent=1)
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    name = f"{table.session.game}-{table.session.night.day}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def import_session(request: HttpRequest) -> HttpResponse:
    """Open a new table from a document, or a circle from its file; 429 while another long one is read."""
    if request.method != "POST":
        return render(request, "tables/import.html", {"key": new_key()})
    try:
        sent = _sent(request)
    except ReadError as error:
        return _unread(request, error)
    try:
        ready = import_worker.incoming(sent, sender_of(request))
        if ready is None:
            return _shared_rules(request, load_lasting(sent))
    except ReadError as error:
        return _unread(request, error)
    except import_worker.Busy as busy:
        return _later(request, busy.seconds)
    if seconds := wait_to_start(request, None, size=len(sent.encode(errors="replace"))):
        return _later(request, seconds)
    device = ensure_device(request)
    if isinstance(ready, Outline):
        return _circle(device, ready, sent, form_hash(request, hash_of(sent)))

    def start() -> GameSession:
        return start_session(open_circle(ready.names[: ready.players], device), ready)

    return redirect("table", started_once(form_hash(request, sent), start, device).public_id)


def sample(request: HttpRequest) -> HttpResponse:
    """Open a circle of one's own with a made-up year, to look round and try things out in."""
    form = form_hash(request)
    if not form:
        return redirect("start")
    text = sample_file(get_language() or "")
    try:
        outline = cast(Outline, import_worker.incoming(text, sender_of(request)))
    except import_worker.Busy as busy:
        return _later(request, busy.seconds)
    if seconds := wait_to_start(request, None, size=len(text.encode())):
        return _later(request, seconds)
    outline.head["circle"]["name"] = gettext("Made-up group")
    return _circle(ensure_device(request), outline, text, form)


def _circle(device: Device, outline: Outline, text: str, form: str) -> HttpResponse:
    """Open a circle for a circle's file, and import the file there."""
    upload = uploads.find_upload(form)
    if upload:
        readmit(device, upload.circle)
    upload = upload or uploads.store_upload_for_new_circle(device, outline, text, form)
    with suppress(uploads.ImportRunning):  # its page has a button
        uploads.start_import(upload, {})
    return redirect("arrival", upload.circle.public_id, upload.public_id)


def _sent(request: HttpRequest) -> str:
    """The text that was pasted or sent as a file; only that of a circle may be long.  Raises ReadError."""
    text = request.POST.get("document", "").strip() or file_text(request, WIDE_BODY)
    return text if len(text) <= LARGEST_FILE or may_be_circle(text) else file_text(request)


def _unread(request: HttpRequest, error: ReadError) -> HttpResponse:
    """What cannot be read, and where."""
    place = f"{error.where}: " if error.where else ""
    status = 413 if error.code == "file.large" else 422
    return _refused(request, place + refusal(error, gettext), status)


def _later(request: HttpRequest, seconds: int) -> HttpResponse:
    """In how many seconds to try again."""
    return with_retry_after(_refused(request, str(wait_words(seconds)), 429), seconds)


def _refused(request: HttpRequest, words: str, status: int) -> HttpResponse:
    """The page once more, with what was pasted."""
    context = {"errors": [words], "pasted": request.POST.get("document", ""), "key": new_key()}
    return render(request, "tables/import.html", context, status=status)


def _shared_rules(request: HttpRequest, data: object) -> HttpResponse:
    """The page of rules that came as a file; raises ReadError.

    What is written there goes along into the address, so that the page says what could not be kept; where
    that is too long, a message does.
    """
    rules = read_rule_set(data)
    code = encode(data) if isinstance(data, dict) else ""
    if not fits(code):
        code = code_of(rules)
        for sentence in lost_words(rules):
            messages.warning(request, sentence)
    return redirect("rule_sets_shared", code)
