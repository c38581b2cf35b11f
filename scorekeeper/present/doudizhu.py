"""What happened in a deal, in one sentence."""

from collections import Counter
from collections.abc import Iterator, Mapping

from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.scoring import texts
from scorekeeper.scoring.core import Outcome
from scorekeeper.scoring.doudizhu.facts import LANDLORD, Deal
from scorekeeper.scoring.doudizhu.options import DoudizhuOptions
from scorekeeper.scoring.doudizhu.tally import landlord_of, multiplied, winner_of

HEADLINES: Mapping[str, object] = {
    "deal": _("Landlord %(landlord)s won"),
    "deal.farmers": _("The farmers beat landlord %(landlord)s"),
    "passed": _("All passed"),
}


def headline(facts: Deal, options: DoudizhuOptions | None = None, outcome: Outcome | None = None) -> str:
    """What happened, in one sentence; where the plays were entered, what they came to is in ``outcome``."""
    landlord, bid = landlord_of(facts)
    key = "deal.farmers" if facts.kind == "deal" and winner_of(facts) != LANDLORD else facts.kind
    line = str(HEADLINES[key]) % {"landlord": landlord}
    if facts.kind == "passed":
        return line
    told = gettext(", ").join(_counts(facts, bid, options or DoudizhuOptions(), outcome))
    return gettext("%(line)s (%(told)s)") % {"line": line, "told": told} if told else line


def _counts(facts: Deal, bid: int, options: DoudizhuOptions, outcome: Outcome | None) -> Iterator[str]:
    """The bid, where the table bids, and how many bombs and rockets doubled it."""
    if bid > 1 or options.bidding == "bid":
        yield gettext("bid %(bid)d") % {"bid": bid}
    bombs, rockets, spring = multiplied(facts, outcome)
    if bombs:
        yield ngettext("%(count)d bomb", "%(count)d bombs", bombs) % {"count": bombs}
    if rockets:
        yield ngettext("%(count)d rocket", "%(count)d rockets", rockets) % {"count": rockets}
    if spring:
        yield gettext("spring") if winner_of(facts) == LANDLORD else gettext("anti-spring")


def besides(facts: Deal) -> Iterator[str]:
    """Everything else that was entered, for the history of changes."""
    if facts.big_bombs:
        yield gettext("bombs of eight cards: %(count)d") % {"count": facts.big_bombs}
    if facts.robs:
        yield gettext("robbed ×%(times)d") % {"times": facts.robs}
    if facts.shown:
        yield gettext("open hand ×%(factor)d") % {"factor": facts.shown}
    for name, times in Counter(facts.doubled).items():
        yield gettext("%(name)s doubled ×%(times)d") % {"name": name, "times": times}
    passed_call, passed_play = pgettext("call", "pass"), pgettext("play", "pass")
    for call in facts.auction:
        yield f"{call.by} {call.bid or passed_call}"
    for play in facts.plays:
        yield f"{play.by} {texts.cards(play.cards, gettext) or passed_play}"
