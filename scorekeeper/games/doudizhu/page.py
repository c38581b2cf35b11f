"""View data of the page on which a deal of 闘地主 is entered."""

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
from scorekeeper.scoring.doudizhu.combinations import Rules
from scorekeeper.scoring.doudizhu.course import highest_bid
from scorekeeper.scoring.doudizhu.facts import Call, Deal, Play
from scorekeeper.scoring.doudizhu.options import DoudizhuOptions, rules_for
from scorekeeper.scoring.replay import Scored

from ..fields import (
    NUMBER,
    Choices,
    Errors,
    Fields,
    HandStatus,
    Pending,
    Typed,
    everybody,
    field,
    kind_views,
    move_rows,
)
from ..shape import EntryForm, Family
from . import form
from .rules import RULEBOOK, Judged, judge_in_turn, rank_keys, referee, state_words

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
BIDS = "123"
NO_BID = "1"
SUMMARY, TRYING, TAKEN = -1, -2, -3
"""Numbers of the ``HandStatus`` of the count of bombs, the cards being tapped, and the auction."""

UNFINISHED = "play.unfinished"
"""The objection to plays that are still being entered."""


Question = dict[str, object]


class DealSeat:
    """A player as a chip, with the choices of how often that player ``doubled``."""

    def __init__(self, number: str, presenter: Presenter, typed: Typed, errors: Errors) -> None:
        self.number = int(number)
        self.person = presenter.person(presenter.table.names[number])
        self.landlord = typed.text("landlord") == number
        self.doubled = typed.of_seat("doubled", number) or "0"
        self.doublings = _choices(map(str, range(3)), self.doubled)
        self.errors = errors.get(f"doubled-{number}", [])


def deal_view(table: Table, typed: Typed, errors: Errors) -> dict[str, object]:
    options, presenter = form.rules_of(table), Presenter(table)
    rules = rules_for(options, len(table.before.seats))
    seats = [DealSeat(number, presenter, typed, errors) for number in everybody(typed, table)]
    people = [(str(seat.number), seat.person.name) for seat in seats]
    big_bombs = options.super_bombs == "on" or (rules.decks > 1 and options.four_bombs == "size")
    questions = {item["key"]: item for item in _questions(typed, errors, options, rules) if item["choices"]}
    return {
        "kinds": kind_views(KIND_WORDS, KIND_WORDS, typed.kind, BIG_KINDS),
        "seats": seats,
        "typed": typed,
        "errors": errors,
        "shown": questions.pop("shown", None),
        "questions": list(questions.values()),
        "big_bombs": big_bombs or bool(typed.text("big_bombs")),
        "doubling": options.doubling == "on" or bool(form.doubling(typed, table)),
        "auction": options.bidding == "bid" or bool(typed.text("auction")),
        # a chip has room for six Latin letters where four stand beside each other
        "long_names": len(seats) > 3 and any(breadth(seat.person.name) > 6 for seat in seats),
        "keys": list(rank_keys(rules)),
        "fields": _fields(typed, errors, options),
        "adjust_rows": move_rows(typed, people, errors),
    }


