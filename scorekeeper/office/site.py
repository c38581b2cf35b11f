"""Django's admin for all models, read-only: a write would bypass the log and the results."""

from typing import TYPE_CHECKING

from django.apps import apps
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.db import models
from django.http import HttpRequest, HttpResponse

from scorekeeper.server.hosts import client_networks
from scorekeeper.server.limits import ADMIN_LOGINS
from scorekeeper.server.ratelimit import take

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[models.Model]
else:
    ModelAdmin = admin.ModelAdmin

SECRETS = frozenset({"key_hash", "code_hash", "token_hash", "nonce"})
"""Columns from which links and keys are made; they are not shown."""
COLUMNS = 8
"""How many columns a list shows."""


class ReadOnlyAdmin(ModelAdmin):
    actions = ()
    ordering = ("-pk",)
    list_per_page = 50
    list_select_related = True
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False


class Site(admin.AdminSite):
    """The admin with a rate limit on logins."""

    site_header = site_title = index_title = "Scorekeeper"

    def login(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        """The login page; raises TooMany."""
        if request.method == "POST":
            take(ADMIN_LOGINS, *client_networks(request))
        return super().login(request, extra_context)


def build_admin_site() -> Site:
    """Return a site with all models of the app, read-only, and with Django's users."""
    site = Site()
    for model in apps.get_models():
        if model.__module__.startswith("scorekeeper."):
            shown = [each for each in model._meta.concrete_fields if each.name not in SECRETS]
            short = [each for each in shown if not isinstance(each, models.JSONField | models.TextField)]
            fields = [each.name for each in shown if not each.primary_key]
            site.register(
                model, ReadOnlyAdmin, fields=fields, list_display=[each.name for each in short][:COLUMNS]
            )
    site.register(User, UserAdmin)
    return site


site = build_admin_site()
urlpatterns, app_name, _namespace = site.urls
