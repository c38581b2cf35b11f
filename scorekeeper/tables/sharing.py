"""結果のページ: the result of a table as a public page, by a secret link that can be revoked."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext, override

from scorekeeper.circles.access import ensure_device
from scorekeeper.groups.invite import Preview, public_url
from scorekeeper.groups.joining import NO_STORE, SECRET_ADDRESS, with_headers
from scorekeeper.play import find, sharing
from scorekeeper.play.idempotency import form_id, hidden_fields
from scorekeeper.play.models import GameSession, ResultLink
from scorekeeper.play.table import Table
from scorekeeper.present import settling, standings
from scorekeeper.present.pictures.frame import PREVIEW, answer, shape_of
from scorekeeper.present.pictures.table import result as picture
from scorekeeper.present.pictures.table import standing
from scorekeeper.present.words import dated_title, session_line, title
from scorekeeper.rules.stakes import rounding_words
from scorekeeper.scoring import texts
from scorekeeper.server.headers import FOR_EVERYBODY
from scorekeeper.server.limits import RESULT_PAGES, RESULTS
from scorekeeper.server.ratelimit import limited, of_circle, take

from .table import last_rounds


@dataclass(frozen=True, slots=True)
class SharedResult:
    """A table or a night of which public pages are made."""

    subject: sharing.Subject
    title: str
    back: str  # URL of its result
    url: str  # where its public pages are made
    page: str  # name of the route of a public page

    @property
    def has_sheet(self) -> bool:
        return isinstance(self.subject, GameSession)


def url_of(request: HttpRequest, name: str, link: ResultLink) -> str:
    return public_url(request, reverse(name, args=(sharing.token_of(link),)))


@with_headers(NO_STORE)
def share(request: HttpRequest, sid: str, number: int | None = None) -> HttpResponseBase:
    session = find.find_session(request, sid)
    back, url = (reverse(name, args=(sid,)) for name in ("settle", "share"))
    return share_page(request, SharedResult(session, title(session), back, url, "shared"), number)


def share_page(request: HttpRequest, result: SharedResult, number: int | None) -> HttpResponseBase:
    """The public pages of a result, and the button for another; with a ``number`` one is closed."""
    if number is not None:
        return _close(request, result, number)
    return _make(request, result) if request.method == "POST" else _page(request, result)


def _page(request: HttpRequest, result: SharedResult, wrong: str = "") -> HttpResponse:
    links = sharing.live_links(result.subject).reverse()
    context = {
        "result": result,
        "shared_pages": [(link, url_of(request, result.page, link)) for link in links],
        "errors": [wrong] if wrong else [],
        **hidden_fields(request, 0),
    }
    return render(request, "tables/share.html", context, status=422 if wrong else 200)


@limited(RESULT_PAGES)
def _make(request: HttpRequest, result: SharedResult) -> HttpResponse:
    take(RESULT_PAGES, of_circle(result.subject.circle_id))
    with_sheet = bool(request.POST.get("sheet")) and result.has_sheet
    language, device = get_language() or "", ensure_device(request)
    try:
        sharing.make_link(result.subject, language, device, with_sheet, form_id(request))
    except sharing.LinksFull:
        return _page(request, result, gettext("There are too many pages. Close one first."))
    messages.success(request, gettext("The page is ready. Send its link."))
    return redirect(result.url)


def _close(request: HttpRequest, result: SharedResult, number: int) -> HttpResponse:
    sharing.revoke_link(result.subject, number, ensure_device(request))
    messages.success(request, gettext("The page is closed. Its link no longer works."))
    return redirect(result.url)


def result_picture(request: HttpRequest, sid: str, shape: str) -> HttpResponseBase:
    return answer(request, picture(Table(find.find_session(request, sid)), shape_of(shape)))


@with_headers(SECRET_ADDRESS)
@limited(RESULTS)
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """The public page of a table: no names of phones, no links into the circle, no buttons."""
    link, session = sharing.by_token(GameSession, token)
    table = Table(session)
    sheet, earlier = last_rounds(table) if link.with_sheet else (None, False)
    context = {
        "title": title(session),
        "about": session_line(table),
        "total": standings.total(table),
        "ended": session.ended_at is not None,
        "results": settling.results(table),
        "payments": settling.payments(table),
        "nobody_pays": settling.nobody_pays(table),
        "pot_line": settling.pot_line(table),
        "rounding": rounding_words(table.rate),
        "preview": _preview(request, link, table),
        "sheet": sheet,
        "earlier": earlier,
    }
    return render(request, "tables/shared.html", context)


@with_headers(SECRET_ADDRESS | FOR_EVERYBODY)
@limited(RESULTS)
def shared_picture(request: HttpRequest, token: str) -> HttpResponseBase:
    """The picture of the standing in a chat's preview."""
    link, session = sharing.by_token(GameSession, token)
    with override(link.language):
        return answer(request, standing(Table(session), PREVIEW))


def _preview(request: HttpRequest, link: ResultLink, table: Table) -> Preview:
    """The preview in a chat, in the language of the link, as chats send no Accept-Language."""
    result = table.final.result
    with override(link.language):
        heading = dated_title(table.session)
        words = gettext(" · ").join(
            f"{standings.place_of(points, result)}. {name} {texts.signed(points)}"
            for name, points in sorted(result.items(), key=lambda item: -item[1])
        )
    page, image = (url_of(request, name, link) for name in ("shared", "shared_picture"))
    return Preview(heading, words, page, image, PREVIEW.width, PREVIEW.height)
