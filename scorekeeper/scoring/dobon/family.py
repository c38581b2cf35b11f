"""The four games of the family: one pipeline, distinguished by their options alone."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import reduce
from operator import or_

from ..cards import RANK_NAMES, Card
from ..core import Outcome, Parts, State, Values
from ..errors import ReadError
from ..messages import Messages, Phrase
from ..options import Value
from ..reading import Json
from ..ruleset import Claims, RulesetOf
from ..words import gettext_noop as _
from .claims import claimed_number, course_of, waits
from .endings import ENDINGS, kinds
from .facts import MOST_TOGETHER, Round
from .messages import DOTENKO as DOTENKO_TEXTS
from .messages import MESSAGES, details, headline, round_hand
from .messages import TEYAKU as TEYAKU_TEXTS
from .options import DobonOptions
from .options.course import Returns
from .settle import settle


def keys(kind: str) -> tuple[Collection[str], Collection[str]]:
    ending = ENDINGS[kind]
    return ending.required, ending.optional


def check_roles(facts: Round, data: Json, where: str, options: DobonOptions) -> Round:
    """The facts as they are; raises ReadError where the roles contradict each other."""
    if facts.victim and facts.victim in facts.callers:
        raise ReadError(f"{where}.victim", "victim.caller", name=facts.victim)
    if facts.victim and facts.victim == facts.winner:
        raise ReadError(f"{where}.victim", "victim.winner", name=facts.victim)
    for place, name in enumerate(facts.returns):
        if name in (facts.returns[place - 1 : place] or facts.callers):
            raise ReadError(f"{where}.returns[{place}]", "returns.caller", name=name)
    return facts


def always_written(facts: Round) -> Collection[str]:
    """The hands are written even if there are none, where a round can have some."""
    return ("hands",) if "hands" in ENDINGS[facts.kind].optional else ()


def parts(state: State, facts: Round, options: DobonOptions, outcome: Outcome) -> Parts:
    """Callers, who was claimed, who returned and who was returned on, who drew or burst, and who won."""
    facts = course_of(facts, options, outcome)
    ending = ENDINGS[facts.kind]
    role, fact = ending.role
    roles = {
        "caller": facts.callers,
        role: (getattr(facts, fact),) if role and getattr(facts, fact) else (),
        "returner": facts.returns,
        "returned": (*facts.callers, *facts.returns[:-1]) if facts.returns else (),
        "drawer": ending.drawer(facts),
        "winner": tuple(outcome.streak or ()),
    }
    number = claimed_number(facts, options) if facts.callers else None
    return Parts({part: names for part, names in roles.items() if names}, number)


def plays(options: DobonOptions) -> tuple[str, ...]:
    """What can be claimed apart from a single played card."""
    opening = ("opening",) if "opening" in kinds(options) else ()
    return (*opening, "count") if options.plays_together else opening


def claimable(card: Card, count: int, options: DobonOptions) -> tuple[int, ...]:
    facts = Round("dobon", card=card)
    number = claimed_number(facts, options)
    if number is None:
        return ()
    return (number, number * count) if count > 1 and options.together == "on" else (number,)


def playable(options: DobonOptions) -> set[int]:
    cards = [Card(rank) for rank in range(len(RANK_NAMES))]
    together = range(2, MOST_TOGETHER + 1)  # what can be claimed on one card can be on two as well
    return {number for card in cards for count in together for number in claimable(card, count, options)}


RETURNS: Mapping[Returns, str] = {
    "off": _("no return"),
    "on": _("with return"),
    "chain": _("returns of returns"),
}


def summary(options: DobonOptions) -> Iterator[Phrase]:
    by_hands, unit = options.amount == "hands", options.unit_points
    phrases: tuple[tuple[bool, str, Values], ...] = (
        (options.dobon_factor > 1, _("dobon ×%(factor)d"), {"factor": options.dobon_factor}),
        (options.paid_to == "bank", _("penalty points"), {}),
        (options.amount == "flat", _("%(points)d for each other player"), {"points": unit}),
        (options.amount != "flat" and unit > 1, _("number ×%(points)d"), {"points": unit}),
        (options.draws_cards, _("a card is drawn"), {}),
        (by_hands and options.twos != "instead", _("2s count %(points)d"), {"points": options.two_value}),
        (options.twos != "off", _("2s double"), {}),
        (options.threes != "off", _("3s double"), {}),
        (options.jokers > 0, _("jokers: %(count)d"), {"count": options.jokers}),
        (True, RETURNS[options.returns], {}),
        (by_hands and options.face_value != 10, _("faces count %(points)d"), {"points": options.face_value}),
        (options.eights != "off", _("8s double"), {}),
        (options.round_unit not in (1, 10), _("rounded to %(unit)d"), {"unit": options.round_unit}),
        (options.streak != "off", _("streak bonus"), {}),
        (options.riichi == "on", _("riichi"), {}),
        (options.cap > 0, _("at most %(points)d"), {"points": options.cap}),
        (options.burst == "on", _("burst %(points)d"), {"points": options.burst_points}),
    )
    return (Phrase(text, values) for played, text, values in phrases if played)


EARLIER: Mapping[str, Mapping[int, Mapping[str, Value]]] = {
    "kawagoe": {1: {"opening_starter": "same"}},
    "teyaku": {1: {"riichi_lasts": "round", "riichi_needs": "full"}},
    "dotenko": {1: {"opening_starter": "same"}},
}
"""Former values of defaults that changed, by game and the last version that had them."""


def game(
    key: str, title: str, line: str, source: str, options: DobonOptions, words: Messages | None = None
) -> RulesetOf[Round, DobonOptions]:
    """A game of the family; ``words`` are its messages, where they differ from the family's."""
    messages = reduce(or_, (ending.messages for ending in ENDINGS.values()), MESSAGES)
    messages = messages | words if words else messages
    return RulesetOf(
        key=key,
        family="dobon",
        title=title,
        line=line,
        version=2,
        source=source,
        defaults=options,
        known=ENDINGS,
        kinds=kinds,
        anywhere=("deckout",),
        fewest_players=2,
        most_players=10,
        facts=Round,
        keys=keys,
        check=check_roles,
        always_written=always_written,
        settle=settle,
        parts=parts,
        summary=summary,
        messages=messages,
        headline=lambda facts, options, outcome: headline(facts, messages.headlines, options, outcome),
        details=details,
        deciding_hand=round_hand,
        claims=Claims(waits, claimable, plays),
        earlier=EARLIER.get(key, {}),
    )


