"""Addresses of what several phones do together at a table."""

from django.urls import path

from . import views

urlpatterns = [
    path("rounds/new/", views.round_new, name="round_new"),
    path("pads/", views.pads_page, name="pads"),
    path("pads/cancel/", views.pads_cancel, name="pads_cancel"),
    path("hand/", views.hand, name="hand"),
    path("second/", views.second, name="second"),
    path("settings/", views.settings, name="settings"),
]
