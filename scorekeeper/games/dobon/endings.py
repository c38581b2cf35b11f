"""終わり方: what the pages say of each way in which a round can end; the engine knows what it does."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext_noop as _

from scorekeeper.scoring.dobon.options import DobonOptions

from ..book import Chapter
from .chapter import Book, chapter
from .examples import Told


@dataclass(frozen=True, slots=True)
class Slot:
    """One fact that the pad asks after: the question, its short name, and what is said where it is missing.

    ``role`` is what it makes of a player, where hands are shown; ``testid`` is its button.
    """

    testid: str
    ask: str
    label: str
    missing: str = ""
    role: str = ""


@dataclass(frozen=True, slots=True)
class EndingPage:
    """One way in which a round can end: its button with a line of help, and the facts that are asked.

    ``rare`` ones are behind one more tap.  ``begins`` tells an example of it, with ``who`` and ``card``;
    ``chapter(book)`` is what the rules say of it under its ``heading``, None where other chapters tell it.
    ``help_here(options)`` is another line of help for some house rules.  All texts are still to be
    translated.
    """

    label: str
    help: str
    rare: bool = False
    begins: str = ""
    slots: Mapping[str, Slot] = field(default_factory=dict)
    heading: str = ""
    chapter: Callable[[Book], Chapter] | None = None
    help_here: Callable[[DobonOptions], str] = lambda options: ""


def out(book: Book) -> Chapter:
    options, work = book.options, book.examples

    def words() -> Iterator[str]:
        if options.amount == "yaku":
            yield book.gettext("Everybody else pays %(points)d for each card in the hand.") % {
                "points": options.clear_points
            }
        elif options.paid_to == "bank":
            yield book.gettext("Everybody else counts the points left in their own hand.")
        else:
            yield book.gettext("Everybody else pays the winner the points left in their own hand.")

    hands: dict[str, str | int] = {"Y": "A 2 3 10 K"} if options.amount == "hands" else {"Y": 2, "Z": 3}
    return chapter(book, "out", words(), (work.round("out", hands, winner="X"),))


def draw(book: Book) -> Chapter:
    words = (
        book.gettext("Whoever makes the number on the table with a card just drawn wins too."),
        book.rule("draw_payers"),
    )
    told: Told = {"winner": "X", "card": "10"}
    if book.options.draw_payers == "holder":
        told["victim"] = "Z"
    example = book.examples.round("draw", {"X": "A 5 4"}, seats="XYZ", **told)
    return chapter(book, "draw", iter(words), (example,))


def deckout(book: Book) -> Chapter:
    options, work = book.options, book.examples
    if options.deckout == "starter":
        words = (book.gettext("If nobody can go on, whoever started the round counts as having gone out."),)
        return chapter(book, "deckout", iter(words))
    fewest = book.gettext(
        "Whoever has the fewest cards wins; everybody else pays %(points)d for each extra card."
    )
    words = (
        fewest % {"points": options.clear_points},
        book.gettext("Tied winners share equally."),
        book.rule("deckout_rest"),
        *((book.rule("deckout_jokers"),) if options.jokers else ()),
    )
    clear = work.round("deckout", {"W": 2, "X": 4, "Y": 5, "Z": 3})
    tied = work.round("deckout", {"W": 2, "X": 2, "Y": 2, "Z": 3})
    return chapter(book, "deckout", iter(words), (clear, tied))


def burst(book: Book) -> Chapter:
    options = book.options
    words = {"cards": options.burst_cards, "points": options.burst_points}
    sentences = {
        "points": book.gettext(
            "Whoever holds %(cards)d cards and cannot play pays %(points)d to each of the others."
        ),
        "drawn": book.gettext(
            "Whoever holds %(cards)d cards and cannot play pays each of the others what a claim is worth."
        ),
    }
    sentence = sentences[options.burst_pays] % words
    return chapter(
        book, "burst", iter((sentence,)), (book.examples.round("burst", player="V", seats="VWXYZ"),)
    )


def _fewest_help(options: DobonOptions) -> str:
    return _("Nobody could go on; the fewest cards win.") if options.deckout == "fewest" else ""


CALLERS = Slot("slot-callers", _("Who called dobon?"), _("Caller"), _("Choose the caller."), _("dobon"))

ENDINGS: Mapping[str, EndingPage] = {
    "dobon": EndingPage(
        _("Dobon"),
        _("Somebody's hand matched the played card."),
        begins=_("%(who)s plays %(card)s."),
        slots={
            "callers": CALLERS,
            "victim": Slot(
                "slot-victim",
                _("Whose card was it?"),
                _("Claimed player"),
                _("Choose the claimed player."),
                _("hit"),
            ),
            "card": Slot("slot-card", _("Which card was claimed?"), _("Card"), _("Choose the claimed card.")),
        },
    ),
    "opening": EndingPage(
        _("Opening dobon"),
        _("Somebody's hand matched the first card turned up."),
        begins=_("%(card)s is turned up."),
        slots={
            "callers": CALLERS,
            "card": Slot(
                "slot-first", _("Which card was turned up?"), _("Card"), _("Choose the claimed card.")
            ),
        },
    ),
    "out": EndingPage(
        _("Went out"),
        _("Somebody played the last card."),
        begins=_("%(who)s goes out."),
        slots={
            "winner": Slot(
                "slot-winner", _("Who went out?"), _("Winner"), _("Choose who went out."), _("out")
            )
        },
        heading=_("When somebody goes out"),
        chapter=out,
    ),
    "draw": EndingPage(
        _("Won by drawing"),
        _("A drawn card made the number on the table."),
        begins=_("%(who)s wins by drawing, on %(card)s."),
        slots={
            "winner": Slot(
                "slot-drawer",
                _("Who won by drawing?"),
                _("Winner"),
                _("Choose who won by drawing."),
                _("out"),
            ),
            "victim": Slot(
                "slot-holder",
                _("Who played the card on the table?"),
                _("Played it"),
                _("Choose whose card was on the table."),
                _("hit"),
            ),
            "card": Slot(
                "slot-standing", _("Which card was on the table?"), _("Card"), _("Choose the claimed card.")
            ),
        },
        heading=_("Winning on your own draw"),
        chapter=draw,
    ),
    "burst": EndingPage(
        _("Burst"),
        _("A full hand could not play; it pays everybody."),
        begins=_("%(who)s bursts."),
        slots={
            "player": Slot(
                "slot-player", _("Who burst?"), _("Burst"), _("Choose whose hand was full."), _("burst")
            )
        },
        heading=_("Burst"),
        chapter=burst,
    ),
    "deckout": EndingPage(
        _("Stock used up"),
        _("Nobody could go on; whoever started the round wins."),
        rare=True,
        begins=_("The stock is used up."),
        slots={
            "starter": Slot(
                "slot-starter",
                _("Who started this round?"),
                _("Started"),
                _("Choose who started the round."),
                _("started"),
            )
        },
        heading=_("When the stock is used up"),
        chapter=deckout,
        help_here=_fewest_help,
    ),
    "nogame": EndingPage(_("No game"), _("The round does not count."), rare=True),
}
