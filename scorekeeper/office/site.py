"""The admin: one door with a limit, and every model of ours behind it to look at."""

from django.apps import apps
from django.contrib.admin import AdminSite
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse

from scorekeeper.server.address import client_networks
from scorekeeper.server.errors import too_many
from scorekeeper.server.limits import ADMIN_LOGINS
from scorekeeper.server.ratelimit import limiter

from .shown import Shown

OURS = "scorekeeper."


class Office(AdminSite):
    """Django's admin, whose passwords cannot be tried without end."""

    site_header = site_title = index_title = "Scorekeeper"

    def login(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        """The page of the password, or 429 for whoever has tried too many."""
        if request.method == "POST" and (seconds := limiter(ADMIN_LOGINS).take(*client_networks(request))):
            return too_many(request, seconds)
        return super().login(request, extra_context)


def furnished() -> Office:
    """The site with all models of ours, and the accounts of those who may come in."""
    site = Office()
    for config in apps.get_app_configs():
        if config.name.startswith(OURS):
            for model in config.get_models():
                site.register(model, Shown)
    site.register(User, UserAdmin)
    return site


office = furnished()
