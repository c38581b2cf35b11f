"""The app's configuration."""

from django.apps import AppConfig


class LiveConfig(AppConfig):
    """Listens to what play says has changed."""

    name = "scorekeeper.live"

    def ready(self) -> None:
        from . import wiring as _wiring  # noqa: F401 - connects it
