"""What whoever runs a server does by hand, by the services that the app's own pages use."""

from collections.abc import Callable
from typing import TypeVar

from django.contrib import admin, messages
from django.db import models
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.circles.models import Circle, CircleLink, Membership, Player, Token
from scorekeeper.circles.services import LastHost, delete_circle, put_back, remove_device, revoke_link
from scorekeeper.circles.tokens import revoke_token
from scorekeeper.play.models import ResultLink
from scorekeeper.play.people import PersonChanged, change_person, last_change
from scorekeeper.play.sharing import revoke_link as close_result

from .shown import Shown

M = TypeVar("M", bound=models.Model)


def _each(page: Shown, request: HttpRequest, rows: "QuerySet[M]", do: Callable[[M], object]) -> None:
    """Do something with each row, note who did it, and say with how many that was not possible."""
    refused = 0
    for row in rows:
        try:
            do(row)
        except (LastHost, PersonChanged, Http404):
            refused += 1
        else:
            page.log_change(request, row, do.__name__)
    if refused:
        text = gettext("Not possible: %(count)d. A group keeps its last host.") % {"count": refused}
        page.message_user(request, text, messages.WARNING)


class Circles(Shown):
    """Circles, which can be deleted and brought back."""

    search_fields = ("name", "public_id")
    actions = ("delete", "bring_back")

    @admin.action(permissions=["act"], description=_("Delete; for 30 days it can be brought back"))
    def delete(self, request: HttpRequest, rows: "QuerySet[Circle]") -> None:
        """Put circles out of everybody's sight."""

        def deleted(circle: Circle) -> None:
            delete_circle(circle, None)

        _each(self, request, rows.filter(deleted_at=None), deleted)

    @admin.action(permissions=["act"], description=_("Bring back"))
    def bring_back(self, request: HttpRequest, rows: "QuerySet[Circle]") -> None:
        """Bring circles back that anybody has deleted."""

        def brought_back(circle: Circle) -> None:
            put_back(circle, None)

        _each(self, request, rows.exclude(deleted_at=None), brought_back)


class People(Shown):
    """People, who can be hidden and shown again."""

    search_fields = ("name",)
    actions = ("hide", "show")

    @admin.action(permissions=["act"], description=_("Hide from lists"))
    def hide(self, request: HttpRequest, rows: "QuerySet[Player]") -> None:
        """Offer people for no new table."""

        def hidden(player: Player) -> None:
            change_person(player, {"hidden": True}, None, last_change(player))

        _each(self, request, rows.filter(hidden=False), hidden)

    @admin.action(permissions=["act"], description=_("Show in lists"))
    def show(self, request: HttpRequest, rows: "QuerySet[Player]") -> None:
        """Offer people again."""

        def shown(player: Player) -> None:
            change_person(player, {"hidden": False}, None, last_change(player))

        _each(self, request, rows.filter(hidden=True), shown)


class Memberships(Shown):
    """Phones in circles, which can be put out."""

    actions = ("put_out",)

    @admin.action(permissions=["act"], description=_("Remove from the group"))
    def put_out(self, request: HttpRequest, rows: "QuerySet[Membership]") -> None:
        """Put phones out of their circles."""
        _each(self, request, rows.filter(ended_at=None).select_related("circle", "device"), remove_device)


class Links(Shown):
    """Links, which can be revoked."""

    actions = ("revoke",)

    @admin.action(permissions=["act"], description=_("Revoke"))
    def revoke(self, request: HttpRequest, rows: "QuerySet[CircleLink]") -> None:
        """Close links: who came by one of them alone is out."""
        _each(self, request, rows.filter(revoked_at=None), revoke_link)


class Tokens(Shown):
    """Keys of programs, which can be revoked."""

    actions = ("revoke",)

    @admin.action(permissions=["act"], description=_("Revoke"))
    def revoke(self, request: HttpRequest, rows: "QuerySet[Token]") -> None:
        """End keys."""

        def revoked(token: Token) -> None:
            revoke_token(token, None)

        _each(self, request, rows.filter(revoked_at=None), revoked)


class Results(Shown):
    """Pages of results, which can be closed."""

    actions = ("close",)

    @admin.action(permissions=["act"], description=_("Revoke"))
    def close(self, request: HttpRequest, rows: "QuerySet[ResultLink]") -> None:
        """Close pages of results."""

        def closed(link: ResultLink) -> None:
            close_result(link.session, link.pk, None)

        _each(self, request, rows.filter(revoked_at=None), closed)


WITH_SERVICES: dict[type[models.Model], type[Shown]] = {
    Circle: Circles,
    Player: People,
    Membership: Memberships,
    CircleLink: Links,
    Token: Tokens,
    ResultLink: Results,
}
"""Models of which more can be done than to look at them."""
