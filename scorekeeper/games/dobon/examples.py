"""例: rounds made up for the rule page, worked out by the engine with a table's house rules."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypedDict, Unpack

from django.utils.translation import gettext, ngettext, pgettext

from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import Card, read_card, read_cards
from scorekeeper.scoring.core import Note, State, Transfer
from scorekeeper.scoring.dobon.endings import ENDINGS
from scorekeeper.scoring.dobon.facts import Round
from scorekeeper.scoring.dobon.options import DobonOptions
from scorekeeper.scoring.formulas import formula
from scorekeeper.scoring.reading import Hand
from scorekeeper.scoring.replay import opening, replay
from scorekeeper.scoring.ruleset import Ruleset

from ..book import Example, joined

Hands = Mapping[str, str | int]
"""Hands by player: cards as typed, or how many."""


class Told(TypedDict, total=False):
    """What happened in a made-up round: cards as typed, players by single letters."""

    callers: str
    returns: str
    riichi: str
    winner: str
    victim: str
    starter: str
    player: str
    card: str
    count: int
    turnup: str
    bottom: str
    drawn: str
    doublings: int


class Examples:
    """Examples for one table; nothing in them is worked out anywhere but in the engine.

    ``beginnings`` are the English sentences that tell how each way to end begins.
    """

    def __init__(self, ruleset: Ruleset, options: DobonOptions, beginnings: Mapping[str, str]) -> None:
        self.beginnings = beginnings
        self.ruleset = ruleset
        self.options = options
        self.gettext = texts.for_game(ruleset.key, gettext)

    def makes(self, number: int, *hands: str, opening: bool = False) -> str:
        """The first of these hands that may claim ``number`` here; the last one if none may."""
        return next((hand for hand in hands if number in self._targets(hand, opening)), hands[-1])

    def _targets(self, hand: str, opening: bool = False) -> Mapping[int, Note]:
        return self.ruleset.claiming.waits(read_cards(hand), self.options, opening).targets

    def waits(self, *hands: str, only: Sequence[int] = ()) -> Example:
        """What hands wait on, with the way to each number; ``only`` leaves out other numbers."""
        lines = []
        for hand in hands:
            found = sorted(self._targets(hand).items())
            ways = [texts.claim(step.values) for number, step in found if not only or number in only]
            lines.append((hand, gettext(" · ").join(ways) or pgettext("numbers", "none")))
        return Example(gettext("What these hands wait on:"), tuple(lines))

    def claimable(self, card: str, count: int) -> tuple[int, ...]:
        """The numbers that can be claimed on cards played together."""
        return self.ruleset.claiming.claimable(read_card(card), count, self.options)

    def round(
        self,
        kind: str,
        hands: Hands | None = None,
        seats: str = "",
        streak: Mapping[str, int] | None = None,
        **told: Unpack[Told],
    ) -> Example:
        """One round: what happened, and every payment."""
        played = self.facts(kind, hands or {}, **told)
        named = (*(hands or {}), *played.callers, played.winner, played.player, *seats)
        everybody = tuple(sorted({name for name in named if name}))
        state = State(everybody, dict.fromkeys(everybody, 0), streak=streak or {})
        outcome = self.ruleset.settle(state, played, self.options)
        paid = map(_named, outcome.transfers)
        lines = tuple((f"{one.payer} → {one.payee}", formula(one, self.gettext)) for one in paid)
        nothing = ((gettext("Nobody pays."), ""),)
        return Example(joined(self._situation(played)), lines or nothing)

    def facts(self, kind: str, hands: Hands, **told: Unpack[Told]) -> Round:
        """The facts of a round."""
        drawn = told.get("drawn", self._drawn(kind))
        return Round(
            kind,
            winner=told.get("winner", ""),
            callers=tuple(told.get("callers", "")),
            victim=told.get("victim", ""),
            card=_card(told.get("card")),
            hands={who: _hand(hand) for who, hand in hands.items()},
            returns=tuple(told.get("returns", "")),
            starter=told.get("starter", ""),
            player=told.get("player", ""),
            count=told.get("count", 1),
            turnup=_card(told.get("turnup")),
            bottom=_card(told.get("bottom")),
            riichi=tuple(told.get("riichi", "")),
            drawn=read_cards(drawn) if drawn else (),
            doublings=told.get("doublings", 0),
        )

    def _drawn(self, kind: str) -> str:
        """A card drawn at the end, where this table needs one."""
        return "7" if ENDINGS[kind].drawn(self.options) else ""

    def _situation(self, facts: Round) -> Iterator[str]:
        """What happened, a sentence each."""
        if facts.turnup:
            yield self.gettext("Turned up first: %(card)s.") % {"card": texts.card(facts.turnup, gettext)}
        yield self._beginning(facts)
        if facts.bottom:
            yield self.gettext("Last card of the stock: %(card)s.") % {
                "card": texts.card(facts.bottom, gettext)
            }
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
        hands = [f"{who}: {_hand_words(hand)}" for who, hand in sorted(facts.hands.items())]
        if hands:
            yield self.gettext("Hands: %(hands)s.") % {"hands": gettext("; ").join(hands)}

    def _beginning(self, facts: Round) -> str:
        words = {
            "card": texts.cards([facts.card] * facts.count, gettext) if facts.card else "",
            "who": facts.victim or facts.winner or facts.player,
        }
        return self.gettext(self.beginnings[facts.kind]) % words

    def in_a_row(self, kinds: Sequence[str], rounds: Mapping[str, Round], winner: str) -> Example:
        """Rounds one after the other, with what ``winner`` gets in each."""
        players = ("X", "Y", "Z")
        played = replay(self.ruleset, self.options, opening(players), [rounds[kind] for kind in kinds])
        words = {"dobon": gettext("dobon"), "out": gettext("goes out"), "nogame": gettext("no game")}
        lines = tuple(
            (f"{number}. {words[kind]}", texts.signed(scored.change[winner]))
            for number, (kind, scored) in enumerate(zip(kinds, played.scored, strict=True), 1)
        )
        return Example(gettext("%(who)s wins every time:") % {"who": winner}, lines)


def _card(typed: str | None) -> Card | None:
    return read_card(typed) if typed else None


def _hand(hand: str | int) -> Hand:
    return Hand(count=hand) if isinstance(hand, int) else Hand(read_cards(hand))


def _named(transfer: Transfer) -> Transfer:
    payer, payee = (texts.account(who, gettext) for who in (transfer.payer, transfer.payee))
    return Transfer(payer, payee, transfer.points, transfer.code, transfer.steps)


def _hand_words(hand: Hand) -> str:
    if hand.count is None:
        return texts.cards(hand.cards, gettext) or pgettext("hand", "none")
    return ngettext("%(count)d card", "%(count)d cards", hand.count) % {"count": hand.count}
