"""経過: the course of a claim: which calls count, which return another, and which came too late."""

from collections.abc import Collection
from dataclasses import replace

from ..core import Outcome, State
from .facts import Round
from .options import DobonOptions
from .payments import nearest

TOO_LATE = "note.only_first"
"""The note of a call that came too late, by ``who``."""


def too_late(facts: Round, state: State, options: DobonOptions) -> tuple[str, ...]:
    """Callers who are not paid, since somebody nearer in turn order called too."""
    if options.several != "first" or len(facts.callers) < 2:
        return ()
    first = nearest(facts.callers, state, facts.victim or state.starter)
    return tuple(name for name in facts.callers if name != first)


def course(facts: Round, options: DobonOptions, late: Collection[str] = ()) -> Round:
    """The facts with only valid calls in ``callers``, and all returns in ``returns``.

    Where each later call returns the one before, only the first call stays in ``callers``.
    """
    callers = tuple(name for name in facts.callers if name not in late)
    if options.several != "returns":
        return replace(facts, callers=callers) if late else facts
    return replace(facts, callers=callers[:1], returns=(*callers[1:], *facts.returns))


def course_of(facts: Round, options: DobonOptions, outcome: Outcome | None) -> Round:
    """The course of a round as it was scored; of one that was not scored, without late calls."""
    notes = outcome.notes if outcome else ()
    return course(facts, options, [note.values["who"] for note in notes if note.code == TOO_LATE])
