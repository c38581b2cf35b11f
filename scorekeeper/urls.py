"""Addresses: each app has its own, the error pages are the server's."""

from django.urls import include, path
from django.views.i18n import set_language

from scorekeeper.server import pwa

urlpatterns = [
    path("manifest.webmanifest", pwa.manifest, name="manifest"),
    path("sw.js", pwa.worker, name="worker"),
    path("offline/", pwa.offline, name="offline"),
    path("", include("scorekeeper.circles.urls")),
    path("", include("scorekeeper.play.urls")),
    path("t/<id:sid>/", include("scorekeeper.live.urls")),
    path("language/", set_language, name="set_language"),
]

handler400 = "scorekeeper.server.errors.bad_request"
handler403 = "scorekeeper.circles.views.forbidden"
handler404 = "scorekeeper.server.errors.not_found"
handler500 = "scorekeeper.server.errors.server_error"
