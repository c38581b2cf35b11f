"""What somebody waits for who is there a thousand times over: an open connection."""

import asyncio


class Bell:
    """An ``asyncio.Event`` for one who waits, at a tenth of its size: that keeps room for 64 of them."""

    __slots__ = ("_rung", "_waiting")

    def __init__(self, rung: bool = False) -> None:
        self._rung = rung
        self._waiting: asyncio.Future[None] | None = None

    def is_set(self) -> bool:
        """Whether it was rung since it was cleared."""
        return self._rung

    def set(self) -> None:
        """Ring; whoever waits goes on."""
        self._rung = True
        if self._waiting and not self._waiting.done():
            self._waiting.set_result(None)

    def clear(self) -> None:
        """Let the next one who waits wait."""
        self._rung = False

    async def wait(self) -> None:
        """Wait until it is rung; at once where it was."""
        if not self._rung:
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
