"""Rows to look at: nothing here is written, since that would go past history, results and phones."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest

from scorekeeper.server.database import Column

if TYPE_CHECKING:
    Base = admin.ModelAdmin[models.Model]
else:
    Base = admin.ModelAdmin

SECRETS = frozenset({"key_hash", "code_hash", "token_hash", "nonce"})
"""Columns of which doors are made: they are shown to nobody."""
COLUMNS = 8
"""So many columns of a row stand in a list; its own page has them all."""


class Shown(Base):
    """Every row of a model, which nobody can add, change or delete here."""

    actions = ()
    ordering = ("-pk",)
    list_per_page = 50
    show_full_result_count = False

    def get_fields(self, request: HttpRequest, obj: models.Model | None = None) -> tuple[str, ...]:
        """What the page of a row shows."""
        return tuple(field.name for field in self._fields() if not field.primary_key)

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        """What stands of a row in the list."""
        return tuple(field.name for field in self._short())

    def get_queryset(self, request: HttpRequest) -> "QuerySet[models.Model]":
        """The rows, with what their list tells of others."""
        others = [field.name for field in self._short() if field.is_relation]
        return super().get_queryset(request).select_related(*others)

    def _fields(self) -> list[Column]:
        return [field for field in self.model._meta.concrete_fields if field.name not in SECRETS]

    def _short(self) -> list[Column]:
        long = (models.JSONField, models.TextField)
        return [field for field in self._fields() if not isinstance(field, long)][:COLUMNS]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds a row."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Nobody changes a row."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Nobody deletes a row."""
        return False
