"""The app's configuration."""

from django.apps import AppConfig


class RoundsConfig(AppConfig):
    """Listens to what play says has changed."""

    name = "scorekeeper.rounds"

    def ready(self) -> None:
        from . import pads  # noqa: F401 - it listens
