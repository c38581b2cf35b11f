"""役回り: who had which role in a round of the family, and which number was claimed."""

from ..core import Outcome, Parts, State
from .claims import claimed_number
from .course import course_of
from .endings import ENDINGS
from .facts import Round
from .options import DobonOptions


def parts(state: State, facts: Round, options: DobonOptions, outcome: Outcome) -> Parts:
    """Callers, who was claimed, who returned and who was returned on, who drew or burst, and who won."""
    facts = course_of(facts, options, outcome)
    ending = ENDINGS[facts.kind]
    role, key = ending.named
    roles = {
        "caller": facts.callers,
        role: (getattr(facts, key),) if role and getattr(facts, key) else (),
        "returner": facts.returns,
        "returned": (*facts.callers, *facts.returns[:-1]) if facts.returns else (),
        "drawer": ending.drawer(facts),
        "winner": tuple(outcome.streak or ()),
    }
    number = claimed_number(facts, options) if facts.callers else None
    return Parts({part: names for part, names in roles.items() if names}, number)
