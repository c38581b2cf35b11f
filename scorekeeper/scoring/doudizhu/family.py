"""The game 闘地主."""

from collections.abc import Iterator, Mapping

from ..core import Values
from ..messages import Phrase
from ..ruleset import RulesetOf
from ..words import gettext_noop as _
from .facts import Deal, always_written, check_deal, keys
from .messages import MESSAGES, details, headline
from .options import GAME, SPRING_FACTORS, Bidding, DoudizhuOptions
from .settle import parts, settle


def kinds(options: DoudizhuOptions) -> tuple[str, ...]:
    return "deal", "passed"


def summary(options: DoudizhuOptions) -> Iterator[Phrase]:
    base: Mapping[Bidding, str] = {"bid": _("bid × bombs"), "rob": _("robs × bombs")}
    phrases: tuple[tuple[bool, str, Values], ...] = (
        (True, base[options.bidding], {}),
        (options.unit_points > 1, _("a unit is %(points)d"), {"points": options.unit_points}),
        (options.bomb_effect == "add", _("bombs are added"), {}),
        (options.spring != "off", _("spring ×%(factor)d"), {"factor": SPRING_FACTORS[options.spring]}),
        (options.nobody_bids == "lot", _("by lot when nobody bids"), {}),
        (options.super_bombs == "on", _("super bombs ×3"), {}),
        (options.rocket_factor != 2, _("rocket ×%(factor)d"), {"factor": options.rocket_factor}),
        (options.doubling == "on", _("doubling"), {}),
        (options.open_hand == "on", _("open hand"), {}),
        (options.cap > 0, _("at most %(points)d"), {"points": options.cap}),
    )
    return (Phrase(text, values) for played, text, values in phrases if played)


DOUDIZHU = RulesetOf(
    key=GAME,
    family="doudizhu",
    title=_("Dou Dizhu"),
    line=_("One landlord against the others; bombs and rockets double the bid."),
    version=1,
    source="004",
    defaults=DoudizhuOptions(),
    known=("deal", "passed"),
    kinds=kinds,
    fewest_players=3,
    most_players=4,
    facts=Deal,
    keys=keys,
    check=check_deal,
    always_written=always_written,
    settle=settle,
    parts=parts,
    summary=summary,
    messages=MESSAGES,
    headline=headline,
    details=details,
)
