"""`python -m tests.server.without_posix COMMAND`: a command of the app without what only POSIX has.

Python's own modules are loaded first: on other systems they have other ways.
"""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time

import platformdirs.unix

PYTHONS = (subprocess, tempfile, platformdirs.unix)
MODULES = ("fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty")
NAMES = {
    os: "chown fchmod fchown fork forkpty getgid getgroups getpgid getuid geteuid killpg mkfifo nice "
    "register_at_fork sched_getaffinity setpgid setsid setuid statvfs sysconf uname wait",
    signal: "SIGALRM SIGCHLD SIGHUP SIGKILL SIGPIPE SIGQUIT SIGUSR1 SIGUSR2 alarm pause pthread_kill "
    "pthread_sigmask setitimer siginterrupt sigwait",
    socket: "SO_REUSEPORT sethostname",
    time: "tzset",
}
"""Names that Windows lacks in modules that it has."""


def take_away() -> None:
    for module in MODULES:
        sys.modules[module] = None  # type: ignore[assignment]  # so that importing it fails
    for place, names in NAMES.items():
        for name in names.split():
            delattr(place, name)

    def refuse(*_words: object) -> None:
        raise NotImplementedError

    asyncio.SelectorEventLoop.add_signal_handler = refuse  # type: ignore[assignment]


if __name__ == "__main__":
    take_away()
    from scorekeeper.__main__ import main

    main()
