"""数え直し: what a circle's exported file comes to, counted once more from what is written in it.

Facts are read from the file's JSON, points are the transfers that the engine's replay prints, strengths are
those of openskill.  Nothing here knows how the program keeps or adds up its own figures.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import cached_property
from itertools import combinations
from typing import Any
from zoneinfo import ZoneInfo

from openskill.models import PlackettLuce

from scorekeeper.scoring.closing import given_back
from scorekeeper.scoring.document import read_document
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.reporting import report
from scorekeeper.scoring.words import translator

BETWEEN = {"adjust", "seats", "streak", "rules"}
NOTHING_PLAYED = {"nogame", "passed"}
ELSEWHERE = {"pot", "bank"}
WRITTEN = {"points", "places", "winner"}
RANKS = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
ENGLISH = translator("en")

Pair = tuple[str, str]


@dataclass
class Round:
    """What a round came to for people; ``flows`` are by payer and payee, ``there`` are all it was about."""

    position: int
    played: bool
    seats: list[str]
    there: set[str] = field(default_factory=set)
    gains: Counter[str] = field(default_factory=Counter)
    flows: Counter[Pair] = field(default_factory=Counter)
    parts: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    claims: list[tuple[str, str, int]] = field(default_factory=list)
    cards: int = 0


@dataclass
class Table:
    """A session of the file; people are called as the file calls them."""

    id: str
    game: str
    day: date
    over: bool
    rounds: list[Round]
    unit: str = ""
    money: dict[str, Decimal] = field(default_factory=dict)
    returned: Counter[str] = field(default_factory=Counter)  # out of the pot, at the end
    shared: Counter[str] = field(default_factory=Counter)  # by the first place, of what is left there

    @cached_property
    def played(self) -> list[Round]:
        return [one for one in self.rounds if one.played]

    @cached_property
    def points(self) -> dict[str, int]:
        """Everybody's, of all who ever sat here or whose points moved."""
        sums = dict.fromkeys(sorted({name for one in self.rounds for name in one.there}), 0)
        for one in self.rounds:
            for name, gain in one.gains.items():
                sums[name] += gain
        return {name: points + self.returned[name] + self.shared[name] for name, points in sums.items()}

    def place(self, name: str) -> int:
        points = {each: points - self.shared[each] for each, points in self.points.items()}
        return 1 + sum(other > points[name] for other in points.values())

    def of(self, name: str) -> list[Round]:
        """The rounds that somebody played."""
        return [one for one in self.played if name in one.there]

    def streak(self, name: str) -> int:
        longest = running = 0
        for one in self.of(name):
            running = running + 1 if "winner" in one.parts[name] else 0
            longest = max(longest, running)
        return longest

    def calls(self, name: str) -> int:
        return sum("caller" in one.parts[name] for one in self.of(name))


class Book:
    """A circle's file, read."""

    def __init__(self, data: Any, zone: str) -> None:
        self.people: dict[str, Any] = {one["name"]: one for one in data["people"] if "merged_into" not in one}
        self.least = data["circle"]["least_rounds"]
        self.seasons = data["seasons"]
        self.tables = [_table(one, ZoneInfo(zone)) for one in data["sessions"]]
        self.order = {name: number for number, name in enumerate(self.people)}

    def listed(self, name: str) -> bool:
        return not (self.people[name].get("guest") or self.people[name].get("hidden"))

    def of(self, game: str = "", year: int | None = None) -> list[Table]:
        return [one for one in self.tables if game in ("", one.game) and year in (None, one.day.year)]

    @property
    def games(self) -> list[str]:
        return sorted({one.game for one in self.tables})


def _table(data: Any, zone: ZoneInfo) -> Table:
    document = data["document"]
    text = report(read_document(document), ENGLISH)
    rounds = _rounds(data, text["rounds"])
    returned, shared = _from_pot(data, rounds) if "ended" in data else (Counter(), Counter())
    money = text["final"]["money"] if data.get("ended") and "rate" in document else {}
    return Table(
        id=data["id"],
        game=_game(document),
        day=(
            date.fromisoformat(data["night"])
            if "night" in data
            else (datetime.fromisoformat(data["started"]) - timedelta(hours=6)).astimezone(zone).date()
        ),
        over="ended" in data,
        rounds=rounds,
        unit=document["rate"]["unit"] if money else "",
        money={name: Decimal(amount) for name, amount in money.items() if name not in ELSEWHERE},
        returned=returned,
        shared=shared,
    )


