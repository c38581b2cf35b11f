"""判定 of 闘地主: what played cards are, and whether they beat others, from a form that only asks."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext

from scorekeeper.present.cards import CardView, cards
from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import Card, CardError, write_cards
from scorekeeper.scoring.doudizhu.combinations import ORDER, Rules, card_of, rank_of, read_play
from scorekeeper.scoring.doudizhu.options import DoudizhuOptions, rules_for
from scorekeeper.scoring.options import Options, own
from scorekeeper.scoring.ruleset import Ruleset

from ..parts import Fields, chips, typed_cards
from ..shape import RefereePage
from .judging import Judged, copies, judge
from .lines import card_error, coloured

FIELDS = ("hand", "before")
"""The play that is asked about, and the one it should beat."""

LONGEST_TYPED = 300
MOST_CARDS = 40
PLAYERS = (3, 4)


@dataclass(frozen=True, slots=True)
class Asked:
    text: str
    cards: tuple[Card, ...]
    error: str = ""

    @property
    def shown(self) -> tuple[CardView, ...]:
        return cards(self.cards)

    @property
    def words(self) -> str:
        return texts.cards(self.cards, gettext)


@dataclass(frozen=True, slots=True)
class RankKey:
    """A key with how many cards of its rank are left for the play that is being tapped."""

    value: str
    label: str
    left: int


def page(data: QueryDict, ruleset: Ruleset, options: Options, players: int) -> RefereePage:
    """The page for a question about a play; away from a table one chooses how many play."""
    seated = players or (4 if data.get("players") == "4" else 3)
    rules = rules_for(own(options, DoudizhuOptions), seated)
    target = "before" if data.get("target") == "before" else "hand"
    asked = {field: _asked(data, field, field == target) for field in FIELDS}
    wrong = any(one.error for one in asked.values())
    before = judge(asked["before"].cards, rules) if asked["before"].cards and not wrong else None
    hand = _judged(asked["hand"], before, rules) if not wrong else None
    context = {
        "asked": asked["hand"],
        "before": asked["before"],
        "fields": _fields(asked, target, seated),
        "tapped": asked[target].words,
        "judged": hand,
        "judged_before": before,
        "keys": _keys(asked[target].cards, rules),
        "players": not players,
    }
    return RefereePage("games/doudizhu/referee.html", context, wrong)


def _fields(asked: Mapping[str, Asked], target: str, players: int) -> Fields:
    plays = (("hand", gettext("This play")), ("before", gettext("The play before")))
    fields = {
        "players": chips(gettext("Players"), [(str(number), str(number)) for number in PLAYERS]),
        "target": chips(gettext("What is being tapped"), plays),
        "hand": typed_cards(gettext("This play, typed")),
        "before": typed_cards(gettext("The play before, typed")),
    }
    values = {"players": players, "target": target, **{name: one.text for name, one in asked.items()}}
    return Fields(fields, values, {name: [capfirst(one.error)] for name, one in asked.items() if one.error})


def _asked(data: QueryDict, field: str, tapped: bool) -> Asked:
    """A play of the form: ``add`` puts a card to the one being tapped, ``drop`` takes its last one away."""
    text = data.get(field, "")[:LONGEST_TYPED]
    try:
        result = coloured(read_play(text))
        added = coloured(read_play(data.get("add", "")[:LONGEST_TYPED])) if tapped else ()
    except CardError as error:
        return Asked(text, (), card_error(error))
    result = result[:-1] if tapped and "drop" in data else (*result, *added[:1])
    if len(result) > MOST_CARDS:
        return Asked(text, (), gettext("At most %(most)d cards.") % {"most": MOST_CARDS})
    return Asked(write_cards(result), result)


def _judged(asked: Asked, before: Judged | None, rules: Rules) -> Judged | None:
    if not asked.cards:
        return None
    return judge(asked.cards, rules, before.made if before else None)


def _keys(held: Sequence[Card], rules: Rules) -> list[RankKey]:
    gone = Counter(map(rank_of, held))
    return [
        RankKey(
            str(card_of(rank)),
            texts.card(card_of(rank), gettext),
            max(copies(rank, rules) - gone[rank], 0),
        )
        for rank in ORDER
    ]
