"""ハウスルールの変更: what was changed at a table and since when, and which rules scored a round."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from scorekeeper.play.models import Round
from scorekeeper.play.rule_changes import Applied
from scorekeeper.scoring.events import EVENTS, Rules
from scorekeeper.scoring.ruleset import Ruleset

from .words import rule_changes


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """A change of house rules: since when, what it set, and its row."""

    since: str
    lines: tuple[str, ...]
    row: Round


def change_lines(ruleset: Ruleset, changes: Sequence[Applied]) -> list[ChangeLine]:
    """Changes that count, the oldest first."""
    return [
        ChangeLine(
            since=since_words(one.counted),
            lines=tuple(rule_changes(Rules(one.row.happened["options"]), ruleset, one.before)),
            row=one.row,
        )
        for one in changes
    ]


def in_force_since(changes: Sequence[Applied]) -> str:
    """Since when the rules of now hold; empty where they always did."""
    if not changes:
        return ""
    if not changes[-1].counted:
        return gettext("These rules apply to all rounds.")
    return gettext("These rules apply from round %(number)d on.") % {"number": changes[-1].counted + 1}


def since_words(counted: int) -> str:
    """From when on something holds that began once so many rounds counted."""
    if not counted:
        return gettext("For all rounds")
    return gettext("From round %(number)d on") % {"number": counted + 1}


def scored_by(changes: Sequence[Applied], row: Round) -> str:
    """By which rules a round was scored; empty where the session has had one set only."""
    if not any(one.counted for one in changes) or row.voided or row.happened["kind"] in EVENTS:
        return ""
    before = [one.counted for one in changes if one.row.position < row.position]
    if not before or not before[-1]:
        return gettext("Scored by the original rules")
    return gettext("Scored by the rules from round %(number)d on") % {"number": before[-1] + 1}
