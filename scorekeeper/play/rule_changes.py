"""ハウスルールの変更: house rules that change while a session is played.

A change is a row between rounds; taken back, it is one that does not count.  Nothing is ever rewritten.
"""

from collections.abc import Sequence

from scorekeeper.scoring.options import Options, Value, dump

from .hands import Facts
from .models import Round, RoundEdit
from .services import Stamp, add_round
from .table import Table

KIND = "rules"


def change_of(after: Options, before: Options) -> Facts:
    """The facts of a change from the one to the other; without ``options`` where there is none."""
    return {"kind": KIND, "options": dump(after, before)}


def begin_of(rounds: Sequence[Round]) -> Round | None:
    """What a change for the whole session stands before: the first row that is none itself."""
    return next((row for row in rounds if row.facts["kind"] != KIND), None)


def overridden(rounds: Sequence[Round], follower: Round | None, facts: Facts) -> dict[str, tuple[int, Value]]:
    """What a later change sets otherwise of a change before ``follower``: its number and value by rule."""
    found = {}
    for row in rounds:
        if follower and not row.voided and row.facts["kind"] == KIND and row.position > follower.position:
            for key, value in row.facts["options"].items():
                if facts["options"].get(key, value) != value:
                    found[key] = (row.position, value)
    return found


def change_rules(table: Table, facts: Facts, stamp: Stamp, follower: Round | None = None) -> RoundEdit:
    """Change house rules from the next round on, or from ``follower`` on.

    Raises StaleForm, NotPlayed or FormUsed.
    """
    return add_round(table, facts, stamp, follower)
