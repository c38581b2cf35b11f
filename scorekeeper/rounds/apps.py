"""The app's configuration."""

from django.apps import AppConfig


class RoundsConfig(AppConfig):
    name = "scorekeeper.rounds"

    def ready(self) -> None:
        from . import pads  # noqa: F401 - connects its signal receiver
