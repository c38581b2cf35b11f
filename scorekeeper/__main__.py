"""The command line: `manage.py`, `scorekeeper`, `python -m scorekeeper`; the default command is `serve`."""

import os
import sys
from pathlib import Path

from .server.environment import apply_options, handle_stop_signals
from .server.terminal import gettext as _
from .server.terminal import set_encodings


def main() -> None:
    """Set the environment that the settings read, and run a command; print expected errors in one line."""
    name = Path(sys.argv[0]).name
    argv = ["scorekeeper" if name == "__main__.py" else name, *(sys.argv[1:] or ["serve"])]
    os.umask(0o077)  # other users of this machine cannot read the data
    set_encodings()
    handle_stop_signals()
    apply_options(argv)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    try:
        from django.core.management import execute_from_command_line

        from .server.errors import EXPECTED_ERRORS, terminal_message
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
    except EXPECTED_ERRORS as problem:
        if "--traceback" in argv:
            raise
        sys.exit(terminal_message(problem))


if __name__ == "__main__":
    main()
