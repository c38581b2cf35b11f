"""What fingers do on the keys of a round, on any phone that can be tapped."""

from abc import ABC, abstractmethod


def cards(*hands: str) -> str:
    """The keys of hands in the order in which the pad asks for them; "-" is an empty one."""
    keys = (" ".join(f"key-{rank}" for rank in hand.replace("-", "none").split()) for hand in hands)
    return " next ".join(keys)


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
        """Tap in hands."""
        for handle in cards(*hands).split():
            self.tap(handle)
