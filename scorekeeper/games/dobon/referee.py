"""判定: what a hand may claim at a table, from a form that only asks."""

import unicodedata

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext

from scorekeeper.present.presenter import card
from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import RANK_NAMES, Card, CardError, read_cards
from scorekeeper.scoring.core import Problem
from scorekeeper.scoring.dobon.claims import waits
from scorekeeper.scoring.dobon.facts import MOST_TOGETHER
from scorekeeper.scoring.dobon.family import claimable, playable, plays
from scorekeeper.scoring.dobon.options import DobonOptions
from scorekeeper.scoring.dobon.settle import deck_objections
from scorekeeper.scoring.options import Options, own

from ..fields import LONGEST_ASKED, AskedCards, Errors, Fields, chips, field, read_asked, typed_cards
from ..shape import RefereePage

MOST_CARDS = 14
"""A hand to be judged; more is no hand of these games."""


class Question:
    """Whether a hand may claim so many cards like ``card``, or that as the ``opening`` of a round."""

    def __init__(self, data: QueryDict, options: DobonOptions) -> None:
        self.hand = read_asked(data, "hand", read_cards, _no_card, most=MOST_CARDS, tapped=True)
        for problem in deck_objections(self.hand.cards, options):
            typed = data.get("hand", "")[:LONGEST_ASKED]
            self.hand = AskedCards(typed, error=texts.problem(problem, gettext))
        self.card = read_asked(data, "card", read_cards, _no_card, most=MOST_CARDS)
        if len(self.card.cards) > 1:
            self.card = AskedCards(self.card.text, error=gettext("One card only."))
        self.claimed = next(iter(self.card.cards), None)
        count = unicodedata.normalize("NFKC", data.get("count", "")[:LONGEST_ASKED])
        told = "count" in plays(options) and count in map(str, range(1, 10))
        self.count = min(int(count), MOST_TOGETHER) if told else 1
        self.opening = "opening" in plays(options) and data.get("opening") == "on"
        asked = {"hand": self.hand, "card": self.card}
        self.errors: Errors = {name: [cards.error] for name, cards in asked.items() if cards.error}


def page(data: QueryDict, rules: Options, players: int) -> RefereePage:
    """The page for a question about a claim; how many play makes no difference."""
    options = own(rules, DobonOptions)
    question = Question(data, options)
    context = {
        "question": question,
        "fields": _fields(question, options),
        "verdict": judge(question, options),
        "ranks": RANK_NAMES[1:],
        "joker": options.jokers > 0,
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
    values = {
        "hand": question.hand.text,
        "card": question.card.text,
        "count": question.count,
        "opening": question.opening,
    }
    asked = {name: one for name, one in fields.items() if name in ("hand", "card", *plays(options))}
    return Fields(asked, values, question.errors)


def _no_card(error: CardError) -> str:
    return gettext("No card “%(text)s”") % {"text": texts.visible(error.text[:40])}


def judge(question: Question, options: DobonOptions) -> dict[str, object] | None:
    """The verdict by a table's house rules; None while there is no hand.

    Whether the claim is ``valid`` (None where only the hand was asked about) and how, or for which
    ``reasons`` not; and every number that the hand may claim: its face, the way to it, and whether it is
    asked about.
    """
    if question.errors or not question.hand.cards:
        return None
    check = waits(question.hand.cards, options, question.opening)
    claimed = claimable(question.claimed, question.count, options) if question.claimed else ()
    hit = next((number for number in claimed if number in check.targets), None)
    valid = hit is not None and not check.problems if question.claimed else None
    step = check.best if hit is None else check.targets[hit]
    words = {
        "claim.single": gettext("This table does not allow claiming with one card."),
        "claim.no_cards": gettext("No card in this hand counts, so it cannot claim."),
    }
    reasons = [words[problem.code] for problem in check.problems]
    if question.claimed and not claimed:
        reasons.append(texts.problem(Problem("claim.joker"), gettext))
    numbers, targets = playable(options), []
    for number, way in sorted(check.targets.items()):
        face = card(Card(number)) if 0 < number < len(RANK_NAMES) else None
        if number in numbers:
            targets.append((number, face, texts.claim(way.values), number in claimed))
    return {
        "valid": valid,
        "how": texts.claim(step.values) if step and not check.problems else "",
        "asked": claimed,
        "waits": targets,
        "reasons": reasons,
    }
