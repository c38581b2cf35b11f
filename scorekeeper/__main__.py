"""The command line: `manage.py`, `scorekeeper` and `python -m scorekeeper`. Without a command it serves."""

import os
import sys
from pathlib import Path

from .server.environment import stop_in_order, take_environment
from .server.terminal import gettext as _
from .server.terminal import set_encodings


def main() -> None:
    """Set the environment the settings read, then hand over to Django; what is wrong is said in one line."""
    name = Path(sys.argv[0]).name
    argv = ["scorekeeper" if name == "__main__.py" else name, *(sys.argv[1:] or ["serve"])]
    os.umask(0o077)  # what is kept is for nobody else on this machine
    set_encodings()
    stop_in_order()
    take_environment(argv)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    try:
        from django.core.management import execute_from_command_line

        from .server.errors import EXPECTED, complaint
        from .server.folder import version
    except ImportError:
        sys.exit(_("Django is missing. Install it with: python -m pip install -r requirements.txt"))
    if argv[1] == "--version":
        print(f"scorekeeper {version()}")
        return
    try:
        execute_from_command_line(argv)
    except KeyboardInterrupt:
        sys.exit(130)
    except EXPECTED as problem:
        if "--traceback" in argv:
            raise
        sys.exit(complaint(problem))


if __name__ == "__main__":
    main()
