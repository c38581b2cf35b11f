"""The app's configuration."""

from django.apps import AppConfig


class ArchiveConfig(AppConfig):
    """控え."""

    name = "scorekeeper.archive"
