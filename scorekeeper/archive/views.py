"""Pages to export a circle as a file, and to import one: preview, progress, and result."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import cast

from django.db.models import Count
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext, pgettext
from django_htmx.http import HttpResponseClientRefresh

from scorekeeper.circles.access import hash_of, membership_of
from scorekeeper.circles.limits import sender_of
from scorekeeper.play.idempotency import form_hash, new_key
from scorekeeper.present.presenter import people_by_key
from scorekeeper.rules import sets
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.names import same_name
from scorekeeper.server.errors import wait_words, with_retry_after
from scorekeeper.server.limits import CIRCLE_FILES
from scorekeeper.server.ratelimit import TooMany, of_circle, take

from . import uploads
from .circle_reading import Outline
from .exporting import export_circle
from .importing import ImportResult
from .models import Arrival, Match, name_errors, sessions_by_uid
from .uploads import error_text

State = Arrival.State
FILE_PAGE = "archive/file.html"


def circle_export(request: HttpRequest, cid: str) -> HttpResponseBase:
    circle = membership_of(request).circle
    take(CIRCLE_FILES, *sender_of(request).names)
    take(CIRCLE_FILES, of_circle(circle.pk))
    response = StreamingHttpResponse(export_circle(circle), content_type="application/json; charset=utf-8")
    name = f"{circle.name}-{timezone.localdate():%Y-%m-%d}.json"
    response["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    return response


def circle_file(request: HttpRequest, cid: str) -> HttpResponse:
    """Upload a circle's file, and redirect to the preview of its import."""
    membership = membership_of(request)
    circle = membership.circle
    if request.method != "POST":
        return render(request, FILE_PAGE, {"key": new_key()})
    try:
        sent = uploads.sent_text(request)
        form = form_hash(request, hash_of(sent))
        arrival = uploads.find_upload(form)
        if arrival is None:
            outline = cast(Outline, uploads.take_in(request, sent, circle))
            arrival = uploads.store_upload(circle, membership.device, outline, sent, form)
    except (ReadError, TooMany) as problem:
        return uploads.refused(request, FILE_PAGE, problem)
    return redirect("arrival", arrival.circle.public_id, arrival.public_id)


def upload_page(request: HttpRequest, cid: str, aid: str) -> HttpResponse:
    """An upload: the preview of its import, the progress, and the result."""
    arrival = get_object_or_404(membership_of(request).circle.arrivals.defer("packed"), public_id=aid)
    if request.method == "POST":
        return _confirm(request, arrival)
    if arrival.state == State.COMING:
        total, stalled = len(arrival.outline["sessions"]), uploads.is_stalled(arrival)
        context = {"arrival": arrival, "total": total, "stalled": stalled}
        return render(request, "archive/coming.html", context)
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponseClientRefresh()
    if arrival.state == State.ASKING:
        return _plan(request, arrival)
    return render(request, "archive/arrival.html", _result(arrival))


def _confirm(request: HttpRequest, arrival: Arrival) -> HttpResponse:
    """Start the import with the new names that were typed; with ``again``, reset one that stalled."""
    if "again" in request.POST:
        uploads.reset_stalled(Arrival.objects.filter(pk=arrival.pk))
        return redirect(request.path)
    people = arrival.matches()
    fields = {match.key: f"name-{index}" for index, match in enumerate(people) if not match.certain}
    typed = {key: request.POST[field] for key, field in fields.items() if field in request.POST}
    renamed = {key: name for key, name in typed.items() if name.strip()}
    if arrival.state == State.ASKING:
        if any(match.needs_consent and match.key not in typed for match in people):
            # a person of that name was added after the preview, which did not ask about it
            meanwhile = error_text(ReadError("", "circle.meanwhile"))
            return _plan(request, arrival, typed, {"": meanwhile}, 409)
        if errors := name_errors(people, arrival.circle, renamed):
            wrong = {key: error_text(error) for key, error in errors.items()}
            return _plan(request, arrival, typed, wrong, 422)
        try:
            uploads.start_import(arrival, renamed)
        except uploads.ImportRunning:
            seconds = uploads.AGAIN_SECONDS
            again = _plan(request, arrival, typed, {"": str(wait_words(seconds))}, 429)
            return with_retry_after(again, seconds)
    return redirect(request.path)


