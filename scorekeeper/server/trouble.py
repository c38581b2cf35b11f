"""What is the matter with the database, from the errors of SQLite and PostgreSQL, and why a command ends."""

import errno
import sqlite3
from collections.abc import Iterator
from enum import Enum

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, InterfaceError, OperationalError

from .database import SQLITE
from .terminal import gettext as _

EXPECTED = (DatabaseError, InterfaceError, ImproperlyConfigured, OSError)
"""What may be wrong with a machine, rather than with the program."""


class Trouble(Enum):
    """What is the matter; none of them is the fault of anyone who asked."""

    BUSY = "busy"
    FULL = "full"
    READ_ONLY = "read only"
    DAMAGED = "damaged"
    AWAY = "away"


# SQLite's result code, or else its lowest byte (https://sqlite.org/rescode.html).
_SQLITE = {
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
    sqlite3.SQLITE_PROTOCOL: Trouble.BUSY,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_IOERR_SHMSIZE: Trouble.FULL,  # a file that processes share cannot grow, for want of room
    sqlite3.SQLITE_IOERR: Trouble.DAMAGED,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_CANTOPEN: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
}

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
    for each in causes(problem):
        code, state = getattr(each, "sqlite_errorcode", None), getattr(each, "sqlstate", None)
        if isinstance(code, int):
            return _SQLITE.get(code) or _SQLITE.get(code & 0xFF)
        if isinstance(state, str):
            return next((item for start, item in _SQLSTATE.items() if state.startswith(start)), None)
    return Trouble.AWAY if isinstance(problem, OperationalError | InterfaceError) else None


def causes(problem: BaseException) -> Iterator[BaseException]:
    """A problem, and what it was raised from."""
    yield problem
    if problem.__cause__ is not None:
        yield from causes(problem.__cause__)


def complaint(problem: BaseException) -> str:
    """Why a command cannot go on, and what to do, in a line in the language of the terminal."""
    if isinstance(problem, ImproperlyConfigured):
        return _("The configuration does not work: %(reason)s") % {"reason": first_line(problem)}
    if isinstance(problem, OSError):
        file = {"path": problem.filename or settings.DATA_DIR, "reason": problem.strerror or problem}
        if problem.errno in (errno.ENOSPC, errno.EDQUOT):
            return _("There is no room in %(path)s (%(reason)s). Free some space.") % file
        return _("%(path)s cannot be used: %(reason)s") % file
    chosen = settings.DATABASES["default"]
    name = str(chosen["NAME"])
    if chosen["ENGINE"] != SQLITE:  # where it is, without a password
        name += f" ({':'.join(str(chosen[key]) for key in ('HOST', 'PORT') if chosen.get(key))})"
    return _database_words(trouble_of(problem)) % {"database": name, "reason": first_line(problem)}


def _database_words(trouble: Trouble | None) -> str:
    match trouble:
        case Trouble.BUSY:
            return _("The database %(database)s is busy (%(reason)s). Try again in a moment.")
        case Trouble.FULL:
            return _("There is no room for the database %(database)s (%(reason)s). Free some space.")
        case Trouble.READ_ONLY:
            return _("The database %(database)s cannot be written to (%(reason)s). Make it writable.")
        case Trouble.DAMAGED:
            return _(
                "%(database)s cannot be used as the database (%(reason)s). "
                "Move it away, and put the last backup in its place."
            )
        case Trouble.AWAY:
            return _("The database %(database)s cannot be reached: %(reason)s")
        case _:
            return _("The database %(database)s is not ready: %(reason)s")


def first_line(problem: BaseException) -> str:
    return next(iter(str(problem).splitlines()), "") or type(problem).__name__
