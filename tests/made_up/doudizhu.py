"""A deal of 闘地主 for three, dealt from a deck and played out card by card."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scorekeeper.scoring.cards import JOKER, SUITS, Card
from scorekeeper.scoring.doudizhu.facts import HIGHEST_BID
from scorekeeper.scoring.reading import Json

from .chance import Chance

RANKS = (*range(3, 14), 1, 2)
"""Ranks from the lowest to the highest; jokers are above."""
PLACE: Mapping[tuple[int, str], int] = {(JOKER, "B"): 13, (JOKER, "R"): 14}
BLACK, RED = 13, 14
DEALT, KITTY = 17, 3
SHORT = 6
"""With so many cards left to anybody, bombs are played."""
STRENGTHS: Mapping[int, int] = {RED: 4, BLACK: 3, 12: 2, 11: 1}
"""What a card is worth in the auction, by its place."""
WORTH_A_BID = (7, 10, 13)
"""What a hand has to be worth for bids of 1, 2 and 3."""

Group = list[Card]


def place(card: Card) -> int:
    """How high a card is, from 0."""
    return RANKS.index(card.rank) if card.rank != JOKER else PLACE[card.rank, card.suit]


@dataclass
class Deal:
    """A deal on its way: everybody's cards, and what was played.

    ``skill`` is how often of a hundred a player sees what can be done.
    """

    seats: Sequence[str]
    skill: Mapping[str, int]
    chance: Chance
    hands: dict[str, list[Card]] = field(default_factory=dict)
    plays: list[tuple[str, Group]] = field(default_factory=list)

    def deal(self) -> list[Card]:
        """Shuffle and deal; gives the cards left over for the landlord."""
        deck = [Card(rank, suit) for suit in SUITS for rank in range(1, 14)]
        cards = self.chance.shuffled([*deck, Card(JOKER, "B"), Card(JOKER, "R")])
        for number, name in enumerate(self.seats):
            self.hands[name] = cards[number * DEALT : (number + 1) * DEALT]
        return cards[-KITTY:]

    def groups(self, name: str) -> dict[int, Group]:
        """Somebody's cards by their place, the lowest first."""
        result: dict[int, Group] = {}
        for card in sorted(self.hands[name], key=place):
            result.setdefault(place(card), []).append(card)
        return result

    def sees(self, name: str) -> bool:
        """Whether somebody sees what can be done."""
        return self.chance.percent(self.skill[name])


def play(deal: Deal, in_detail: bool) -> Json:
    """A deal, bid for and played out: its facts as JSON; ``in_detail`` with every bid and play."""
    kitty = deal.deal()
    auction = list(_auction(deal))
    bid = max(call for _name, call in auction)
    calls = [{"by": name, "bid": call} for name, call in auction]
    if not bid:
        return {"kind": "passed"} | ({"auction": calls} if in_detail else {})
    landlord = next(name for name, call in auction if call == bid)
    deal.hands[landlord] += kitty
    winner = _play_out(deal, landlord)
    if in_detail:
        plays = [{"by": name, "cards": list(map(_written, cards))} for name, cards in deal.plays]
        return {"kind": "deal", "auction": calls, "plays": plays}
    return {"kind": "deal", "landlord": landlord, "bid": bid, **_counted(deal, landlord, winner)}


def _written(card: Card) -> str:
    return str(card if card.rank == JOKER else Card(card.rank))


def _auction(deal: Deal) -> Iterator[tuple[str, int]]:
    """Everybody bids once, beginning anywhere, by what the hand is worth, and then passes."""
    first, highest, passes, seats = deal.chance.below(len(deal.seats)), 0, 0, len(deal.seats)
    for turn in range(2 * seats):
        name = deal.seats[(first + turn) % seats]
        bid = _bid(deal, name) if turn < seats else 0
        bid = bid if bid > highest else 0
        yield name, bid
        highest, passes = max(highest, bid), 0 if bid else passes + 1
        if highest == HIGHEST_BID or passes == (seats - 1 if highest else seats):
            return