def _plan(
    request: HttpRequest,
    arrival: Arrival,
    typed: Mapping[str, str] | None = None,
    wrong: Mapping[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The preview of an import; ``typed`` are new names, and ``wrong`` their errors, by ``Match.key``."""
    people, wrong = arrival.matches(), wrong or {}
    context = {
        "arrival": arrival,
        "name": arrival.head.circle.name,
        "lines": [line for line in _new_items(arrival, people) if line.new],
        "same": list(_same_names(arrival, people, typed or {}, wrong)),
        "errors": list(wrong.values()),
    }
    return render(request, "archive/plan.html", context, status=status)


@dataclass(frozen=True, slots=True)
class ImportCount:
    label: str
    new: int
    here: int = 0  # in the circle already
    names: Sequence[str] = ()  # of what is new


def _new_items(arrival: Arrival, people: list[Match]) -> Iterator[ImportCount]:
    circle, head, seats = arrival.circle, arrival.head, arrival.seats
    here = sessions_by_uid(circle)
    existing = sum(uid in here for uid, _seats in seats)
    yield ImportCount(gettext("Tables"), len(seats) - existing, existing)
    names = [match.person.name for match in people if match.player is None]
    yield _named(gettext("People"), names, len(people))
    names = [rules.name for rules in head.rule_sets if not sets.is_already_kept(circle, rules)]
    yield _named(gettext("Rules"), names, len(head.rule_sets))
    names = [row.name for row in head.seasons if not circle.seasons.filter(**asdict(row)).exists()]
    yield _named(gettext("Seasons"), names, len(head.seasons))
    bills = set(circle.bills.values_list("created_at", "unit", "game"))
    existing = sum((bill.at, bill.unit, bill.game) in bills for bill in head.bills)
    yield ImportCount(gettext("Settled together"), len(head.bills) - existing, existing)


def _named(label: str, names: Sequence[str], in_file: int) -> ImportCount:
    return ImportCount(label, len(names), in_file - len(names), names)


def _same_names(
    arrival: Arrival, people: list[Match], typed: Mapping[str, str], wrong: Mapping[str, str]
) -> Iterator[dict[str, object]]:
    """People of the file with the name of one of the circle, for the host to confirm or rename."""
    tables = Counter(same_name(name) for _uid, names in arrival.seats for name in names)
    looks, players = people_by_key(arrival.circle), arrival.circle.players
    here = dict(players.values_list("pk").annotate(count=Count("seats")))
    for index, match in enumerate(people):
        if match.player and match.needs_consent:
            yield {
                "field": f"name-{index}",
                "name": match.person.name,
                "look": looks[match.player.pk],
                "here": here[match.player.pk],
                "there": tables[match.key],
                "typed": typed.get(match.key, ""),
                "wrong": wrong.get(match.key, ""),
            }


def _result(arrival: Arrival) -> dict[str, object]:
    if "error" in arrival.result:
        where, code, values = arrival.result["error"]
        return {"arrival": arrival, "errors": [error_text(ReadError(where, code, **values))]}
    result = ImportResult(**arrival.result)
    lines = [
        ImportCount(gettext("Tables"), result.sessions, result.here),
        ImportCount(pgettext("counted", "Rounds"), result.rounds),
        ImportCount(gettext("People"), result.people),
        ImportCount(gettext("Rules"), result.rule_sets),
        ImportCount(gettext("Seasons"), result.seasons),
        ImportCount(gettext("Settled together"), result.bills),
    ]
    return {
        "arrival": arrival,
        "result": result,
        "lines": [line for line in lines if line.new or line.here],
        "different": arrival.circle.sessions.filter(public_id__in=result.different).select_related("night"),
    }
