"""A round of the dobon family, dealt from a deck and played out; the engine says what may be claimed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scorekeeper.scoring.cards import JOKER, SUITS, Card
from scorekeeper.scoring.core import State
from scorekeeper.scoring.dobon.asking import EVERYBODY
from scorekeeper.scoring.dobon.needs import needs
from scorekeeper.scoring.dobon.options import DobonOptions
from scorekeeper.scoring.reading import Json
from scorekeeper.scoring.ruleset import Ruleset

from .chance import Chance

DEALT: Mapping[str, int] = {"gamble": 5, "kawagoe": 4, "teyaku": 4, "dotenko": 2}
"""Cards that everybody gets, by the key of the game."""
LONGEST = 90
"""Turns after which a table gives a round up."""
TOGETHER, RIICHI = 20, 30
"""How likely it is, of a hundred, that somebody plays two cards at once, or declares riichi."""


class Referee:
    """判定: the engine's word on what hands may claim by some house rules, remembered by their ranks."""

    def __init__(self, ruleset: Ruleset, options: DobonOptions) -> None:
        self.ruleset, self.options = ruleset, options
        self.kinds = ruleset.kinds(options)
        self.needs = needs(options)
        self._known: dict[tuple[tuple[int, ...], bool], frozenset[int]] = {}

    def waits(self, cards: Iterable[Card], opening: bool) -> frozenset[int]:
        """The numbers that a hand may claim."""
        key = tuple(sorted([card.rank for card in cards])), opening
        if key not in self._known:
            check = self.ruleset.claiming.waits(tuple(map(Card, key[0])), self.options, opening)
            self._known[key] = frozenset() if check.problems else frozenset(check.targets)
        return self._known[key]


