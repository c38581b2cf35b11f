"""How the installed parts are set up."""

from django.contrib.staticfiles.apps import StaticFilesConfig


class StaticConfig(StaticFilesConfig):
    """Static files without notes and types, and without those of django-htmx that no page asks for.

    Some of them cannot be processed either: what looks like an import stands in a comment.
    """

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        "*.md",
        "*.d.ts",
        "htmax-*",
        "htmx-4*",
        "htmx-2-compat*",
        "hx-*-4.*",
        "hx-*-2.js",
    ]
