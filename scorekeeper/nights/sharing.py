"""夜のページを送る: the result of a night for people without a seat, by a link that can be revoked."""

from datetime import date

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, override

from scorekeeper.groups.invite import Preview
from scorekeeper.groups.ways_in import SECRET, UNKEPT, marked
from scorekeeper.play.models import Night, ResultLink
from scorekeeper.play.sharing import by_token
from scorekeeper.present.headings import night_title
from scorekeeper.present.pictures.frame import PREVIEW, answer
from scorekeeper.server.headers import FOR_EVERYBODY
from scorekeeper.server.limits import RESULTS
from scorekeeper.server.ratelimit import limited
from scorekeeper.story.nights import night_url
from scorekeeper.tables.sharing import SharedResult, share_page, url_of

from .pictures import preview
from .view import NightView, find_night


@marked(UNKEPT)
def night_share(request: HttpRequest, cid: str, day: date, number: int | None = None) -> HttpResponseBase:
    """The pages of a night, as ``share_page`` shows them."""
    night, url = find_night(request, day), reverse("night_share", args=(cid, day))
    result = SharedResult(night, night_title(night), night_url(night, cid), url, "shared_night")
    return share_page(request, result, number)


@marked(SECRET)
@limited(RESULTS)
def shared_night(request: HttpRequest, token: str) -> HttpResponse:
    """The night for anyone who has the link: no phones, no ways into the circle, nothing to press."""
    link, night = by_token(Night, token)
    shown = NightView(night)
    context = {"shown": shown, "preview": _preview(request, link, night)}
    return render(request, "nights/shared.html", context)


@marked(SECRET | FOR_EVERYBODY)
@limited(RESULTS)
def shared_picture(request: HttpRequest, token: str) -> HttpResponseBase:
    """The night as chats show it beside the link."""
    link, night = by_token(Night, token)
    with override(link.language):
        return answer(request, preview(NightView(night)))


def _preview(request: HttpRequest, link: ResultLink, night: Night) -> Preview:
    """The words of a chat's preview, in the language of the link: chats say none."""
    with override(link.language):
        shown = NightView(night)
        heading, words = shown.title, gettext(" · ").join((shown.about, *(one.title for one in shown.tables)))
    page, image = (url_of(request, name, link) for name in ("shared_night", "shared_night_picture"))
    return Preview(heading, words, page, image, PREVIEW.width, PREVIEW.height)
