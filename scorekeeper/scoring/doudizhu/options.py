"""ハウスルール of 闘地主."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ..options import Group, Options, Switch
from ..words import gettext_noop as _
from .combinations import Rules

Bidding = Literal["bid", "rob"]
Spring = Literal["off", "double", "triple"]
FourBombs = Literal["any", "six", "size"]

GAME = "doudizhu"
BIDDING, STAKE = Group(_("Bidding"), GAME), Group(_("Stake and what multiplies it"), GAME)
BOMBS, COMBINATIONS = Group(_("Bombs and rockets"), GAME), Group(_("Combinations"), GAME)
SPRING_FACTORS: Mapping[Spring, int] = {"off": 1, "double": 2, "triple": 3}


@dataclass(frozen=True)
class DoudizhuOptions(Options):
    """The options of 闘地主; none of them exclude each other.

    The card turned up decides who begins, deals are independent, and landlord and farmers pay each other.
    """

    bidding: Bidding = BIDDING.choice(
        "bid",
        (_("bids of 1 to 3"), _("robbing: each rob doubles, no bids")),
        label=_("How the landlord is found"),
        help=_("Robbing starts from 1; every time somebody robs the seat, the stake doubles."),
        source="tencent",
    )
    nobody_bids: Literal["redeal", "lot"] = BIDDING.choice(
        "redeal",
        (_("the cards are dealt again"), _("the landlord is drawn by lot, for a bid of 1")),
        label=_("When nobody wants to be landlord"),
        help=_("Some tables draw lots at once, others after three deals that all passed."),
        source="heshicaihao",
    )
    unit_points: int = STAKE.number(
        1,
        (1, 1000),
        label=_("Points for each unit"),
        help=_("A bid of 3 is worth three times as many points."),
        source="jj",
    )
    spring: Spring = STAKE.choice(
        "off",
        (_("off"), _("×2"), _("×3")),
        label=_("Spring"),
        help=_("Nobody but the landlord played, or the landlord loses after a single play."),
        source="jj, joker128",
    )
    doubling: Switch = STAKE.switch(
        label=_("Doubling"),
        help=_("Each declaration doubles what that player and the landlord pay each other."),
        source="tencent",
    )
    open_hand: Switch = STAKE.switch(
        label=_("Playing with an open hand"),
        help=_("The stake is multiplied by 2 to 5, the more the earlier the hand was shown."),
        source="tencent",
    )
    cap: int = STAKE.number(
        0,
        (0, 1000000),
        label=_("Limit for one payment"),
        help=_("0 is no limit."),
        source="superddz",
    )
    bomb_effect: Literal["double", "add"] = BOMBS.choice(
        "double",
        (_("each bomb doubles"), _("×2 for one bomb, ×3 for two, ×4 for three")),
        label=_("What bombs do"),
        help=_("When added, lucky deals weigh less; rockets still multiply."),
        source="004, jj",
    )
    super_bombs: Switch = BOMBS.switch(
        label=_("Super bombs"),
        help=_("Bombs that the table agreed on beforehand count ×3; they are entered apart from the others."),
        source="superddz",
    )
    rocket_factor: int = BOMBS.number(
        2,
        (1, 8),
        label=_("Rocket multiplier"),
        help=_("What a rocket multiplies the stake by; 1 means no effect."),
        source="004, heshicaihao",
    )
    four_bombs: FourBombs = BOMBS.choice(
        "any",
        (_("every bomb"), _("bombs of six or more cards"), _("six or seven cards ×2, eight cards ×3")),
        label=_("Bombs that count with four players"),
        help=_("Two decks make larger bombs, up to eight cards."),
        source="004, pagat4, heshicaihao",
    )
    four_rocket: Literal["four", "two"] = BOMBS.choice(
        "four",
        (_("all four jokers"), _("one small and one big joker")),
        label=_("Rocket with four players"),
        help=_("What a rocket is in two decks."),
        source="pagat4",
    )
    wings_repeat: Literal["no", "yes"] = COMBINATIONS.choice(
        "no",
        (_("of different ranks only"), _("may be of one rank")),
        label=_("Attached single cards"),
        help=_("Where they may repeat: up to three of a rank, and none that makes the run longer."),
        source="004, rlcard",
    )
    four_wings: Switch = COMBINATIONS.switch(
        "on",
        label=_("Attached single cards with four players"),
        help=_("Off: no single cards on triplets and nothing on four of a kind; pairs on triplets stay."),
        source="004, pagat4",
    )


def rules_for(options: DoudizhuOptions, players: int) -> Rules:
    """The rules of combinations: one deck for three players, two for four."""
    repeat = options.wings_repeat == "yes"
    if players < 4:
        return Rules(wings_repeat=repeat)
    rocket = 4 if options.four_rocket == "four" else 2
    return Rules(decks=2, wings_repeat=repeat, wings=options.four_wings == "on", rocket=rocket)