def _bid(deal: Deal, name: str) -> int:
    worth = sum(STRENGTHS.get(place(card), 0) for card in deal.hands[name])
    worth += 3 * sum(len(group) == 4 for group in deal.groups(name).values()) + deal.chance.below(4)
    return sum(worth >= enough for enough in WORTH_A_BID)


def _play_out(deal: Deal, landlord: str) -> str:
    """Play until somebody has no cards left; gives who that is."""
    turn = deal.seats.index(landlord)
    last, on_table = landlord, Group()
    while True:
        name = deal.seats[turn % len(deal.seats)]
        leads = not on_table or last == name
        partner = not leads and landlord not in (name, last)
        cards = _lead(deal, name) if leads else _follow(deal, name, on_table, partner)
        for card in cards:
            deal.hands[name].remove(card)
        if cards:
            last, on_table = name, cards
            deal.plays.append((name, cards))
        if not deal.hands[name]:
            return name
        turn += 1


def _lead(deal: Deal, name: str) -> Group:
    """A long run where there is one, else the lowest cards of one rank, three with another."""
    groups = deal.groups(name)
    run = _run(groups)
    if run and deal.sees(name):
        return run
    loose = {at: group for at, group in groups.items() if len(group) < 4 and at < BLACK} or groups
    lowest = min(loose, key=lambda at: at if deal.skill[name] > 50 else -len(loose[at]))
    cards = loose[lowest]
    if len(cards) == 4 or len(cards) < 3:
        return cards
    singles = [group[0] for at, group in groups.items() if len(group) == 1 and at != lowest]
    return [*cards, singles[0]] if singles else cards


def _run(groups: Mapping[int, Group]) -> Group:
    """The first five or more ranks that follow each other up to the ace, without breaking bombs."""
    group = Group()
    for at in range(12):
        if len(groups.get(at, ())) in (1, 2, 3):
            group.append(groups[at][0])
        elif len(group) >= 5:
            break
        else:
            group = Group()
    return group if len(group) >= 5 else Group()


def _follow(deal: Deal, name: str, before: Group, partner: bool) -> Group:
    """The lowest cards that beat those on the table; a bomb where somebody has few cards left."""
    groups = deal.groups(name)
    if partner and (place(before[0]) > 7 or not deal.sees(name)):
        return Group()
    alike = len({card.rank for card in before}) == 1 and len(before) < 4
    if alike and deal.sees(name):
        higher = [
            at for at, group in groups.items() if at > place(before[0]) and 4 > len(group) >= len(before)
        ]
        if higher:
            return groups[higher[0]][: len(before)]
    short = min(len(cards) for cards in deal.hands.values()) <= SHORT
    return _bomb(groups, before) if short and not partner else Group()


def _bomb(groups: Mapping[int, Group], before: Group) -> Group:
    """The lowest bomb that beats what was played, else the rocket."""
    if _is_rocket(before):
        return Group()
    floor = place(before[0]) if _is_bomb(before) else -1
    for at, group in groups.items():
        if len(group) == 4 and at > floor:
            return group
    return [*groups[BLACK], *groups[RED]] if BLACK in groups and RED in groups else Group()


def _is_bomb(cards: Group) -> bool:
    return len(cards) == 4 and len({card.rank for card in cards}) == 1


def _is_rocket(cards: Group) -> bool:
    return len(cards) == 2 and all(card.rank == JOKER for card in cards)


def _counted(deal: Deal, landlord: str, winner: str) -> Json:
    """What the plays came to, as a table counts it."""
    turns = Counter(name for name, _cards in deal.plays)
    farmers = sum(count for name, count in turns.items() if name != landlord)
    won = winner == landlord
    return {
        "bombs": sum(_is_bomb(cards) for _name, cards in deal.plays),
        "rockets": sum(_is_rocket(cards) for _name, cards in deal.plays),
        "winner": "landlord" if won else "farmers",
        "spring": not farmers if won else turns[landlord] == 1,
    }
