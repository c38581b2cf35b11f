"""The app's configuration."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """卓."""

    name = "scorekeeper.play"
    default_auto_field = "django.db.models.BigAutoField"
