"""章: the chapters about what goes on from one round to the next: streak, pot, held jokers, who starts."""

from collections.abc import Callable, Iterator

from django.utils.translation import gettext_noop as _

from scorekeeper.scoring import texts
from scorekeeper.scoring.presets import matching_preset

from ..book import Chapter, Example
from .chapter import Book, Headings, chapter

HEADINGS: Headings = {
    "streak": _("Winning streak"),
    "riichi": _("Riichi and the pot"),
    "held": _("Holding a joker"),
    "starts": _("Who starts"),
    "deals": _("Who deals"),
    "chombo": _("Chombo"),
}


def streak(book: Book) -> Chapter | None:
    options, work = book.options, book.examples
    if options.streak == "off":
        return None

    def words() -> Iterator[str]:
        yield book.rule("streak")
        yield book.rule("streak_first")
        yield book.rule("streak_paid")
        if options.streak == "points":
            yield book.rule("streak_points")
        if "out" in book.kinds and (options.streak_paid != "wins" or options.streak == "yaku"):
            yield book.gettext("Going out adds to the streak but does not pay the bonus.")
        yield book.gettext("When somebody else wins, the streak is over; a no-game leaves it as it is.")

    rounds = {
        "dobon": work.facts("dobon", {"X": "4 5", "Y": "10", "Z": "10"}, callers="X", victim="Y", card="9"),
        "out": work.facts("out", {"Y": "10", "Z": "10"}, winner="X"),
        "nogame": work.facts("nogame", {}),
    }
    between = "out" if "out" in book.kinds else "nogame"
    example = work.in_a_row(("dobon", "dobon", "dobon", between, "dobon"), rounds, "X")
    paid = options.paid_to == "winner"
    return chapter(book, "streak", words(), (example,) if paid else ())


def riichi(book: Book) -> Chapter | None:
    if book.options.riichi == "off":
        return None

    def words() -> Iterator[str]:
        points = {"points": texts.number(book.options.riichi_points)}
        yield (
            book.gettext("Each declaration puts %(points)s into the pot; you may declare repeatedly.")
            % points
        )
        if book.options.amount == "yaku":
            yield book.rule("riichi_lasts")
        yield book.gettext("The next winner takes the pot.")
        keys = ("riichi_needs", "pot_split", "pot_deckout", "pot_end")
        yield from (book.rule(key) for key in keys if key != "pot_deckout" or "deckout" in book.kinds)

    hands = {"X": "10", "Y": "4 5", "Z": "10"}
    example = book.examples.round("dobon", hands, callers="Y", victim="Z", card="9", riichi="XXY")
    return chapter(book, "riichi", words(), (example,))


def held(book: Book) -> Chapter | None:
    options = book.options
    if options.joker_loss == "off":
        return None
    keys = ("joker_loss", "joker_each", *(("joker_both",) if options.joker_loss == "all" else ()))
    words = (book.rule(key) for key in keys)
    examples: tuple[Example, ...] = ()
    if "out" in book.kinds:
        examples = (book.examples.round("out", {"Y": "3 Jk", "Z": "5 6"}, winner="X"),)
    return chapter(book, "held", words, examples)


def _deal_words(book: Book) -> Iterator[str]:
    yield book.gettext(
        "The first dealer is chosen at random, after that the loser of the round before deals."
    )
    if "opening" not in book.kinds:
        return
    if book.options.opening_starter == "open":
        yield book.gettext(
            "After an opening dobon all but the caller have lost, and the published rules do not say which "
            "of them deals: the table decides."
        )
    else:
        yield book.rule("opening_starter")


def chombo(book: Book) -> Chapter | None:
    """The foul of ギャンブル; what its published variants do about fouls is not known."""
    if book.ruleset.key != "gamble" or matching_preset(book.ruleset, book.options):
        return None
    entered = book.gettext("A table that takes points for it enters them as “%(correction)s”.")
    words = (
        book.gettext(
            "A card that may not be played, a wrong dobon, or one card left without calling pon is a "
            "chombo: it costs a card from the stock, and no points."
        ),
        entered % {"correction": book.gettext("Correction in points")},
    )
    return chapter(book, "chombo", iter(words))


def starts(book: Book) -> Chapter:
    if book.options.starts == "loser":
        return chapter(book, "deals", _deal_words(book))
    words = [
        book.gettext(
            "The first starter is chosen at random, after that the winner of the round before starts."
        )
    ]
    if book.options.several == "all":
        words.append(book.rule("next_starter"))
    return chapter(book, "starts", iter(words))


CHAPTERS: tuple[Callable[[Book], Chapter | None], ...] = (streak, riichi, held, chombo, starts)
