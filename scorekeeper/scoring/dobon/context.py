"""The context of a round: everything that its score depends on."""

from dataclasses import dataclass

from ..core import State
from ..reading import Hand
from .facts import Round
from .options import DobonOptions

NO_HAND = Hand()


@dataclass(frozen=True, slots=True)
class Context:
    facts: Round
    state: State  # before the round
    options: DobonOptions
    late: tuple[str, ...] = ()  # who called too late
    won: tuple[str, ...] = ()

    def hand(self, who: str) -> Hand:
        """The hand of a player, empty where it was not entered."""
        return self.facts.hands.get(who, NO_HAND)
