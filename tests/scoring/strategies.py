"""Arbitrary legal sessions of every game, as documents in JSON."""

from typing import Any

from hypothesis import strategies as st

from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.registry import RULESETS

Draw = Any
NAMES = ("あき", "Ben", "Chie", "D", "Eva", "F f", "محمد", "🎴", "I", "J")
GUESTS = ("Kim", "L")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
CARDS = st.sampled_from(RANKS) | st.builds("{}{}".format, st.sampled_from("SHDC"), st.sampled_from(RANKS))
HANDS = st.lists(CARDS, max_size=6) | st.integers(0, 500).map(lambda points: {"points": points})


def some_options(game: str) -> st.SearchStrategy[dict[str, object]]:
    """Some house rules of a game, drawn from what they declare."""
    specs = house_rules.specs(type(RULESETS[game].defaults))
    values = {
        spec.key: st.sampled_from([key for key, _ in spec.choices])
        if spec.choices
        else st.integers(spec.low, spec.high)
        for spec in specs
    }
    return st.fixed_dictionaries({}, optional=values)


def stakes() -> st.SearchStrategy[dict[str, object]]:
    keys = {
        "rounds": st.integers(1, 6),
        "end_on_bust": st.booleans(),
        "top_bonus": st.sampled_from(["gap_times_players", "gap_once", "none"]),
    }
    starts = st.integers(0, 500)
    some = st.fixed_dictionaries({"start": starts}, optional=keys)
    return st.tuples(some, st.integers(0, 300)).map(
        lambda drawn: {**drawn[0], "base": drawn[0]["start"] + drawn[1]}
    )


def rates() -> st.SearchStrategy[dict[str, object]]:
    return st.fixed_dictionaries(
        {
            "unit": st.sampled_from(["円", "チップ", "€"]),
            "per_point": st.sampled_from(["1", "0.1", 10, "0.003"]),
            "round_to": st.sampled_from([1, 10, "3", 500]),
        }
    )


@st.composite
def events(draw: Draw, names: list[str]) -> dict[str, object]:
    """A correction, or a change of seats; guests it brings are added to ``names``."""
    if draw(st.booleans()):
        accounts = st.permutations([*names, "pot", "bank"]).map(lambda order: order[:2])
        moves = [
            {"from": payer, "to": payee, "points": draw(st.integers(1, 200))}
            for payer, payee in draw(st.lists(accounts, min_size=1, max_size=3))
        ]
        return {"kind": "adjust", "transfers": moves}
    guests = draw(st.lists(st.sampled_from(GUESTS), max_size=2, unique=True))
    names.extend(guest for guest in guests if guest not in names)
    leave = draw(st.lists(st.sampled_from(names), max_size=2, unique=True))
    swap = draw(st.permutations(names))[:2] if draw(st.booleans()) or not (guests or leave) else []
    return {"kind": "seats", "join": guests, "leave": leave, "swap": swap}


@st.composite
def dobon_rounds(draw: Draw, names: list[str]) -> dict[str, object]:
    """A round of the dobon family; hands may be missing."""
    kind = draw(st.sampled_from(["out", "dobon", "dobon", "deckout", "nogame"]))
    order = draw(st.permutations(names))
    hands = draw(st.dictionaries(st.sampled_from(names), HANDS, max_size=len(names)))
    if kind == "nogame":
        return {"kind": kind}
    if kind != "dobon":
        return {"kind": kind, "winner" if kind == "out" else "starter": order[0], "hands": hands}
    callers = order[1 : 1 + draw(st.integers(1, max(1, min(3, len(names) - 1))))]
    data: dict[str, object] = {"kind": kind, "victim": order[0], "callers": callers, "hands": hands}
    if draw(st.booleans()):
        data["card"] = draw(CARDS)
    if draw(st.booleans()):
        others = [name for name in order if name not in callers]
        data["returns"] = (
            draw(st.permutations(others))[:1] + draw(st.permutations(callers))[: draw(st.integers(0, 1))]
        )
    return data


GAMES = {"gamble": dobon_rounds}
"""How rounds of each game are drawn."""


@st.composite
def sessions(draw: Draw, seats: bool = True) -> dict[str, Any]:
    """A session of any game; ``seats`` allows people to come, go and swap."""
    game = draw(st.sampled_from(sorted(RULESETS)))
    players = list(NAMES[: draw(st.integers(RULESETS[game].fewest_players, RULESETS[game].most_players))])
    known = list(players)
    rounds = []
    for _ in range(draw(st.integers(0, 6))):
        between = seats and draw(st.integers(0, 4)) == 0
        rounds.append(draw(events(known) if between else GAMES[game](known)))
    data = {
        "format": 1,
        "game": game,
        "players": players,
        "rounds": rounds,
        "options": draw(some_options(game)),
    }
    if draw(st.booleans()):
        data["stake"] = draw(stakes())
    if draw(st.booleans()):
        data["rate"] = draw(rates())
    return data


garbage = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(NAMES + RANKS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
