"""Options about the course of a round: claims and returns, other endings, what goes on to the next."""

from dataclasses import dataclass
from typing import Literal

from ...limits import MOST_DECKS, MOST_JOKERS
from ...options import Group, Switch
from ...words import gettext_noop as _

EVERY_GAME = "gamble kawagoe teyaku dotenko"
CLAIMS = Group(_("Claims"), "kawagoe teyaku", "001")
RETURNS = Group(_("Returns"), EVERY_GAME, "001")
STREAK = Group(_("Winning streak (renchan)"), "teyaku", "002")
RIICHI = Group(_("Riichi"), "teyaku", "002")
TABLE = Group(_("At the table"), EVERY_GAME, "000")
ENDINGS = Group(_("Other endings"), "dotenko", "003")
ALLOWED = (_("allowed"), _("not allowed"))

Allowed = Literal["allowed", "refused"]
Returns = Literal["off", "on", "chain"]
ReturnHands = Literal["payer", "victim", "both"]
StreakPaid = Literal["claims", "draws", "wins"]


@dataclass(frozen=True)
class CourseOptions:
    two_cards: Literal["sum", "sum_difference", "four"] = CLAIMS.choice(
        "sum",
        (_("the sum only"), _("sum or difference"), _("any of + − × ÷")),
        label=_("Two cards make"),
        help=_("Which numbers a hand of two cards may claim."),
        games=EVERY_GAME,
    )
    more_cards: Literal["sum", "one_operation"] = CLAIMS.choice(
        "sum",
        (_("the sum only"), _("one operation, the same throughout")),
        label=_("Three or more cards make"),
        help=_("10, 2 and A make 13 or 7 with one operation, never with two kinds mixed."),
    )
    division: Literal["exact", "rounded"] = CLAIMS.choice(
        "exact",
        (_("exact only"), _("rounded half up")),
        label=_("Division"),
        help=_("8 ÷ 2 is 4; whether 7 ÷ 2 may count as 4 is for the table to say."),
    )
    difference: Literal["absolute", "ordered"] = CLAIMS.choice(
        "absolute",
        (_("larger minus smaller"), _("first minus second, as written")),
        label=_("Difference"),
        help=_("In which order two cards are subtracted."),
    )
    aces: Literal["one", "plus_minus"] = CLAIMS.choice(
        "one",
        (_("1"), _("+1 or −1")),
        label=_("An ace in a claim is"),
        help=_("Chosen for each ace."),
        source="003",
        games="dotenko",
    )
    joker_claim: Literal["uncounted", "free", "plus_minus"] = CLAIMS.choice(
        "uncounted",
        (_("no card at all"), _("+1, 0 or −1"), _("+1 or −1")),
        label=_("A joker in a claim is"),
        help=_("If it is no card, a joker and one card claim like a single card."),
        source="001, 003, dobon-aoitele",
        games="kawagoe teyaku dotenko",
    )
    joker_card: Literal["refused", "zero", "one", "number"] = CLAIMS.choice(
        "refused",
        (_("not claimable"), _("0"), _("1"), _("a number set by the table")),
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
        ALLOWED,
        yes="allowed",
        label=_("Dobon with one card"),
        help=_("A single card claims its own number."),
        source="000",
        games=EVERY_GAME,
    )
    out_card: Allowed = CLAIMS.choice(
        "allowed",
        ALLOWED,
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
    )
    returns: Returns = RETURNS.choice(
        "off",
        (_("off"), _("once"), _("again and again")),
        label=_("Return (dobon-gaeshi)"),
        help=_("The claimed player may claim back with the same number; then the caller pays instead."),
        source="000, 001, 003",
    )
    return_by: Literal["victim", "anyone"] = RETURNS.choice(
        "victim",
        (_("only the claimed player"), _("anybody")),
        label=_("Who may return"),
        help=_("Whose hand may answer a claim."),
        source="001, 003",
    )
    return_factor: int = RETURNS.number(
        1,
        (1, 10),
        label=_("Return factor"),
        help=_("Every return multiplies by this once more."),
        source="001, 003",
    )
    return_hands: ReturnHands = RETURNS.choice(
        "payer",
        (_("the one who pays now"), _("the first claimed player's"), _("both")),
        label=_("Hand added on a return"),
        help=_("Whose cards are added to the claimed number after a return."),
        games="kawagoe",
    )
    first_bonus: Literal["dropped", "kept"] = RETURNS.choice(
        "dropped",
        (_("dropped"), _("kept")),
        label=_("The first caller's multipliers after a return"),
        help=_("Whether the 2s and jokers of the first caller still multiply."),
        games="kawagoe",
    )
    return_bonus: Literal["once", "stacked"] = RETURNS.choice(
        "once",
        (_("×2 each"), _("×4 each")),
        label=_("The returner's 2s and jokers"),
        help=_("Whether a return doubles them a second time."),
        games="kawagoe",
    )
    first_claim: Literal["cancelled", "stands"] = RETURNS.choice(
        "cancelled",
        (_("is cancelled"), _("still counts")),
        label=_("First claim after a return"),
        help=_("Whether the claimed player still pays the first caller."),
        source="003",
        games="dotenko",
    )
    several: Literal["all", "first", "returns", "shared"] = RETURNS.choice(
        "all",
        (
            _("each is paid in full"),
            _("only the next in turn is paid"),
            _("each later call returns the one before"),
            _("they share, each gets an equal part"),
        ),
        label=_("Several callers"),
        help=_("What happens when more than one hand matches."),
        source="000, 001, 003, dobon-aoitele",
    )
    streak: Literal["off", "yaku", "factor", "points"] = STREAK.choice(
        "off",
        (
            _("off"),
            _("one yaku for each repeat"),
            _("one more on the multiplier for each repeat"),
            _("points for each repeat"),
        ),
        label=_("Winning streak"),
        help=_("Every win adds to the streak, however the round ended."),
        source="002, rule-keisan",
    )
    streak_paid: StreakPaid = STREAK.choice(
        "claims",
        (_("a dobon"), _("a dobon or a win by drawing"), _("every win, by everybody who pays")),
        label=_("Streak bonus applies to"),
        help=_(
            "Other wins only extend the streak. It is never paid on cards counted when the stock is used up, "
            "nor on going out where streaks are yaku."
        ),
        source="002, rule-keisan",
    )
    streak_first: int = STREAK.number(
        1,
        (1, 2),
        label=_("Bonus at the second win in a row"),
        help=_("After that, one more at every win."),
    )
    streak_points: int = STREAK.number(
        100,
        (1, 10000),
        label=_("Points for each repeat"),
        help=_("Where the streak is paid in points: added to what is paid for the claim."),
        games="",
    )
    riichi: Switch = RIICHI.switch(
        label=_("Riichi"),
        help=_("Each declaration puts points into the pot; the next winner takes them."),
    )
    riichi_points: int = RIICHI.number(
        100,
        (1, 10000),
        label=_("Points of a declaration"),
        help=_("What one declaration costs."),
    )
    riichi_lasts: Literal["round", "turn"] = RIICHI.choice(
        "round",
        (_("for the whole round"), _("until the player's next turn")),
        label=_("A declaration lasts"),
        help=_("Whether a player whose riichi has lapsed still counts ura-dora."),
    )
    riichi_needs: Literal["full", "any", "void"] = RIICHI.choice(
        "full",
        (
            _("enough for one declaration"),
            _("more than 0 points"),
            _("enough for one declaration; at 0 points it is void"),
        ),
        label=_("Points needed to declare"),
        help=_("For tables with starting points."),
    )
    pot_split: Literal["split", "nearest"] = RIICHI.choice(
        "split",
        (_("shared; the remainder stays"), _("taken by the next in turn")),
        label=_("Pot with several winners"),
        help=_("Who takes the pot after a multiple dobon."),
    )
    pot_deckout: Literal["no", "yes"] = RIICHI.choice(
        "no",
        (_("stays"), _("goes to the winner")),
        label=_("Pot when the stock is used up"),
        help=_("Winning by fewest cards is not going out."),
    )
    pot_end: Literal["top", "returned"] = RIICHI.choice(
        "top",
        (_("to the first place"), _("back to those who put it in")),
        label=_("Pot left at the end"),
        help=_("Who gets what nobody has won."),
    )
    deckout: Literal["starter", "fewest", "nogame"] = ENDINGS.choice(
        "starter",
        (_("the player who started wins"), _("the player with the fewest cards wins"), _("nobody wins")),
        label=_("When the stock is used up"),
        help=_("Fewest cards: everybody else pays for each card more than the winner."),
        source="000, 002",
        games="gamble teyaku",
    )
    deckout_rest: Literal["heaviest", "pot"] = ENDINGS.choice(
        "heaviest",
        (_("paid by the player with the most cards"), _("into the pot")),
        label=_("Remainder between tied winners"),
        help=_("Most cards, then the largest sum of numbers, then the earlier seat."),
        source="002",
        games="teyaku",
    )
    deckout_jokers: Literal["uncounted", "counted"] = ENDINGS.choice(
        "uncounted",
        (_("do not count"), _("count")),
        label=_("Jokers among cards left"),
        help=_("Whether a joker is one of the cards that are counted."),
        source="002",
        games="teyaku",
    )
    burst: Switch = ENDINGS.switch(
        label=_("Burst"),
        help=_("A full hand that cannot play loses to everybody."),
    )
    burst_points: int = ENDINGS.number(
        10,
        (1, 1000),
        label=_("Points of a burst"),
        help=_("Paid to each of the others."),
    )
    burst_pays: Literal["points", "drawn"] = ENDINGS.choice(
        "points",
        (_("the points of a burst"), _("what a claim would be worth")),
        label=_("A burst costs"),
        help=_("With a card drawn at the end, a burst can cost the same as a claim, to everybody."),
        source="dobon-dotenko",
        games="",
    )
    burst_cards: int = ENDINGS.number(
        5,
        (2, 14),
        label=_("Cards of a full hand"),
        help=_("With so many cards a player who cannot play bursts."),
    )
    foul: Literal["off", "points", "drawn"] = ENDINGS.choice(
        "off",
        (
            _("off"),
            _("fixed points to each of the others"),
            _("what a claim would be worth, to each of the others"),
        ),
        label=_("A foul that ends the round costs"),
        help=_("For example a wrong claim, or a win without the riichi that the table asks for."),
        source="dobon-standard, dobon-mone",
        games="",
    )
    foul_points: int = ENDINGS.number(
        10,
        (1, 10000),
        label=_("Points of a foul"),
        help=_("Where it costs fixed points: paid to each of the others."),
        source="dobon-standard, dobon-mone",
        games="",
    )
    starts: Literal["winner", "loser"] = TABLE.choice(
        "winner",
        (_("the winner"), _("the loser")),
        label=_("Who starts or deals next"),
        help=_("If that cannot be determined, it stays the same player as before."),
        source="000, 001, 003",
    )
    next_starter: Literal["nearest", "first"] = TABLE.choice(
        "nearest",
        (_("the next in turn after the claimed player"), _("the first caller")),
        label=_("Who starts after several dobons"),
        help=_("With several winners this one starts the next round."),
        games="gamble teyaku",
    )
    opening_starter: Literal["same", "open"] = TABLE.choice(
        "same",
        (_("as in the round before"), _("the table decides")),
        label=_("Who deals after an opening dobon"),
        help=_("Where the loser deals: at an opening dobon all but the caller have lost."),
        source="001, 003",
        games="kawagoe dotenko",
    )
    first_round: Literal["counts", "streak", "practice"] = TABLE.choice(
        "counts",
        (_("counts like every other"), _("counts, but begins no streak"), _("is for practice")),
        label=_("The first round"),
        help=_("In a round for practice nothing is paid, and it does not count as a round."),
        source="rule-keisan",
        games="",
    )
    decks: int = TABLE.number(
        1,
        (1, MOST_DECKS),
        label=_("Decks"),
        help=_("How many 52-card decks are used; entering more cards than that gives a warning."),
    )
    jokers: int = TABLE.number(
        0,
        (0, MOST_JOKERS),
        label=_("Jokers"),
        help=_("How many jokers are in the deck."),
        source="001, 002, 003",
        games="kawagoe teyaku dotenko",
    )