def _from_pot(data: Any, rounds: list[Round]) -> tuple[Counter[str], Counter[str]]:
    """What is given out of the pot in the end, to who played last in a seat."""
    document = read_document(data["document"])
    state = document.replay().state
    if not state.pot:
        return Counter(), Counter()
    entries = [entry for entry in data["entries"] if "taken_back" not in entry]
    last = {}
    for entry, one in zip(entries, rounds, strict=True):
        people = {
            each["for"]: each["by"] for each in entry.get("stand_ins", []) if not each.get("keeps_figures")
        }
        last |= {
            name: people.get(name, name) for name in state.balances if people.get(name, name) in one.there
        }
    back = given_back(state, document.options_in(state)).points
    final = document.final_balances(state)
    returned: Counter[str] = Counter()
    shared: Counter[str] = Counter()
    for name, person in last.items():
        returned[person] += back[name] - state.balances[name]
        shared[person] += final[name] - back[name]
    return returned, shared


def _game(document: Any) -> str:
    """The game, or the preset of the score sheet that is one for itself."""
    preset: str = document["options"].get("preset", "free") if document["game"] == "sheet" else "free"
    return document["game"] if preset == "free" else preset


def _rounds(data: Any, rows: list[Any]) -> list[Round]:
    document, result = data["document"], []
    game = _game(document)
    seats, rules, begun = list(document["players"]), dict(document.get("options", {})), False
    both = iter(zip(document["rounds"], rows, strict=True))
    for position, entry in enumerate(data["entries"], 1):
        if "taken_back" in entry:
            continue
        facts, scored = next(both)
        people = _people(entry)
        before = list(seats)
        if facts["kind"] == "seats":
            seats = _reseated(seats, facts)
        if facts["kind"] == "rules":
            rules |= facts["options"]
        setting = _setting(game, rules)
        practice = not begun and RULESETS[game].family == "dobon" and setting("first_round") == "practice"
        begun = begun or facts["kind"] not in BETWEEN
        round = _round(position, facts, scored, (before, seats), setting, people, practice)
        if document["game"] == "sheet" and setting("wins") == "low":  # points count against their owner
            round.gains = Counter({name: -gain for name, gain in round.gains.items()})
            round.flows = Counter({(payee, payer): points for (payer, payee), points in round.flows.items()})
        result.append(round)
    return result


def _people(entry: Any) -> dict[str, str]:
    """Who plays for whom, in figures too."""
    return {one["for"]: one["by"] for one in entry.get("stand_ins", []) if not one.get("keeps_figures")}


def _setting(game: str, rules: dict[str, Any]) -> Callable[[str], Any]:
    usual = RULESETS[game].defaults
    return lambda key: rules.get(key, getattr(usual, key))


def _reseated(seats: list[str], facts: Any) -> list[str]:
    result = [name for name in seats if name not in facts.get("leave", [])]
    result += [name for name in facts.get("join", []) if name not in result]
    if facts.get("swap") and set(facts["swap"]) <= set(result):
        one, other = map(result.index, facts["swap"])
        result[one], result[other] = result[other], result[one]
    return result


def _round(
    position: int,
    facts: Any,
    scored: Any,
    seats: tuple[list[str], list[str]],
    setting: Callable[[str], Any],
    people: dict[str, str],
    practice: bool,
) -> Round:
    def person(name: str) -> str:
        return people.get(name, name)

    kind = facts["kind"]
    void = practice or (kind == "deckout" and setting("deckout") == "nogame")
    round = Round(position, kind not in BETWEEN | NOTHING_PLAYED and not void, list(map(person, seats[1])))
    round.there |= {person(name) for names in seats for name in names}
    for move in scored["transfers"]:
        payer, payee = (name if name in ELSEWHERE else person(name) for name in (move["from"], move["to"]))
        round.gains[payer] -= move["points"]
        round.gains[payee] += move["points"]
        if move["points"] and payer != payee and not {payer, payee} & ELSEWHERE:
            round.flows[payer, payee] += move["points"]
    for name in ELSEWHERE:
        round.gains.pop(name, None)
    round.there |= {name for name, gain in round.gains.items() if gain}
    if round.played:
        if kind in WRITTEN:
            parts = {"winner": _best(facts, seats[1], setting)}
        else:
            parts = _deal(facts, scored, setting) if kind == "deal" else _parts(facts, seats[1], setting)
        for part, names in parts.items():
            for name in names:
                round.parts[person(name)].add(part)
                round.there.add(person(name))
        round.cards = sum(_cards(hand) for hand in facts.get("hands", {}).values())
        number = _number(facts, setting) if facts.get("callers") else 0
        victim = person(facts["victim"]) if "victim" in facts and kind == "dobon" else ""
        round.claims = [(person(name), victim, number) for name in parts.get("caller", [])]
    return round


