"""The app's configuration."""

from django.apps import AppConfig


class LiveConfig(AppConfig):
    """Listens to what play and circles say has changed."""

    name = "scorekeeper.live"

    def ready(self) -> None:
        from . import receivers

        receivers.connect()
