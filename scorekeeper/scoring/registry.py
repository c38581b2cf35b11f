"""Registry of games."""

from .dobon.family import DOTENKO, GAMBLE, KAWAGOE, TEYAKU
from .doudizhu.family import DOUDIZHU
from .errors import ReadError
from .ruleset import Ruleset
from .sheet.family import GAMES as SHEETS

GAMES: tuple[Ruleset, ...] = (GAMBLE, KAWAGOE, TEYAKU, DOTENKO, DOUDIZHU, *SHEETS)
RULESETS: dict[str, Ruleset] = {ruleset.key: ruleset for ruleset in GAMES}


def with_presets(ruleset: Ruleset) -> list[Ruleset]:
    """The game that documents name for this one, and its presets; only this one where it has none."""
    return [other for other in RULESETS.values() if other.game == ruleset.game]


def find_game(key: object, where: str = "game", options: object = None) -> Ruleset:
    """A game, or the preset of it that its ``options`` name; raises ReadError."""
    if not isinstance(key, str) or key not in RULESETS:
        raise ReadError(where, "game.unknown", game=key, known=", ".join(RULESETS))
    preset = options.get("preset") if isinstance(options, dict) else None
    if not isinstance(preset, str):
        return RULESETS[key]
    presets = {ruleset.key: ruleset for ruleset in with_presets(RULESETS[key])}
    return presets.get(preset, RULESETS[RULESETS[key].game])
