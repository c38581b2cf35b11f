"""Addresses: those of each room, and of the app itself."""

from django.conf import settings
from django.urls import include, path
from django.views.i18n import set_language

from scorekeeper.circles.routes import ANYBODY, page
from scorekeeper.server import static

ROOMS = ("groups", "nights", "tables", "money", "rounds", "rules", "story", "archive", "api")

urlpatterns = [
    page("manifest.webmanifest", static.manifest, name="manifest", get=ANYBODY, reads=False),
    page("sw.js", static.worker, name="worker", get=ANYBODY, reads=False),
    page("offline/", static.offline, name="offline", get=ANYBODY, reads=False),
    *(path("", include(f"scorekeeper.{room}.urls")) for room in ROOMS),
    *([path("admin/", include("scorekeeper.office.site"))] if settings.ADMIN else []),
    page("language/", set_language, name="set_language", get=ANYBODY, post=ANYBODY, reads=False),
]

handler400 = "scorekeeper.server.errors.bad_request"
handler403 = "scorekeeper.groups.joining.forbidden"
handler404 = "scorekeeper.server.errors.not_found"
handler500 = "scorekeeper.server.errors.server_error"
