"""Options about claims and returns."""

from dataclasses import dataclass
from typing import Literal

from ...options import Group, Switch
from ...words import gettext_noop as _

CLAIMS, RETURNS = Group(_("Claims")), Group(_("Returns"))
ALLOWED = (_("allowed"), _("not allowed"))

Allowed = Literal["allowed", "refused"]
Aces = Literal["one", "plus_minus"]
JokerClaim = Literal["uncounted", "free", "plus_minus"]
JokerCard = Literal["refused", "zero", "one", "number"]
Returns = Literal["off", "on", "chain"]
ReturnBy = Literal["victim", "anyone"]
ReturnHands = Literal["payer", "victim", "both"]


@dataclass(frozen=True)
class ClaimOptions:
    two_cards: Literal["sum", "sum_difference", "four"] = CLAIMS.choice(
        "sum",
        _("the sum only"),
        _("sum or difference"),
        _("any of + − × ÷"),
        label=_("Two cards make"),
        help=_("Which numbers a hand of two cards may claim."),
        source="001",
        games="gamble kawagoe teyaku dotenko",
    )
    more_cards: Literal["sum", "one_operation"] = CLAIMS.choice(
        "sum",
        _("the sum only"),
        _("one operation, the same throughout"),
        label=_("Three or more cards make"),
        help=_("10, 2 and A make 13 or 7 with one operation, never with two kinds mixed."),
        source="001",
        games="kawagoe teyaku",
    )
    division: Literal["exact", "rounded"] = CLAIMS.choice(
        "exact",
        _("exact only"),
        _("rounded half up"),
        label=_("Division"),
        help=_("8 ÷ 2 is 4; whether 7 ÷ 2 may count as 4 is for the table to say."),
        source="001",
        games="kawagoe teyaku",
    )
    difference: Literal["absolute", "ordered"] = CLAIMS.choice(
        "absolute",
        _("larger minus smaller"),
        _("first minus second, as written"),
        label=_("Difference"),
        help=_("In which order two cards are subtracted."),
        source="001",
        games="kawagoe teyaku",
    )
    aces: Aces = CLAIMS.choice(
        "one",
        _("1"),
        _("+1 or −1"),
        label=_("An ace in a claim is"),
        help=_("Chosen for each ace."),
        source="003",
        games="dotenko",
    )
    joker_claim: JokerClaim = CLAIMS.choice(
        "uncounted",
        _("no card at all"),
        _("+1, 0 or −1"),
        _("+1 or −1"),
        label=_("A joker in a claim is"),
        help=_("If it is no card, a joker and one card claim like a single card."),
        source="001, 003, dobon-aoitele",
        games="kawagoe teyaku dotenko",
    )
    joker_card: JokerCard = CLAIMS.choice(
        "refused",
        _("not claimable"),
        _("0"),
        _("1"),
        _("a number set by the table"),
        label=_("Joker on the table"),
        help=_("Which number a joker shows that lies on the table."),
        source="003, dobon-aoitele",
        games="dotenko",
    )
    joker_number: int = CLAIMS.number(
        21,
        (2, 52),
        label=_("The table's number of a joker"),
        help=_(
            "The number a joker on the table counts as, if the table sets one: it is claimed and paid at "
            "that number."
        ),
        source="dobon-aoitele",
        games="dotenko",
    )
    single_claim: Allowed = CLAIMS.choice(
        "allowed",
        *ALLOWED,
        yes="allowed",
        label=_("Dobon with one card"),
        help=_("A single card claims its own number."),
        source="000",
        games="gamble kawagoe teyaku dotenko",
    )
    out_card: Allowed = CLAIMS.choice(
        "allowed",
        *ALLOWED,
        yes="allowed",
        label=_("Dobon on the going-out card"),
        help=_("The last card of a player who goes out may be claimed; that player's hand is empty."),
        source="000",
        games="gamble teyaku",
    )
    together: Switch = CLAIMS.switch(
        label=_("Several cards played together"),
        help=_("With three 6s both 6 and 18 may be claimed; a return needs the number that was claimed."),
        source="002",
        games="kawagoe teyaku",
    )
    returns: Returns = RETURNS.choice(
        "off",
        _("off"),
        _("once"),
        _("again and again"),
        label=_("Return (dobon-gaeshi)"),
        help=_("The claimed player may claim back with the same number; then the caller pays instead."),
        source="000, 001, 003",
        games="gamble kawagoe teyaku dotenko",
    )
    return_by: ReturnBy = RETURNS.choice(
        "victim",
        _("only the claimed player"),
        _("anybody"),
        label=_("Who may return"),
        help=_("Whose hand may answer a claim."),
        source="001, 003",
        games="gamble kawagoe teyaku dotenko",
    )
    return_factor: int = RETURNS.number(
        1,
        (1, 10),
        label=_("Return factor"),
        help=_("Every return multiplies by this once more."),
        source="001, 003",
        games="gamble kawagoe teyaku dotenko",
    )
    return_hands: ReturnHands = RETURNS.choice(
        "payer",
        _("the one who pays now"),
        _("the first claimed player's"),
        _("both"),
        label=_("Hand added on a return"),
        help=_("Whose cards are added to the claimed number after a return."),
        source="001",
        games="kawagoe",
    )
    first_bonus: Literal["dropped", "kept"] = RETURNS.choice(
        "dropped",
        _("dropped"),
        _("kept"),
        label=_("The first caller's multipliers after a return"),
        help=_("Whether the 2s and jokers of the first caller still multiply."),
        source="001",
        games="kawagoe",
    )
    return_bonus: Literal["once", "stacked"] = RETURNS.choice(
        "once",
        _("×2 each"),
        _("×4 each"),
        label=_("The returner's 2s and jokers"),
        help=_("Whether a return doubles them a second time."),
        source="001",
        games="kawagoe",
    )
    first_claim: Literal["cancelled", "stands"] = RETURNS.choice(
        "cancelled",
        _("is cancelled"),
        _("still counts"),
        label=_("First claim after a return"),
        help=_("Whether the claimed player still pays the first caller."),
        source="003",
        games="dotenko",
    )
    several: Literal["all", "first", "returns", "shared"] = RETURNS.choice(
        "all",
        _("each is paid in full"),
        _("only the next in turn is paid"),
        _("each later call returns the one before"),
        _("they share, each gets an equal part"),
        label=_("Several callers"),
        help=_("What happens when more than one hand matches."),
        source="000, 001, 003, dobon-aoitele",
        games="gamble kawagoe teyaku dotenko",
    )
