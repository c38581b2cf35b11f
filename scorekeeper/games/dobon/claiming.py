"""ドボンの章: the chapters about claims: what may be claimed, what that is worth, and who answers."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from scorekeeper.scoring import texts
from scorekeeper.scoring.dobon.options.amounts import Amount, DobonHands
from scorekeeper.scoring.dobon.options.claims import Aces, JokerClaim, ReturnBy, Returns

from ..book import Chapter, Example
from .chapter import Book, Headings, chapter
from .examples import Told

HEADINGS: Headings = {
    "claims": _("What a hand may claim"),
    "dobon": _("When somebody calls dobon"),
    "yaku": _("Yaku and their points"),
    "several": _("When several call"),
    "returns": _("Returns"),
    "opening": _("On the first card turned up"),
    "together": _("Several cards played together"),
}


def claims(book: Book) -> Chapter:
    hands: tuple[str, ...] = ("2 J", "2 4 5")
    if book.options.two_cards != "sum":
        hands = ("2 6", "5 10", "2 4 5")
    if book.options.aces == "plus_minus":
        hands = ("4 7", "A 8", "A A 9")
    if book.options.jokers:
        hands = (*hands, "8 Jk")
    return chapter(book, "claims", _claim_words(book), (book.examples.waits(*hands),))


def _claim_words(book: Book) -> Iterator[str]:
    options = book.options
    if options.two_cards == options.more_cards == "sum":
        yield book.gettext("Whoever has a hand that adds up to the card just played may claim it.")
    else:
        yield book.gettext("Whoever has a hand that makes the number of the card just played may claim it.")
    if options.returns == "off":
        yield book.gettext("Nobody can claim a card that they played themselves.")
    else:
        yield book.gettext(
            "Nobody can claim a card that they played themselves; a claim on it they may return."
        )
    aces: Mapping[Aces, str] = {
        "one": book.gettext("For a claim A is 1, J 11, Q 12 and K 13."),
        "plus_minus": book.gettext("Each ace is +1 or −1, as you like; J is 11, Q 12 and K 13."),
    }
    yield aces[options.aces]
    if options.jokers:
        joker_claim: Mapping[JokerClaim, str] = {
            "uncounted": book.gettext(
                "Jokers do not count as cards: a joker plus one card claims like a single card."
            ),
            "free": book.gettext("A joker is +1, 0 or −1, as you like."),
            "plus_minus": book.gettext("A joker in a claim is +1 or −1, as one likes."),
        }
        yield joker_claim[options.joker_claim]
        yield book.rule("joker_number" if options.joker_card == "number" else "joker_card")
    yield from _way_words(book)
    if options.single_claim == "refused":
        yield book.gettext("A single card cannot claim.")
    if "out" in book.kinds and options.amount == "hands":
        yield book.rule("out_card")


def _way_words(book: Book) -> Iterator[str]:
    options = book.options
    if options.two_cards == "four":
        yield book.gettext("Two cards make their sum, difference, product or quotient.")
    if options.two_cards == "sum_difference":
        yield book.gettext("Two cards make their sum or their difference.")
    if options.two_cards != "sum":
        yield book.rule("difference")
    if options.two_cards == "four":
        yield book.rule("division")
    if options.more_cards == "one_operation":
        yield book.gettext("Three or more cards make a number with one operation used throughout.")
    elif options.two_cards != "sum":
        yield book.gettext("Three or more cards make their sum only.")


def dobon(book: Book) -> Chapter:
    return chapter(book, "dobon", _dobon_words(book), _dobon_examples(book))


def _dobon_words(book: Book) -> Iterator[str]:
    options = book.options
    amount: Mapping[Amount, str] = {
        "hands": _hands_sentence(book),
        "number": book.gettext("The claimed player pays the number of that card, whatever is in the hands."),
        "number_hand": book.gettext(
            "The claimed player pays the number of that card and the cards of a hand."
        ),
        "yaku": book.gettext(
            "The claimed player pays what the winner's yaku are worth by the table's numbers."
        ),
        "flat": book.gettext("The claimed player pays one unit for each other player at the table."),
        "drawn": book.gettext(
            "After the claim a card is drawn; the claimed player pays its number. Where several "
            "are drawn, the last one counts."
        ),
    }
    yield amount[options.amount]
    if options.amount == "number_hand":
        yield book.rule("added_hand")
    if options.claimed_card == "counted":
        yield book.rule("claimed_card")
    if options.unit_points > 1:
        yield book.rule("unit_points")
    if options.bystanders == "pay":
        yield book.gettext("Everybody else pays for their own hand.")
    else:
        yield book.gettext("Nobody else pays.")
    if options.paid_to == "bank":
        yield book.gettext(
            "Points are penalty points: nobody receives them, and whoever has lost least is first."
        )
    yield from _factor_words(book)
    yield from _round_words(book)
    if options.round_unit > 1:
        words = {"unit": options.round_unit, "how": book.value("round_to"), "what": book.value("round_where")}
        yield book.gettext("Rounded to %(unit)d: %(how)s; %(what)s.") % words


def _hands_sentence(book: Book) -> str:
    """Whose hands the claimed player pays for."""
    dobon_hands: Mapping[DobonHands, str] = {
        "both": book.gettext("The claimed player pays for both hands together, times the dobon factor."),
        "payer": book.gettext("The claimed player pays for their own hand, times the dobon factor."),
        "all": book.gettext("The claimed player pays for everybody's hands, times the dobon factor."),
    }
    return dobon_hands[book.options.dobon_hands]


def _round_words(book: Book) -> Iterator[str]:
    """What else at the table multiplies a round."""
    options = book.options
    if options.single_factor > 1:
        yield book.rule("single_factor")
    if options.drawn_factor == "on":
        yield book.help("drawn_factor")
    if options.table_doublings == "on":
        yield book.help("table_doublings")


def _factor_words(book: Book) -> Iterator[str]:
    options = book.options
    doubling = {
        "twos": options.twos != "off",
        "threes": options.threes != "off",
        "joker_factor": options.joker_factor != "off",
        "eights": options.eights != "off",
    }
    yield from (book.rule(key) for key, on in doubling.items() if on)
    if options.yaku_factor == "on":
        yield book.help("yaku_factor")
    if options.combine != "product":
        yield book.rule("combine")


def _dobon_examples(book: Book) -> Iterator[Example]:
    options, work = book.options, book.examples
    if options.amount == "number_hand":
        yield work.round("dobon", {"X": "4 5", "Y": "3 K"}, callers="X", victim="Y", card="9", seats="XYZ")
        if options.twos == "double":
            doubling = "2 7 Jk" if options.jokers and options.joker_factor == "double" else "2 7"
            yield work.round("dobon", {"X": doubling, "Y": "3 K"}, callers="X", victim="Y", card="9")
    elif options.amount == "number":
        yield work.round("dobon", {"X": "4 7"}, callers="X", victim="Y", card="J", seats="XYZ")
    elif options.amount == "hands":
        hands: dict[str, str | int] = {"X": "2 J", "Y": "A 2 3", "Z": "4 8"}
        yield work.round("dobon", hands, callers="X", victim="Y", card="K")
        if options.eights != "off":
            yield work.round("dobon", {**hands, "X": "5 8"}, callers="X", victim="Y", card="K")
    else:
        yield work.round("dobon", {"X": "4 5"}, callers="X", victim="Y", card="9", seats="XYZ")
    yield from _more_dobon_examples(book)


def _more_dobon_examples(book: Book) -> Iterator[Example]:
    """What a table adds to every game: 2s added up, a single card, cards drawn, doublings."""
    options, work = book.options, book.examples
    if options.twos == "summed":
        yield work.round("dobon", {"X": "A A", "Y": "2 3"}, callers="X", victim="Y", card="2")
    if options.single_factor > 1:
        yield work.round("dobon", {"X": "9"}, callers="X", victim="Y", card="9", seats="XYZ")
    if options.drawn_factor == "on":
        yield work.round("dobon", {"X": "4 7"}, callers="X", victim="Y", card="J", drawn="2 8", seats="XYZ")
    if options.table_doublings == "on":
        hands: dict[str, str | int] = {"X": "4 5", "Y": "J"}
        yield work.round("dobon", hands, callers="X", victim="Y", card="9", doublings=2)


def yaku(book: Book) -> Chapter | None:
    options = book.options
    if options.amount != "yaku":
        return None

    def words() -> Iterator[str]:
        yield book.gettext("Yaku are added up, and the table below turns them into points.")
        if options.dora == "on":
            yield book.help("dora")
        if options.joker_yaku == "on":
            yield book.help("joker_yaku")
        if options.riichi == "on":
            yield book.gettext(
                "A player who wins during riichi also counts the suit of the last card of the stock "
                "(ura-dora)."
            )
        if options.streak == "yaku":
            yield book.gettext("Winning streaks are yaku too; see that chapter.")
        yield book.gettext("Whatever else your table calls a yaku is entered by its name and number.")

    told: Told = {"callers": "X", "victim": "Y", "card": "9", "turnup": "H9"}
    if options.riichi == "on":
        told |= {"riichi": "X", "bottom": "SK"}
    hand = "H3 H4 S2 Jk" if options.jokers else "H3 H4 S2"
    example = book.examples.round("dobon", {"X": hand}, streak={"X": 1}, **told)
    return replace(chapter(book, "yaku", words(), (example,)), table=_points_table(options.yaku_points))


def _points_table(numbers: str) -> tuple[tuple[str, str], ...]:
    points = [int(word) for word in numbers.split()]
    last = len(points) - 1
    return tuple(
        (gettext("%(yaku)d or more") % {"yaku": yaku} if yaku == last else str(yaku), texts.number(value))
        for yaku, value in enumerate(points)
    )


def several(book: Book) -> Chapter:
    def words() -> Iterator[str]:
        if book.options.several == "all" and book.options.paid_to == "bank":
            yield book.gettext("A loser counts once, however many have called.")
        elif book.options.several == "all" and book.options.bystanders == "pay":
            yield book.gettext("Each caller is paid in full, by the claimed player and by everybody else.")
        elif book.options.several == "all":
            yield book.gettext("Each caller is paid in full by the claimed player.")
        elif book.options.several == "first":
            yield book.gettext("Only the caller next in turn after the claimed player is paid.")
        else:
            yield book.gettext("Each later call returns the one before.")

    hands = {"X": "4 5", "Y": "K", "Z": "2 7"}
    example = book.examples.round("dobon", hands, callers="XZ", victim="Y", card="9")
    return chapter(book, "several", words(), (example,))


def returns(book: Book) -> Chapter | None:
    if book.options.returns == "off":
        return None
    return chapter(book, "returns", _return_words(book), _return_examples(book))


def _return_words(book: Book) -> Iterator[str]:
    options = book.options
    return_by: Mapping[ReturnBy, str] = {
        "victim": book.gettext(
            "The claimed player may claim back with a hand that makes the number too; "
            "then the caller pays instead."
        ),
        "anyone": book.gettext(
            "Anybody whose hand makes the number too may claim back, even the claimed player; "
            "then the caller pays instead."
        ),
    }
    yield return_by[options.return_by]
    if options.return_factor > 1:
        yield book.gettext("Every return multiplies by %(factor)d once more.") % {
            "factor": options.return_factor
        }
    returns: Mapping[Returns, str] = {
        "on": book.gettext("A return cannot be returned."),
        "chain": book.gettext(
            "A return can itself be returned; only the last one counts, and the player returned pays."
        ),
    }
    yield returns[options.returns]
    yield book.rule("first_claim")
    if options.amount == "number_hand":
        yield book.rule("return_hands")
    if options.twos == "double" or options.joker_factor == "double":
        yield book.rule("first_bonus")
        yield book.rule("return_bonus")


def _return_examples(book: Book) -> Iterator[Example]:
    options, work = book.options, book.examples
    if options.amount == "number":
        hand = {"X": "4 7", "Z": work.makes(11, "A Q", "A 10", "4 7")}
        returner = "Z" if options.return_by == "anyone" else "Y"
        yield work.round(
            "dobon",
            {"X": "4 7", returner: hand["Z"]},
            callers="X",
            victim="Y",
            card="J",
            returns=returner,
            seats="XYZ",
        )
    else:
        back = work.makes(9, "3 Q", "A 8")
        hands = {"X": "2 7", "Y": back, "Z": "4 6"}
        if options.bystanders != "pay":
            del hands["Z"]
        yield work.round("dobon", hands, callers="X", victim="Y", card="9", returns="Y")
        if options.jokers and options.joker_factor == "double":
            yield work.round(
                "dobon", {"X": "2 7", "Y": "A 8 Jk"}, callers="X", victim="Y", card="9", returns="Y"
            )
    if options.returns == "chain" and options.return_by == "anyone" and options.amount == "number":
        hands = {"W": "4 7", "X": "2 9", "Y": "3 8"}
        yield work.round("dobon", hands, callers="W", victim="Z", card="J", returns="XY", seats="WXYZ")


def opening(book: Book) -> Chapter | None:
    if "opening" not in book.kinds:
        return None
    return chapter(book, "opening", _opening_words(book), _opening_examples(book))


def _opening_words(book: Book) -> Iterator[str]:
    options = book.options
    yield book.gettext(
        "The very first card may be claimed by anybody before play begins; only the sum of the hand counts."
    )
    if options.amount == "drawn":
        yield book.gettext("Everybody else pays the number of the card drawn then.")
    elif options.opening_extra:
        yield book.gettext("Everybody else pays its number and %(extra)d more.") % {
            "extra": options.opening_extra
        }
    else:
        yield book.gettext("Everybody else pays its number.")
    if options.twos == "double" or options.joker_factor == "double":
        yield book.rule("opening_bonus")
    if options.returns != "off":
        yield book.gettext(
            "A return takes from the caller what all the others would have paid, with the return factor."
        )


def _opening_examples(book: Book) -> Iterator[Example]:
    work = book.examples
    if book.options.amount == "number_hand":
        yield work.round("opening", {"W": "A 2 3 4"}, callers="W", card="10", seats="WXYZ")
        return
    yield work.round("opening", {"V": "2 4"}, callers="V", card="6", seats="VWXYZ")
    if book.options.returns != "off":
        back = work.makes(6, "7 Jk", "A 5", opening=True)
        yield work.round(
            "opening", {"V": "2 4", "Z": back}, callers="V", card="6", returns="Z", seats="VWXYZ"
        )


def together(book: Book) -> Chapter | None:
    if book.options.together == "off":
        return None

    def words() -> Iterator[str]:
        numbers = gettext(", ").join(map(str, book.examples.claimable("6", 3)))
        yield book.gettext("Cards of the number on the table may be played two or three at once.")
        yield book.gettext("Three 6s played together can be claimed with: %(numbers)s.") % {
            "numbers": numbers
        }
        yield book.gettext("A return needs the number that was claimed.")
        if book.options.amount == "number_hand":
            yield book.rule("number_counts")

    hands = book.examples.waits("9 9", "3 6", "6 Q", "5 A", only=book.examples.claimable("6", 3))
    return chapter(book, "together", words(), (hands,))


CHAPTERS: tuple[Callable[[Book], Chapter | None], ...] = (
    claims,
    dobon,
    yaku,
    several,
    returns,
    opening,
    together,
)
