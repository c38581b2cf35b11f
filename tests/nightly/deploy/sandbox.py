"""Run a command with a unit's filter for system calls and memory, without systemd.

python -m tests.nightly.deploy.sandbox UNIT COMMAND…

The filter is made by the same library and from the same sets as systemd's; what it does as well (folders,
capabilities, devices) is not here.
"""

import ctypes
import ctypes.util
import errno
import os
import subprocess
import sys
from pathlib import Path

REFUSE = 0x00050000 | errno.EPERM
ALLOW = 0x7FFF0000
NO_NEW_PRIVILEGES, NO_WRITE_EXECUTE = 38, 65


def values(unit: Path, key: str) -> list[str]:
    """The values of a key in a unit."""
    lines = unit.read_text().splitlines()
    return [line.partition("=")[2] for line in lines if line.startswith(f"{key}=")]


def calls(name: str) -> set[str]:
    """The system calls of one of systemd's sets, with those of the sets within."""
    if not name.startswith("@"):
        return {name}
    said = subprocess.run(
        ["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True
    )
    lines = (line.strip() for line in said.stdout.splitlines()[1:])
    return set().union(*(calls(line) for line in lines if line and not line.startswith("#")))


def allowed(unit: Path) -> set[str]:
    """The system calls that a unit allows."""
    result: set[str] = set()
    for line in values(unit, "SystemCallFilter"):
        for name in line.removeprefix("~").split():
            result = result - calls(name) if line.startswith("~") else result | calls(name)
    return result


def confine(unit: Path) -> None:
    """Confine this process and all that it starts."""
    seccomp = ctypes.CDLL(ctypes.util.find_library("seccomp") or "libseccomp.so.2", use_errno=True)
    system = ctypes.CDLL(None, use_errno=True)
    seccomp.seccomp_init.restype = ctypes.c_void_p
    made = ctypes.c_void_p(seccomp.seccomp_init(ctypes.c_uint32(REFUSE)))
    for name in allowed(unit):
        number = seccomp.seccomp_syscall_resolve_name(name.encode())
        if number >= 0:  # others are not of this machine
            seccomp.seccomp_rule_add(made, ctypes.c_uint32(ALLOW), number, 0)
    done = system.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) or seccomp.seccomp_load(made)
    if not done and values(unit, "MemoryDenyWriteExecute") == ["yes"]:
        done = system.prctl(NO_WRITE_EXECUTE, 1, 0, 0, 0)
    if done:
        raise OSError(ctypes.get_errno(), "the sandbox could not be made")


if __name__ == "__main__":
    confine(Path(sys.argv[1]))
    os.execvp(sys.argv[2], sys.argv[2:])
