"""Saving a session as a file, and bringing one in."""

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.circles.access import ensure_device
from scorekeeper.scoring import texts
from scorekeeper.scoring.document import load_json, read_document, write_document
from scorekeeper.scoring.errors import ReadError

from .. import selectors
from ..codec import Table
from ..services import open_circle, start_session

LARGEST_FILE = 1024 * 1024


@require_safe
def export(request: HttpRequest, sid: str) -> HttpResponse:
    """The session as a document."""
    table = Table(selectors.find_session(request, sid))
    text = json.dumps(write_document(table.document()), ensure_ascii=False, indent=1)
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = (
        f'attachment; filename="{table.session.game}-{table.session.started_at:%Y-%m-%d}.json"'
    )
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def import_session(request: HttpRequest) -> HttpResponse:
    """Open a new table from a document, in a circle of its own."""
    if request.method != "POST":
        return render(request, "play/import.html")
    typed = request.POST.get("document", "")
    try:
        document = read_document(load_json(typed.strip() or _file_text(request)))
    except ReadError as error:
        place = f"{error.where}: " if error.where else ""
        context = {"errors": [place + texts.error(error, gettext)], "form": {"document": {"value": typed}}}
        return render(request, "play/import.html", context, status=422)
    device = ensure_device(request)
    session = start_session(open_circle(document.players, device), document)
    return redirect("table", session.public_id)


def _file_text(request: HttpRequest) -> str:
    file = request.FILES.get("file")
    if file is None or isinstance(file, list):
        raise ReadError("", "file.none")
    if file.size is None or file.size > LARGEST_FILE:
        raise ReadError("", "file.large", name=file.name, megabytes=LARGEST_FILE // 1024**2)
    try:
        return str(file.read(), "utf-8-sig")
    except UnicodeDecodeError:
        raise ReadError("", "file.unreadable", name=file.name, reason="UTF-8") from None
