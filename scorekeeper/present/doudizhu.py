"""What happened in a deal, in one sentence."""

from collections import Counter
from collections.abc import Iterator, Mapping

from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.scoring import texts
from scorekeeper.scoring.core import Outcome, Step
from scorekeeper.scoring.doudizhu.auction import taken
from scorekeeper.scoring.doudizhu.facts import LANDLORD, Deal
from scorekeeper.scoring.doudizhu.options import DoudizhuOptions

HEADLINES: Mapping[str, object] = {
    "deal": _("Landlord %(landlord)s won"),
    "deal.farmers": _("The farmers beat landlord %(landlord)s"),
    "passed": _("All passed"),
}


def landlord_of(facts: Deal) -> tuple[str, int]:
    """Who was the landlord and for which bid, from the auction where there is one."""
    return taken(facts.auction) if facts.auction else (facts.landlord, facts.bid)


def winner_of(facts: Deal) -> str:
    """The side that won: that of the last to play where the plays are known."""
    played = [play.by for play in facts.plays if play.cards]
    if not played:
        return facts.winner
    return LANDLORD if played[-1] == landlord_of(facts)[0] else "farmers"


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
    bombs, rockets, spring = facts.bombs + facts.big_bombs, facts.rockets, facts.spring
    if facts.plays:
        bombs, rockets, spring = _multiplied(outcome)
    if bombs:
        yield ngettext("%(count)d bomb", "%(count)d bombs", bombs) % {"count": bombs}
    if rockets:
        yield ngettext("%(count)d rocket", "%(count)d rockets", rockets) % {"count": rockets}
    if spring:
        yield gettext("spring") if winner_of(facts) == LANDLORD else gettext("anti-spring")


def _multiplied(outcome: Outcome | None) -> tuple[int, int, bool]:
    """How many bombs and rockets multiplied the stake, and whether a spring did; nothing of no outcome."""
    steps: tuple[Step, ...] = outcome.transfers[0].steps if outcome and outcome.transfers else ()
    codes = Counter(step.code for step in steps)
    added = sum(len(step.of) - 1 for step in steps if step.code == "factor.bombs")
    bombs = codes["factor.bomb"] + codes["factor.big_bomb"] + added
    return bombs, codes["factor.rocket"], bool(codes["factor.spring"] + codes["factor.anti_spring"])


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
