"""Arbitrary legal sessions of every game, as documents in JSON."""

from functools import cache
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.document import read_round
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.registry import RULESETS, find_game
from scorekeeper.scoring.sheet.options import SheetOptions

Draw = Any
NAMES = ("あき", "Ben", "Chie", "D", "Eva", "F f", "محمد", "🎴", "I", "J")
GUESTS = ("Kim", "L")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
CARDS = st.sampled_from([*RANKS, "Jk", "JkB"]) | st.builds(
    "{}{}".format, st.sampled_from("SHDC"), st.sampled_from(RANKS)
)
HANDS = (
    st.lists(CARDS, max_size=6)
    | st.integers(0, 500).map(lambda points: {"points": points})
    | st.integers(0, 20).map(lambda count: {"count": count})
)
HARMLESS = {
    "bystanders": "nothing", "deckout": "nogame", "dora": "off", "streak": "off", "joker_yaku": "off",
    "joker_loss": "off", "eights": "off", "several": "all",
    "twos": "off", "dobon_hands": "both", "claimed_card": "off", "unit_points": 1, "drawn_factor": "off",
    "burst_pays": "points", "foul": "off", "special_cards": "",
    "threes": "off", "joker_factor": "off", "yaku_factor": "off",
    "round_total": 0,
}  # fmt: skip
"""Values that are compatible with every other house rule."""


SIGNED = st.lists(st.integers(-90, 90), min_size=1, max_size=6)
LISTS = {
    "flag": st.booleans() | st.sampled_from(["off", "on"]),
    "list": SIGNED
    | SIGNED.map(lambda row: [*row, *(-points for points in reversed(row))])
    | SIGNED.map(lambda row: ", ".join(map(str, row))),
    "named": st.dictionaries(
        st.sampled_from(["革命", "Foul out", "x"]), st.integers(-90, 90).filter(bool), max_size=3
    ).map(lambda named: [{"name": name, "points": points} for name, points in named.items()]),
}
"""Strategies for house rules that are not plain text or numbers in JSON."""


@cache
def _values(game: str, running: bool = False) -> dict[str, st.SearchStrategy[object]]:
    """How the values of every house rule are drawn, or of those that can change in a ``running`` session."""
    specs = house_rules.specs(type(RULESETS[game].defaults))
    return {spec.key: _values_of(spec) for spec in specs if _drawn(spec, running)}


def _drawn(spec: house_rules.Spec, running: bool) -> bool:
    """Not the preset, which is another game."""
    return spec.kind != "preset" and not (running and spec.fixed)


def _values_of(spec: house_rules.Spec) -> st.SearchStrategy[object]:
    if spec.kind in LISTS:
        return LISTS[spec.kind]
    if spec.kind == "numbers":
        return st.lists(st.integers(0, 9000), min_size=1, max_size=8).map(lambda row: " ".join(map(str, row)))
    if spec.kind == "cards":
        return st.sampled_from(["", "D3=30 S3 C3", "3=30", "Jk H4=0"])
    if spec.choices:
        return st.sampled_from([key for key, _ in spec.choices])
    return st.integers(spec.low, spec.high)


@st.composite
def some_options(draw: Draw, game: str, running: bool = False) -> dict[str, object]:
    """Some house rules of a game, with values from their declarations, and those that they need."""
    values = _values(game, running)
    keys = draw(st.lists(st.sampled_from(list(values)), max_size=8, unique=True))
    return _agreeing(game, {key: draw(values[key]) for key in keys})


def _agreeing(game: str, drawn: dict[str, object]) -> dict[str, object]:
    """``drawn`` with every house rule that conflicts with the others set to its value in ``HARMLESS``."""
    changes = dict(drawn)
    while True:
        try:
            house_rules.load(RULESETS[game].defaults, changes)
        except ReadError as error:
            key = error.where.removeprefix("options.")
            changes[key] = HARMLESS[key]
        else:
            return changes


