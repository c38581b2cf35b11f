"""Runs a command several times while something else keeps every core busy, and says which times it failed.

python -m tests.busy [--times 5] [--loops N] COMMAND ARGUMENT…

The load is a Python that counts, one for each core (or ``--loops``), at the priority of the command itself.
What passes like this waits for what it is about, and for no number of seconds.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

COUNTING = "import os\nwhile os.getppid() == {parent}: sum(range(100_000))"
"""A loop that ends by itself when nobody is there to end it."""


@contextmanager
def busy(loops: int) -> Iterator[None]:
    """Every core has something else to do."""
    line = COUNTING.format(parent=os.getpid())
    running = [subprocess.Popen([sys.executable, "-c", line]) for _ in range(loops)]
    try:
        yield
    finally:
        for one in running:
            one.kill()
            one.wait()


def main(arguments: list[str]) -> int:
    reader = argparse.ArgumentParser(prog="python -m tests.busy", description=__doc__)
    reader.add_argument("--times", type=int, default=5, help="how often the command is run")
    reader.add_argument("--loops", type=int, default=os.cpu_count() or 1, help="how many count beside it")
    reader.add_argument("command", nargs=argparse.REMAINDER)
    chosen = reader.parse_args(arguments)
    failed = []
    with busy(chosen.loops):
        for number in range(1, chosen.times + 1):
            began = time.monotonic()
            code = subprocess.run(chosen.command, check=False).returncode
            print(f"== {number} of {chosen.times}: exit {code}, {time.monotonic() - began:.0f} s", flush=True)
            if code:
                failed.append(number)
    print(f"{chosen.times - len(failed)} of {chosen.times} passed beside {chosen.loops} busy loops.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
