"""Addresses: each app has its own, the error pages are the server's."""

from django.urls import include, path
from django.views.i18n import set_language

urlpatterns = [
    path("", include("scorekeeper.circles.urls")),
    path("", include("scorekeeper.play.urls")),
    path("language/", set_language, name="set_language"),
]

handler400 = "scorekeeper.server.errors.bad_request"
handler403 = "scorekeeper.server.errors.forbidden"
handler404 = "scorekeeper.server.errors.not_found"
handler500 = "scorekeeper.server.errors.server_error"
