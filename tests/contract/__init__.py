"""Tables of cases that the parsers in Python and in JavaScript both have to pass."""

import json
from pathlib import Path
from typing import Any

SEATS = {"0": "あき", "1": "Ben", "2": "Chie", "3": "Ben Jr", "4": "Strauß"}
"""Names by seat number: who plays and calls in the tables."""
PLAYERS = 3
"""How many of them bid, and enter hands."""


def cases(name: str) -> list[Any]:
    """The cases of one table."""
    return list(json.loads((Path(__file__).parent / f"{name}.json").read_text("utf-8")))