def _questions(typed: Typed, errors: Errors, options: DoudizhuOptions, rules: Rules) -> Iterator[Question]:
    """The questions with chips, in the order of the page; those that do not apply have no choices.

    ``more`` is the typed number above the chips.  Questions ``by`` the auction or the plays are answered once
    these are entered.  The page shows ``ask`` until something is chosen.
    """

    def question(key: str, legend: str, choices: Choices, **looks: object) -> Question:
        own = {"key": key, "legend": legend, "choices": choices, "errors": errors.get(key, ())}
        return {**own, "chosen": typed.text(key), "more": typed.text(f"{key}-more"), **looks}

    robbed, bid, result, shown = options.bidding == "rob", *map(typed.text, ("bid", "result", "shown"))
    usual, how_high = NO_BID if robbed else "", gettext("How high was the bid?")
    yield question(
        "bid", gettext("Bid"), _bids(bid, options), chosen=bid or usual, by="auction", ask=how_high
    )
    robs = _counted("robs") if robbed or typed.text("robs") != "0" else ()
    yield question("robs", gettext("Times robbed"), robs, wide=True)
    rockets = _choices(map(str, range(2 * rules.decks // rules.rocket + 1)), typed.text("rockets"))
    yield question("rockets", gettext("Rockets"), rockets, by="plays")
    yield question("bombs", gettext("Bombs"), _counted("bombs"), by="plays", wide=True)
    results = [
        (key, str(RESULT_WORDS[key]))
        for key, (_winner, with_spring) in form.RESULTS.items()
        if options.spring != "off" or not with_spring or key == result
    ]
    who_won = gettext("Who won?")
    yield question("result", who_won, results, by="plays", wide=True, ask=who_won)
    factors = [("", "–"), *((value, f"×{value}") for value, _label in _choices("2345", shown))]
    asked = options.open_hand == "on" or shown
    yield question("shown", gettext("Open hand"), factors if asked else (), wide=True)


def _fields(typed: Typed, errors: Errors, options: DoudizhuOptions) -> Fields:
    """The text fields: calls and plays, the cards being tapped, and the number of big bombs."""
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
    return {gettext("Result"): headline(facts, table)}


def _choices(values: Iterable[str], chosen: str) -> Choices:
    """Chips labelled with their values; another chosen value is added at the end."""
    return [(value, value) for value in dict.fromkeys((*values, chosen)) if value]


def _counted(key: str) -> Choices:
    numbers = [(str(number), str(number)) for number in range(form.COUNTED[key] + 1)]
    return [*numbers, (form.MORE, f"{len(numbers)}+")]


def _bids(chosen: str, options: DoudizhuOptions) -> Choices:
    """The chips of bids; where players rob, the stake begins at 1 without a bid."""
    lot = [(form.LOT, gettext("By lot"))] if options.nobody_bids == "lot" or chosen == form.LOT else []
    if options.bidding == "rob":
        return [(NO_BID, "–"), *lot] if lot else [] if chosen in ("", NO_BID) else _choices(BIDS, chosen)
    return [*_choices(BIDS, "" if chosen == form.LOT else chosen), *lot]


def pending(table: Table, typed: Typed, scored: Scored | None) -> Pending:
    """The status of the auction and of each play, the number of bombs, and the cards left."""
    statuses = list(_taken(typed, table))
    if typed.kind == "deal" and (typed.text("plays") or typed.text("trying")):
        statuses += _plays(typed, table, rules_for(form.rules_of(table), len(table.before.seats)))
    hands = tuple(statuses)
    if typed.kind == "deal" and typed.text("trying"):
        return Pending(gettext("Cards are tapped but not played yet"), hands)
    for problem in scored.outcome.problems if scored else ():
        if problem.code == UNFINISHED:
            words = gettext("Cards left in the hand of %(name)s: %(count)s")
            left = words % {"name": problem.who, "count": problem.values["count"]}
            return Pending(left, hands, frozenset({UNFINISHED}), leave=gettext("Record it unfinished"))
    return Pending(hands=hands)


def _taken(typed: Typed, table: Table) -> Iterator[HandStatus]:
    """The landlord by the calls so far, and the bid."""
    calls = form.read_auction(typed.text("auction"), table.names, [])
    seat, bid = highest_bid(tuple(Call(call["by"], call["bid"]) for call in calls))
    if bid:
        yield HandStatus(TAKEN, seat, f"{table.names[seat]}: {bid}")


def _plays(typed: Typed, table: Table, rules: Rules) -> Iterator[HandStatus]:
    lines = form.split_lines(typed.text("plays"), table.names, [])
    plays = [Play(line.by, form.cards_of(line, [])) for line in lines]
    trying, wrong = _trying(typed, table)
    judged = judge_in_turn([*plays, *trying], rules)
    yield from (_status(line.place, verdict) for line, verdict in zip(lines, judged, strict=False))
    yield from (_status(TRYING, verdict) for verdict in judged[len(plays) :])
    yield from (HandStatus(TRYING, "illegal", text) for text in wrong)
    made = Counter(verdict.made.type for verdict in judged[: len(plays)] if verdict and verdict.made)
    words = {"bombs": made["bomb"], "rockets": made["rocket"]}
    yield HandStatus(SUMMARY, "", gettext("Bombs: %(bombs)d · rockets: %(rockets)d") % words)


def _trying(typed: Typed, table: Table) -> tuple[list[Play], list[str]]:
    """The cards being tapped as a play, and the error in their text."""
    lines: Sequence[form.TypedLine] = form.split_lines(typed.text("trying"), table.names, [])
    try:
        return [Play(line.by, form.read_coloured(line.text)) for line in lines[:1] if not line.passed], []
    except CardError as error:
        return [], [form.card_error(error)]


def _status(place: int, judged: Judged | None) -> HandStatus:
    return HandStatus(place, judged.state, state_words(judged)) if judged else HandStatus(place, "passed", "")


FAMILY = Family(
    EntryForm(
        template="games/doudizhu/entry.html",
        called=called,
        blank=form.blank,
        from_post=form.from_post,
        from_facts=form.from_facts,
        parse=form.parse,
        view=deal_view,
        pending=pending,
        described=described,
    ),
    RULEBOOK,
    referee,
)
