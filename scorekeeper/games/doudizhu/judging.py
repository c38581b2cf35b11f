"""組み合わせの判定: what played cards are, and whether they beat those before, in words."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

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

USUAL_BOMB = 4


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
    """A combination in words with its rank: "Sequence 3–7"."""
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
    if made.type == "bomb" and made.size > USUAL_BOMB:
        count = ngettext("%(count)d card", "%(count)d cards", made.size) % {"count": made.size}
        return gettext(" · ").join((_shown(made.rank), count))
    return _shown(made.rank)


def _shown(rank: str) -> str:
    return texts.card(card_of(rank), gettext)


def copies(rank: str, rules: Rules) -> int:
    return rules.decks if rank in texts.JOKERS else 4 * rules.decks


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
        card, left = card_of(rank), max(copies(rank, rules) - gone[rank], 0)
        yield RankKey(rank, texts.card(card, gettext), str(card), left)


def state_words(judged: Judged) -> str:
    """What a play is, and whether it beats the one before."""
    if judged.made is None:
        return gettext("Not a play: %(why)s") % {"why": judged.words}
    if judged.beats is None:
        return judged.words
    text = gettext("beats it") if judged.beats else gettext("does not beat it")
    return gettext(" · ").join((judged.words, text))


def judge_in_turn(plays: Iterable[Play], rules: Rules) -> list[Judged | None]:
    """Plays of a deal, each against the one before it; None for a pass."""
    return [_judged(made, led) if play.cards else None for play, made, led in in_turn(plays, rules)]
