"""判定: what a hand may claim at a table, from a form that only asks."""

import unicodedata
from dataclasses import dataclass

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext

from scorekeeper.present.cards import CardView, card, cards
from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import RANK_NAMES, Card, CardError, read_cards, write_cards
from scorekeeper.scoring.core import Note, Problem
from scorekeeper.scoring.dobon.facts import MOST_TOGETHER
from scorekeeper.scoring.dobon.family import playable
from scorekeeper.scoring.dobon.options import DobonOptions
from scorekeeper.scoring.dobon.settle import deck_objections
from scorekeeper.scoring.options import Options, own
from scorekeeper.scoring.ruleset import Ruleset

from ..fields import Errors
from ..parts import Fields, chips, field, typed_cards
from ..shape import RefereePage

MOST_CARDS = 14
"""A hand to be judged; more is no hand of these games."""
LONGEST_TYPED = 200


@dataclass(frozen=True, slots=True)
class Question:
    card: str
    hand: str
    count: int
    opening: bool
    cards: tuple[Card, ...]
    claimed: Card | None
    errors: Errors

    @property
    def shown(self) -> tuple[CardView, ...]:
        return cards(self.cards)


def page(data: QueryDict, ruleset: Ruleset, rules: Options, players: int) -> RefereePage:
    """The page for a question about a claim; how many play makes no difference."""
    options = own(rules, DobonOptions)
    question = read_question(data, ruleset, options)
    plays = ruleset.claiming.plays(options)
    context = {
        "question": question,
        "fields": _fields(question, options),
        "verdict": judge(question, ruleset, options),
        "ranks": RANK_NAMES[1:],
        "joker": options.jokers > 0,
        "together": "count" in plays,
        "opening": "opening" in plays,
    }
    return RefereePage("games/dobon/referee.html", context, bool(question.errors))


def _fields(question: Question, options: DobonOptions) -> Fields:
    ranks = [*RANK_NAMES[1:], *(["Jk"] if options.jokers else [])]
    counts = [str(number) for number in range(1, MOST_TOGETHER + 1)]
    fields = {
        "hand": typed_cards(gettext("or typed")),
        "card": chips(gettext("Card on the table"), [(rank, rank) for rank in ranks]),
        "count": chips(gettext("Cards of that number played together"), [(one, one) for one in counts]),
        "opening": field(gettext("The first card turned up (opening dobon)"), forms.CheckboxInput()),
    }
    return Fields(fields, {name: getattr(question, name) for name in fields}, question.errors)


def read_question(data: QueryDict, ruleset: Ruleset, options: DobonOptions) -> Question:
    """The question of a form: ``add`` puts a card to the hand, ``drop`` takes the last one away."""
    errors: Errors = {}
    plays = ruleset.claiming.plays(options)
    hand = _read(data, "hand", errors)
    if "hand" not in errors:
        hand = _tapped(hand, data, errors)
        _check_hand(hand, options, errors)
    claimed = _read(data, "card", errors)
    if len(claimed) > 1:
        errors["card"] = [gettext("One card only.")]
    return Question(
        card=str(claimed[0]) if len(claimed) == 1 else _typed(data, "card"),
        hand=_typed(data, "hand") if "hand" in errors else write_cards(hand),
        count=_count(data) if "count" in plays else 1,
        opening="opening" in plays and data.get("opening") == "on",
        cards=() if "hand" in errors else hand,
        claimed=claimed[0] if len(claimed) == 1 else None,
        errors=errors,
    )


def _typed(data: QueryDict, name: str) -> str:
    return data.get(name, "")[:LONGEST_TYPED]


def _read(data: QueryDict, name: str, errors: Errors) -> tuple[Card, ...]:
    try:
        return read_cards(_typed(data, name))
    except CardError as error:
        errors[name] = [gettext("No card “%(text)s”") % {"text": texts.visible(error.text[:40])}]
        return ()


def _tapped(hand: tuple[Card, ...], data: QueryDict, errors: Errors) -> tuple[Card, ...]:
    if "drop" in data:
        return hand[:-1]
    return (*hand, *_read(data, "add", errors)[:1])


def _check_hand(hand: tuple[Card, ...], options: DobonOptions, errors: Errors) -> None:
    if len(hand) > MOST_CARDS:
        errors["hand"] = [gettext("At most %(most)d cards.") % {"most": MOST_CARDS}]
        return
    for problem in deck_objections(hand, options):
        errors["hand"] = [texts.problem(problem, gettext)]


def _count(data: QueryDict) -> int:
    text = unicodedata.normalize("NFKC", _typed(data, "count"))
    return min(int(text), MOST_TOGETHER) if text in map(str, range(1, 10)) else 1


def judge(question: Question, ruleset: Ruleset, options: DobonOptions) -> dict[str, object] | None:
    """The verdict by a table's house rules; None while there is no hand.

    Whether the claim is ``valid`` (None where only the hand was asked about) and how, or for which
    ``reasons`` not; and every number that the hand may claim: its face, the way to it, and whether it is
    asked about.
    """
    if question.errors or not question.cards:
        return None
    claims = ruleset.claiming
    check = claims.waits(question.cards, options, question.opening)
    claimed = claims.claimable(question.claimed, question.count, options) if question.claimed else ()
    hit = next((number for number in claimed if number in check.targets), None)
    valid = hit is not None and not check.problems if question.claimed else None
    step = check.best if hit is None else check.targets[hit]
    numbers = playable(options)
    waits = [
        (number, card(Card(number)) if 0 < number < len(RANK_NAMES) else None, _way(way), number in claimed)
        for number, way in sorted(check.targets.items())
        if number in numbers
    ]
    return {
        "valid": valid,
        "how": _way(step) if step else "",
        "asked": claimed,
        "waits": waits,
        "reasons": _reasons(check.problems, question, claimed),
    }


def _way(way: Note) -> str:
    return texts.claim(way.values)


def _reasons(problems: tuple[Problem, ...], question: Question, claimed: tuple[int, ...]) -> list[str]:
    reasons = {
        "claim.single": gettext("This table does not allow claiming with one card."),
        "claim.no_cards": gettext("No card in this hand counts, so it cannot claim."),
    }
    result = [reasons[problem.code] for problem in problems]
    if question.claimed and not claimed:
        result.append(texts.problem(Problem("claim.joker"), gettext))
    return result
