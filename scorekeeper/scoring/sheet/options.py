"""ハウスルール of the score sheet."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from ..errors import ReadError
from ..options import Group, Options, Switch, Traits, checked
from ..words import gettext_noop as _

Preset = Literal["free", "daifugo", "sevens", "old_maid", "uno", "hearts", "poker", "page_one"]
Kind = Literal["points", "places", "winner"]

GAMES = "sheet daifugo sevens old_maid uno hearts poker page_one"
POINTS, PLACES = Group(_("Points"), GAMES, "paper"), Group(_("Places"), GAMES, "paper")
END = Group(_("End and extras"), GAMES, "paper")
TITLES: dict[Preset, str] = {
    "free": _("Score sheet"),
    "daifugo": _("Daifugo"),
    "sevens": _("Sevens"),
    "old_maid": _("Old Maid"),
    "uno": _("UNO"),
    "hearts": _("Hearts"),
    "poker": _("Poker"),
    "page_one": _("Page One"),
}
FIRST_KIND: dict[Preset, Kind] = {
    "daifugo": "places",
    "sevens": "places",
    "old_maid": "places",
    "uno": "winner",
    "page_one": "winner",
}
"""How a round of a preset is usually written down; by points in all others."""


@dataclass(frozen=True)
class SheetOptions(Options):
    """The options of the score sheet; the defaults are those of the preset ``free``.

    Raises ReadError for options that exclude each other.  Lists may be given as JSON.
    """

    preset: Preset = POINTS.choice(
        "free",
        TITLES.values(),
        kind="preset",
        fixed=True,
        label=_("Game"),
        help=_("The game that is written down; it comes with its usual rules."),
    )
    wins: Literal["high", "low"] = POINTS.choice(
        "high",
        (_("most points"), _("fewest points")),
        fixed=True,
        label=_("Who is first"),
        help=_("With the fewest points first, points count against their owner."),
    )
    zero_sum: Switch = POINTS.flag(
        label=_("A round sums to 0"),
        help=_("Players win from each other; a round that does not come to 0 is refused."),
    )
    round_total: int = POINTS.number(
        0,
        (0, 1000000),
        label=_("Points of a round together"),
        help=_("A round with another sum is objected to, unless it is a multiple. 0: any sum."),
        source="hearts",
    )
    place_points: str = PLACES.numbers(
        "3 2 1 0",
        "list",
        label=_("Points by place"),
        help=_("First place first; the last number holds for all places behind."),
    )
    counted_places: Literal["all", "last"] = PLACES.choice(
        "all",
        (_("every place"), _("only the last")),
        label=_("Which places count"),
        help=_("Only the last: it gets the last number, and everybody else the first."),
    )
    ties: Literal["share", "same"] = PLACES.choice(
        "share",
        (_("share the points of their places"), _("all get those of the best of them")),
        label=_("Equal places"),
        help=_("What does not divide goes to the earlier seat."),
    )
    target: int = END.number(
        0,
        (-1000000, 1000000),
        label=_("Play until somebody has"),
        help=_(
            "The table ends after the round in which somebody gets there; below 0: falls there. 0: open end."
        ),
        source="uno, hearts, president-11",
    )
    bonuses: str = END.numbers(
        "",
        "named",
        label=_("Extras with points"),
        help=_("A short list of the table's own, such as “Revolution +10, Foul -5”."),
    )

    def __post_init__(self) -> None:
        lists = {"place_points": self.place_points, "bonuses": self.bonuses}
        for key, value in checked(type(self), lists, "options").items():
            object.__setattr__(self, key, value)
        if self.zero_sum == "on" and self.round_total:
            raise ReadError("options.round_total", "options.round_total")

    @cached_property
    def traits(self) -> Traits:
        """Unless a round sums to 0, points come from nobody."""
        bank = self.zero_sum == "off"
        return Traits(penalty_points=bank, levels_bank=bank, target=self.target, low_wins=self.wins == "low")
