"""Export a session as a file; import a session or a circle's file into a new circle."""

import json
from contextlib import suppress
from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext

from scorekeeper.archive import uploads
from scorekeeper.archive.circle_reading import Outline
from scorekeeper.archive.sample import sample_file
from scorekeeper.circles.access import ensure_device, hash_of
from scorekeeper.circles.models import Device
from scorekeeper.circles.services import readmit
from scorekeeper.play import find
from scorekeeper.play.documents import load_lasting
from scorekeeper.play.idempotency import form_hash, new_key
from scorekeeper.play.models import GameSession
from scorekeeper.play.services import open_circle, session_started_by, start_once, start_session
from scorekeeper.rules.pages import lost_words
from scorekeeper.rules.rule_sets import read_rule_set
from scorekeeper.rules.sets import code_of, encode, fits
from scorekeeper.scoring.document import write_document
from scorekeeper.scoring.errors import ReadError
from scorekeeper.server.ratelimit import TooMany

IMPORT_PAGE = "tables/import.html"


def export(request: HttpRequest, sid: str) -> HttpResponse:
    table = find.find_table(request, sid)
    text = json.dumps(write_document(table.document()), ensure_ascii=False, indent=1)
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    name = f"{table.session.game}-{table.session.night.day}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def import_session(request: HttpRequest) -> HttpResponse:
    """Open a new table from a document, or a circle from its file; 429 while another long file is read."""
    if request.method != "POST":
        return render(request, IMPORT_PAGE, {"key": new_key()})
    try:
        sent = uploads.sent_text(request)
        form = form_hash(request, hash_of(sent))
        if done := _done_before(request, form):
            return done
        ready = uploads.take_in(request, sent)
        if ready is None:
            return _shared_rules(request, load_lasting(sent))
    except (ReadError, TooMany) as problem:
        return uploads.refused(request, IMPORT_PAGE, problem)
    device = ensure_device(request)
    if isinstance(ready, Outline):
        return _circle(device, ready, sent, form)

    def start() -> GameSession:
        return start_session(open_circle(ready.names[: ready.players], device), ready)

    return redirect("table", start_once(form, start, device).public_id)


def sample(request: HttpRequest) -> HttpResponse:
    """Open a circle with a made-up year, to try the app."""
    form = form_hash(request)
    if not form:
        return redirect("start")
    if done := _done_before(request, form):
        return done
    text = sample_file(get_language() or "")
    outline = cast(Outline, uploads.take_in(request, text))
    outline.head["circle"]["name"] = gettext("Made-up group")
    return _circle(ensure_device(request), outline, text, form)


def _done_before(request: HttpRequest, form: str) -> HttpResponse | None:
    """The redirect of a repeated form, without reading its file again; None for a new form."""
    if upload := uploads.find_upload(form):
        readmit(ensure_device(request), upload.circle)
        return redirect("arrival", upload.circle.public_id, upload.public_id)
    if session := session_started_by(form):
        readmit(ensure_device(request), session.circle)
        return redirect("table", session.public_id)
    return None


def _circle(device: Device, outline: Outline, text: str, form: str) -> HttpResponse:
    """Open a circle and import a circle's file into it."""
    upload = uploads.store_upload(None, device, outline, text, form)
    if upload.device_id != device.pk:  # the same form was sent twice at once
        readmit(device, upload.circle)
    with suppress(uploads.ImportRunning):  # its page has a button
        uploads.start_import(upload, {})
    return redirect("arrival", upload.circle.public_id, upload.public_id)


def _shared_rules(request: HttpRequest, data: object) -> HttpResponse:
    """Redirect to the page of rules that were uploaded; raises ReadError.

    The address holds the file as it is, so that the page can say what could not be read.  Where that is too
    long, it holds the rules that were read, and messages say the rest.
    """
    rules = read_rule_set(data)
    code = encode(data) if isinstance(data, dict) else ""
    if not fits(code):
        code = code_of(rules)
        for sentence in lost_words(rules):
            messages.warning(request, sentence)
    return redirect("rule_sets_shared", code)