def _best(facts: Any, seats: Sequence[str], setting: Callable[[str], Any]) -> Sequence[str]:
    """Who did best on the score sheet; nobody where all did alike."""
    if facts["kind"] == "winner":
        return [facts["winner"]]
    if facts["kind"] == "places":
        return facts["places"][0] if len(facts["places"]) > 1 else []
    points = {name: facts["points"].get(name, 0) for name in (*facts["points"], *seats)}
    most = (min if setting("wins") == "low" else max)(points.values())
    return [name for name, number in points.items() if number == most and len(set(points.values())) > 1]


def _cards(hand: Any) -> int:
    return len(hand) if isinstance(hand, list) else hand.get("count", 0)


def _parts(facts: Any, seats: Sequence[str], setting: Callable[[str], Any]) -> dict[str, Sequence[str]]:
    """Who had which part in a round of dobon; where later calls are returns, they are shown as such."""
    callers, returns = list(facts.get("callers", [])), list(facts.get("returns", []))
    if setting("several") == "returns":
        callers, returns = callers[:1], [*callers[1:], *returns]
    kind, winner = facts["kind"], [facts["winner"]] if "winner" in facts else []
    return {
        "caller": callers,
        "victim": [facts["victim"]] if kind == "dobon" else [],
        "returner": returns,
        "returned": [*callers, *returns[:-1]] if returns else [],
        "drawer": winner if kind == "draw" else [],
        "burst": [facts["player"]] if kind == "burst" else [],
        "winner": _fewest(facts, seats, setting) if kind == "deckout" else returns[-1:] or callers or winner,
    }


def _fewest(facts: Any, seats: Sequence[str], setting: Callable[[str], Any]) -> Sequence[str]:
    """Who wins where the stock was used up."""
    if setting("deckout") == "starter":
        return [facts["starter"]]
    counts = {}
    for name in seats:
        hand = facts.get("hands", {}).get(name)
        if hand is None or (isinstance(hand, dict) and "count" not in hand):
            return []
        jokers = setting("deckout_jokers") != "counted" and isinstance(hand, list)
        counts[name] = _cards(hand) - (sum(card.startswith("Jk") for card in hand) if jokers else 0)
    return [name for name, count in counts.items() if count == min(counts.values())]


def _number(facts: Any, setting: Callable[[str], Any]) -> int:
    if "target" in facts:
        return int(facts["target"])
    card = facts.get("card", "")
    if card.startswith("Jk"):
        shows = {"refused": 0, "zero": 0, "one": 1, "number": setting("joker_number")}
        return int(shows[setting("joker_card")])
    return RANKS.index(card if card in RANKS else card[1:])


def _deal(facts: Any, scored: Any, setting: Callable[[str], Any]) -> dict[str, Sequence[str]]:
    landlord = facts.get("landlord", "")
    if calls := facts.get("auction"):
        landlord = max(calls, key=lambda call: call["bid"])["by"]
    winners = {move["to"] for move in scored["transfers"]}
    sprung = bool(facts.get("spring"))
    if plays := [one["by"] for one in facts.get("plays", []) if one["cards"]]:
        alone = set(plays) == {landlord}
        sprung = alone or (plays[-1] != landlord and plays.count(landlord) == 1)
    return {
        "landlord": [landlord],
        "winner": sorted(winners),
        "spring": sorted(winners) if sprung and setting("spring") != "off" else [],
    }


PARTS = {
    "wins": "winner", "calls": "caller", "claimed_on": "victim", "returns": "returner", "draws": "drawer",
    "returned_on": "returned", "bursts": "burst", "landlord": "landlord", "springs": "spring",
}  # fmt: skip


