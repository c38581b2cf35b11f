"""ルール and 判定 of 闘地主: rules in words with examples by the engine, and the referee."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import Card
from scorekeeper.scoring.core import Note, State
from scorekeeper.scoring.doudizhu.combinations import (
    ORDER,
    Combination,
    Rules,
    beats,
    card_of,
    identify,
    rank_of,
    read_play,
)
from scorekeeper.scoring.doudizhu.course import in_turn
from scorekeeper.scoring.doudizhu.facts import LANDLORD, Deal, Play
from scorekeeper.scoring.doudizhu.messages import COMBINATIONS
from scorekeeper.scoring.doudizhu.options import DoudizhuOptions, rules_for
from scorekeeper.scoring.formulas import formula
from scorekeeper.scoring.options import Options, cast_options
from scorekeeper.scoring.reading import Json
from scorekeeper.scoring.ruleset import Ruleset

from ..fields import AskedCards, Fields, chips, read_asked, typed_cards
from ..shape import Book, Example, RefereePage, Rulebook, joined
from .form import card_error, read_coloured

MOST_CARDS = 40


def referee(data: QueryDict, options: Options, players: int) -> RefereePage:
    """The page for a question about a play; without a table the form asks for the number of players."""
    seated = players or (4 if data.get("players") == "4" else 3)
    rules = rules_for(cast_options(options, DoudizhuOptions), seated)
    target = "before" if data.get("target") == "before" else "hand"
    asked = {
        name: read_asked(data, name, read_coloured, card_error, most=MOST_CARDS, tapped=name == target)
        for name in ("hand", "before")
    }
    wrong = any(question.error for question in asked.values())
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
    values = {"players": players, "target": target, **{name: item.text for name, item in asked.items()}}
    return Fields(
        fields, values, {name: [capfirst(item.error)] for name, item in asked.items() if item.error}
    )


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict on a play."""

    made: Combination | None  # None for an illegal play
    words: str
    beats: bool | None = None  # the play before, if there is one

    @property
    def state(self) -> str:
        """``illegal``, ``lower``, ``beats`` or ``leads``."""
        if self.made is None:
            return "illegal"
        return {None: "leads", True: "beats", False: "lower"}[self.beats]


def judge(cards: Iterable[Card], rules: Rules, before: Combination | Note | None = None) -> Judged:
    """The verdict on cards after the play ``before``; raises CardError for a joker without colour."""
    return _judged(identify(cards, rules), before)


def _judged(made: Combination | Note, before: Combination | Note | None) -> Judged:
    if isinstance(made, Note):
        return Judged(None, texts.note(made, gettext))
    words = f"{gettext(COMBINATIONS[made.type])} {rank_words(made)}".strip()
    return Judged(made, words, beats(made, before) if isinstance(before, Combination) else None)


def rank_words(made: Combination) -> str:
    """The rank of the main part; both ends of a run; also the size of a large bomb, without × (a factor)."""
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
    """A key of the pad."""

    rank: str
    label: str
    typed: str  # what it types
    left: int  # cards not yet used


def rank_keys(rules: Rules, held: Iterable[Card] = ()) -> Iterator[RankKey]:
    """The keys of the pad after the cards ``held``."""
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
    """The verdict on each play after the one before it; None for a pass."""
    return [_judged(made, led) if play.cards else None for play, made, led in in_turn(plays, rules)]


LEGAL = (
    *("7", "88", "QQQ", "6668", "QQQ66", "89TJQ", "TTJJQQKK", "444555", "77788836", "88899944JJ"),
    *("666689", "JJJJ99QQ", "5555", "BR"),
)
"""An example of each combination."""

ILLEGAL = ("3344", "3456", "JQKA2", "333444677", "33344455", "333444BR", "3333BR")
LADDER = ("3339", "5557", "KKKJ", "AAA3", "4444", "2222", "BR")
"""Plays each of which beats the one before."""


