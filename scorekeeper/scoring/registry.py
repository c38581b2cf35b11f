"""Registry of games."""

from .dobon.family import DOTENKO, GAMBLE, KAWAGOE, TEYAKU
from .doudizhu.family import DOUDIZHU
from .errors import ReadError
from .ruleset import Ruleset

GAMES = (GAMBLE, KAWAGOE, TEYAKU, DOTENKO, DOUDIZHU)
RULESETS: dict[str, Ruleset] = {ruleset.key: ruleset for ruleset in GAMES}


def find_game(key: object, where: str = "game") -> Ruleset:
    """The game named ``key``; raises ReadError."""
    if not isinstance(key, str) or key not in RULESETS:
        raise ReadError(where, "game.unknown", game=key, known=", ".join(RULESETS))
    return RULESETS[key]
