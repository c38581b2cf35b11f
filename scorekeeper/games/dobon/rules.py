"""ルール and 判定 of the dobon family: rules in words with examples by the engine, and the referee."""

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import replace

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.present.presenter import card
from scorekeeper.present.words import hand_text, labelled
from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import RANK_NAMES, Card, CardError, read_card, read_cards
from scorekeeper.scoring.core import Note, Problem, State
from scorekeeper.scoring.dobon import endings as engine
from scorekeeper.scoring.dobon.claims import waits
from scorekeeper.scoring.dobon.facts import MOST_TOGETHER, Round
from scorekeeper.scoring.dobon.family import claimable, playable, plays
from scorekeeper.scoring.dobon.options import DobonOptions
from scorekeeper.scoring.dobon.settle import deck_objections
from scorekeeper.scoring.formulas import formula
from scorekeeper.scoring.options import Options, cast_options
from scorekeeper.scoring.presets import matching_preset
from scorekeeper.scoring.reading import Hand, Json
from scorekeeper.scoring.replay import opening, replay
from scorekeeper.scoring.ruleset import Ruleset

from ..fields import LONGEST_ASKED, AskedCards, Errors, Fields, chips, field, read_asked, typed_cards
from ..shape import Book, Example, RefereePage, Rulebook, joined
from .endings import ENDINGS

MOST_CARDS = 14
"""The largest hand that is judged."""


class Question:
    """Whether a hand may claim ``count`` cards of a rank, or a card as the ``opening`` of a round."""

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
        has_count = "count" in plays(options) and count in map(str, range(1, 10))
        self.count = min(int(count), MOST_TOGETHER) if has_count else 1
        self.opening = "opening" in plays(options) and data.get("opening") == "on"
        asked = {"hand": self.hand, "card": self.card}
        self.errors: Errors = {name: [cards.error] for name, cards in asked.items() if cards.error}


def referee(data: QueryDict, rules: Options, players: int) -> RefereePage:
    """The page for a question about a claim; the number of players makes no difference."""
    options = cast_options(rules, DobonOptions)
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
    asked = {name: item for name, item in fields.items() if name in ("hand", "card", *plays(options))}
    return Fields(asked, values, question.errors)


def _no_card(error: CardError) -> str:
    return gettext("No card “%(text)s”") % {"text": texts.visible(error.text[:40])}


