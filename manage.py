#!/usr/bin/env python3
"""Django's command line; `python manage.py serve` starts the scorekeeper."""

import os
import sys

from scorekeeper.server.arguments import take_environment


def main() -> None:
    """Set the environment the settings read, then hand over to Django."""
    take_environment(sys.argv)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit("Django is missing. Install what is needed with: python -m pip install -r requirements.txt")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as problem:
        sys.exit(f"The configuration does not work: {problem}")


if __name__ == "__main__":
    main()
