"""View data of the entry page of 闘地主."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.play.table import Table
from scorekeeper.present.marks import breadth
from scorekeeper.present.presenter import Presenter
from scorekeeper.present.words import headline
from scorekeeper.scoring.cards import CardError
from scorekeeper.scoring.doudizhu.auction import taken
from scorekeeper.scoring.doudizhu.combinations import Rules
from scorekeeper.scoring.doudizhu.facts import Call, Deal, Play
from scorekeeper.scoring.doudizhu.options import DoudizhuOptions, rules_for
from scorekeeper.scoring.replay import Scored

from ..fields import Errors, HandStatus, Pending, Typed, everybody
from ..parts import NUMBER, Choices, Fields, field, kind_views, move_rows
from .form import COUNTED, KINDS, LOT, MORE, RESULTS, doubling, rules_of
from .judging import Judged, judge_in_turn, rank_keys, state_words
from .lines import TypedLine, card_error, cards_of, read_auction, read_coloured, split_lines

KIND_WORDS: Mapping[str, tuple[object, object]] = {
    "deal": (_("Played"), _("The landlord against the others.")),
    "passed": (_("All passed"), _("Nobody wanted to be landlord; the deal does not count.")),
    "adjust": (_("Correction in points"), _("Points the table agreed to move.")),
}
BIG_KINDS = ("deal", "passed")
RESULT_WORDS = {
    "landlord": _("Landlord wins"),
    "farmers": _("Farmers win"),
    "landlord-spring": _("Landlord wins, spring"),
    "farmers-spring": _("Farmers win, anti-spring"),
}
CHIPS = ("bid", "bombs", "rockets", "robs", "result", "shown")
BIDS = ("1", "2", "3")
NO_BID = "1"
SHOWN = ("2", "3", "4", "5")
DOUBLINGS = 2
"""How often one player usually doubles at most."""

SHORT_NAME = 6
"""Latin letters of a name for which a chip has room where four stand beside each other."""

SUMMARY, TRYING, TAKEN = -1, -2, -3
"""Places, among what is said of the plays, of the count of bombs, the cards being tapped and the auction."""

UNFINISHED = "play.unfinished"
"""The objection to plays that are still being entered."""


class DealSeat:
    """One player as a chip, with the choices of how often the player ``doubled``."""

    def __init__(self, number: str, presenter: Presenter, typed: Typed, errors: Errors) -> None:
        self.number = int(number)
        self.person = presenter.person(presenter.table.names[number])
        self.landlord = typed.text("landlord") == number
        self.doubled = typed.of_seat("doubled", number) or "0"
        self.doublings = _choices(map(str, range(DOUBLINGS + 1)), self.doubled)
        self.errors = errors.get(f"doubled-{number}", [])


def deal_view(table: Table, typed: Typed, errors: Errors) -> dict[str, object]:
    """The entry page; ``chosen`` are the chips that are on, by the names of their fields."""
    options, presenter = rules_of(table), Presenter(table)
    rules = rules_for(options, len(table.before.seats))
    seats = [DealSeat(number, presenter, typed, errors) for number in everybody(typed, table)]
    people = [(str(seat.number), seat.person.name) for seat in seats]
    chosen = {name: typed.text(name) for name in CHIPS}
    return {
        "kinds": kind_views(KIND_WORDS, KINDS, typed.kind, BIG_KINDS),
        "seats": seats,
        # numbers above the chips
        "more": {name: typed.text(f"{name}-more") for name in COUNTED},
        "typed": typed,
        "errors": errors,
        "chosen": {**chosen, "bid": chosen["bid"] or (NO_BID if options.bidding == "rob" else "")},
        "bids": _bids(chosen["bid"], options),
        "bombs": _counted("bombs"),
        "rockets": _choices(map(str, range(2 * rules.decks // rules.rocket + 1)), chosen["rockets"]),
        "results": _results(chosen["result"], options.spring != "off"),
        "robs": _counted("robs") if options.bidding == "rob" or chosen["robs"] != "0" else (),
        "shown": _shown(chosen["shown"]) if options.open_hand == "on" or chosen["shown"] else (),
        "big_bombs": _asks_big_bombs(rules, options) or bool(typed.text("big_bombs")),
        "doubling": options.doubling == "on" or bool(doubling(typed, table)),
        "auction": options.bidding == "bid" or bool(typed.text("auction")),
        "long_names": len(seats) > 3 and any(breadth(seat.person.name) > SHORT_NAME for seat in seats),
        "keys": list(rank_keys(rules)),
        "fields": _fields(typed, errors, options),
        "adjust_rows": move_rows(typed, people, errors),
    }


def _asks_big_bombs(rules: Rules, options: DoudizhuOptions) -> bool:
    return options.super_bombs == "on" or (rules.decks > 1 and options.four_bombs == "size")


def _fields(typed: Typed, errors: Errors, options: DoudizhuOptions) -> Fields:
    """What is typed: calls and plays a line each, the cards being tapped, and bombs that count more."""
    big = gettext("Super bombs") if options.super_bombs == "on" else gettext("Bombs of eight cards")
    lines = {"placeholder": " ", "spellcheck": "false", "dir": "auto"}
    auction = {**lines, "rows": 3, "data-testid": "auction-text"}
    plays = {**lines, "rows": 4, "autocapitalize": "characters", "data-testid": "plays-text"}
    like = gettext("Like “Ben: 3334”; 小王 or JkB, 大王 or JkR for the jokers. Passes may be left out.")
    fields = {
        "auction": field(
            gettext("Calls, one a line"), forms.Textarea(auction), gettext("Like “Ben: 2” or “Ben: pass”.")
        ),
        "plays": field(gettext("Plays, one a line"), forms.Textarea(plays), like),
        "trying": field("", forms.TextInput({"tabindex": -1, "autocomplete": "off"})),
        "big_bombs": field(big, forms.TextInput({**NUMBER, "placeholder": "0"})),
    }
    return Fields(fields, {name: typed.get(name, "") for name in fields}, errors)


def called(_game: str, kind: str) -> str:
    return "" if kind == "deal" else str(KIND_WORDS[kind][0])


def described(facts: Deal, table: Table) -> dict[str, str]:
    """How a deal ended, in a sentence: with its landlord, and what doubled it."""
    return {gettext("Result"): headline(facts, table)}


def _choices(values: Iterable[str], chosen: str) -> Choices:
    """Chips with their values on them; a chosen one that is none of them comes last, so that it stays."""
    return [(value, value) for value in dict.fromkeys((*values, chosen)) if value]


def _counted(key: str) -> Choices:
    numbers = [(str(number), str(number)) for number in range(COUNTED[key] + 1)]
    return [*numbers, (MORE, f"{len(numbers)}+")]


def _bids(chosen: str, options: DoudizhuOptions) -> Choices:
    """Where the landlord is found by robbing, the stake begins at 1 and nobody bids."""
    lot = [(LOT, gettext("By lot"))] if options.nobody_bids == "lot" or chosen == LOT else []
    if options.bidding == "rob":
        return [(NO_BID, "–"), *lot] if lot else [] if chosen in ("", NO_BID) else _choices(BIDS, chosen)
    return [*_choices(BIDS, "" if chosen == LOT else chosen), *lot]


def _results(chosen: str, spring: bool) -> Choices:
    return [
        (key, str(RESULT_WORDS[key]))
        for key, (_winner, with_spring) in RESULTS.items()
        if spring or not with_spring or key == chosen
    ]


def _shown(chosen: str) -> Choices:
    return [("", "–"), *((value, f"×{value}") for value, _label in _choices(SHOWN, chosen))]


def pending(table: Table, typed: Typed, scored: Scored | None) -> Pending:
    """What each play is, how many bombs there are, and what the auction ended in."""
    told = [*_taken(typed, table)]
    if typed.kind == "deal" and (typed.text("plays") or typed.text("trying")):
        told += _plays(typed, table, rules_for(rules_of(table), len(table.before.seats)))
    if typed.kind == "deal" and typed.text("trying"):
        return Pending(gettext("Cards are tapped but not played yet"), tuple(told))
    left = _left(scored)
    leave = gettext("Record it unfinished") if left else ""
    return Pending(left, tuple(told), frozenset({UNFINISHED}), leave=leave)


def _left(scored: Scored | None) -> str:
    """How many cards the last player still holds, by the plays so far; "" once the hand is empty."""
    problems = scored.outcome.problems if scored else ()
    found = next((item for item in problems if item.code == UNFINISHED), None)
    if found is None:
        return ""
    words = gettext("Cards left in the hand of %(name)s: %(count)s")
    return words % {"name": found.who, "count": found.values["count"]}


def _taken(typed: Typed, table: Table) -> Iterator[HandStatus]:
    """Who is landlord by the calls so far, by the seat number, and for which bid."""
    calls = read_auction(typed.text("auction"), table.names, [])
    seat, bid = taken(tuple(Call(call["by"], call["bid"]) for call in calls))
    if bid:
        yield HandStatus(TAKEN, seat, f"{table.names[seat]}: {bid}")


def _plays(typed: Typed, table: Table, rules: Rules) -> Iterator[HandStatus]:
    lines = split_lines(typed.text("plays"), table.names, [])
    plays = [Play(line.by, cards_of(line, [])) for line in lines]
    trying, wrong = _trying(typed, table)
    judged = judge_in_turn([*plays, *trying], rules)
    yield from (_status(line.place, one) for line, one in zip(lines, judged, strict=False))
    yield from (_status(TRYING, one) for one in judged[len(plays) :])
    yield from (HandStatus(TRYING, "illegal", text) for text in wrong)
    yield HandStatus(SUMMARY, "", _summary(judged[: len(plays)]))


def _trying(typed: Typed, table: Table) -> tuple[list[Play], list[str]]:
    """The cards that are being tapped with their player, and what is wrong with their text."""
    lines: Sequence[TypedLine] = split_lines(typed.text("trying"), table.names, [])
    try:
        return [Play(line.by, read_coloured(line.text)) for line in lines[:1] if not line.passed], []
    except CardError as error:
        return [], [card_error(error)]


def _status(place: int, judged: Judged | None) -> HandStatus:
    return HandStatus(place, judged.state, state_words(judged)) if judged else HandStatus(place, "passed", "")


def _summary(judged: Iterable[Judged | None]) -> str:
    made = Counter(one.made.type for one in judged if one and one.made)
    words = {"bombs": made["bomb"], "rockets": made["rocket"]}
    return gettext("Bombs: %(bombs)d · rockets: %(rockets)d") % words
