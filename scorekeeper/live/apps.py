"""The app's configuration."""

from django.apps import AppConfig


class LiveConfig(AppConfig):
    """Listens to what play says has changed."""

    name = "scorekeeper.live"

    def ready(self) -> None:
        from . import receivers as _receivers  # noqa: F401 - connects them
