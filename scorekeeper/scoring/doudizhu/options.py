"""ハウスルール of 闘地主."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ..options import SWITCH, Options, Switch, choice, number
from ..words import gettext_noop as _
from .combinations import Rules

Bidding = Literal["bid", "rob"]
Spring = Literal["off", "double", "triple"]

GAME = "doudizhu"
BIDDING, STAKE, BOMBS, COMBINATIONS = (
    _("Bidding"),
    _("Stake and what multiplies it"),
    _("Bombs and rockets"),
    _("Combinations"),
)
SPRING_FACTORS: Mapping[Spring, int] = {"off": 1, "double": 2, "triple": 3}


@dataclass(frozen=True)
class DoudizhuOptions(Options):
    """The options of 闘地主; none of them exclude each other."""

    bidding: Bidding = choice(
        "bid",
        (
            _("bids of 1 to 3"),
            _("robbing: each rob doubles, no bids"),
        ),
        group=BIDDING,
        label=_("How the landlord is found"),
        help=_("Robbing starts from 1; every time somebody robs the seat, the stake doubles."),
        source="tencent",
        games=GAME,
    )
    nobody_bids: Literal["redeal", "lot"] = choice(
        "redeal",
        (
            _("the cards are dealt again"),
            _("the landlord is drawn by lot, for a bid of 1"),
        ),
        group=BIDDING,
        label=_("When nobody wants to be landlord"),
        help=_("Some tables draw lots at once, others after three deals that all passed."),
        source="heshicaihao",
        games=GAME,
    )
    unit_points: int = number(
        1,
        1,
        1000,
        group=STAKE,
        label=_("Points for each unit"),
        help=_("A bid of 3 is worth three times as many points."),
        source="jj",
        games=GAME,
    )
    spring: Spring = choice(
        "off",
        (
            _("off"),
            _("×2"),
            _("×3"),
        ),
        group=STAKE,
        label=_("Spring"),
        help=_("Nobody but the landlord played, or the landlord loses after a single play."),
        source="jj, joker128",
        games=GAME,
    )
    doubling: Switch = choice(
        "off",
        SWITCH,
        group=STAKE,
        label=_("Doubling"),
        help=_("Each declaration doubles what that player and the landlord pay each other."),
        source="tencent",
        games=GAME,
    )
    open_hand: Switch = choice(
        "off",
        SWITCH,
        group=STAKE,
        label=_("Playing with an open hand"),
        help=_("The stake is multiplied by 2 to 5, the more the earlier the hand was shown."),
        source="tencent",
        games=GAME,
    )
    cap: int = number(
        0,
        0,
        1000000,
        group=STAKE,
        label=_("Limit for one payment"),
        help=_("0 is no limit."),
        source="superddz",
        games=GAME,
    )
    bomb_effect: Literal["double", "add"] = choice(
        "double",
        (
            _("each bomb doubles"),
            _("×2 for one bomb, ×3 for two, ×4 for three"),
        ),
        group=BOMBS,
        label=_("What bombs do"),
        help=_("When added, lucky deals weigh less; rockets still multiply."),
        source="004, jj",
        games=GAME,
    )
    super_bombs: Switch = choice(
        "off",
        SWITCH,
        group=BOMBS,
        label=_("Super bombs"),
        help=_("Bombs that the table agreed on beforehand count ×3; they are entered apart from the others."),
        source="superddz",
        games=GAME,
    )
    rocket_factor: int = number(
        2,
        1,
        8,
        group=BOMBS,
        label=_("Rocket multiplier"),
        help=_("What a rocket multiplies the stake by; 1 means no effect."),
        source="004, heshicaihao",
        games=GAME,
    )
    four_bombs: Literal["any", "six", "size"] = choice(
        "any",
        (
            _("every bomb"),
            _("bombs of six or more cards"),
            _("six or seven cards ×2, eight cards ×3"),
        ),
        group=BOMBS,
        label=_("Bombs that count with four players"),
        help=_("Two decks make larger bombs, up to eight cards."),
        source="004, pagat4, heshicaihao",
        games=GAME,
    )
    four_rocket: Literal["four", "two"] = choice(
        "four",
        (
            _("all four jokers"),
            _("one small and one big joker"),
        ),
        group=BOMBS,
        label=_("Rocket with four players"),
        help=_("What a rocket is in two decks."),
        source="pagat4",
        games=GAME,
    )
    wings_repeat: Literal["no", "yes"] = choice(
        "no",
        (
            _("of different ranks only"),
            _("may be of one rank"),
        ),
        group=COMBINATIONS,
        label=_("Attached single cards"),
        help=_("Where they may repeat: up to three of a rank, and none that makes the run longer."),
        source="004, rlcard",
        games=GAME,
    )
    four_wings: Switch = choice(
        "on",
        SWITCH,
        group=COMBINATIONS,
        label=_("Attached single cards with four players"),
        help=_("Off: no single cards on triplets and nothing on four of a kind; pairs on triplets stay."),
        source="004, pagat4",
        games=GAME,
    )

    # The card turned up decides who begins, deals are independent, and landlord and farmers pay each other.
    loser_starts = has_streaks = counts_streaks = has_pot = returns_pot = penalty_points = False


def rules_for(options: DoudizhuOptions, players: int) -> Rules:
    """The rules of combinations: one deck for three players, two for four."""
    repeat = options.wings_repeat == "yes"
    if players < 4:
        return Rules(wings_repeat=repeat)
    rocket = 4 if options.four_rocket == "four" else 2
    return Rules(decks=2, wings_repeat=repeat, wings=options.four_wings == "on", rocket=rocket)
