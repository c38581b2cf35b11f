#!/usr/bin/env python3
"""Django's command line; `python manage.py serve` starts the scorekeeper."""

import os
import sys

from scorekeeper.server.arguments import stop_in_order, take_environment
from scorekeeper.server.terminal import gettext as _


def main() -> None:
    """Set the environment the settings read, then hand over to Django; what is wrong is said in one line."""
    os.umask(0o077)  # what is kept is for nobody else on this machine
    stop_in_order()
    take_environment(sys.argv)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    try:
        from django.core.management import execute_from_command_line

        from scorekeeper.server.trouble import EXPECTED, complaint
    except ImportError:
        sys.exit(_("Django is missing. Install it with: python -m pip install -r requirements.txt"))
    try:
        execute_from_command_line(sys.argv)
    except KeyboardInterrupt:
        sys.exit(130)
    except EXPECTED as problem:
        if "--traceback" in sys.argv:
            raise
        sys.exit(complaint(problem))


if __name__ == "__main__":
    main()
