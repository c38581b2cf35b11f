"""一年: when the circle meets, who comes, what is played, and every round of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone

from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.core import State
from scorekeeper.scoring.document import Document, read_round
from scorekeeper.scoring.options import Options
from scorekeeper.scoring.presets import find_preset
from scorekeeper.scoring.reading import Json
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.replay import replay
from scorekeeper.scoring.ruleset import Facts, Ruleset
from scorekeeper.scoring.settlement import read_rate, read_stake

from . import doudizhu
from .cast import BOOKS, GUESTS, SKILL, WORDS, Book, people
from .chance import Chance
from .dobon import Referee, Table, play

TOKYO = timezone(timedelta(hours=9))
FRIDAY = 4
DECEMBER, EARLY_DAY, LATE_DAY = 12, 7, 24
"""Evenings with a title are the first of their month, in December the last."""
LONGEST = timedelta(hours=4, minutes=30)
"""How long an evening goes on, however many rounds are played."""
FEWEST_ROUNDS, MOST_ROUNDS = 10, 20
LANDLORDS = 3
"""Who plays 闘地主 at one table."""
SECOND = 55
"""How likely a second table is after the first, of a hundred; it has fewer rounds."""
CHANGED, CHEAPER = 7, {"kind": "rules", "options": {"dobon_factor": 2}}
"""At one table of so many the people agree on other house rules, once some rounds are played."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What kind of year is wanted: ``rounds`` of each table, 0 for now more and now fewer."""

    language: str = "ja"
    seed: int = 1
    year: int = 2025
    evenings: int = 44
    rounds: int = 0
    people: int = 9


@dataclass(frozen=True, slots=True)
class Evening:
    """One table of one evening.

    ``document`` holds the rounds as they were in the end, ``times`` when each was entered.  ``number`` counts
    the tables of the year from 1.
    """

    number: int
    book: Book
    title: str
    document: Document
    times: Sequence[datetime]
    chance: Chance

    @property
    def begins(self) -> datetime:
        """When the table was opened."""
        return self.times[0] - timedelta(minutes=6)


