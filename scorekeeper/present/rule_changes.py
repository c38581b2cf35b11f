"""ハウスルールの変更: what was changed at a table and since when, and which rules scored a round."""

from collections.abc import Sequence

from django.utils.translation import gettext

from scorekeeper.play.models import Round
from scorekeeper.play.rule_changes import Applied
from scorekeeper.scoring.events import EVENTS, Rules
from scorekeeper.scoring.ruleset import Ruleset

from .words import rule_changes


def change_lines(ruleset: Ruleset, changes: Sequence[Applied]) -> list[tuple[str, list[str], Round]]:
    """Changes that count, the oldest first: since when, what each set, and its row."""
    return [
        (
            since_words(one.counted),
            [*rule_changes(Rules(one.row.happened["options"]), ruleset, one.before)],
            one.row,
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
