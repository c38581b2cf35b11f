"""Connections out of a pool that are alive, or an error at once.

Left to itself the pool gives out one dead connection after the other once PostgreSQL was started again,
with longer and longer pauses between them, and keeps a thread waiting where nothing can be reached.
"""

from django.db.backends.postgresql import base
from psycopg import Connection, DatabaseError, InterfaceError, OperationalError

TRIES = 3
"""How often PostgreSQL may go away again while one connection is asked for."""


class DatabaseWrapper(base.DatabaseWrapper):
    """A thread's way to PostgreSQL; it holds a connection for as long as a request lasts."""

    def get_new_connection(self, conn_params: dict[str, object]) -> Connection:
        """Take a connection that answers; raises OperationalError where there is none to be had."""
        if not self.pool:
            return self._new(conn_params)
        self.pool.open()
        for _ in range(TRIES):
            if not self.pool.get_stats()["pool_available"]:
                self.Database.connect(**conn_params).close()
            found = self._new(conn_params)
            try:
                self.pool.check_connection(found)
            except (DatabaseError, InterfaceError):
                self.pool.putconn(found)
                self.pool.drain()  # what is dead came from a PostgreSQL that is gone, as all others did
            else:
                return found
        raise OperationalError("the connections to PostgreSQL break off")

    def _new(self, conn_params: dict[str, object]) -> Connection:
        found: Connection = super().get_new_connection(conn_params)
        return found
