"""The JSON Schema of a document says of rounds what the engine's facts declare."""

import json

from scorekeeper.scoring.json_schema import FILE, session_schema


def test_the_schema_in_the_file_is_what_the_facts_declare() -> None:
    """Where a fact was changed on purpose, ``python -m scorekeeper.scoring.json_schema`` writes it again."""
    assert json.loads(FILE.read_text(encoding="utf-8")) == session_schema()
