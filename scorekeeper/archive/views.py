"""Saving a circle as a file, and bringing one in."""

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext
from django_htmx.http import HttpResponseClientRefresh

from scorekeeper.circles.access import find_circle, find_membership, hash_of
from scorekeeper.circles.limits import sender_of, wait_to_start
from scorekeeper.circles.models import Circle
from scorekeeper.play import apart
from scorekeeper.play.stamps import form_hash, new_key
from scorekeeper.rules.files import file_text
from scorekeeper.scoring import texts
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.incoming import Outline
from scorekeeper.server.errors import too_many, wait_words
from scorekeeper.server.limits import CIRCLE_FILES, WIDE_BODY
from scorekeeper.server.ratelimit import limiter, take_for_circle

from . import arrivals
from .matching import wrong_names
from .models import Arrival
from .pages import page_of, plan_of
from .saving import written

State = Arrival.State


def circle_export(request: HttpRequest, cid: str) -> HttpResponseBase:
    """Everything that a circle has entered; 429 to a host who asks for it too often."""
    circle = find_circle(request, cid)
    if seconds := limiter(CIRCLE_FILES).take(*sender_of(request).names):
        return too_many(request, seconds)
    take_for_circle(CIRCLE_FILES, circle.pk)
    response = StreamingHttpResponse(written(circle), content_type="application/json; charset=utf-8")
    name = f"{circle.name}-{timezone.localdate():%Y-%m-%d}.json"
    response["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    return response


def circle_file(request: HttpRequest, cid: str) -> HttpResponse:
    """Send the file of a circle to this one; nothing comes before the host has looked at what would."""
    membership = find_membership(request, cid)
    circle = membership.circle
    if request.method != "POST":
        return _form(request, circle)
    try:
        sent = request.POST.get("document", "").strip() or file_text(request, WIDE_BODY)
        form = form_hash(request, hash_of(sent))
        if found := arrivals.sent_before(form):
            return redirect("arrival", found.circle.public_id, found.public_id)
        outline = apart.incoming(sent, sender_of(request))
        if not isinstance(outline, Outline):
            raise ReadError("", "circle.none")
    except ReadError as error:
        return _form(request, circle, 422, said(error))
    except apart.Busy as busy:
        return later(_form(request, circle, 429, str(wait_words(busy.seconds))), busy.seconds)
    if seconds := wait_to_start(request, circle, size=len(sent.encode())):
        return later(_form(request, circle, 429, str(wait_words(seconds))), seconds)
    found = arrivals.expect(circle, membership.device, outline, sent, form)
    return redirect("arrival", cid, found.public_id)


def said(error: ReadError) -> str:
    """What cannot be read, and where."""
    place = f"{error.where}: " if error.where else ""
    return place + texts.error(error, gettext)


def later(response: HttpResponse, seconds: int) -> HttpResponse:
    """An answer that says after how many seconds it is worth trying again."""
    response["Retry-After"] = str(seconds)
    return response


def _form(request: HttpRequest, circle: Circle, status: int = 200, wrong: str = "") -> HttpResponse:
    pasted = request.POST.get("document", "")
    context = {"circle": circle, "key": new_key(), "errors": [wrong] if wrong else [], "pasted": pasted}
    return render(request, "archive/file.html", context, status=status)


def arrival(request: HttpRequest, cid: str, aid: str) -> HttpResponse:
    """A file that was sent: what would come of it, how far it is, and what came of it."""
    circle = find_circle(request, cid)
    sent = Arrival.objects.filter(circle=circle, public_id=aid)
    found = sent.select_related("circle").defer("packed").first()
    if found is None:
        raise Http404
    if request.method == "POST":
        return _agreed(request, found)
    if found.state == State.COMING:
        return _coming(request, found)
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponseClientRefresh()
    if found.state == State.ASKING:
        return _plan(request, found)
    return render(request, "archive/arrival.html", page_of(found))


def _coming(request: HttpRequest, found: Arrival) -> HttpResponse:
    total = len(found.outline["sessions"])
    context = {"circle": found.circle, "arrival": found, "total": total, "silent": arrivals.is_silent(found)}
    return render(request, "archive/coming.html", context)


def _agreed(request: HttpRequest, found: Arrival) -> HttpResponse:
    """Let the file come, with the names of those who are to be told apart."""
    if "again" in request.POST:
        arrivals.ask_again(found)
        return redirect(request.path)
    people = arrivals.matches_of(found)
    typed = {one.key: request.POST.get(f"name-{index}", "") for index, one in enumerate(people) if one.asked}
    renamed = {key: name for key, name in typed.items() if name.strip()}
    if found.state == State.ASKING:
        if wrong := wrong_names(people, found.circle, renamed):
            return _plan(request, found, typed, {key: said(error) for key, error in wrong.items()}, 422)
        try:
            arrivals.set_off(found, renamed)
        except arrivals.Occupied:
            words = str(wait_words(apart.AGAIN_SECONDS))
            return later(_plan(request, found, typed, {"": words}, 429), apart.AGAIN_SECONDS)
    return redirect(request.path)


def _plan(
    request: HttpRequest,
    found: Arrival,
    typed: Mapping[str, str] | None = None,
    wrong: Mapping[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    context = plan_of(found, typed or {}, wrong or {})
    return render(request, "archive/plan.html", context, status=status)