class Rules:
    """A rule book as the engine reads it."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.ruleset: Ruleset = RULESETS[book.game]
        changes = find_preset(book.preset).options if book.preset else dict(book.options)
        self.options: Options = house_rules.load(self.ruleset.defaults, changes)
        self.stake = None if book.stake is None else read_stake(dict(book.stake))
        self.rate = None if book.rate is None else read_rate(dict(book.rate))
        self.referee = Referee(self.ruleset, self.options) if self.ruleset.claims else None


@dataclass(frozen=True, slots=True)
class Night:
    """Who sits at a table, and who comes late: after how many rounds."""

    rules: Rules
    seated: Sequence[str]
    rounds: int
    late: Mapping[int, str]
    after: bool = False  # whether the table before it ends first


def year(wish: Wish) -> Iterator[Evening]:
    """Every table of the year, in the order of its evenings."""
    rules = [Rules(book) for book in BOOKS]
    number = 0
    for order, day in enumerate(_days(wish)):
        chance = Chance(wish.language, wish.seed, wish.year, "evening", order)
        begins = datetime.combine(day, time(19), TOKYO) + timedelta(minutes=5 * chance.below(15))
        evening = None
        for night in _nights(wish, rules, chance, order):
            number += 1
            if evening:
                begins = evening.times[-1] if night.after else begins
                begins += timedelta(minutes=7)
            evening = _evening(wish, night, number, begins, chance)
            yield evening


def _days(wish: Wish) -> list[date]:
    """The days of the year on which the circle meets: Fridays, as long as there are enough of them."""
    first = date(wish.year, 1, 1)
    days = [first + timedelta(days=number) for number in range(365)]
    fridays = [day for day in days if day.weekday() == FRIDAY]
    if wish.evenings <= len(fridays):
        return Chance(wish.seed, wish.year, "days").some(fridays, wish.evenings)
    return [days[number * len(days) // wish.evenings] for number in range(wish.evenings)]


def _nights(wish: Wish, rules: Sequence[Rules], chance: Chance, order: int) -> Iterator[Night]:
    """The tables of one evening: the games take turns, so that each is there; now and then there are two."""
    present, late = _present(wish, chance)
    games = list(dict.fromkeys(book.game for book in BOOKS))
    in_turn = order < len(games) or chance.percent(60)
    game = games[order % len(games)] if in_turn else chance.pick(games)
    game = games[0] if order == wish.evenings - 1 else game  # which is still on the table
    chosen = [each for each in rules if each.book.game == game]
    if len(present) >= 2 * LANDLORDS and (game == "doudizhu" or chance.percent(25)):
        landlords = [each for each in rules if each.book.game == "doudizhu"]
        yield _night(wish, chance, chance.pick(landlords), present[:LANDLORDS])
        others = [each for each in rules if each.book.game != "doudizhu"]
        chosen, present = others if game == "doudizhu" else chosen, present[LANDLORDS:]
    elif game == "doudizhu":
        present, late = present[:LANDLORDS], ""
    yield _night(wish, chance, chance.pick(chosen), present, late)
    if order != wish.evenings - 1 and chance.percent(SECOND):
        yield _second(wish, chance, rules, game, [*present, late] if late else present)


def _second(wish: Wish, chance: Chance, rules: Sequence[Rules], game: str, present: Sequence[str]) -> Night:
    """The table after the first one: mostly another game, without somebody who has gone home."""
    other = [each for each in rules if each.book.game not in {game, "doudizhu"}]
    same = [each for each in rules if each.book.game == game != "doudizhu"]
    staying = chance.some(present, len(present) - 1) if len(present) > LANDLORDS else list(present)
    chosen = chance.pick(same if same and chance.percent(25) else other)
    rounds = min(wish.rounds or FEWEST_ROUNDS, FEWEST_ROUNDS) // 2 or 1
    return Night(chosen, chance.shuffled(staying), rounds, {}, after=True)


def _night(wish: Wish, chance: Chance, rules: Rules, seated: Sequence[str], late: str = "") -> Night:
    rounds = wish.rounds or chance.between(FEWEST_ROUNDS, MOST_ROUNDS)
    return Night(rules, chance.shuffled(seated), rounds, {rounds // 3: late} if late else {})


def _present(wish: Wish, chance: Chance) -> tuple[list[str], str]:
    """Who is there from the start, and who comes later, if anybody does."""
    names = people(wish.language, wish.people)
    regulars, guests = names[:-GUESTS], names[-GUESTS:]
    result = chance.some(regulars, chance.between(4, 6))
    result += [name for name in guests if chance.percent(12)]
    late = result.pop() if len(result) > 4 and chance.percent(18) else ""
    return chance.shuffled(result), late


def _evening(wish: Wish, night: Night, number: int, begins: datetime, chance: Chance) -> Evening:
    rules, words = night.rules, WORDS[wish.language]
    rounds = tuple(_rounds(night, number, chance, skills(wish), words.agreed))
    document = Document(rules.ruleset, rules.options, tuple(night.seated), rounds, rules.stake, rules.rate)
    special = begins.day > LATE_DAY if begins.month == DECEMBER else begins.day <= EARLY_DAY
    title = words.evenings.get(begins.month, "") if special else ""
    return Evening(number, rules.book, title, document, _times(begins, len(rounds), chance), chance)


def skills(wish: Wish) -> dict[str, int]:
    """How well everybody plays."""
    names = people(wish.language, wish.people)
    return {name: SKILL[number % len(SKILL)] for number, name in enumerate(names)}


def _times(begins: datetime, rounds: int, chance: Chance) -> list[datetime]:
    """When each round was entered."""
    usual = min(330, int(LONGEST.total_seconds()) // max(rounds, 1))
    result, now = [], begins + timedelta(minutes=6)
    for _ in range(rounds):
        now += timedelta(seconds=chance.between(usual // 2, usual * 3 // 2))
        result.append(now)
    return result


def _rounds(
    night: Night, table: int, chance: Chance, skill: Mapping[str, int], agreed: str
) -> Iterator[Facts]:
    """Rounds one after the other, each dealt on what those before it have left, until the table ends."""
    rules = night.rules
    known = [*night.seated, *night.late.values()]
    names = {name: name for name in known}
    state = Document(rules.ruleset, rules.options, tuple(night.seated), stake=rules.stake).opening
    in_detail = chance.percent(35)
    for number in range(night.rounds):
        if table % CHANGED == 1 and number == night.rounds // 2 and rules.book.game == "gamble":
            facts = read_round(rules.ruleset, rules.options, CHEAPER, names, "")
            state = _after(rules, state, facts)
            yield facts
        for data in _between(night, number, state, chance, agreed):
            facts = read_round(rules.ruleset, rules.options, data, names, "")
            state = _after(rules, state, facts)
            yield facts
        data = _deal(rules, state, skill, chance, in_detail)
        facts = read_round(rules.ruleset, rules.options, data, names, "")
        state = _after(rules, state, facts)
        yield facts
        if state.ended:
            return


def _after(rules: Rules, state: State, facts: Facts) -> State:
    return replay(rules.ruleset, rules.options, state, [facts], rules.stake).scored[0].state


def _between(night: Night, number: int, state: State, chance: Chance, agreed: str) -> Iterator[Json]:
    """What happens before a round: somebody joins, or the table agrees on a penalty."""
    if number in night.late:
        yield {"kind": "seats", "join": [night.late[number]]}
    if number and chance.below(150) == 0 and night.rules.referee:
        payer, payee = chance.shuffled(state.seats)[:2]
        yield {"kind": "adjust", "transfers": [{"from": payer, "to": payee, "points": 10, "reason": agreed}]}


def _deal(rules: Rules, state: State, skill: Mapping[str, int], chance: Chance, in_detail: bool) -> Json:
    if rules.referee is None:
        return doudizhu.play(doudizhu.Deal(state.seats, skill, chance), in_detail)
    return play(Table(rules.referee, state.seats, skill, chance, state))