@st.composite
def rule_changes(draw: Draw, game: str, options: dict[str, object]) -> dict[str, object]:
    """A change of some house rules, and of those that conflict with it; ``options`` are in force."""
    values = _values(game, running=True)
    key = draw(st.sampled_from(list(values)))
    drawn = {**draw(some_options(game, running=True)), key: draw(values[key])}
    after = _agreeing(game, {**options, **drawn})
    changed = {key: value for key, value in after.items() if key in drawn or options.get(key) != value}
    return {"kind": "rules", "options": changed}


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
    """A correction of points or streaks, or a change of seats; guests it brings are added to ``names``."""
    kind = draw(st.sampled_from(["adjust", "seats", "streak"]))
    if kind == "adjust":
        accounts = st.permutations([*names, "pot", "bank"]).map(lambda order: order[:2])
        moves = [
            {"from": payer, "to": payee, "points": draw(st.integers(1, 200))}
            for payer, payee in draw(st.lists(accounts, min_size=1, max_size=3))
        ]
        return {"kind": "adjust", "transfers": moves}
    if kind == "streak":
        return {"kind": kind, "wins": draw(st.dictionaries(st.sampled_from(names), st.integers(0, 9)))}
    guests = draw(st.lists(st.sampled_from(GUESTS), max_size=2, unique=True))
    names.extend(guest for guest in guests if guest not in names)
    leave = draw(st.lists(st.sampled_from(names), max_size=2, unique=True))
    swap = draw(st.permutations(names))[:2] if draw(st.booleans()) or not (guests or leave) else []
    return {"kind": "seats", "join": guests, "leave": leave, "swap": swap}


DRAWN = st.fixed_dictionaries({}, optional={"drawn": st.lists(CARDS, max_size=3)})
DOUBLINGS = st.fixed_dictionaries({}, optional={"doublings": st.integers(0, 16)})
CLAIMED = st.fixed_dictionaries({}, optional={"card": CARDS})
CLAIMED_NUMBER = st.fixed_dictionaries(
    {}, optional={"count": st.integers(1, 4), "target": st.integers(0, 52), "card": CARDS}
)


@st.composite
def dobon_rounds(draw: Draw, game: str, options: dict[str, object], names: list[str]) -> dict[str, object]:
    """A round of the dobon family, of any kind that the house rules know; hands may be missing."""
    ruleset = RULESETS[game]
    kinds = ruleset.kinds(house_rules.load(ruleset.defaults, options))
    kind = draw(st.sampled_from(("dobon", *kinds)))
    order = draw(st.permutations(names))
    data: dict[str, object] = {"kind": kind, **draw(shown_cards(tuple(names)))}
    if kind in ("dobon", "opening", "draw", "burst", "foul"):
        data |= draw(DRAWN)
    if kind != "nogame":
        data |= draw(DOUBLINGS)
        data["hands"] = draw(hands_of(tuple(names)))
    if kind in ("dobon", "opening"):
        return data | draw(claims(kind, order))
    if kind in ("out", "draw"):
        data["winner"] = order[0]
    if kind == "draw":
        data |= draw(CLAIMED)
        data |= {"victim": order[1]} if draw(st.booleans()) else {}
    if kind in ("burst", "foul"):
        data["player"] = order[0]
    if kind == "deckout" and draw(st.booleans()):
        data["starter"] = order[0]
    return data


@st.composite
def claims(draw: Draw, kind: str, order: list[str]) -> dict[str, object]:
    """Who called, on what, and who returned."""
    callers = order[1 : 1 + draw(st.integers(1, max(1, min(3, len(order) - 1))))]
    data: dict[str, object] = {"callers": callers}
    if kind == "dobon":
        data |= {"victim": order[0], **draw(CLAIMED_NUMBER)}
    elif draw(st.booleans()):
        data["card"] = draw(CARDS)
    others = [name for name in order if name not in callers]
    returns: list[str] = []
    for _ in range(draw(st.integers(0, 3))):
        free = [name for name in order if name != returns[-1]] if returns else others
        returns += [draw(st.sampled_from(free))] if free else []
    return data | ({"returns": returns} if returns else {})