class DoudizhuBook(Book[DoudizhuOptions]):
    def __init__(self, ruleset: Ruleset, options: Options) -> None:
        super().__init__(ruleset, cast_options(options, DoudizhuOptions))
        self._rules = rules_for(self.options, 3)

    def deal(self, players: str = "XYZ", bid: int = 1, doubled: str = "", **more: object) -> Example:
        """A deal with its payments, in which the first player is landlord."""
        facts: Json = {"winner": LANDLORD, "bid": bid if self.options.bidding == "bid" else 1, **more}
        deal = Deal("deal", landlord=players[0], doubled=tuple(doubled), **facts)
        state = State(tuple(players), dict.fromkeys(players, 0))
        paid = self.ruleset.settle(state, deal, self.options).transfers
        lines = tuple((f"{each.payer} → {each.payee}", formula(each, gettext)) for each in paid)
        return Example(joined(self._situation(deal)), lines)

    def _situation(self, deal: Deal) -> Iterator[str]:
        words = {"who": deal.landlord, "bid": deal.bid}
        if deal.lot:
            yield gettext("%(who)s is landlord by lot.") % words
        elif self.options.bidding == "bid":
            yield gettext("%(who)s is landlord for a bid of %(bid)d.") % words
        else:
            yield gettext("%(who)s is landlord.") % words
        counts = [*_counts(deal)]
        if counts:
            yield gettext("%(counts)s.") % {"counts": gettext(", ").join(counts)}
        for who in deal.doubled:
            yield gettext("%(who)s doubles.") % {"who": who}
        if deal.shown:
            yield gettext("%(who)s shows the hand, ×%(factor)d.") % {**words, "factor": deal.shown}
        yield _ending(deal)

    def legal(self) -> Example:
        return _examples_of(self._rules, LEGAL, gettext("What these cards are:"))

    def illegal(self) -> Example:
        refused = [play for play in ILLEGAL if isinstance(identify(play, self._rules), Note)]
        return _examples_of(self._rules, refused, gettext("Why not:"))

    def two_decks(self) -> Example:
        rules = rules_for(self.options, 4)
        plays = ("555555", "BBRR" if rules.rocket == 4 else "BR", "6668")
        return _examples_of(rules, plays, gettext("What these cards are with two decks:"))

    def ladder(self) -> Example:
        plays = " < ".join(map(_shown_play, LADDER))
        lines = tuple(self._against(play, before) for before, play in pairwise(LADDER))
        return Example(gettext("%(plays)s: each beats the one before.") % {"plays": plays}, lines)

    def compared(self, *pairs: str) -> Example:
        """Whether plays beat the one before; each pair is separated by a space."""
        return Example(gettext("Compared:"), tuple(self._against(*pair.split()) for pair in pairs))

    def _against(self, play: str, before: str) -> tuple[str, str]:
        judged = judge(read_play(play), self._rules, identify(before, self._rules))
        words = {"play": _shown_play(play), "before": _shown_play(before)}
        return gettext("%(play)s on %(before)s") % words, state_words(judged)


def _counts(deal: Deal) -> Iterator[str]:
    if deal.robs:
        yield ngettext("robbed %(count)d time", "robbed %(count)d times", deal.robs) % {"count": deal.robs}
    if deal.bombs:
        yield ngettext("%(count)d bomb", "%(count)d bombs", deal.bombs) % {"count": deal.bombs}
    if deal.rockets:
        yield ngettext("%(count)d rocket", "%(count)d rockets", deal.rockets) % {"count": deal.rockets}


def _ending(deal: Deal) -> str:
    won = deal.winner == LANDLORD
    if deal.spring:
        return (
            gettext("No farmer plays a card.") if won else gettext("The landlord plays only once and loses.")
        )
    return gettext("The landlord is out first.") if won else gettext("A farmer is out first.")


def _examples_of(rules: Rules, plays: Iterable[str], situation: str) -> Example:
    lines = ((texts.cards(cards, gettext), judge(cards, rules).words) for cards in map(read_play, plays))
    return Example(situation, tuple(lines))


def _shown_play(play: str) -> str:
    shown = texts.cards(read_play(play), gettext)
    return shown if "B" in play else shown.replace(" ", "")


RULEBOOK = Rulebook("games/doudizhu/rules.html", DoudizhuBook, _("Referee: what are these cards?"))
