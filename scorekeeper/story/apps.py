"""The app's configuration."""

from django.apps import AppConfig


class StoryConfig(AppConfig):
    """仲間の歩み."""

    name = "scorekeeper.story"
