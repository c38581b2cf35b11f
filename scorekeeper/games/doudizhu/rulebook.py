"""ルール: what the rules of 闘地主 ask, with deals and plays made up for them that the engine works out."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.scoring import texts
from scorekeeper.scoring.core import Note, State
from scorekeeper.scoring.doudizhu.combinations import Rules, identify, read_play
from scorekeeper.scoring.doudizhu.facts import LANDLORD, Deal
from scorekeeper.scoring.doudizhu.options import DoudizhuOptions, rules_for
from scorekeeper.scoring.formulas import formula
from scorekeeper.scoring.options import Options, own
from scorekeeper.scoring.reading import Json
from scorekeeper.scoring.ruleset import Ruleset

from ..shape import Book, Example, Rulebook, joined
from .referee import judge, state_words

LEGAL = (
    *("7", "88", "QQQ", "6668", "QQQ66", "89TJQ", "TTJJQQKK", "444555", "77788836", "88899944JJ"),
    *("666689", "JJJJ99QQ", "5555", "BR"),
)
"""An example of each combination: those of the text, as far as it gives one."""

ILLEGAL = ("3344", "3456", "JQKA2", "333444677", "33344455", "333444BR", "3333BR")
LADDER = ("3339", "5557", "KKKJ", "AAA3", "4444", "2222", "BR")
"""Plays of which each beats the one before."""


class DoudizhuBook(Book[DoudizhuOptions]):
    def __init__(self, ruleset: Ruleset, options: Options) -> None:
        super().__init__(ruleset, own(options, DoudizhuOptions))
        self._rules = rules_for(self.options, 3)

    def deal(self, players: str = "XYZ", bid: int = 1, doubled: str = "", **more: object) -> Example:
        """A deal in which the first player is landlord: what happened, and every payment.

        The bid is 1 where nobody bids.
        """
        facts: Json = {"winner": LANDLORD, "bid": bid if self.options.bidding == "bid" else 1, **more}
        deal = Deal("deal", landlord=players[0], doubled=tuple(doubled), **facts)
        state = State(tuple(players), dict.fromkeys(players, 0))
        paid = self.ruleset.settle(state, deal, self.options).transfers
        lines = tuple((f"{one.payer} → {one.payee}", formula(one, gettext)) for one in paid)
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
        return _judged(self._rules, LEGAL, gettext("What these cards are:"))

    def illegal(self) -> Example:
        refused = [play for play in ILLEGAL if isinstance(identify(play, self._rules), Note)]
        return _judged(self._rules, refused, gettext("Why not:"))

    def two_decks(self) -> Example:
        rules = rules_for(self.options, 4)
        plays = ("555555", "BBRR" if rules.rocket == 4 else "BR", "6668")
        return _judged(rules, plays, gettext("What these cards are with two decks:"))

    def ladder(self) -> Example:
        plays = " < ".join(map(_shown, LADDER))
        lines = tuple(self._against(play, before) for before, play in pairwise(LADDER))
        return Example(gettext("%(plays)s: each beats the one before.") % {"plays": plays}, lines)

    def compared(self, *pairs: str) -> Example:
        """Plays with the one before, separated by a space: whether they beat it."""
        return Example(gettext("Compared:"), tuple(self._against(*pair.split()) for pair in pairs))

    def _against(self, play: str, before: str) -> tuple[str, str]:
        judged = judge(read_play(play), self._rules, identify(before, self._rules))
        words = {"play": _shown(play), "before": _shown(before)}
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


def _judged(rules: Rules, plays: Iterable[str], situation: str) -> Example:
    lines = ((texts.cards(cards, gettext), judge(cards, rules).words) for cards in map(read_play, plays))
    return Example(situation, tuple(lines))


def _shown(play: str) -> str:
    shown = texts.cards(read_play(play), gettext)
    return shown if "B" in play else shown.replace(" ", "")


RULEBOOK = Rulebook("games/doudizhu/rules.html", DoudizhuBook, _("Referee: what are these cards?"))
