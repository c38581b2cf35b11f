"""結果の入力 of the score sheet: parsing, validation and view data of the form."""

import re
import unicodedata
from collections.abc import Mapping

from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.play.hands import Facts
from scorekeeper.play.table import Table
from scorekeeper.present.presenter import Presenter
from scorekeeper.present.words import headline
from scorekeeper.scoring import texts
from scorekeeper.scoring.options import cast_options, numbers_in, points_by_name
from scorekeeper.scoring.replay import Scored
from scorekeeper.scoring.sheet.facts import Entry
from scorekeeper.scoring.sheet.family import kinds
from scorekeeper.scoring.sheet.options import SheetOptions

from ..fields import (
    EMPTY_HAND,
    LONGEST_NUMBER,
    Errors,
    HandStatus,
    Parsed,
    Pending,
    Typed,
    everybody,
    is_none,
    kind_views,
    move_rows,
    occupied_seats,
    parse_round,
    typed_from_facts,
    whole,
)
from ..shape import Book, EntryForm, Family, HandForm, Rulebook

POINTS, PLACE, EXTRA = "sum", "place", "extra"
"""The fields of a seat; its number follows each name."""
NAMES = {"points": POINTS, "places": PLACE, "bonus": EXTRA}
LAST = "last"


def rules_of(table: Table) -> SheetOptions:
    return cast_options(table.options, SheetOptions)


def from_facts(data: Facts, table: Table) -> Typed:
    typed, place = typed_from_facts(data, table), 1
    typed.put({f"{POINTS}-{seat}": points for seat, points in data.get("points", {}).items()})
    if "places" in data:
        typed.put({f"{PLACE}-{seat}": EMPTY_HAND for seat in occupied_seats(table)})  # those without a place
    for group in data.get("places", ()):
        typed.put({f"{PLACE}-{seat}": place for seat in group})
        typed[LAST] = group[0] if place > 1 and len(group) == 1 else ""
        place += len(group)
    for seat, names in data.get("bonus", {}).items():
        typed.setlist(f"{EXTRA}-{seat}", names)
    return typed


def parse(typed: Typed, table: Table) -> Parsed:
    return parse_round(typed, table, gettext("Choose how the round is written down."), _read_facts, NAMES)


def _read_facts(typed: Typed, table: Table, data: Facts, errors: Errors) -> None:
    if typed.kind == "nogame":
        return
    if typed.kind == "places":
        data["places"] = _places(typed, table, errors)
    else:
        data["points"] = _points(typed, table, errors)
    if typed.kind == "winner" and not typed.text("winner"):
        errors["winner"] = [pgettext("score sheet", "Choose who won.")]
    data |= {"winner": typed.text("winner")} if typed.kind == "winner" else {}
    extras = {seat: names for seat in table.names if (names := typed.named(f"{EXTRA}-{seat}"))}
    data |= {"bonus": extras} if extras else {}


def asked(typed: Typed, table: Table) -> tuple[str, ...]:
    """The seats whose points have to be entered in a round of this kind."""
    if typed.kind not in ("points", "winner"):
        return ()
    winner = typed.text("winner") if typed.kind == "winner" else ""
    return tuple(seat for seat in occupied_seats(table) if seat != winner)


def left_blank(typed: Typed, table: Table) -> list[str]:
    return [seat for seat in asked(typed, table) if not typed.of_seat(POINTS, seat)]


def _points(typed: Typed, table: Table, errors: Errors) -> dict[str, int]:
    """Points by seat number; a single blank one is derived from a fixed sum."""
    skipped = {typed.text("winner")} if typed.kind == "winner" else set()
    named = [seat for seat in table.names if seat not in skipped]
    points = {seat: read_points({POINTS: typed.of_seat(POINTS, seat)}, seat, errors) for seat in named}
    numbers = {seat: number for seat, number in points.items() if number is not None}
    if not numbers and not errors:
        errors[POINTS] = [gettext("Enter the points.")]
    for seat in follows(typed, table):  # the rest up to the fixed sum, or to its next multiple
        there, total = sum(numbers.values()), rules_of(table).round_total
        if rest := total - there if there < total or not total else -there % total:
            numbers[seat] = rest
    return numbers


def follows(typed: Typed, table: Table) -> list[str]:
    """The single blank seat whose points follow from the others, if there is one."""
    blank = left_blank(typed, table)
    return blank if _is_fixed(typed, table) and len(blank) == 1 else []


