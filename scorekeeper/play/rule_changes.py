"""ハウスルールの変更: house rules that change while a session is played.

A change is a row between rounds; taken back, it is one that does not count.  Nothing is ever rewritten.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.scoring.options import Options, Value, dump, in_force

from .hands import Facts
from .models import Round, RoundEdit
from .table import Table

KIND = "rules"


@dataclass(frozen=True, slots=True)
class Applied:
    """A change that counts: its row, how many rounds counted by then, and the house rules before it."""

    row: Round
    counted: int
    before: Options


def applied(table: Table) -> list[Applied]:
    """The changes of a table that count, in their order; costs nothing where there are none."""
    value, rules = [], table.begun_by
    changes = table.session.results.filter(kind=KIND).select_related("round").order_by("number")
    for result in changes if table.state.rules else ():
        value.append(Applied(result.round, result.state["counted"], rules))
        rules = in_force(rules, result.round.happened["options"])
    return value


def change_of(after: Options, before: Options) -> Facts:
    """The facts of a change from the one to the other; without ``options`` where there is none."""
    return {"kind": KIND, "options": dump(after, before)}


def begin_of(rounds: Sequence[Round]) -> Round | None:
    """The row before which a change for the whole session is placed: the first that is none itself."""
    return next((row for row in rounds if row.facts["kind"] != KIND), None)


def overridden(
    rounds: Sequence[Round], follower: Round | None, facts: Facts
) -> list[tuple[Round, dict[str, Value]]]:
    """Later changes that set something otherwise again than a change before ``follower``: each with what."""
    result = []
    for row in rounds:
        if follower and not row.voided and row.facts["kind"] == KIND and row.position > follower.position:
            again = row.facts["options"].items()
            values = {key: value for key, value in again if facts["options"].get(key, value) != value}
            result += [(row, values)] if values else []
    return result


def sets(edit: RoundEdit, sent: Mapping[str, str]) -> bool:
    """Whether a change set just those house rules that a form sends."""
    changed = (edit.after or {}).get("options") or {}
    return bool(changed) and sent == {key: str(value) for key, value in changed.items()}