@cache
def hands_of(names: tuple[str, ...]) -> st.SearchStrategy[dict[str, object]]:
    return st.dictionaries(st.sampled_from(names), HANDS, max_size=len(names))


@cache
def shown_cards(names: tuple[str, ...]) -> st.SearchStrategy[dict[str, object]]:
    own = st.fixed_dictionaries({"name": st.sampled_from(["単騎", "x"]), "yaku": st.integers(0, 9)})
    return st.fixed_dictionaries(
        {},
        optional={
            "turnup": CARDS,
            "bottom": CARDS,
            "riichi": st.lists(st.sampled_from(names), max_size=4),
            "lapsed": st.lists(st.sampled_from(names), max_size=2, unique=True),
            "extra_yaku": st.dictionaries(st.sampled_from(names), st.lists(own, max_size=2), max_size=2),
        },
    )


PLAYED = st.sampled_from([*RANKS, "H3", "SK", "JkB", "JkR"])


@st.composite
def doudizhu_rounds(draw: Draw, game: str, options: dict[str, object], names: list[str]) -> dict[str, object]:
    """A deal as it was written down, or with its auction, or its plays, or both; or one that all passed."""
    by = st.sampled_from(names)
    passes = st.lists(st.fixed_dictionaries({"by": by, "bid": st.just(0)}), min_size=1, max_size=5)
    if draw(st.integers(0, 5)) == 0:
        return {"kind": "passed"} | draw(st.fixed_dictionaries({}, optional={"auction": passes}))
    more = {
        "robs": st.integers(0, 3),
        "shown": st.sampled_from([0, 2, 3, 4, 5]),
        "doubled": st.lists(by, max_size=3),
    }
    data: dict[str, object] = {"kind": "deal", **draw(st.fixed_dictionaries({}, optional=more))}
    if draw(st.booleans()):
        calls = st.fixed_dictionaries({"by": by, "bid": st.integers(0, 3)})
        bid = st.fixed_dictionaries({"by": by, "bid": st.integers(1, 3)})
        data["auction"] = [*draw(st.lists(calls, max_size=4)), draw(bid), *draw(st.lists(calls, max_size=2))]
    else:
        data |= {"landlord": draw(by)} | draw(
            st.fixed_dictionaries({"bid": st.integers(1, 3)}) | st.just({"lot": True})
        )
    return data | draw(doudizhu_results(by))


def doudizhu_results(by: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, object]]:
    """Who won with how many bombs, or the plays that show it."""
    sides = {"winner": st.sampled_from(["landlord", "farmers"])}
    more = {key: st.integers(0, most) for key, most in (("bombs", 5), ("big_bombs", 2), ("rockets", 2))}
    alike = st.builds(lambda card, count: [card] * count, PLAYED, st.integers(1, 8))
    cards = alike | st.lists(PLAYED, max_size=8) | st.just(["JkB", "JkR"])
    play = st.fixed_dictionaries({"by": by, "cards": cards})
    plays = st.lists(play, min_size=1, max_size=6).filter(lambda made: any(one["cards"] for one in made))
    return st.fixed_dictionaries(sides, optional={**more, "spring": st.booleans()}) | st.fixed_dictionaries(
        {"plays": plays}
    )


