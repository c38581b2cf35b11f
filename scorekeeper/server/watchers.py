"""Who is told what the server does: nobody, unless whoever runs it has asked for that."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seen:
    """A request and its answer: in ``seconds``, with a body of ``size`` bytes, and 0 for no answer at all.

    ``stream`` tells that it stayed open as long as somebody looked on.
    """

    id: str
    method: str
    view: str
    status: int
    seconds: float
    size: int
    stream: bool


class Watcher:
    """Somebody who wants to know; what is not wanted is left as it is here."""

    def answered(self, seen: Seen) -> None:
        """A request has its answer."""

    def held(self, what: str, change: int) -> None:
        """This process holds so many more, or less, of something: connections, streams."""

    def refused(self, limit: str) -> None:
        """Somebody asked for more than a limit, which is named, lets have."""

    def troubled(self, trouble: str) -> None:
        """A page could not be answered, for what is the matter with the database."""


watchers: list[Watcher] = []
"""Those of this process."""
