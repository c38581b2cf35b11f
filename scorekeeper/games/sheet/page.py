"""View data of the entry page of the score sheet."""

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.play.table import Table
from scorekeeper.present.presenter import Presenter
from scorekeeper.present.words import headline
from scorekeeper.scoring import texts
from scorekeeper.scoring.options import numbers_in, points_by_name
from scorekeeper.scoring.replay import Scored
from scorekeeper.scoring.sheet.facts import Entry
from scorekeeper.scoring.sheet.family import kinds

from ..fields import Errors, HandStatus, Pending, Typed, everybody
from ..parts import kind_views, move_rows
from .form import EXTRA, LAST, PLACE, POINTS, follows, left_blank, rules_of

KIND_WORDS: Mapping[str, tuple[object, object]] = {
    "points": (_("Points"), ""),
    "places": (_("Places"), ""),
    "winner": (_("Winner takes"), ""),
    "nogame": (_("No game"), _("The round does not count.")),
    "adjust": (_("Correction in points"), _("Points the table agreed to move.")),
}
BIG_KINDS = ("points", "places", "winner")
INCOMPLETE = frozenset({"points.total"})
"""What is objected to only once everybody has points; where it would be, others cannot be left at 0."""


class SheetSeat:
    """A row of the sheet: a player with the points so far, what is typed, and the extras as chips."""

    def __init__(self, number: str, presenter: Presenter, typed: Typed, errors: Errors) -> None:
        table, chosen = presenter.table, typed.named(f"{EXTRA}-{number}")
        name, worth = table.names[number], points_by_name(rules_of(table).bonuses)
        self.number = int(number)
        self.person = presenter.person(name, table.before.balances.get(name, 0))
        self.points = typed.of_seat(POINTS, number)
        self.place = typed.of_seat(PLACE, number)
        self.won = typed.text("winner") == number
        self.last = typed.text(LAST) == number
        self.extras = [
            (extra, f"{extra} {texts.signed(points)}", extra in chosen)
            for extra, points in worth.items()
            for extra in [extra] * max(1, chosen.count(extra))
        ]
        self.errors = [
            line for field in (POINTS, PLACE, EXTRA) for line in errors.get(f"{field}-{number}", [])
        ]


def sheet_view(table: Table, typed: Typed, errors: Errors, only: str = "") -> dict[str, object]:
    """The form; ``total`` is what the points of a round come to, None for any sum; ``worth`` has a number for
    each place of those at the table; ``only`` is the one player whose row is shown, if not all are: nothing
    follows from that."""
    options, presenter = rules_of(table), Presenter(table)
    seats = [SheetSeat(number, presenter, typed, errors) for number in everybody(typed, table, POINTS, PLACE)]
    people = [(str(seat.number), seat.person.name) for seat in seats]
    worth = numbers_in(options.place_points)
    return {
        "kinds": [] if only else kind_views(KIND_WORDS, (*kinds(options), "adjust"), typed.kind, BIG_KINDS),
        "seats": [seat for seat in seats if only in ("", str(seat.number))],
        "worth": tuple(worth[min(place, len(worth) - 1)] for place in range(len(seats))),
        "only_last": options.counted_places == "last",
        "extras": bool(options.bonuses),
        "total": None if only else 0 if options.zero_sum == "on" else options.round_total or None,
        "errors": errors,
        "adjust_rows": move_rows(typed, people, errors),
    }


def own_view(table: Table, typed: Typed, number: str, errors: Errors) -> dict[str, object]:
    """The form with the row of one player alone."""
    return sheet_view(table, typed, errors, only=number)


def called(_game: str, kind: str) -> str:
    return str(KIND_WORDS[kind][0])


def pending(table: Table, typed: Typed, scored: Scored | None) -> Pending:
    """Whose points are still to come, and what everybody gets."""
    change = scored.change if scored else {}
    gains = tuple(
        HandStatus(int(number), "", texts.signed(change[name]))
        for number, name in table.names.items()
        if change.get(name) or (scored and name in table.before.seats)
    )
    blank = left_blank(typed, table) if scored else []
    open_names = [table.names[seat] for seat in blank if seat not in follows(typed, table)]
    if not scored or not open_names:
        return Pending(hands=gains)
    words = gettext("Still needed: points of %(names)s")
    missing = words % {"names": gettext(", ").join(open_names)}
    short = any(problem.code in INCOMPLETE for problem in scored.outcome.problems)
    leave = "" if short else gettext("Others get 0")
    return Pending(missing, gains, INCOMPLETE, frozenset(open_names), leave)


def described(facts: Entry, table: Table) -> dict[str, str]:
    """How a round was written down, and everybody’s points."""
    points = {name: texts.number(number) for name, number in facts.points.items()}
    return {gettext("Result"): headline(facts, table), **points}
