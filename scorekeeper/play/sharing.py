"""結果のページ: links to the result of a table, or of a night, for people without a seat."""

from typing import TypeVar

from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from scorekeeper.circles.access import secret_token
from scorekeeper.circles.models import CircleChange, Device, new_public_id
from scorekeeper.circles.services import log_change

from .models import GameSession, Night, ResultLink, holder_of
from .transactions import lock_row, retry_transaction

MOST = 10
"""Live links of one result: one for each chat."""

Subject = GameSession | Night
S = TypeVar("S", GameSession, Night)


def token_of(link: ResultLink) -> str:
    return secret_token("session.result", link.public_id, link.nonce)


def by_token(kind: type[S], token: str) -> tuple[ResultLink, S]:
    """The live link with this token, and its subject of that kind; raises Http404."""
    links = ResultLink.objects.select_related("session__circle", "session__night", "night__circle")
    link = links.filter(public_id=token.partition(".")[0], revoked_at=None).first()
    if link is None or not constant_time_compare(token_of(link), token):
        raise Http404
    subject = link.session or link.night
    if not isinstance(subject, kind) or subject.circle.deleted_at:
        raise Http404
    return link, subject


def live_links(subject: Subject) -> "QuerySet[ResultLink]":
    """The links that are not revoked, oldest first, with the ``holder`` of the device that made them."""
    links = subject.result_links.filter(revoked_at=None).select_related("created_by").order_by("pk")
    circle = "night__circle" if isinstance(subject, Night) else "session__circle"
    return links.annotate(holder=holder_of("created_by", circle))


class LinksFull(Exception):
    """The result has ``MOST`` live links, and none of the kind that is wanted."""


@retry_transaction
def make_link(
    subject: Subject, language: str, device: Device | None, with_sheet: bool = False, public_id: str = ""
) -> ResultLink:
    """Make a link; with ``MOST`` live ones it is the last of its kind.  Raises LinksFull.

    A link with a ``public_id`` is made once.
    """
    lock_row(subject)
    made: ResultLink | None = subject.result_links.filter(public_id=public_id).first()
    if made:
        return made
    links = list(live_links(subject))
    if len(links) >= MOST:
        if alike := [link for link in links if link.with_sheet == with_sheet]:
            return alike[-1]
        raise LinksFull
    link: ResultLink = subject.result_links.create(
        language=language,
        created_by=device,
        with_sheet=with_sheet,
        public_id=public_id or new_public_id(),
    )
    log_change(subject.circle, CircleChange.Action.LINK, device, after=_columns(subject))
    return link


@transaction.atomic
def revoke_link(subject: Subject, number: int, device: Device | None) -> None:
    """Revoke a link, if it is live; raises Http404 for one of another result."""
    links = subject.result_links.filter(pk=number)
    if links.filter(revoked_at=None).update(revoked_at=timezone.now()):
        log_change(subject.circle, CircleChange.Action.REVOKE, device, before=_columns(subject))
    elif not links.exists():
        raise Http404


def _columns(subject: Subject) -> dict[str, object]:
    night = subject if isinstance(subject, Night) else subject.night
    name = subject.name if isinstance(subject, Night) else subject.title
    return {"role": "result", "label": name or f"{night.day}"}
