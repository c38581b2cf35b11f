"""The description of a deal, in phrases."""

from collections import Counter
from collections.abc import Iterator

from ..core import Outcome
from ..messages import Phrase
from ..words import gettext_noop as _
from ..words import ngettext_noop as ngettext
from ..words import pgettext_noop as pgettext
from .facts import LANDLORD, Deal
from .messages import MESSAGES
from .options import DoudizhuOptions
from .tally import landlord_of, multiplied, winner_of

PASSED_CALL = Phrase(pgettext("call", "pass"), context="call")
PASSED_PLAY = Phrase(pgettext("play", "pass"), context="play")


def headline(facts: Deal, options: DoudizhuOptions, outcome: Outcome | None) -> tuple[Phrase, ...]:
    """The result in one sentence, and what counted; for plays that is taken from ``outcome``."""
    landlord, bid = landlord_of(facts)
    farmers = facts.kind == "deal" and winner_of(facts) != LANDLORD
    sentence = Phrase(MESSAGES.headlines["deal.farmers" if farmers else facts.kind], {"landlord": landlord})
    return (sentence,) if facts.kind == "passed" else (sentence, *_counts(facts, bid, options, outcome))


def _counts(facts: Deal, bid: int, options: DoudizhuOptions, outcome: Outcome | None) -> Iterator[Phrase]:
    """The bid, where the table bids, and how many bombs and rockets doubled it."""
    if facts.lot:
        yield Phrase(_("drawn by lot"))
    elif bid > 1 or options.bidding == "bid":
        yield Phrase(_("bid %(bid)d"), {"bid": bid})
    bombs, rockets, spring = multiplied(facts, outcome)
    for count, (singular, plural) in (
        (bombs, ngettext("%(count)d bomb", "%(count)d bombs")),
        (rockets, ngettext("%(count)d rocket", "%(count)d rockets")),
    ):
        if count:
            yield Phrase(singular, {"count": count}, plural)
    if spring:
        yield Phrase(_("spring") if winner_of(facts) == LANDLORD else _("anti-spring"))


def details(facts: Deal) -> Iterator[Phrase]:
    if facts.big_bombs:
        yield Phrase(_("bombs entered apart: %(count)d"), {"count": facts.big_bombs})
    if facts.robs:
        yield Phrase(_("robbed ×%(times)d"), {"times": facts.robs})
    if facts.shown:
        yield Phrase(_("open hand ×%(factor)d"), {"factor": facts.shown})
    for name, times in Counter(facts.doubled).items():
        yield Phrase(_("%(name)s doubled ×%(times)d"), {"name": name, "times": times})
    line = _("auction: %(by)s %(bid)s")
    for call in facts.auction:
        yield Phrase(line, {"by": call.by, "bid": call.bid or PASSED_CALL})
        line = "%(by)s %(bid)s"
    line = _("plays: %(by)s %(cards)s")
    for play in facts.plays:
        yield Phrase(line, {"by": play.by, "cards": play.cards or PASSED_PLAY})
        line = "%(by)s %(cards)s"
