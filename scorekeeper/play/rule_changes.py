"""ハウスルールの変更: changes of house rules during a session.

A change is an entry between rounds; to undo it, it is voided.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.scoring.options import Options, Value, dump, in_force

from .hands import Facts
from .models import Round, RoundEdit
from .table import Table

KIND = "rules"


@dataclass(frozen=True, slots=True)
class RuleChange:
    row: Round
    counted: int  # how many rounds counted by then
    before: Options


def rule_changes_of(table: Table) -> list[RuleChange]:
    """The changes of a table that are not voided, in order; no query where there are none."""
    value, rules = [], table.begun_by
    changes = table.session.results.filter(kind=KIND).select_related("round").order_by("number")
    for result in changes if table.state.rules else ():
        value.append(RuleChange(result.round, result.state["counted"], rules))
        rules = in_force(rules, result.round.happened["options"])
    return value


def change_of(after: Options, before: Options) -> Facts:
    """The facts of a change; ``options`` are empty where nothing differs."""
    return {"kind": KIND, "options": dump(after, before)}


def begin_of(rounds: Sequence[Round]) -> Round | None:
    """The follower of a change for the whole session: the first entry that is no change of rules."""
    return next((row for row in rounds if row.facts["kind"] != KIND), None)


def overridden(
    rounds: Sequence[Round], follower: Round | None, facts: Facts
) -> list[tuple[Round, dict[str, Value]]]:
    """Later changes that override options of a change before ``follower``, each with these options."""
    result = []
    for row in rounds:
        if follower and not row.voided and row.facts["kind"] == KIND and row.position > follower.position:
            again = row.facts["options"].items()
            values = {key: value for key, value in again if facts["options"].get(key, value) != value}
            result += [(row, values)] if values else []
    return result


def is_rule_change(edit: RoundEdit, sent: Mapping[str, str]) -> bool:
    """Whether a change has set exactly the options that a form sends."""
    changed = (edit.after or {}).get("options") or {}
    return bool(changed) and sent == {key: str(value) for key, value in changed.items()}
