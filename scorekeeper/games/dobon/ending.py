"""上がりほかの章: the chapters about all other ends of a round, and about what goes on to the next."""

from collections.abc import Callable, Iterator

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.scoring import texts

from ..book import Chapter, Example
from .chapter import Book, Headings, chapter
from .examples import Told

HEADINGS: Headings = {
    "out": _("When somebody goes out"),
    "draw": _("Winning on your own draw"),
    "streak": _("Winning streak"),
    "riichi": _("Riichi and the pot"),
    "held": _("Holding a joker"),
    "deckout": _("When the stock is used up"),
    "burst": _("Burst"),
    "starts": _("Who starts"),
    "deals": _("Who deals"),
    ("teyaku", "out"): _("Clear: when somebody goes out"),
}


def out(book: Book) -> Chapter | None:
    if "out" not in book.kinds:
        return None
    options, work = book.options, book.examples

    def words() -> Iterator[str]:
        if options.amount == "yaku":
            yield gettext("Everybody else pays %(points)d for each card in the hand.") % {
                "points": options.clear_points
            }
        elif options.paid_to == "bank":
            yield gettext("Everybody else counts the points left in their own hand.")
        else:
            yield gettext("Everybody else pays the winner the points left in their own hand.")

    hands: dict[str, str | int] = {"Y": "A 2 3 10 K"} if options.amount == "hands" else {"Y": 2, "Z": 3}
    return chapter(book, "out", words(), (work.round("out", hands, winner="X"),))


def draw(book: Book) -> Chapter | None:
    if "draw" not in book.kinds:
        return None
    words = (
        gettext("Whoever makes the number on the table with a card just drawn wins too."),
        book.rule("draw_payers"),
    )
    told: Told = {"winner": "X", "card": "10"}
    if book.options.draw_payers == "holder":
        told["victim"] = "Z"
    example = book.examples.round("draw", {"X": "A 5 4"}, seats="XYZ", **told)
    return chapter(book, "draw", iter(words), (example,))


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
            yield gettext("Going out adds to the streak but does not pay the bonus.")
        yield gettext("When somebody else wins, the streak is over; a no-game leaves it as it is.")

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
        yield (gettext("Each declaration puts %(points)s into the pot; you may declare repeatedly.") % points)
        if book.options.amount == "yaku":
            yield book.rule("riichi_lasts")
        yield gettext("The next winner takes the pot.")
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


def deckout(book: Book) -> Chapter | None:
    options, work = book.options, book.examples
    if "deckout" not in book.kinds:
        return None
    if options.deckout == "starter":
        words = (gettext("If nobody can go on, whoever started the round counts as having gone out."),)
        return chapter(book, "deckout", iter(words))
    fewest = gettext("Whoever has the fewest cards wins; everybody else pays %(points)d for each extra card.")
    words = (
        fewest % {"points": options.clear_points},
        gettext("Tied winners share equally."),
        book.rule("deckout_rest"),
        *((book.rule("deckout_jokers"),) if options.jokers else ()),
    )
    clear = work.round("deckout", {"W": 2, "X": 4, "Y": 5, "Z": 3})
    tied = work.round("deckout", {"W": 2, "X": 2, "Y": 2, "Z": 3})
    return chapter(book, "deckout", iter(words), (clear, tied))


def burst(book: Book) -> Chapter | None:
    options = book.options
    if "burst" not in book.kinds:
        return None
    words = {"cards": options.burst_cards, "points": options.burst_points}
    sentences = {
        "points": gettext(
            "Whoever holds %(cards)d cards and cannot play pays %(points)d to each of the others."
        ),
        "drawn": gettext(
            "Whoever holds %(cards)d cards and cannot play pays each of the others what a claim is worth."
        ),
    }
    sentence = sentences[options.burst_pays] % words
    return chapter(
        book, "burst", iter((sentence,)), (book.examples.round("burst", player="V", seats="VWXYZ"),)
    )


def starts(book: Book) -> Chapter:
    if book.options.starts == "loser":
        return chapter(
            book,
            "deals",
            iter(
                (
                    gettext(
                        "The first dealer is chosen at random, after that the loser of the round before "
                        "deals."
                    ),
                )
            ),
        )
    words = [
        gettext("The first starter is chosen at random, after that the winner of the round before starts.")
    ]
    if book.options.several == "all":
        words.append(book.rule("next_starter"))
    return chapter(book, "starts", iter(words))


CHAPTERS: tuple[Callable[[Book], Chapter | None], ...] = (
    out,
    draw,
    streak,
    riichi,
    held,
    deckout,
    burst,
    starts,
)
