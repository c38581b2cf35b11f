"""House rules of the dobon family."""

from dataclasses import dataclass

from ..options import choice, number
from ..words import gettext_noop as _

CLAIMS, VALUES, ROUNDING, FACTORS, TABLE = (
    _("Claims"),
    _("Card values"),
    _("Rounding"),
    _("Multipliers"),
    _("At the table"),
)


@dataclass(frozen=True, slots=True)
class DobonOptions:
    """ハウスルール: what a table of the dobon family can set; the defaults are the gamble preset's."""

    dobon_factor: int = number(
        3,
        1,
        20,
        group=FACTORS,
        label=_("Dobon factor"),
        help=_("The player whose card was claimed pays both hands together, times this."),
        source="000",
    )
    two_value: int = number(
        50,
        1,
        500,
        group=VALUES,
        label=_("Value of a 2"),
        help=_("Points of a 2 left in a hand. For a claim a 2 is always 2."),
        source="000",
    )
    face_value: int = number(
        10,
        1,
        100,
        group=VALUES,
        label=_("Value of J, Q and K"),
        help=_("Points of a face card left in a hand. For a claim they are 11, 12 and 13."),
        source="000",
    )
    round_unit: int = number(
        10,
        1,
        1000,
        group=ROUNDING,
        label=_("Rounding unit"),
        help=_("Points are rounded to multiples of this; 1 rounds nothing."),
        source="000",
    )
    round_to: str = choice(
        "nearest",
        {"nearest": _("to the nearest, half up"), "up": _("always up"), "down": _("always down")},
        group=ROUNDING,
        label=_("Rounding direction"),
        help=_("With tens, 4 becomes 0 and 5 becomes 10 unless the table rounds one way only."),
        source="000",
    )
    round_where: str = choice(
        "sum",
        {"sum": _("the sum, before multiplying"), "payment": _("the payment, after multiplying")},
        group=ROUNDING,
        label=_("What is rounded"),
        help=_("Rounding first makes every payment a multiple of the factor."),
        source="000",
    )
    returns: str = choice(
        "off",
        {"off": _("off"), "on": _("on")},
        group=CLAIMS,
        label=_("Return (dobon-gaeshi)"),
        help=_("The claimed player may claim back with the same number; then the caller pays instead."),
        source="000",
    )
    out_card: str = choice(
        "allowed",
        {"allowed": _("allowed"), "refused": _("not allowed")},
        group=CLAIMS,
        label=_("Dobon on the going-out card"),
        help=_("The last card of a player who goes out may be claimed; that player's hand is empty."),
        source="000",
    )
    single_claim: str = choice(
        "allowed",
        {"allowed": _("allowed"), "refused": _("not allowed")},
        group=CLAIMS,
        label=_("Dobon with one card"),
        help=_("A single card claims its own number."),
        source="000",
    )
    eights: str = choice(
        "off",
        {
            "off": _("off"),
            "winner": _("the winner's 8s double everything the winner receives"),
            "summed": _("8s in the hands added up for a payment double that payment"),
        },
        group=FACTORS,
        label=_("8s double"),
        help=_("Each 8 doubles: 2, 4, 8 and 16 times."),
        source="000",
    )
    combine: str = choice(
        "product",
        {"product": _("multiplied"), "sum": _("added, then applied once")},
        group=FACTORS,
        label=_("Several multipliers are"),
        help=_("Times 3 and times 2 make times 6 when multiplied, times 5 when added."),
        source="rule-keisan",
    )
    next_starter: str = choice(
        "nearest",
        {"nearest": _("the next in turn after the claimed player"), "first": _("who called first")},
        group=TABLE,
        label=_("Who starts after several dobons"),
        help=_("The winner starts the next round; with several winners it is this one."),
        source="000",
    )
    decks: int = number(
        1,
        1,
        4,
        group=TABLE,
        label=_("Decks"),
        help=_("How many decks of 52 are on the table; more cards than that give a warning."),
        source="000",
    )
