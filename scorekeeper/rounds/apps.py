"""The app's configuration."""

from django.apps import AppConfig


class RoundsConfig(AppConfig):
    """Listens to what play says has changed."""

    name = "scorekeeper.rounds"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from . import pads  # noqa: F401 - it listens
