"""English texts of the codes of 闘地主, and the description of a deal."""

from collections import Counter
from collections.abc import Iterator

from ..core import Outcome
from ..messages import Messages, Phrase, StepText
from ..words import gettext_noop as _
from ..words import ngettext_noop as ngettext
from ..words import pgettext_noop as pgettext
from .facts import LANDLORD, Deal
from .options import DoudizhuOptions
from .settle import landlord_of, multiplied, winner_of

MESSAGES = Messages(
    parts={"landlord": _("Landlord"), "winner": _("won")},
    tag="landlord",
    steps={
        "factor.unit": StepText(_("Points for each unit: %(by)s"), _("stake unit %(by)s")),
        "factor.robs": StepText(
            _("Times robbed: %(count)s, ×%(times)s"), _("(times robbed: %(count)s → %(times)s)")
        ),
        "factor.bomb": StepText(_("1 bomb ×%(times)s"), _("(1 bomb → %(times)s)")),
        "factor.bombs": StepText(_("%(count)s bombs ×%(times)s"), _("(%(count)s bombs → %(times)s)")),
        "factor.big_bomb": StepText(
            _("1 bomb of eight cards ×%(times)s"), _("(1 bomb of eight cards → %(times)s)")
        ),
        "factor.big_bombs": StepText(
            _("%(count)s bombs of eight cards ×%(times)s"), _("(%(count)s bombs of eight cards → %(times)s)")
        ),
        "factor.super_bomb": StepText(_("1 super bomb ×%(times)s"), _("(1 super bomb → %(times)s)")),
        "factor.super_bombs": StepText(
            _("%(count)s super bombs ×%(times)s"), _("(%(count)s super bombs → %(times)s)")
        ),
        "factor.bomb.added": StepText(_("1 bomb, added: ×%(gives)s"), _("(1 bomb, added → %(gives)s)")),
        "factor.bombs.added": StepText(
            _("%(count)s bombs, added: ×%(gives)s"), _("(%(count)s bombs, added → %(gives)s)")
        ),
        "combine.bombs": StepText(_("All bombs ×%(by)s")),
        "factor.rocket": StepText(_("1 rocket ×%(times)s"), _("(1 rocket → %(times)s)")),
        "factor.rockets": StepText(_("%(count)s rockets ×%(times)s"), _("(%(count)s rockets → %(times)s)")),
        "factor.spring": StepText(_("Spring ×%(times)s"), _("(spring → %(times)s)")),
        "factor.anti_spring": StepText(_("Anti-spring ×%(times)s"), _("(anti-spring → %(times)s)")),
        "factor.shown": StepText(_("Open hand ×%(times)s"), _("(open hand → %(times)s)")),
        "factor.doubled": StepText(_("%(who)s doubled ×%(times)s"), _("(%(who)s doubled → %(times)s)")),
        "bid": StepText(_("Bid %(gives)s"), _("bid %(gives)s")),
        "lot": StepText(_("The landlord was drawn by lot: %(gives)s"), _("by lot %(gives)s")),
        "base": StepText(_("Starting stake %(gives)s"), _("starting stake %(gives)s")),
        "cap": StepText(_("At most %(by)s for one payment"), _("at most %(gives)s")),
    },
    transfers={
        "deal.farmer": _("to the landlord, who won"),
        "deal.landlord": _("by the landlord, who lost"),
    },
    notes={
        "note.derived_landlord": _("Counted from the plays: %(who)s, the landlord, was out first."),
        "note.derived_farmers": _("Counted from the plays: a farmer was out before %(who)s, the landlord."),
        "note.no_spring": _("It was a spring; this table does not count that."),
        "note.no_anti_spring": _("It was an anti-spring; this table does not count that."),
        "note.no_robs": _("Robs do not count: the landlord is found by bids at this table."),
        "note.no_shown": _("An open hand does not count at this table."),
        "note.no_doubling": _("Declared doublings do not count at this table."),
        "note.no_big_bombs": _("A bomb of eight cards does not count: there is one deck for three players."),
        "note.super_bombs": _(
            "Which bombs are super bombs is not known from the plays: each counts as a bomb."
        ),
        "note.no_rockets": _("A rocket multiplies nothing at this table."),
        "note.quad": _("%(shown)s is no bomb: other cards are attached to the four."),
        "note.small_bomb": _("The bomb %(shown)s does not count: only those of six or more cards do."),
        "why.nothing": _("These cards make no combination."),
        "why.empty": _("No cards."),
        "why.never_held": _("%(count)s cards; nobody holds more than %(most)s."),
        "why.too_many": _("%(rank)s ×%(count)s: more than there are."),
        "why.rocket_four": _("The rocket is all four jokers at this table."),
        "why.rocket_two": _("The rocket is one small and one big joker."),
        "why.run_two": _("2s and jokers cannot be in a run."),
        "why.run_gap": _("The ranks do not follow one another: %(rank)s is missing."),
        "why.short_sequence": _("A run of single cards needs five ranks; this has %(count)s."),
        "why.short_pairs": _("A run of pairs needs three ranks; this has %(count)s."),
        "why.short_triplets": _("A run of triplets needs two ranks; this has %(count)s."),
        "why.wings_jokers": _("Both jokers cannot be attached together."),
        "why.wings_joker_pair": _("Two jokers cannot be attached as a pair."),
        "why.wings_mixed": _("Attached single cards and pairs cannot be mixed."),
        "why.wings_same": _("Attached cards must be of different ranks."),
        "why.wings_off": _(
            "At this table nothing is attached to four of a kind, and no single cards to triplets."
        ),
        "why.wings_number": _(
            "A card or a pair must be attached to each triplet. Triplets here: %(triplets)s;"
            " other cards: %(wings)s."
        ),
        "why.wings_quad": _(
            "Four of a kind takes two single cards or two pairs. Other cards here: %(wings)s."
        ),
    },
    problems={
        "lot.off": _("%(who)s was drawn by lot as the landlord; this table deals again when nobody bids."),
        "auction.turn": _("%(who)s called out of turn."),
        "auction.not_higher": _("%(who)s bid %(bid)s, which is not more than %(highest)s."),
        "auction.over": _("%(who)s called after the auction was over."),
        "auction.unfinished": _("The auction was not finished."),
        "play.illegal": _("%(who)s, play %(number)s, %(cards)s: %(why)s"),
        "play.not_higher": _("%(who)s, play %(number)s, %(cards)s: this does not beat the play before."),
        "play.first": _("%(who)s began; the landlord, %(landlord)s, should have."),
        "play.over": _("%(who)s, play %(number)s, %(cards)s: somebody was out already."),
        "play.many": _("%(who)s played %(count)s cards; there were %(most)s in the hand."),
        "play.unfinished": _("%(who)s played last, but cards are left in that hand: %(count)s."),
    },
    headlines={
        "deal": _("Landlord %(landlord)s won"),
        "deal.farmers": _("The farmers beat landlord %(landlord)s"),
        "passed": _("All passed"),
    },
    one_pays=frozenset({"deal.landlord"}),
    errors={
        "deal.replaced": _("“%(key)s” is counted from “%(by)s” and must not be given too"),
        "auction.empty": _("the calls of the auction are missing"),
        "auction.none": _("nobody bid in this auction, so there is no landlord"),
        "auction.bid": _("somebody bid in this auction, so not everybody passed"),
        "plays.none": _("nobody played a card"),
        "play.joker": _("a joker in a play needs its colour: JkB or JkR"),
        "combo.lines": _("either a play, or --lines with a file, is needed here"),
    },
)

COMBINATIONS: dict[str, str] = {
    "single": _("Single card"),
    "pair": _("Pair"),
    "triplet": _("Triplet"),
    "triplet_single": _("Triplet with a single card"),
    "triplet_pair": _("Triplet with a pair"),
    "sequence": _("Run of single cards"),
    "pair_sequence": _("Run of pairs"),
    "triplet_sequence": _("Run of triplets"),
    "triplet_sequence_singles": _("Run of triplets with single cards"),
    "triplet_sequence_pairs": _("Run of triplets with pairs"),
    "quad_singles": _("Four of a kind with two single cards"),
    "quad_pairs": _("Four of a kind with two pairs"),
    "bomb": _("Bomb"),
    "rocket": _("Rocket"),
}
"""組み合わせ, by type."""
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
