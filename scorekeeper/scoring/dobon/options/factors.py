"""Options about multipliers."""

from dataclasses import dataclass
from typing import Literal, get_args

from ...options import Group, Switch
from ...words import gettext_noop as _

FACTORS = Group(_("Multipliers"))
Summed = Literal["summed", "instead"]
SUMMED: tuple[Summed, ...] = get_args(Summed)
"""The choices by which cards that are added up for a payment multiply it."""


@dataclass(frozen=True)
class FactorOptions:
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
        _("off"),
        _("those in the winning hand"),
        _("those among the cards added up for a payment"),
        _("those among the cards added up; they then count 0"),
        label=_("2s double"),
        help=_("Each 2 doubles what is paid."),
        source="001, dobon-shu, rule-keisan",
        games="kawagoe",
    )
    threes: Literal["off", Summed] = FACTORS.choice(
        "off",
        _("off"),
        _("those among the cards added up for a payment"),
        _("those among the cards added up; they then count 0"),
        label=_("3s double"),
        help=_("Each 3 doubles what is paid."),
        source="rule-keisan",
    )
    joker_factor: Literal["off", "double", "summed"] = FACTORS.choice(
        "off",
        _("off"),
        _("those in the winning hand"),
        _("those among the cards added up for a payment"),
        label=_("Jokers double"),
        help=_("Each joker doubles what is paid."),
        source="001, rule-keisan",
        games="kawagoe",
    )
    eights: Literal["off", "winner", "summed"] = FACTORS.choice(
        "off",
        _("off"),
        _("the winner's 8s double everything the winner receives"),
        _("8s in the hands added up for a payment double that payment"),
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
    joker_loss: Literal["off", "clear", "all"] = FACTORS.choice(
        "off",
        _("off"),
        _("holders pay double when somebody goes out"),
        _("holders win and lose double"),
        label=_("Holding a joker"),
        help=_("Keeping a joker is a risk."),
        source="002",
        games="teyaku",
    )
    joker_each: Literal["person", "joker"] = FACTORS.choice(
        "person",
        _("once a person"),
        _("for every joker"),
        label=_("Doubling for held jokers"),
        help=_("Whether two jokers in one hand double once or twice."),
        source="002",
        games="teyaku",
    )
    joker_both: Literal["four", "two"] = FACTORS.choice(
        "four",
        _("×4"),
        _("×2"),
        label=_("When payer and winner both hold jokers"),
        help=_("What a payment between two holders is multiplied by."),
        source="002",
        games="teyaku",
    )
    yaku_factor: Switch = FACTORS.switch(
        label=_("The table's own yaku multiply"),
        help=_("Each yaku entered for the winner multiplies everything the winner receives by its number."),
        source="rule-keisan",
    )
    combine: Literal["product", "sum", "each"] = FACTORS.choice(
        "product",
        _("multiplied"),
        _("added, then applied once"),
        _("added one by one, then applied once"),
        label=_("Several multipliers"),
        help=_(
            "Times 3 and times 2 make times 6 when multiplied, times 5 when added. Three 2s are times 8, "
            "and times 6 when they are added one by one."
        ),
        source="rule-keisan",
        games="gamble kawagoe teyaku dotenko",
    )
