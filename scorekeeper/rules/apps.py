"""The app's configuration."""

from django.apps import AppConfig


class RulesConfig(AppConfig):
    name = "scorekeeper.rules"
    default_auto_field = "django.db.models.BigAutoField"