def figures(tables: Iterable[Table], name: str) -> dict[str, int]:
    """All that is counted of a person over some tables."""
    own = [one for one in tables if name in one.points]
    rounds = [one for table in own for one in table.of(name)]
    gains = [one.gains[name] for one in rounds]
    return {
        "tables": sum(bool(one.of(name)) for one in own),
        "firsts": sum(bool(one.of(name)) and one.place(name) == 1 for one in own),
        "points": sum(one.points[name] for one in own),
        "rounds": len(rounds),
        "gains": sum(gain > 0 for gain in gains),
        "losses": sum(gain < 0 for gain in gains),
        "won": sum(gain for gain in gains if gain > 0),
        "lost": sum(gain for gain in gains if gain < 0),
        "best": max([0, *gains]),
        "worst": min([0, *gains]),
        **{key: sum(part in one.parts[name] for one in rounds) for key, part in PARTS.items()},
        "landlord_wins": sum({"landlord", "winner"} <= one.parts[name] for one in rounds),
        "streak": max([0, *(one.streak(name) for one in own)]),
    }


def names_in(tables: Iterable[Table]) -> set[str]:
    return {name for one in tables for name in one.points}


def taken(tables: Iterable[Table]) -> Counter[Pair]:
    """What the first of two took from the second, less what was given back; both ways."""
    result: Counter[Pair] = Counter()
    rounds = [row for one in tables for row in one.rounds]
    for (payer, payee), points in (flow for row in rounds for flow in row.flows.items()):
        result[payee, payer] += points
        result[payer, payee] -= points
    return result


def together(tables: Iterable[Table], one: str, other: str) -> tuple[int, int]:
    """At how many tables and in how many rounds two people both played."""
    rounds = [sum({one, other} <= row.there for row in table.played) for table in tables]
    return sum(map(bool, rounds)), sum(rounds)


def behind(tables: Iterable[Table], name: str) -> dict[str, tuple[int, int]]:
    """By who sat in the seat before: rounds played and points gained."""
    rounds: Counter[str] = Counter()
    points: Counter[str] = Counter()
    for row in (row for table in tables for row in table.played):
        for before, own in zip([*row.seats[-1:], *row.seats[:-1]], row.seats, strict=True):
            if own == name and before != name:
                rounds[before] += 1
                points[before] += row.gains[name]
    return {before: (times, points[before]) for before, times in rounds.items()}


def numbers(tables: Iterable[Table], caller: str = "", victim: str = "") -> Counter[int]:
    """How often each number was claimed, by one, or on one."""
    return Counter(
        number
        for table in tables
        for row in table.played
        for by, on, number in row.claims
        if number and caller in ("", by) and victim in ("", on)
    )


def places(points: dict[str, Any]) -> dict[str, int]:
    return {name: 1 + sum(other > own for other in points.values()) for name, own in points.items()}


def sums(book: Book, tables: Iterable[Table]) -> dict[str, int]:
    """The points of everybody who is listed."""
    some = list(tables)
    return {name: figures(some, name)["points"] for name in names_in(some) if book.listed(name)}


def money(book: Book, tables: Iterable[Table]) -> dict[str, dict[str, Decimal]]:
    result: dict[str, dict[str, Decimal]] = defaultdict(dict)
    for one in tables:
        for name, amount in one.money.items():
            if book.listed(name):
                result[one.unit][name] = result[one.unit].get(name, Decimal(0)) + amount
    return dict(result)


def strengths(book: Book, game: str) -> dict[str, tuple[float, float, int, float]]:
    """Mean, spread, tables and what the last table added, of everybody who is no guest."""
    model = PlackettLuce(mu=25.0, sigma=25 / 3)
    known: dict[str, Any] = {}
    result: dict[str, tuple[float, float, int, float]] = {}
    for table in book.of(game):
        there = [name for name in book.order if table.of(name) and not book.people[name].get("guest")]
        if len(table.played) < book.least or len(there) < 2:
            continue
        teams = [[known.get(name) or model.rating()] for name in there]
        after = model.rate(teams, ranks=[float(table.place(name)) for name in there])
        for name, before, team in zip(there, teams, after, strict=True):
            number = result[name][2] + 1 if name in result else 1
            result[name] = team[0].mu, team[0].sigma, number, team[0].mu - before[0].mu
            known[name] = team[0]
    return result


def nights(tables: Iterable[Table], name: str = "") -> set[date]:
    """The days on which was played, by anybody or by one."""
    return {one.day for one in tables if (one.of(name) if name else one.played)}


def pairs(book: Book, tables: Iterable[Table]) -> Iterable[Pair]:
    return combinations([name for name in book.order if name in names_in(tables)], 2)
