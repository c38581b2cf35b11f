"""Disks of their own for tests: a file with ext4 in it, whose power can be cut and which can fail."""

import fcntl
import os
import shutil
import signal
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.server.running import Running

SHUT_DOWN = 0x8004587D
"""The ioctl EXT4_IOC_SHUTDOWN."""
WITHOUT_FLUSHING = struct.pack("I", 2)


def run(*command: str) -> bool:
    if not shutil.which(command[0]):
        return False
    return subprocess.run(command, check=False, capture_output=True, timeout=60).returncode == 0


class Disk:
    """A file system in a file, which is mounted at a place."""

    def __init__(self, folder: Path) -> None:
        self.memory, self.place = folder / "memory", folder / "disk"
        self.image = self.memory / "disk.img"
        self.memory.mkdir()
        self.place.mkdir()

    def make(self, megabytes: int) -> bool:
        """Lay it out in memory, where waiting for the disk takes no time; False where that cannot be."""
        if not run("mount", "-t", "tmpfs", "tmpfs", str(self.memory)):
            return False
        with self.image.open("wb") as file:
            file.truncate(megabytes * 1024**2)
        return run("mkfs.ext4", "-q", "-F", str(self.image)) and self.mount()

    def mount(self) -> bool:
        return run("mount", "-o", "loop,errors=remount-ro", str(self.image), str(self.place))

    def unmount(self) -> None:
        assert run("umount", str(self.place))

    def cut_power(self, server: Running) -> None:
        """End a server and the disk in one moment: what was not waited for is gone."""
        server.process.send_signal(signal.SIGSTOP)
        handle = os.open(self.place, os.O_RDONLY)
        try:
            fcntl.ioctl(handle, SHUT_DOWN, WITHOUT_FLUSHING)
        finally:
            os.close(handle)
        server.process.kill()
        server.process.wait(30)

    def fail(self) -> None:
        """An error of the disk, after which the system takes no writing to it any more."""
        device = os.stat(self.place).st_dev
        name = Path(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}").resolve().name
        Path(f"/sys/fs/ext4/{name}/trigger_fs_error").write_text("1")

    def repair(self) -> None:
        """Check the disk and mount it again, as a start of the machine does."""
        self.unmount()
        run("e2fsck", "-f", "-y", str(self.image))
        assert self.mount()


@contextmanager
def own_disk(folder: Path, megabytes: int = 64) -> Iterator[Disk]:
    """A disk that is there for a while; skips where none can be had."""
    disk = Disk(folder)
    try:
        if not disk.make(megabytes):
            pytest.skip("no disk of its own can be had here: that needs root, a loop device and mkfs.ext4")
        yield disk
    finally:
        run("umount", "-l", str(disk.place))
        run("umount", "-l", str(disk.memory))
