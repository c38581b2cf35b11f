"""The app's configuration."""

from django.apps import AppConfig
from django.apps.registry import Apps
from django.db.models.signals import post_migrate


class PlayConfig(AppConfig):
    """卓."""

    name = "scorekeeper.play"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """After every migration see to it that each round has its result."""
        post_migrate.connect(_fill, sender=self)


def _fill(sender: AppConfig, using: str, apps: Apps | None = None, **_signal: object) -> None:
    from .filling import fill

    there = apps is None or "roundresult" in apps.all_models["play"]
    if using == "default" and there:
        fill()
