"""Options about amounts and multipliers."""

from dataclasses import dataclass
from typing import Literal, get_args

from ...options import Group, Switch
from ...words import gettext_noop as _

Amount = Literal["hands", "number_hand", "number", "yaku", "flat", "drawn"]
DobonHands = Literal["both", "payer", "all"]
AddedHand = Literal["payer", "caller", "both"]
Rounding = Literal["nearest", "up", "down"]
Summed = Literal["summed", "instead"]
SUMMED: tuple[Summed, ...] = get_args(Summed)
"""The choices by which cards that are added up for a payment multiply it."""

AMOUNTS, VALUES = Group(_("Points of a round")), Group(_("Card values"))
OF_KAWAGOE = Group(AMOUNTS.title, "kawagoe", "001")
ROUNDING, YAKU = Group(_("Rounding"), "gamble", "000"), Group(_("Yaku"), "teyaku", "002")
FACTORS = Group(_("Multipliers"))
HELD_JOKERS = Group(FACTORS.title, "teyaku", "002")


@dataclass(frozen=True)
class AmountOptions:
    amount: Amount = AMOUNTS.choice(
        "hands",
        (
            _("the cards in the hands"),
            _("the claimed number and a hand"),
            _("the claimed number"),
            _("yaku, by a table"),
            _("one unit for each other player"),
            _("the number of a card drawn at the end"),
        ),
        label=_("What is paid for"),
        help=_("Where the points of a claim come from."),
        source="000, 001, 002, 003, dobon-blog, dobon-mone",
    )
    bystanders: Literal["pay", "nothing"] = AMOUNTS.choice(
        "pay",
        (_("pay for their own hands"), _("pay nothing")),
        label=_("Everybody else at a dobon"),
        help=_("What players who are neither caller nor claimed pay."),
        source="000",
        games="gamble",
    )
    dobon_hands: DobonHands = AMOUNTS.choice(
        "both",
        (_("the payer's and the caller's"), _("the payer's"), _("everybody's")),
        label=_("Hands paid for at a dobon"),
        help=_("Whose cards the claimed player pays for."),
        source="dobon-react, dobon-uno",
    )
    claimed_card: Literal["off", "counted"] = AMOUNTS.choice(
        "off",
        (_("does not count"), _("is added to the hands")),
        label=_("The claimed card"),
        help=_("Whether its value is paid for too."),
        source="dobon-wiki, dobon-shu, dobon-uno",
    )
    unit_points: int = AMOUNTS.number(
        1,
        (1, 1000),
        label=_("Points of a unit"),
        help=_("What one of the claimed or drawn number, or one unit, is worth."),
        source="dobon-mone, dobon-dotenko",
    )
    paid_to: Literal["winner", "bank"] = AMOUNTS.choice(
        "winner",
        (_("the winner"), _("nobody (penalty points)")),
        label=_("Points go to"),
        help=_("With penalty points nobody receives anything, and whoever has lost least is first."),
        source="rule-keisan, dobon-react",
    )
    added_hand: AddedHand = OF_KAWAGOE.choice(
        "payer",
        (_("the payer's"), _("the caller's"), _("both")),
        label=_("Hand added to the number"),
        help=_("Whose cards are added to the claimed number."),
    )
    number_counts: Literal["once", "each"] = OF_KAWAGOE.choice(
        "once",
        (_("once"), _("for every card")),
        label=_("Several cards of one number count"),
        help=_("How the number counts when two or three cards of it were played together."),
        games="kawagoe dotenko",
    )
    opening_extra: int = OF_KAWAGOE.number(
        0,
        (0, 100),
        label=_("Added at an opening dobon"),
        help=_("Everybody pays the number turned up and this."),
        games="kawagoe dotenko",
    )
    opening_bonus: Literal["flat", "doubled"] = OF_KAWAGOE.choice(
        "flat",
        (_("do not count"), _("double")),
        label=_("2s and jokers at an opening dobon"),
        help=_("Whether they multiply there as they do at a dobon."),
    )
    ace_value: int = VALUES.number(
        1,
        (0, 500),
        label=_("Value of an ace"),
        help=_("Points of an ace left in a hand. For a claim an ace is what it always is."),
        source="dobon-shu, rule-keisan",
    )
    two_value: int = VALUES.number(
        50,
        (1, 500),
        label=_("Value of a 2"),
        help=_("Points of a 2 left in a hand. For a claim a 2 is always 2."),
        source="000",
        games="gamble kawagoe",
    )
    seven_value: int = VALUES.number(
        7,
        (0, 500),
        label=_("Value of a 7"),
        help=_("Points of a 7 left in a hand. For a claim a 7 is always 7."),
        source="rule-keisan",
    )
    eight_value: int = VALUES.number(
        8,
        (0, 500),
        label=_("Value of an 8"),
        help=_("Points of an 8 left in a hand. For a claim an 8 is always 8."),
        source="rule-keisan, dobon-react",
    )
    nine_value: int = VALUES.number(
        9,
        (0, 500),
        label=_("Value of a 9"),
        help=_("Points of a 9 left in a hand. For a claim a 9 is always 9."),
        source="rule-keisan",
    )
    face_value: int = VALUES.number(
        10,
        (0, 100),
        label=_("Value of J, Q and K"),
        help=_("Points of a face card left in a hand; 0 means 11, 12 and 13 as in a claim."),
        source="000",
        games="gamble kawagoe",
    )
    joker_value: int = VALUES.number(
        0,
        (0, 100),
        label=_("Value of a joker"),
        help=_("Points of a joker left in a hand."),
        source="001",
        games="kawagoe",
    )
    cap: int = ROUNDING.number(
        0,
        (0, 1000000),
        label=_("Limit for one payment"),
        help=_("0 is no limit. It applies to what a win or a burst costs, after everything else."),
        source="dobon-dotenko",
        games="",
    )
    round_unit: int = ROUNDING.number(
        10,
        (1, 1000),
        label=_("Rounding unit"),
        help=_("Points are rounded to multiples of this; 1 means no rounding."),
    )
    round_to: Rounding = ROUNDING.choice(
        "nearest",
        (_("to the nearest, half up"), _("always up"), _("always down")),
        label=_("Rounding direction"),
        help=_("With tens, 4 becomes 0 and 5 becomes 10 unless the table rounds one way only."),
    )
    round_where: Literal["sum", "payment"] = ROUNDING.choice(
        "sum",
        (_("the sum, before multiplying"), _("the payment, after multiplying")),
        label=_("What is rounded"),
        help=_("Rounding first makes every payment a multiple of the factor."),
    )
    yaku_points: str = YAKU.numbers(
        "100 200 400 800 1600 3200",
        label=_("Points by yaku"),
        help=_(
            "This app's own numbers, as none are published: points for 0, 1, 2 … yaku; the last "
            "one counts for all above."
        ),
        source="",
    )
    dora: Switch = YAKU.switch(
        label=_("Dora"),
        help=_("One yaku for each card of the winner in the suit of the card turned up first."),
    )
    joker_yaku: Switch = YAKU.switch(
        label=_("Yaku for jokers"),
        help=_("One yaku for each joker of the winner; one for a dobon when a joker was turned up first."),
    )
    clear_points: int = YAKU.number(
        100,
        (1, 1000),
        label=_("Points for a card left"),
        help=_("Paid for each card when somebody goes out, and when the stock is used up."),
    )
    draw_payers: Literal["all", "holder", "shared"] = YAKU.choice(
        "all",
        (
            _("everybody else pays it"),
            _("only the player of the card on the table"),
            _("everybody else pays an equal share"),
        ),
        label=_("Winning on your own draw"),
        help=_("Who pays the points; a share is rounded up to the sharing unit."),
        source="",
    )
    share_unit: int = ROUNDING.number(
        1,
        (1, 1000),
        label=_("Sharing unit"),
        help=_("The smallest amount that can be shared: 100 where there are only sticks of 100."),
        source="002",
        games="teyaku",
    )
    dobon_factor: int = FACTORS.number(
        3,
        (1, 20),
        label=_("Dobon factor"),
        help=_("What the claimed player pays is multiplied by this."),
        source="000",
        games="gamble",
    )
    twos: Literal["off", "double", Summed] = FACTORS.choice(
        "off",
        (
            _("off"),
            _("those in the winning hand"),
            _("those among the cards added up for a payment"),
            _("those among the cards added up; they then count 0"),
        ),
        label=_("2s double"),
        help=_("Each 2 doubles what is paid."),
        source="001, dobon-shu, rule-keisan",
        games="kawagoe",
    )
    threes: Literal["off", Summed] = FACTORS.choice(
        "off",
        (
            _("off"),
            _("those among the cards added up for a payment"),
            _("those among the cards added up; they then count 0"),
        ),
        label=_("3s double"),
        help=_("Each 3 doubles what is paid."),
        source="rule-keisan",
    )
    joker_factor: Literal["off", "double", "summed"] = FACTORS.choice(
        "off",
        (_("off"), _("those in the winning hand"), _("those among the cards added up for a payment")),
        label=_("Jokers double"),
        help=_("Each joker doubles what is paid."),
        source="001, rule-keisan",
        games="kawagoe",
    )
    eights: Literal["off", "winner", "summed"] = FACTORS.choice(
        "off",
        (
            _("off"),
            _("the winner's 8s double everything the winner receives"),
            _("8s in the hands added up for a payment double that payment"),
        ),
        label=_("8s double"),
        help=_("Each 8 doubles: 2, 4, 8 and 16 times."),
        source="000",
        games="gamble",
    )
    single_factor: int = FACTORS.number(
        1,
        (1, 20),
        label=_("Factor of a claim with one card"),
        help=_("A claim with a single card is paid this many times."),
        source="dobon-aoitele",
    )
    drawn_factor: Switch = FACTORS.switch(
        label=_("Cards drawn after a claim multiply"),
        help=_("The claimed number is multiplied by the sum of the cards drawn."),
        source="dobon-aoitele",
    )
    special_cards: str = FACTORS.numbers(
        "",
        kind="cards",
        label=_("Special cards drawn at the end"),
        help=_(
            "Cards with a number, such as ♦3=30, count as that. If a card without a number is drawn, such as"
            " ♠3, those who would be paid pay instead."
        ),
        source="dobon-dotenko",
    )
    table_doublings: Switch = FACTORS.switch(
        label=_("Doublings of the round"),
        help=_("Opened aces, reshuffles and whatever else doubles a whole round at the table are counted."),
        source="dobon-mone, dobon-dotenko, dobon-docchin",
    )
    claimed_again: Switch = FACTORS.switch(
        label=_("Claimed again in a row"),
        help=_(
            "A player claimed in two rounds in a row pays twice as much the second time, three times the"
            " third time. A round that nobody wins changes nothing."
        ),
        source="rule-keisan",
    )
    joker_loss: Literal["off", "clear", "all"] = HELD_JOKERS.choice(
        "off",
        (_("off"), _("holders pay double when somebody goes out"), _("holders win and lose double")),
        label=_("Holding a joker"),
        help=_("Keeping a joker is a risk."),
    )
    joker_each: Literal["person", "joker"] = HELD_JOKERS.choice(
        "person",
        (_("once a person"), _("for every joker")),
        label=_("Doubling for held jokers"),
        help=_("Whether two jokers in one hand double once or twice."),
    )
    joker_both: Literal["four", "two"] = HELD_JOKERS.choice(
        "four",
        (_("×4"), _("×2")),
        label=_("When payer and winner both hold jokers"),
        help=_("What a payment between two holders is multiplied by."),
    )
    yaku_factor: Switch = FACTORS.switch(
        label=_("The table's own yaku multiply"),
        help=_("Each yaku entered for the winner multiplies everything the winner receives by its number."),
        source="rule-keisan",
    )
    combine: Literal["product", "sum", "each"] = FACTORS.choice(
        "product",
        (_("multiplied"), _("added, then applied once"), _("added one by one, then applied once")),
        label=_("Several multipliers"),
        help=_(
            "Times 3 and times 2 make times 6 when multiplied, times 5 when added. Three 2s are times 8, "
            "and times 6 when they are added one by one."
        ),
        source="rule-keisan",
        games="gamble kawagoe teyaku dotenko",
    )
