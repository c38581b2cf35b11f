"""Registry of the endings of the family, the usual ones first."""

from collections.abc import Mapping

from ..options import DobonOptions
from .burst import BURST
from .claim import DOBON, OPENING
from .deckout import DECKOUT
from .draw import DRAW
from .ending import Ending
from .foul import FOUL
from .nogame import NOGAME
from .out import OUT

ENDINGS: Mapping[str, Ending] = {
    "dobon": DOBON,
    "opening": OPENING,
    "out": OUT,
    "draw": DRAW,
    "burst": BURST,
    "deckout": DECKOUT,
    "foul": FOUL,
    "nogame": NOGAME,
}


def kinds(options: DobonOptions) -> tuple[str, ...]:
    return tuple(kind for kind, ending in ENDINGS.items() if ending.here(options))
