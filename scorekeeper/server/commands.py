"""A management command in a process of its own, for work that would keep the pages waiting."""

import subprocess
import sys

from django.conf import settings


def start_command(*words: str, quiet: bool = False) -> subprocess.Popen[bytes]:
    """Start a command of ours with these words, in this environment; ``quiet`` drops its errors too.

    It has a session of its own: Ctrl-C is for the server.
    """
    command = [sys.executable, "-m", "scorekeeper", *words]
    return subprocess.Popen(  # noqa: S603 - the words are ours
        command,
        cwd=settings.BASE_DIR,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL if quiet else None,
        start_new_session=True,
    )
