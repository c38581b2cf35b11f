"""判定 of 闘地主: what played cards are, and whether they beat others, from a form that only asks."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import Card
from scorekeeper.scoring.core import Note
from scorekeeper.scoring.doudizhu.combinations import (
    ORDER,
    Combination,
    Rules,
    beats,
    card_of,
    identify,
    rank_of,
)
from scorekeeper.scoring.doudizhu.course import in_turn
from scorekeeper.scoring.doudizhu.facts import Play
from scorekeeper.scoring.doudizhu.messages import COMBINATIONS
from scorekeeper.scoring.doudizhu.options import DoudizhuOptions, rules_for
from scorekeeper.scoring.options import Options, own

from ..fields import AskedCards, Fields, chips, read_asked, typed_cards
from ..shape import RefereePage
from .form import card_error, read_coloured

MOST_CARDS = 40


def page(data: QueryDict, options: Options, players: int) -> RefereePage:
    """The page for a question about a play; away from a table one chooses how many play."""
    seated = players or (4 if data.get("players") == "4" else 3)
    rules = rules_for(own(options, DoudizhuOptions), seated)
    target = "before" if data.get("target") == "before" else "hand"
    asked = {
        name: read_asked(data, name, read_coloured, card_error, most=MOST_CARDS, tapped=name == target)
        for name in ("hand", "before")
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
        "players": chips(gettext("Players"), [("3", "3"), ("4", "4")]),
        "target": chips(gettext("What is being tapped"), plays),
        "hand": typed_cards(gettext("This play, typed")),
        "before": typed_cards(gettext("The play before, typed")),
    }
    values = {"players": players, "target": target, **{name: one.text for name, one in asked.items()}}
    return Fields(fields, values, {name: [capfirst(one.error)] for name, one in asked.items() if one.error})


@dataclass(frozen=True, slots=True)
class Judged:
    """What cards are (None: nothing), in words, and whether they beat the play before (None: nobody asks)."""

    made: Combination | None
    words: str
    beats: bool | None = None

    @property
    def state(self) -> str:
        """``illegal``, ``lower``, ``beats`` or ``leads``."""
        if self.made is None:
            return "illegal"
        return {None: "leads", True: "beats", False: "lower"}[self.beats]


def judge(cards: Iterable[Card], rules: Rules, before: Combination | Note | None = None) -> Judged:
    """Judge cards against the play ``before`` if there is one; raises CardError for an uncoloured joker."""
    return _judged(identify(cards, rules), before)


def _judged(made: Combination | Note, before: Combination | Note | None) -> Judged:
    if isinstance(made, Note):
        return Judged(None, texts.note(made, gettext))
    return Judged(made, made_words(made), beats(made, before) if isinstance(before, Combination) else None)


def made_words(made: Combination) -> str:
    return f"{gettext(COMBINATIONS[made.type])} {rank_words(made)}".strip()


def rank_words(made: Combination) -> str:
    """The rank of the main part; from the lowest to the highest of a run; the size of a large bomb.

    The size is not written with ×, which everywhere else is a factor.
    """
    if made.type == "rocket":
        return ""
    if made.length > 1:
        last = ORDER[ORDER.index(made.rank) + made.length - 1]
        return f"{_shown(made.rank)}–{_shown(last)}"
    if made.type == "bomb" and made.size > 4:
        count = ngettext("%(count)d card", "%(count)d cards", made.size) % {"count": made.size}
        return gettext(" · ").join((_shown(made.rank), count))
    return _shown(made.rank)


def _shown(rank: str) -> str:
    return texts.card(card_of(rank), gettext)


@dataclass(frozen=True, slots=True)
class RankKey:
    """A key for the cards of a rank: what stands on it, how it is typed, and how many are left."""

    rank: str
    label: str
    typed: str
    left: int


def rank_keys(rules: Rules, held: Iterable[Card] = ()) -> Iterator[RankKey]:
    """The keys for a play of which some cards are held already."""
    gone = Counter(map(rank_of, held))
    for rank in ORDER:
        card, copies = card_of(rank), rules.decks * (1 if rank in texts.JOKERS else 4)
        yield RankKey(rank, texts.card(card, gettext), str(card), max(copies - gone[rank], 0))


def state_words(judged: Judged) -> str:
    if judged.made is None:
        return gettext("Not a play: %(why)s") % {"why": judged.words}
    if judged.beats is None:
        return judged.words
    text = gettext("beats it") if judged.beats else gettext("does not beat it")
    return gettext(" · ").join((judged.words, text))


def judge_in_turn(plays: Iterable[Play], rules: Rules) -> list[Judged | None]:
    """Plays of a deal, each against the one before it; None for a pass."""
    return [_judged(made, led) if play.cards else None for play, made, led in in_turn(plays, rules)]
