"""ルール: the rules of 闘地主 in words, with deals and plays that the engine works out for this table."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import TypedDict, Unpack

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.scoring import texts
from scorekeeper.scoring.core import State
from scorekeeper.scoring.doudizhu.combinations import Rules, identify, read_play
from scorekeeper.scoring.doudizhu.facts import LANDLORD, Deal
from scorekeeper.scoring.doudizhu.options import DoudizhuOptions, rules_for
from scorekeeper.scoring.formulas import formula
from scorekeeper.scoring.options import Options, own
from scorekeeper.scoring.ruleset import Ruleset

from ..book import Book, Chapter, Example, Rulebook, joined
from .judging import judge, state_words

HEADINGS: Mapping[str, object] = {
    "bidding": _("Who becomes landlord"),
    "deal": _("What a deal is worth"),
    "bombs": _("Bombs and rockets"),
    "spring": _("Spring and anti-spring"),
    "doubling": _("Doubling"),
    "open_hand": _("Playing with an open hand"),
    "combinations": _("What can be played"),
    "not_combinations": _("What cannot be played"),
    "comparison": _("What beats what"),
    "four": _("With four players"),
    "passed": _("When all pass"),
}
LEGAL = (
    *("7", "88", "QQQ", "6668", "QQQ66", "89TJQ", "TTJJQQKK", "444555", "77788836", "88899944JJ"),
    *("666689", "JJJJ99QQ", "5555", "BR"),
)
"""An example of each combination: those of the text, as far as it gives one."""

ILLEGAL = ("3344", "3456", "JQKA2", "333444677", "33344455", "333444BR", "3333BR")
LADDER = ("3339", "5557", "KKKJ", "AAA3", "4444", "2222", "BR")
"""Plays of which each beats the one before."""


def heading(ruleset: Ruleset, key: str) -> str:
    """The heading of a chapter."""
    return str(HEADINGS[key])


DealBook = Book[DoudizhuOptions]


def chapters(ruleset: Ruleset, options: Options) -> list[Chapter]:
    """The rules as chapters, those that apply with these house rules."""
    book = DealBook(ruleset, own(options, DoudizhuOptions))
    return [chapter for write in CHAPTERS if (chapter := write(book)) is not None]


def _chapter(
    book: DealBook, key: str, paragraphs: Iterable[str], examples: Iterable[Example] = ()
) -> Chapter:
    return Chapter(heading(book.ruleset, key), tuple(paragraphs), tuple(examples))


class Told(TypedDict, total=False):
    """What is told of a made-up deal."""

    bid: int
    bombs: int
    rockets: int
    robs: int
    shown: int
    winner: str
    spring: bool
    doubled: tuple[str, ...]


def _deal(book: DealBook, players: str = "XYZ", **told: Unpack[Told]) -> Example:
    """A deal in which the first player is landlord: what happened, and every payment."""
    facts: Told = {"bid": 1, "winner": LANDLORD, **told}
    deal = Deal("deal", landlord=players[0], **facts)
    state = State(tuple(players), dict.fromkeys(players, 0))
    outcome = book.ruleset.settle(state, deal, book.options)
    lines = tuple((f"{one.payer} → {one.payee}", formula(one, gettext)) for one in outcome.transfers)
    return Example(joined(_situation(book, deal)), lines)


def _situation(book: DealBook, deal: Deal) -> Iterator[str]:
    words = {"who": deal.landlord, "bid": deal.bid}
    if book.options.bidding == "bid":
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


def _bidding(book: DealBook) -> Chapter:
    return _chapter(book, "bidding", _bidding_words(book), _bidding_examples(book))


def _bidding_words(book: DealBook) -> Iterator[str]:
    if book.options.bidding == "rob":
        yield gettext(
            "Nobody bids: one player calls for the landlord's seat, and the others may rob it in turn."
        )
        yield gettext("The stake begins at 1 and doubles with every rob.")
    else:
        yield gettext("Whoever got the card that was dealt face up calls first: 1, 2, 3 or pass.")
        yield gettext("A bid must be higher than the one before.")
        yield gettext("A bid of 3 ends the auction, and so do passes of everybody else after a bid.")
    yield gettext(
        "The landlord takes the remaining cards, plays first, and plays alone against all the others."
    )


def _bidding_examples(book: DealBook) -> Iterator[Example]:
    if book.options.bidding == "rob":
        yield _deal(book, robs=2)


def _stake(book: DealBook) -> Chapter:
    return _chapter(book, "deal", _stake_words(book), _stake_examples(book))


def _stake_words(book: DealBook) -> Iterator[str]:
    if book.options.bidding == "rob":
        yield gettext("The stake is what robbing made of it, times what bombs and rockets multiply.")
    else:
        yield gettext("The stake is the bid, times what bombs and rockets multiply.")
    yield gettext("If the landlord is out first, every other player pays the stake to the landlord.")
    yield gettext("Otherwise the landlord pays the stake to every other player.")
    if book.options.unit_points != 1:
        yield book.rule("unit_points")
    if book.options.cap:
        yield book.rule("cap")


def _stake_examples(book: DealBook) -> Iterator[Example]:
    bid = 3 if book.options.bidding == "bid" else 1
    yield _deal(book, bid=bid, bombs=2, rockets=1)
    yield _deal(book, bid=bid, bombs=2, rockets=1, winner="farmers")
    yield _deal(book)


def _bombs(book: DealBook) -> Chapter:
    words = (
        book.rule("bomb_effect"),
        book.rule("rocket_factor"),
        gettext("It makes no difference who plays them. What stays in a hand does not count."),
        gettext("Four of a kind with two more cards or pairs is no bomb and doubles nothing."),
    )
    return _chapter(book, "bombs", words, (_deal(book, bombs=1), _deal(book, bombs=3)))


def _spring(book: DealBook) -> Chapter | None:
    if book.options.spring == "off":
        return None
    words = (
        gettext("Spring: the landlord wins before any of the others has played a card."),
        gettext("Anti-spring: the landlord loses after playing only once."),
        book.rule("spring"),
    )
    examples = (_deal(book, spring=True), _deal(book, spring=True, winner="farmers"))
    return _chapter(book, "spring", words, examples)


def _doubling(book: DealBook) -> Chapter | None:
    if book.options.doubling == "off":
        return None
    words = (
        gettext("Everybody may declare a doubling after the auction."),
        gettext(
            "Each doubling counts between that player and the landlord; one of the landlord counts for all."
        ),
    )
    return _chapter(book, "doubling", words, (_deal(book, doubled=("Y",)), _deal(book, doubled=("X", "Y"))))


def _open_hand(book: DealBook) -> Chapter | None:
    if book.options.open_hand == "off":
        return None
    words = (book.help("open_hand"), gettext("Only the largest of several counts."))
    return _chapter(book, "open_hand", words, (_deal(book, shown=3),))


def _judged(rules: Rules, plays: Iterable[str], situation: str) -> Example:
    """What plays are, or why they are none."""
    read = ((play, read_play(play)) for play in plays)
    lines = ((texts.cards(cards, gettext), judge(cards, rules).words) for _play, cards in read)
    return Example(situation, tuple(lines))


def _combinations(book: DealBook) -> Chapter:
    rules = rules_for(book.options, 3)
    words = (
        gettext(
            "From the lowest: 3 4 5 6 7 8 9 10 J Q K A 2, the small joker (black), the big joker (red). "
            "Suits never matter."
        ),
        gettext(
            "Runs go from 3 to A without a gap: at least five single cards, three pairs or two triplets."
        ),
        gettext("A joker may be attached as a single card, but not both at once."),
        book.rule("wings_repeat"),
    )
    return _chapter(book, "combinations", words, (_judged(rules, LEGAL, gettext("What these cards are:")),))


def _not_combinations(book: DealBook) -> Chapter:
    rules = rules_for(book.options, 3)
    refused = [play for play in ILLEGAL if identify(play, rules) is None]
    words = (gettext("Anything else cannot be played."),)
    return _chapter(book, "not_combinations", words, (_judged(rules, refused, gettext("Why not:")),))


def _comparison(book: DealBook) -> Chapter:
    rules = rules_for(book.options, 3)
    words = (
        gettext("Only the same combination with as many cards and a higher rank beats a play."),
        gettext("The triplets or the four of a kind decide; attached cards do not matter."),
        gettext("A bomb beats everything but a higher bomb and the rocket; the rocket beats everything."),
    )
    ladder = [_against(play, before, rules) for before, play in pairwise(LADDER)]
    against = [_against("3333", "KKKKA2", rules), _against("777784", "666689", rules)]
    against.append(_against("456789", "34567", rules))
    situation = gettext("%(plays)s: each beats the one before.") % {"plays": " < ".join(map(_shown, LADDER))}
    return _chapter(
        book,
        "comparison",
        words,
        (Example(situation, tuple(ladder)), Example(gettext("Compared:"), tuple(against))),
    )


def _against(play: str, before: str, rules: Rules) -> tuple[str, str]:
    judged = judge(read_play(play), rules, identify(before, rules))
    return gettext("%(play)s on %(before)s") % {"play": _shown(play), "before": _shown(before)}, state_words(
        judged
    )


def _shown(play: str) -> str:
    shown = texts.cards(read_play(play), gettext)
    return shown if "B" in play else shown.replace(" ", "")


def _four(book: DealBook) -> Chapter:
    rules = rules_for(book.options, 4)
    words = (
        gettext("Two decks, 108 cards: 25 for each, 8 for the landlord, who then has 33."),
        gettext(
            "One source deals 16 each and leaves 4; that does not add up, and does not matter for the points."
        ),
        gettext(
            "The landlord plays against three. A bomb is four to eight of a rank; more cards beat fewer."
        ),
        book.rule("four_bombs"),
        book.rule("four_rocket"),
        book.rule("four_wings"),
    )
    plays = ("555555", "BBRR" if rules.rocket == 4 else "BR", "6668")
    examples = (
        _deal(book, "WXYZ", bid=2 if book.options.bidding == "bid" else 1, bombs=1, winner="farmers"),
        _judged(rules, plays, gettext("What these cards are with two decks:")),
    )
    return _chapter(book, "four", words, examples)


def _passed(book: DealBook) -> Chapter:
    words = (gettext("The cards are dealt again. Nobody pays, and the deal does not count."),)
    return _chapter(book, "passed", words)


CHAPTERS: tuple[Callable[[DealBook], Chapter | None], ...] = (
    _bidding,
    _stake,
    _bombs,
    _spring,
    _doubling,
    _open_hand,
    _combinations,
    _not_combinations,
    _comparison,
    _four,
    _passed,
)

RULEBOOK = Rulebook(chapters, heading, _("Referee: what are these cards?"))
