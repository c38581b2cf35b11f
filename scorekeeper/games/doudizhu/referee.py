"""判定 of 闘地主: what played cards are, and whether they beat others, from a form that only asks."""

from collections.abc import Mapping

from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext

from scorekeeper.scoring import texts
from scorekeeper.scoring.doudizhu.options import DoudizhuOptions, rules_for
from scorekeeper.scoring.options import Options, own

from ..parts import AskedCards, Fields, chips, read_asked, typed_cards
from ..shape import RefereePage
from .judging import judge, rank_keys
from .lines import card_error, read_coloured

FIELDS = ("hand", "before")
"""The play that is asked about, and the one it should beat."""

MOST_CARDS = 40
PLAYERS = (3, 4)


def page(data: QueryDict, options: Options, players: int) -> RefereePage:
    """The page for a question about a play; away from a table one chooses how many play."""
    seated = players or (4 if data.get("players") == "4" else 3)
    rules = rules_for(own(options, DoudizhuOptions), seated)
    target = "before" if data.get("target") == "before" else "hand"
    asked = {
        name: read_asked(data, name, read_coloured, card_error, most=MOST_CARDS, tapped=name == target)
        for name in FIELDS
    }
    wrong = any(one.error for one in asked.values())
    before = judge(asked["before"].cards, rules) if asked["before"].cards and not wrong else None
    beaten, hand = before.made if before else None, asked["hand"].cards
    context = {
        "asked": asked["hand"],
        "before": asked["before"],
        "fields": _fields(asked, target, seated),
        "tapped": texts.cards(asked[target].cards, gettext),
        "judged": judge(hand, rules, beaten) if hand and not wrong else None,
        "judged_before": before,
        "keys": list(rank_keys(rules, asked[target].cards)),
        "players": not players,
    }
    return RefereePage("games/doudizhu/referee.html", context, wrong)


def _fields(asked: Mapping[str, AskedCards], target: str, players: int) -> Fields:
    plays = (("hand", gettext("This play")), ("before", gettext("The play before")))
    fields = {
        "players": chips(gettext("Players"), [(str(number), str(number)) for number in PLAYERS]),
        "target": chips(gettext("What is being tapped"), plays),
        "hand": typed_cards(gettext("This play, typed")),
        "before": typed_cards(gettext("The play before, typed")),
    }
    values = {"players": players, "target": target, **{name: one.text for name, one in asked.items()}}
    return Fields(fields, values, {name: [capfirst(one.error)] for name, one in asked.items() if one.error})
