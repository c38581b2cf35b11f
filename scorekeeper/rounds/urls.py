"""Addresses of the pages that change a table."""

from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import TemplateView

from scorekeeper.circles.routes import ANYBODY, PLAYER, page

from . import entry, phones, round_changes, seats

round_urls = [
    page("edit/", entry.round_edit, name="round_edit", get=PLAYER, post=PLAYER),
    page("insert/", entry.round_insert, name="round_insert", get=PLAYER, post=PLAYER),
    page("void/", round_changes.round_void, name="round_void", get=PLAYER, post=PLAYER),
    page("restore/", round_changes.round_restore, name="round_restore", get=PLAYER, post=PLAYER),
    page("move/", round_changes.round_move, name="round_move", get=PLAYER, post=PLAYER),
]

session_urls: list[URLPattern | URLResolver] = [
    page("rounds/new/", entry.round_new, name="round_new", get=PLAYER, post=PLAYER),
    path("rounds/<int:number>/", include(round_urls)),
    page("seats/", seats.seats, name="seats", get=PLAYER, post=PLAYER),
    page("stand-in/", seats.stand_in, name="stand_in", get=PLAYER, post=PLAYER),
    page("streak/", seats.streak, name="streak", get=PLAYER, post=PLAYER),
    page("pads/", phones.pads_page, name="pads", get=PLAYER),
    page("pads/cancel/", phones.pads_cancel, name="pads_cancel", get=PLAYER, post=PLAYER),
    page("hand/", phones.hand, name="hand", get=PLAYER, post=PLAYER),
    page("second/", phones.second, name="second", get=PLAYER, post=PLAYER),
    page("settings/", seats.settings, name="settings", get=PLAYER, post=PLAYER),
]

urlpatterns = [
    path("t/<id:sid>/", include(session_urls)),
    page(
        "keys/",
        TemplateView.as_view(template_name="rounds/_keys.html"),
        name="keys",
        get=ANYBODY,
        reads=False,
    ),
]
