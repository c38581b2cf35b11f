"""The description of a round of the dobon family, in phrases."""

from collections import Counter
from collections.abc import Iterator, Mapping

from ..core import Outcome
from ..messages import Phrase
from ..reading import Hand
from ..words import gettext_noop as _
from ..words import ngettext_noop as ngettext
from .course import course_of
from .endings import ENDINGS
from .facts import Round
from .options import DobonOptions


def headline(
    facts: Round, headlines: Mapping[str, str], options: DobonOptions, outcome: Outcome | None
) -> tuple[Phrase, ...]:
    """The course of a round in one sentence, and the order of several calls where it does not name them all.

    Where anybody can return a claim, a return alone does not say whose card it was.
    """
    facts = course_of(facts, options, outcome)
    kind = facts.kind + (".returned" if facts.returns else "")
    if kind == "deckout" and not facts.starter:
        kind = "deckout.counted"
    values = {
        "winner": facts.winner,
        "starter": facts.starter,
        "player": facts.player,
        "callers": facts.returns[-2:-1] or facts.callers,  # on whom the last call was
        "victim": facts.victim,
        "returner": (facts.returns or ("",))[-1],
        "card": Phrase(_(" on %(card)s"), {"card": facts.card}) if facts.card else "",
    }
    sentence = Phrase(headlines[kind], values)
    plain = () if options.return_by == "anyone" else (facts.victim,)
    return (sentence, _chain(facts)) if facts.returns not in ((), plain) else (sentence,)


def _chain(facts: Round) -> Phrase:
    """Whose card it was, and everybody who called or returned, in that order."""
    calls: Phrase | tuple[str, ...] = facts.callers
    for name in facts.returns:
        calls = Phrase(_("%(before)s, then %(name)s"), {"before": calls, "name": name})
    if not facts.victim:
        return Phrase(_("called by %(calls)s"), {"calls": calls})
    return Phrase(_("the card of %(victim)s, called by %(calls)s"), {"victim": facts.victim, "calls": calls})


def round_hand(facts: Round, options: DobonOptions, outcome: Outcome | None) -> Hand:
    """The hand of who returned last, called first, or won by drawing."""
    facts = course_of(facts, options, outcome)
    drawer = ENDINGS[facts.kind].drawer(facts)
    winners = (*facts.returns[-1:], *facts.callers, *drawer)
    return facts.hands.get(winners[0], Hand()) if winners else Hand()


def details(facts: Round) -> Iterator[Phrase]:
    """Cards turned up, declarations, yaku and the like."""
    if facts.count > 1:
        singular, plural = ngettext("%(count)s card", "%(count)s cards")
        yield Phrase(singular, {"count": facts.count}, plural)
    if facts.target is not None:
        yield Phrase(_("number %(number)s"), {"number": facts.target})
    for card, words in ((facts.turnup, _("turned up")), (facts.bottom, _("bottom"))):
        if card:
            yield Phrase("%(words)s %(card)s", {"words": Phrase(words), "card": card})
    if facts.drawn:
        yield Phrase(_("drawn %(cards)s"), {"cards": facts.drawn})
    if facts.doublings:
        yield Phrase(_("doubled ×%(factor)s"), {"factor": 2**facts.doublings})
    yield from _declared(facts)


def _declared(facts: Round) -> Iterator[Phrase]:
    for name, times in Counter(facts.riichi).items():
        yield Phrase(_("riichi %(name)s ×%(times)s"), {"name": name, "times": times})
    for name in facts.lapsed:
        yield Phrase(_("riichi of %(name)s lapsed"), {"name": name})
    for name, extra in facts.extra_yaku.items():
        for yaku in extra:
            yield Phrase("%(name)s %(own)s +%(yaku)s", {"name": name, "own": yaku.name, "yaku": yaku.yaku})
