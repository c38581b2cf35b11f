"""Addresses of what several phones do together at a table."""

from scorekeeper.circles.routes import PLAYER, page

from . import views

urlpatterns = [
    page("rounds/new/", views.round_new, name="round_new", get=PLAYER, post=PLAYER),
    page("pads/", views.pads_page, name="pads", get=PLAYER),
    page("pads/cancel/", views.pads_cancel, name="pads_cancel", get=PLAYER, post=PLAYER),
    page("hand/", views.hand, name="hand", get=PLAYER, post=PLAYER),
    page("second/", views.second, name="second", get=PLAYER, post=PLAYER),
    page("settings/", views.settings, name="settings", get=PLAYER, post=PLAYER),
]