def _is_fixed(typed: Typed, table: Table) -> bool:
    options = rules_of(table)
    return typed.kind == "points" and (options.zero_sum == "on" or bool(options.round_total))


def _places(typed: Typed, table: Table, errors: Errors) -> list[list[str]]:
    seats = occupied_seats(table)
    typed_in = {seat: text for seat in table.names if (text := typed.of_seat(PLACE, seat))}
    places = {seat: whole(text) for seat, text in typed_in.items() if not is_none(text)}
    if rules_of(table).counted_places == "last":
        last = typed.text(LAST)
        if places and (not last or _groups(places)[-1] == [last]):
            return _groups(places)  # unchanged since it was recorded with all places
        if not last:
            errors[LAST] = [gettext("Choose who was last.")]
        others = [seat for seat in seats if seat != last]
        return [group for group in (others, [last]) if group]
    wrong = [seat for seat, place in places.items() if not place]
    errors |= {
        f"{PLACE}-{seat}": [gettext("Enter the place as a whole number, 1 or more.")] for seat in wrong
    }
    missing = [seat for seat in seats if seat not in typed_in]
    if len(missing) > 1:
        errors[PLACE] = [gettext("Who is in place %(place)d?") % {"place": len(places) + 1}]
    behind = max([place or 0 for place in places.values()], default=0) + 1
    return _groups({**places, **dict.fromkeys(missing, behind)})


def _groups(places: Mapping[str, int | None]) -> list[list[str]]:
    order = sorted({place or 0 for place in places.values()})
    return [[seat for seat, place in places.items() if (place or 0) == at] for at in order]


def read_points(sent: Mapping[str, str], number: str, errors: Errors) -> int | None:
    """Points with or without a sign; None for a blank field."""
    text = unicodedata.normalize("NFKC", sent.get(POINTS, ""))[:LONGEST_NUMBER].strip()
    sign, figures = (-1, text[1:]) if re.match(r"[-\u2212\u30fc]", text) else (1, text.removeprefix("+"))
    points = whole(figures) if text else None
    if text and points is None:
        errors.setdefault(f"{POINTS}-{number}", []).append(gettext("Enter the points as a whole number."))
    return None if points is None else sign * points


def fill(typed: Typed, sent: Mapping[str, Mapping[str, str]], table: Table) -> Typed:
    """The form with the points that were sent, where it is blank.

    Hidden points count as 0; the last of them stays blank if it follows from the others.
    """
    blank = left_blank(typed, table)
    came = {seat: sent[seat].get(POINTS, "0") for seat in blank if seat in sent}
    hidden = [seat for seat in came if POINTS not in sent[seat]]
    if hidden and len(came) == len(blank) and _is_fixed(typed, table):
        came[hidden[-1]] = ""
    filled = typed.copy()
    filled.put({f"{POINTS}-{seat}": points for seat, points in came.items()})
    return filled


KIND_WORDS: Mapping[str, tuple[object, object]] = {
    "points": (_("Points"), ""),
    "places": (_("Places"), ""),
    "winner": (_("Winner takes"), ""),
    "nogame": (_("No game"), _("The round does not count.")),
    "adjust": (_("Correction in points"), _("Points the table agreed to move.")),
}
BIG_KINDS = ("points", "places", "winner")
INCOMPLETE = frozenset({"points.total"})
"""Objections that wait until everybody has points, and with which blank ones cannot be left at 0."""


class SheetSeat:
    """A row of the form: a player with the points so far, the typed values, and the extras as chips."""

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
    """The context of the form; with ``only`` the row of that seat alone.

    ``total`` is the fixed sum of a round, if there is one; ``worth`` has the points of each place.
    """
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


def called(_game: str, kind: str) -> str:
    return str(KIND_WORDS[kind][0])


def pending(table: Table, typed: Typed, scored: Scored | None) -> Pending:
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
    points = {name: texts.number(number) for name, number in facts.points.items()}
    return {gettext("Result"): headline(facts, table), **points}


FAMILY = Family(
    EntryForm(
        template="games/sheet/entry.html",
        called=called,
        from_facts=from_facts,
        parse=parse,
        view=sheet_view,
        pending=pending,
        described=described,
        hands=HandForm("games/sheet/hand.html", asked, fill, sheet_view, read_points),
    ),
    Rulebook("games/sheet/rules.html", Book),
)