@st.composite
def sheet_rounds(draw: Draw, game: str, options: dict[str, object], names: list[str]) -> dict[str, object]:
    """A round of the score sheet as written; one that its house rules refuse was no game."""
    ruleset = find_game(game, options=options)
    rules: SheetOptions = house_rules.load(ruleset.defaults, options)
    order, points = draw(st.permutations(names)), st.integers(-900, 900)
    kind = draw(st.sampled_from(ruleset.kinds(rules)))
    data: dict[str, object] = {"kind": kind}
    if kind == "points":
        written = draw(st.dictionaries(st.sampled_from(names), points, max_size=len(names)))
        rest = {order[0]: -sum(written.get(name, 0) for name in names if name != order[0])}
        data["points"] = written | (rest if rules.zero_sum == "on" else {})
    if kind == "places":
        cuts = sorted(draw(st.sets(st.integers(1, len(order) - 1), max_size=9)))
        named = order[: draw(st.integers(len(order) - 1, len(order)))]
        groups = [named[start:end] for start, end in pairwise([0, *cuts, len(named)])]
        data["places"] = [group for group in groups if group]
    if kind == "winner":
        losers = st.dictionaries(st.sampled_from(order[1:]), points.map(abs), max_size=len(names))
        data |= {"winner": order[0], "points": draw(losers)}
    known = [*house_rules.points_by_name(rules.bonuses)]
    if known and kind != "nogame" and draw(st.booleans()):
        extras = st.lists(st.sampled_from(known), min_size=1, max_size=3)
        data["bonus"] = draw(st.dictionaries(st.sampled_from(names), extras, max_size=3))
    try:
        read_round(ruleset, rules, data, {name: name for name in names}, "")
    except ReadError:
        return {"kind": "nogame"}
    return data


GAMES = {
    **dict.fromkeys(("gamble", "kawagoe", "teyaku", "dotenko"), dobon_rounds),
    "doudizhu": doudizhu_rounds,
    **dict.fromkeys([key for key, ruleset in RULESETS.items() if ruleset.family == "sheet"], sheet_rounds),
}
"""The strategy for rounds of each game."""


@st.composite
def sessions(draw: Draw, seats: bool = True, game: str = "", most_rounds: int = 6) -> dict[str, Any]:
    """A session of a game, or of any; ``seats`` allows people to come, go and swap, and rules to change."""
    game = game or draw(st.sampled_from(sorted(RULESETS)))
    players = list(NAMES[: draw(st.integers(RULESETS[game].fewest_players, RULESETS[game].most_players))])
    known = list(players)
    options = draw(some_options(game))
    rounds, rules = [], options
    for _ in range(draw(st.integers(0, most_rounds))):
        between = draw(st.integers(0, 5)) if seats else 5
        if between == 0:
            rounds.append(draw(rule_changes(game, rules)))
            rules = {**rules, **rounds[-1]["options"]}
        else:
            rounds.append(draw(events(known) if between == 1 else GAMES[game](game, rules, known)))
    data = {
        "format": 1,
        "game": RULESETS[game].game,
        "players": players,
        "rounds": rounds,
        "options": RULESETS[game].named | options,
    }
    if (version := draw(st.integers(1, RULESETS[game].version))) > 1:
        data["version"] = version
    if draw(st.booleans()):
        data["stake"] = draw(stakes())
    if draw(st.booleans()):
        data["rate"] = draw(rates())
    return data


@st.composite
def evenings(draw: Draw, game: str = "") -> dict[str, Any]:
    """Sessions in which as a rule every hand was written down."""
    data: dict[str, Any] = draw(sessions(game=game))
    for one in data["rounds"]:
        if "hands" in one and draw(st.integers(0, 3)):
            cards = st.lists(CARDS, min_size=1, max_size=4)
            one["hands"] = {**{who: draw(cards) for who in data["players"]}, **one["hands"]}
    return data


@st.composite
def deserted_sessions(draw: Draw) -> dict[str, Any]:
    """A session in which people leave first, often everybody, and are named in the rounds all the same."""
    game = draw(st.sampled_from(sorted(RULESETS)))
    dobon = RULESETS[game].family == "dobon"
    data: dict[str, Any] = draw(sessions(game=game, most_rounds=0 if dobon else 6))
    players = data["players"]
    leave = draw(st.just(list(players)) | st.lists(st.sampled_from(players), min_size=1, unique=True))
    if dobon:
        amount = draw(st.just("flat") | _values(game)["amount"])
        options = _agreeing(game, {**data["options"], "amount": amount})
        rounds = [draw(dobon_rounds(game, options, list(players))) for _ in range(2)]
        data |= {"rounds": rounds, "options": options}
    return {**data, "rounds": [{"kind": "seats", "leave": leave}, *data["rounds"]]}


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
