"""結果のページ: links to the result of a session for people without a seat."""

from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from scorekeeper.circles.access import secret_token
from scorekeeper.circles.models import CircleChange, Device
from scorekeeper.circles.services import note

from .models import GameSession, ResultLink, holder_of
from .writing import hold, writes

MOST = 10
"""Live links of one session: one for each chat."""


def token_of(link: ResultLink) -> str:
    """The secret part of a link."""
    return secret_token("session.result", link.public_id, link.nonce)


def link_by_token(token: str) -> ResultLink:
    """The live link with this secret; raises Http404 for any other text, and for a revoked link."""
    links = ResultLink.objects.select_related("session__circle")
    result_link = links.filter(public_id=token.partition(".")[0]).first()
    if result_link is None or not constant_time_compare(token_of(result_link), token):
        raise Http404
    if result_link.revoked_at or result_link.session.circle.deleted_at:
        raise Http404
    return result_link


def live_links(session: GameSession) -> "QuerySet[ResultLink]":
    """The links that open something, oldest first, with who holds the maker's phone."""
    links = session.result_links.filter(revoked_at=None).select_related("created_by").order_by("pk")
    return links.annotate(holder=holder_of("created_by"))


class LinksFull(Exception):
    """The session has as many live links as it may have, and none of the kind that is wanted."""


@writes
def make_link(
    session: GameSession, language: str, device: Device | None, with_sheet: bool = False
) -> ResultLink:
    """Another page of the result; where there are as many as there may be, the last one of its kind.

    Raises LinksFull.
    """
    hold(session)
    links = list(live_links(session))
    if len(links) >= MOST:
        if alike := [link for link in links if link.with_sheet == with_sheet]:
            return alike[-1]
        raise LinksFull
    link = ResultLink.objects.create(
        session=session, language=language, created_by=device, with_sheet=with_sheet
    )
    note(session.circle, CircleChange.Action.LINK, device, after=_told(session))
    return link


@transaction.atomic
def revoke_link(session: GameSession, number: int, device: Device | None) -> None:
    """Close a page of the result, if it is still open; raises Http404 for one of another session."""
    links = session.result_links.filter(pk=number)
    if links.filter(revoked_at=None).update(revoked_at=timezone.now()):
        note(session.circle, CircleChange.Action.REVOKE, device, before=_told(session))
    elif not links.exists():
        raise Http404


def _told(session: GameSession) -> dict[str, object]:
    day = timezone.localtime(session.started_at)
    return {"role": "result", "label": session.title or f"{day:%Y-%m-%d}"}
