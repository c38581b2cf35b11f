"""The JSON Schema of the session document: ``schema/session.json``, with rounds as the facts are declared.

``python -m scorekeeper.scoring.json_schema`` writes the file again.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from .dobon.facts import Yaku
from .doudizhu.facts import Call, Play
from .events import TYPES, Move
from .facts import DEFINITIONS, object_schema, required_and_optional
from .reading import Json
from .registry import GAMES
from .settlement import Stake

FILE = Path(__file__).parent / "schema" / "session.json"


def session_schema() -> Json:
    """The schema in the file, its games and rounds as they are declared."""
    schema: Json = json.loads(FILE.read_text(encoding="utf-8"))
    schema["properties"]["game"] = {"enum": [*dict.fromkeys(game.game for game in GAMES)]}
    records = {
        of.__name__.lower(): object_schema(of, *required_and_optional(of))
        for of in (Yaku, Call, Play, Move, Stake)
    }
    schema["definitions"] |= {**DEFINITIONS, **records}
    schema["definitions"]["round"]["oneOf"] = list(_rounds())
    return schema


def _rounds() -> Iterator[Json]:
    """One schema for each kind of round; where two families have a kind, either of theirs."""
    kinds = defaultdict[str, list[Json]](list)
    for game in {game.family: game for game in GAMES}.values():
        for kind in game.known:
            kinds[kind].append(object_schema(game.facts, *game.keys_of(kind), kind))
    for kind, of in TYPES.items():
        kinds[kind].append(object_schema(of, *required_and_optional(of), kind))
    for schemas in kinds.values():
        yield {"anyOf": schemas} if len(schemas) > 1 else schemas[0]


if __name__ == "__main__":
    FILE.write_text(json.dumps(session_schema(), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
