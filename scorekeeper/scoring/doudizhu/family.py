"""The game 闘地主."""

from collections.abc import Iterator, Mapping

from ..messages import Phrase
from ..ruleset import RoundText, RulesetOf
from ..words import gettext_noop as _
from .facts import Deal, check_deal, keys, stated
from .messages import MESSAGES
from .options import GAME, SPRING_FACTORS, Bidding, DoudizhuOptions
from .round_text import details, headline
from .settle import settle
from .tally import parts


def kinds(options: DoudizhuOptions) -> tuple[str, ...]:
    return "deal", "passed"


def summary(options: DoudizhuOptions) -> Iterator[Phrase]:
    """The rules in a few words."""
    base: Mapping[Bidding, str] = {"bid": _("bid × bombs"), "rob": _("robs × bombs")}
    yield Phrase(base[options.bidding])
    if options.unit_points > 1:
        yield Phrase(_("a unit is %(points)d"), {"points": options.unit_points})
    if options.bomb_effect == "add":
        yield Phrase(_("bombs are added"))
    if options.spring != "off":
        yield Phrase(_("spring ×%(factor)d"), {"factor": SPRING_FACTORS[options.spring]})
    yield from _more_phrases(options)


def _more_phrases(options: DoudizhuOptions) -> Iterator[Phrase]:
    if options.nobody_bids == "lot":
        yield Phrase(_("by lot when nobody bids"))
    if options.super_bombs == "on":
        yield Phrase(_("super bombs ×3"))
    if options.rocket_factor != 2:
        yield Phrase(_("rocket ×%(factor)d"), {"factor": options.rocket_factor})
    if options.doubling == "on":
        yield Phrase(_("doubling"))
    if options.open_hand == "on":
        yield Phrase(_("open hand"))
    if options.cap:
        yield Phrase(_("at most %(points)d"), {"points": options.cap})


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
    stated=stated,
    settle=settle,
    parts=parts,
    summary=summary,
    messages=MESSAGES,
    round_text=RoundText(headline, details),
)
