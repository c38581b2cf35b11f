"""What fingers do on the keys of a round, on any phone that can be tapped."""

from abc import ABC, abstractmethod


class Pad(ABC):
    """A phone with the entry of a round before it."""

    @abstractmethod
    def tap(self, what: str) -> None:
        """Tap a thing by its handle."""

    def who(self, *seats: int) -> None:
        """Tap seats."""
        for seat in seats:
            self.tap(f"who-{seat}")

    def keys(self, cards: str) -> None:
        """Tap cards."""
        for rank in cards.split():
            self.tap(f"key-{rank}")

    def hands(self, *hands: str) -> None:
        """Tap in the hands in the order in which the pad asks for them; "-" is an empty one."""
        for index, hand in enumerate(hands):
            if index:
                self.tap("next")
            self.tap("key-none") if hand == "-" else self.keys(hand)
