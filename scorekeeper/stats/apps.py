"""The app's configuration."""

from django.apps import AppConfig


class StatsConfig(AppConfig):
    """成績."""

    name = "scorekeeper.stats"
    default_auto_field = "django.db.models.BigAutoField"
