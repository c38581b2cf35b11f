"""Why a command ends: one line in the language of the terminal."""

import errno

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, InterfaceError

from .database import SQLITE
from .terminal import gettext as _
from .trouble import Trouble, trouble_of

EXPECTED = (DatabaseError, InterfaceError, ImproperlyConfigured, OSError)
"""What may be wrong with a machine, rather than with the program."""


FULL = (errno.ENOSPC, errno.EDQUOT)
"""What the system says where a disk, or what a user may have of it, is used up."""


def complaint(problem: BaseException) -> str:
    """Return why the command cannot go on, and what to do."""
    if isinstance(problem, ImproperlyConfigured):
        return _("The configuration does not work: %(reason)s") % {"reason": first_line(problem)}
    if isinstance(problem, OSError):
        values = {"path": problem.filename or settings.DATA_DIR, "reason": problem.strerror or problem}
        if problem.errno in FULL:
            return _("There is no room in %(path)s (%(reason)s). Free some space.") % values
        return _("%(path)s cannot be used: %(reason)s") % values
    return database_words(trouble_of(problem)) % {"database": database_name(), "reason": first_line(problem)}


def database_words(trouble: Trouble | None) -> str:
    """Return what is the matter with the database, with places for its name and the reason."""
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
            return _("The database %(database)s does not fit: %(reason)s")


def database_name() -> str:
    """Return where the database is, without a password."""
    result = settings.DATABASES["default"]
    if result["ENGINE"] == SQLITE:
        return str(result["NAME"])
    return f"{result['NAME']} ({':'.join(str(result[key]) for key in ('HOST', 'PORT') if result.get(key))})"


def first_line(problem: BaseException) -> str:
    """Return the first line of what an exception says, or its name."""
    return next(iter(str(problem).splitlines()), "") or type(problem).__name__
