"""What the server runs: the shell, with Django's pages in a few threads and event streams in none."""

from typing import cast

from a2wsgi.wsgi_typing import WSGIApp

from scorekeeper.server.hosts import allowed_hosts
from scorekeeper.server.pools import Pools
from scorekeeper.server.shell import App, Shell
from scorekeeper.settings import DATA_UPLOAD_MAX_MEMORY_SIZE
from scorekeeper.wsgi import application as pages

# isort: split
from scorekeeper.live import wiring  # Django is set up only now
from scorekeeper.live.stream import START

THREADS = 4
"""So many for reading and so many for writing; each keeps its own connection to the database open."""

STREAMS: dict[str, App] = {START: wiring.stream}
"""Event streams, by the start of their path: answered in async code, without a thread or Django."""

application = Shell(
    Pools(cast(WSGIApp, pages), THREADS, writing=("/join/",)),
    streams=STREAMS,
    hosts=allowed_hosts(),
    largest_body=DATA_UPLOAD_MAX_MEMORY_SIZE,
    close_streams=wiring.hub.close,
    threads=THREADS,
)