PLAIN = DobonOptions(bystanders="nothing", dobon_factor=1, two_value=2, face_value=0, round_unit=1)
"""Cards count the number on them, and one player pays once, without rounding."""

GAMBLE = game(
    "gamble",
    _("Gamble Dobon"),
    _("Hands are added up; the claimed player pays three times both hands."),
    "000",
    DobonOptions(),
)

KAWAGOE = game(
    "kawagoe",
    _("Kawagoe Dobon"),
    _("The claimed number and the payer's hand; 2s and jokers double."),
    "001",
    replace(
        PLAIN,
        amount="number_hand",
        two_cards="four",
        returns="on",
        return_factor=2,
        opening_extra=4,
        twos="double",
        joker_factor="double",
        deckout="nogame",
        starts="loser",
        opening_starter="open",
        jokers=2,
    ),
)

TEYAKU = game(
    "teyaku",
    _("Teyaku Dobon"),
    _("Dora, jokers and streaks make yaku; a table turns them into points."),
    "002",
    replace(
        PLAIN,
        amount="yaku",
        two_cards="four",
        together="on",
        returns="on",
        dora="on",
        joker_yaku="on",
        streak="yaku",
        riichi="on",
        riichi_lasts="turn",
        riichi_needs="void",
        deckout="fewest",
        jokers=2,
    ),
    TEYAKU_TEXTS,
)

DOTENKO = game(
    "dotenko",
    _("Dotenko"),
    _("The card's number is the points; every return doubles."),
    "003",
    replace(
        PLAIN,
        amount="number",
        aces="plus_minus",
        joker_claim="free",
        returns="chain",
        return_by="anyone",
        return_factor=2,
        several="returns",
        burst="on",
        deckout="nogame",
        starts="loser",
        opening_starter="open",
        jokers=2,
    ),
    DOTENKO_TEXTS,
)
