"""The app's configuration."""

from django.apps import AppConfig


class CirclesConfig(AppConfig):
    """仲間."""

    name = "scorekeeper.circles"
    default_auto_field = "django.db.models.BigAutoField"
