"""What is the matter with the database, by the errors that SQLite and PostgreSQL give."""

from collections.abc import Iterator
from enum import Enum

from django.db import DatabaseError, InterfaceError, OperationalError


class Trouble(Enum):
    """What is the matter; none of them is the fault of anyone who asked."""

    BUSY = "busy"
    FULL = "full"
    READ_ONLY = "read only"
    DAMAGED = "damaged"
    AWAY = "away"


# The lowest byte of SQLite's result code (https://sqlite.org/rescode.html).
_SQLITE = {
    5: Trouble.BUSY,
    6: Trouble.BUSY,
    8: Trouble.READ_ONLY,
    10: Trouble.DAMAGED,
    11: Trouble.DAMAGED,
    13: Trouble.FULL,
    14: Trouble.DAMAGED,
    15: Trouble.BUSY,
    26: Trouble.DAMAGED,
}

_NO_ROOM_BESIDE = 4874
"""SQLite's code where the file that its processes share cannot grow: as a rule for want of room."""

# The start of PostgreSQL's SQLSTATE, the longest first (appendix A of its manual).
_SQLSTATE = {
    "53100": Trouble.FULL,
    "53": Trouble.BUSY,  # too many connections, no memory
    "25006": Trouble.READ_ONLY,
    "40001": Trouble.BUSY,
    "40P01": Trouble.BUSY,
    "55P03": Trouble.BUSY,
    "57014": Trouble.BUSY,  # it took longer than it may
    "57P": Trouble.AWAY,  # it is being stopped, or started
    "08": Trouble.AWAY,
    "58": Trouble.DAMAGED,
    "XX": Trouble.DAMAGED,
}


def trouble_of(problem: BaseException | None) -> Trouble | None:
    """Return what is the matter with the database; None where the problem is another one."""
    if not isinstance(problem, DatabaseError | InterfaceError):
        return None
    for each in _causes(problem):
        code, state = getattr(each, "sqlite_errorcode", None), getattr(each, "sqlstate", None)
        if code == _NO_ROOM_BESIDE:
            return Trouble.FULL
        if isinstance(code, int):
            return _SQLITE.get(code & 0xFF)
        if isinstance(state, str):
            return next((item for start, item in _SQLSTATE.items() if state.startswith(start)), None)
    return Trouble.AWAY if isinstance(problem, OperationalError | InterfaceError) else None


def _causes(problem: BaseException) -> Iterator[BaseException]:
    yield problem
    if problem.__cause__ is not None:
        yield from _causes(problem.__cause__)