@dataclass
class Table:
    """What lies on the table: everybody's cards, the stock, and the card on top.

    ``skill`` is how often of a hundred a player sees what can be done.
    """

    referee: Referee
    seats: Sequence[str]
    skill: Mapping[str, int]
    chance: Chance
    state: State
    hands: dict[str, list[Card]] = field(default_factory=dict)
    stock: list[Card] = field(default_factory=list)
    pile: list[Card] = field(default_factory=list)
    riichi: list[str] = field(default_factory=list)
    shuffled: bool = False

    @property
    def options(self) -> DobonOptions:
        """The house rules."""
        return self.referee.options

    def deal(self) -> None:
        """Shuffle, deal, and turn up the first card that is no joker."""
        deck = [Card(rank, suit) for suit in SUITS for rank in range(1, 14)]
        self.stock = self.chance.shuffled(deck + [Card(JOKER)] * self.options.jokers)
        for name in self.seats:
            self.hands[name] = [self.stock.pop() for _ in range(DEALT[self.referee.ruleset.key])]
        place = max(place for place, card in enumerate(self.stock) if card.rank != JOKER)
        self.pile = [self.stock.pop(place)]

    @property
    def top(self) -> Card:
        """The card that lies on top."""
        return self.pile[-1]

    def sees(self, name: str) -> bool:
        """Whether somebody sees what can be done."""
        return self.chance.percent(self.skill[name])

    def calls(self, name: str) -> bool:
        """Whether somebody who can claim does so in time, which is harder than it looks."""
        return self.chance.percent(self.skill[name] // 2 - 8)

    def turns(self) -> Iterator[str]:
        """Who has the turn, beginning with who starts, until the table gives up."""
        first = self.seats.index(self.starter)
        for turn in range(LONGEST):
            yield self.seats[(first + turn) % len(self.seats)]

    @property
    def starter(self) -> str:
        """Who starts: as the engine says, else the one in the first seat."""
        return self.state.starter if self.state.starter in self.seats else self.seats[0]

    def waiting(self, name: str, number: int, opening: bool = False) -> bool:
        """Whether somebody holds what claims a number."""
        return number in self.referee.waits(self.hands[name], opening)

    def after(self, name: str) -> list[str]:
        """Everybody else, in turn."""
        place = self.seats.index(name)
        return [*self.seats[place + 1 :], *self.seats[:place]]


def play(table: Table) -> Json:
    """A round, dealt and played out: its facts as JSON."""
    table.deal()
    turnup, bottom = table.top, table.stock[0]
    facts = _opening(table) or _turns(table) or {"kind": "nogame"}
    if table.riichi:
        facts["riichi"] = table.riichi
    if table.options.amount == "yaku":
        facts |= {"turnup": str(turnup), "bottom": str(bottom)}
    return facts | _shown_hands(table, facts)


def _turns(table: Table) -> Json | None:
    for name in table.turns():
        if done := _turn(table, name):
            return done
        _declare(table, name)
    return None


def _turn(table: Table, name: str) -> Json | None:
    """One turn: play, or else draw and maybe play; facts where the round ends by it."""
    cards = _playable(table, name)
    if not cards:
        if _bursts(table, name):
            return {"kind": "burst", "player": name}
        if not _draw(table, name):
            return _deckout(table)
        if _wins_by_drawing(table, name):
            return {"kind": "draw", "winner": name, "card": _written(table, table.top)}
        cards = _playable(table, name)
    return _put_down(table, name, _choose(table, name, cards)) if cards else None


def _deckout(table: Table) -> Json:
    if "deckout" not in table.referee.kinds:
        return {"kind": "nogame"}
    starter = "starter" in table.referee.needs["deckout"].slots
    return {"kind": "deckout"} | ({"starter": table.starter} if starter else {})


def _playable(table: Table, name: str) -> list[Card]:
    """Cards of the suit or rank on top; where nobody goes out, the last card stays."""
    hand, top = table.hands[name], table.top
    if len(hand) == 1 and not table.options.goes_out:
        return []
    return [card for card in hand if card.rank != JOKER and (card.suit == top.suit or card.rank == top.rank)]


def _bursts(table: Table, name: str) -> bool:
    return table.options.burst == "on" and len(table.hands[name]) >= table.options.burst_cards


def _draw(table: Table, name: str) -> bool:
    """Draw a card; False where there is none left, and what was played has been shuffled once already."""
    if not table.stock and table.options.deckout == "starter" and not table.shuffled:
        table.stock, table.pile = table.chance.shuffled(table.pile[:-1]), table.pile[-1:]
        table.shuffled = True
    if not table.stock:
        return False
    table.hands[name].append(table.stock.pop())
    return True


def _wins_by_drawing(table: Table, name: str) -> bool:
    own = table.options.wins_by_drawing and table.waiting(name, table.top.rank)
    return own and len(table.pile) > 1 and table.calls(name)


def _choose(table: Table, name: str, cards: Sequence[Card]) -> list[Card]:
    """Who plays well keeps what costs little, or, where the number is paid for, plays low."""
    if table.sees(name):
        worth = table.options.card_values
        by_number = table.options.pays_number
        chosen = max(cards, key=lambda card: -card.rank if by_number else worth[card.rank])
    else:
        chosen = table.chance.pick(cards)
    same = [card for card in table.hands[name] if card.rank == chosen.rank and card != chosen]
    together = same and table.options.plays_together and len(table.hands[name]) > 2
    return [chosen, same[0]] if together and table.chance.percent(TOGETHER) else [chosen]


def _put_down(table: Table, name: str, cards: list[Card]) -> Json | None:
    for card in cards:
        table.hands[name].remove(card)
    table.pile += reversed(cards)
    if done := _claim(table, name, cards):
        return done
    return {"kind": "out", "winner": name} if not table.hands[name] else None


def _claim(table: Table, name: str, cards: Sequence[Card]) -> Json | None:
    """Who claims what was played, by the first number that anybody claims."""
    if not table.hands[name] and table.options.out_card == "refused":
        return None
    claimable = table.referee.ruleset.claiming.claimable(cards[0], len(cards), table.options)
    for number in claimable:
        seen = [one for one in table.after(name) if table.waiting(one, number) and table.calls(one)]
        if seen:
            callers, returns = _calls(table, seen)
            returns += _returning(table, name, number)
            facts: Json = {"kind": "dobon", "callers": callers, "victim": name}
            facts["card"] = _written(table, cards[0])
            facts |= {"returns": returns} if returns else {}
            facts |= {"count": len(cards)} if len(cards) > 1 else {}
            return facts | ({"target": number} if number != claimable[0] else {})
    return None


def _calls(table: Table, seen: list[str]) -> tuple[list[str], list[str]]:
    """Callers, and those whose call returns the one before, as the house rules have it."""
    if table.options.several == "all":
        return seen, []
    return seen[:1], seen[1:] if table.options.several == "returns" else []


def _returning(table: Table, victim: str, number: int) -> list[str]:
    may = table.options.returns != "off" and table.waiting(victim, number)
    return [victim] if may and table.sees(victim) else []


def _opening(table: Table) -> Json | None:
    """Claims on the first card turned up."""
    if "opening" not in table.referee.kinds:
        return None
    starter, number = table.starter, table.top.rank
    seen = [name for name in (*table.after(starter), starter) if table.waiting(name, number, opening=True)]
    called = [name for name in seen if table.calls(name)]
    if not called:
        return None
    callers, returns = _calls(table, called)
    facts: Json = {"kind": "opening", "callers": callers, "card": _written(table, table.top)}
    return facts | ({"returns": returns} if returns else {})


def _declare(table: Table, name: str) -> None:
    """リーチ: a stick from somebody who waits with few cards, and has the points."""
    if table.options.riichi == "off" or name in table.riichi or len(table.hands[name]) > 2:
        return
    held = table.state.balances.get(name, 0)
    if table.state.limited and held < table.options.riichi_points:
        return
    if table.sees(name) and table.chance.percent(RIICHI):
        table.riichi.append(name)


def _shown_hands(table: Table, facts: Json) -> Json:
    """The hands that a round of its kind needs, as phones enter them: suits only where they count."""
    need = table.referee.needs.get(facts["kind"])
    roles = (need.returned if facts.get("returns") else need.hands) if need else ()
    who = dict.fromkeys(name for role in roles for name in _holders(table, facts, role))
    skipped = {facts.get("winner"), facts.get("starter")} if need and need.skip else set()
    hands = {name: table.hands[name] for name in who if name not in skipped}
    return {"hands": {name: _hand(table, cards) for name, cards in hands.items()}} if hands else {}


def _holders(table: Table, facts: Json, role: str) -> Iterable[str]:
    if role == EVERYBODY:
        return table.seats
    result = facts.get(role, [])
    return [result] if isinstance(result, str) else result


def _hand(table: Table, cards: Iterable[Card]) -> list[str]:
    return [_written(table, card) for card in sorted(cards, key=lambda card: (card.rank, card.suit))]


def _written(table: Table, card: Card) -> str:
    suited = table.options.amount == "yaku"
    return str(card if suited else Card(card.rank))