def judge(question: Question, options: DobonOptions) -> dict[str, object] | None:
    """The verdict by a table's house rules; None without a hand.

    ``valid`` is None if no card is asked about; ``waits`` has every number that the hand may claim: its card,
    the arithmetic, and whether it is asked about.
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


CARDS = ("card", "turnup", "bottom")
"""Facts of a round that are one card."""
LISTS = ("callers", "returns", "riichi")
"""Facts that name several players, each with a single letter."""


class DobonBook(Book[DobonOptions]):
    """House rules in words, with examples.

    A capital letter among the facts of an example is a player, with the cards as typed or their number.
    """

    def __init__(self, ruleset: Ruleset, options: Options) -> None:
        super().__init__(ruleset, cast_options(options, DobonOptions))
        self.kinds = ruleset.kinds(options)

    @property
    def rounding(self) -> str:
        return self.value("round_to")

    @property
    def rounded(self) -> str:
        return self.value("round_where")

    @property
    def foul(self) -> bool:
        """Whether to explain the foul of ギャンブル: how its published variants treat it is unknown."""
        return self.ruleset.key == "gamble" and not matching_preset(self.ruleset, self.options)

    @property
    def numbers_together(self) -> str:
        """The numbers that can be claimed on three 6s played together."""
        return gettext(", ").join(map(str, self._together()))

    def _together(self) -> tuple[int, ...]:
        return claimable(read_card("6"), 3, self.options)

    def _targets(self, hand: str, opening: bool = False) -> Mapping[int, Note]:
        return waits(read_cards(hand), self.options, opening).targets

    def waits(self, *hands: str, together: bool = False) -> Example:
        """The numbers that hands wait on, with the arithmetic; only those of three 6s if ``together``."""
        only, lines = self._together() if together else (), []
        for hand in hands:
            if "Jk" in hand and not self.options.jokers:
                continue
            targets = sorted(self._targets(hand).items())
            ways = [texts.claim(step.values) for number, step in targets if not only or number in only]
            lines.append((hand, gettext(" · ").join(ways) or pgettext("numbers", "none")))
        return Example(gettext("What these hands wait on:"), tuple(lines))

    def round(self, kind: str, seats: str = "", wins: str = "", **facts: object) -> Example:
        played = self._facts(kind, facts)
        named = (*played.hands, *played.callers, played.winner, played.player, *seats)
        everybody = tuple(sorted({name for name in named if name}))
        points = dict.fromkeys(everybody, 0)
        state = State(everybody, points, streak=dict.fromkeys(wins, 1), begun=True)
        lines = tuple(
            (
                " → ".join(texts.account(who, gettext) for who in (transfer.payer, transfer.payee)),
                formula(transfer, self.gettext),
            )
            for transfer in self.ruleset.settle(state, played, self.options).transfers
        )
        nothing = ((gettext("Nobody pays."), ""),)
        return Example(joined(self._situation(played)), lines or nothing)

    def yaku(self, **facts: str) -> Example:
        hand = "H3 H4 S2 Jk" if self.options.jokers else "H3 H4 S2"
        return self.round("dobon", wins="X", X=hand, callers="X", victim="Y", card="9", turnup="H9", **facts)

    def streak(self) -> Example:
        """Consecutive rounds, with the gain of the player who wins most of them."""
        between = "out" if "out" in self.kinds else "nogame"
        kinds = ("dobon", "dobon", "dobon", between, "dobon")
        facts = {
            "dobon": {"X": "4 5", "Y": "10", "Z": "10", "callers": "X", "victim": "Y", "card": "9"},
            "out": {"Y": "10", "Z": "10", "winner": "X"},
            "nogame": {},
        }
        rounds = [self._facts(kind, facts[kind]) for kind in kinds]
        begun = replace(opening(("X", "Y", "Z")), begun=True)
        scored = replay(self.ruleset, self.options, begun, rounds).scored
        words = {"dobon": gettext("dobon"), "out": gettext("goes out"), "nogame": gettext("no game")}
        lines = tuple(
            (f"{number}. {words[kind]}", texts.signed(entry.change["X"]))
            for number, (kind, entry) in enumerate(zip(kinds, scored, strict=True), 1)
        )
        return Example(gettext("When %(who)s keeps winning:") % {"who": "X"}, lines)

    def _facts(self, kind: str, given: Json) -> Round:
        usual = "7" if engine.ENDINGS[kind].needs_drawn(self.options) else ""
        facts = {key: value for key, value in given.items() if not key.isupper()}
        drawn = facts.pop("drawn", usual)
        facts |= {key: read_card(facts[key]) for key in CARDS if key in facts}
        facts |= {key: tuple(facts[key]) for key in LISTS if key in facts}
        number = facts["card"].rank if "card" in facts else 0
        hands = {who: self._hand(hand, number, kind) for who, hand in given.items() if who.isupper()}
        return Round(kind, hands=hands, drawn=read_cards(drawn) if drawn else (), **facts)

    def _hand(self, typed: str | int, number: int, kind: str) -> Hand:
        """A hand; of several alternatives (``|``) the first that may claim the number, else the last."""
        if isinstance(typed, int):
            return Hand(count=typed)
        hands = typed.split("|")
        may = (hand for hand in hands[:-1] if number in self._targets(hand, kind == "opening"))
        return Hand(read_cards(next(may, hands[-1])))

    def _situation(self, facts: Round) -> Iterator[str]:
        if facts.turnup:
            yield self.gettext("Turned up first: %(card)s.") % {"card": _card(facts.turnup)}
        played = texts.cards([facts.card] * facts.count, gettext) if facts.card else ""
        words = {"card": played, "who": facts.victim or facts.winner or facts.player}
        yield self.gettext(ENDINGS[facts.kind].begins) % words
        if facts.bottom:
            yield self.gettext("Last card of the stock: %(card)s.") % {"card": _card(facts.bottom)}
        if facts.riichi:
            yield self.gettext("Riichi: %(who)s.") % {"who": gettext(", ").join(facts.riichi)}
        if facts.doublings:
            yield self.gettext("Doublings of the round: %(count)d.") % {"count": facts.doublings}
        if facts.callers:
            yield self.gettext("Claim: %(who)s.") % {"who": pgettext("names", " & ").join(facts.callers)}
        for who in facts.returns:
            yield self.gettext("Return: %(who)s.") % {"who": who}
        if facts.drawn:
            yield self.gettext("Drawn: %(cards)s.") % {"cards": texts.cards(facts.drawn, gettext)}
        hands = [labelled(who, hand_text(hand)) for who, hand in sorted(facts.hands.items())]
        if hands:
            yield self.gettext("Hands: %(hands)s.") % {"hands": gettext("; ").join(hands)}


def _card(card: Card) -> str:
    return texts.card(card, gettext)


RULEBOOK = Rulebook("games/dobon/rules.html", DobonBook, _("Referee: may this hand claim?"))
