"""Reads: what each page shows, put together from a Table."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.core.paginator import Paginator
from django.db.models import F
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from scorekeeper.circles.access import check, current_device
from scorekeeper.circles.models import Circle, Role
from scorekeeper.circles.selectors import Invite, invite
from scorekeeper.scoring import texts
from scorekeeper.scoring.document import Debt
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.replay import Scored

from .changes import DiffRow, compare, points_by_round
from .codec import Table
from .models import GameSession, Round, SettlementPaid
from .present import (
    COLORS,
    PersonView,
    Presenter,
    RoundRow,
    SeatRow,
    TagView,
    device_name,
    headline,
    in_unit,
    initial,
)
from .rule_sets import matching_preset

ROUNDS_ON_PAGE = 50
CHART_WIDTH, CHART_HEIGHT, CHART_EDGE = 320, 120, 14
CHART_SPOTS = 300
"""Most spots of a line: about one for each step of its width."""


def find_session(request: HttpRequest, public_id: str, needs: Role | None = None) -> GameSession:
    """A session of a circle that this device is in; for everybody else it does not exist (Http404).

    Raises NotAllowed where the device's role is below ``needs`` (by default: players write, viewers read).
    """
    device = current_device(request)
    if device is None:
        raise Http404
    found = GameSession.objects.filter(
        public_id=public_id,
        circle__memberships__device=device,
        circle__memberships__ended_at=None,
    ).select_related("circle")
    session = found.annotate(
        own_role=F("circle__memberships__role"), own_player=F("circle__memberships__player_id")
    ).first()
    if session is None:
        raise Http404
    check(request, session.own_role, needs)
    return session


def invite_to(request: HttpRequest, session: GameSession) -> Invite | None:
    """招待: the link that this device may hand on at a table; None for viewers."""
    return invite(request, session.circle, getattr(session, "own_role", Role.VIEWER), session.public_id)


def find_round(table: Table, number: int, key: str = "") -> Round:
    """A round by its own key where there is one, else by the number it has now; raises Http404."""
    for row in table.rounds:
        if (str(row.pk) == key) if key else (row.position == number):
            return row
    raise Http404


def round_url(name: str, table: Table, row: Round) -> str:
    """The address of a page that changes a round; it means that round wherever it stands by then."""
    return f"{reverse(name, args=(table.session.public_id, row.position))}?row={row.pk}"


def title(session: GameSession) -> str:
    """A session's title, or its day."""
    day = date_format(timezone.localtime(session.started_at), "MONTH_DAY_FORMAT")
    return session.title or gettext("Table of %(day)s") % {"day": day}


def game_name(session: GameSession) -> str:
    """The name of the session's game."""
    return gettext(RULESETS[session.game].title)


def rules_name(table: Table) -> str:
    """The name of a session's rules: that of the kept rules it took, or of the published variant they are."""
    preset = matching_preset(table.ruleset, table.options)
    return table.session.rules_name or (gettext(preset.title) if preset else "")


@dataclass(frozen=True, slots=True)
class SessionHead:
    """What every page of a session says at its top."""

    public_id: str
    title: str
    game_name: str
    rules_name: str
    next_number: int
    ended: bool
    ended_at: Any
    revision: int
    circle_name: str
    circle_url: str
    rounds_left: int | None
    may_write: bool
    may_host: bool
    pad: int
    own_seat: int | None
    hidden_hands: bool
    second_person: bool


def head(table: Table) -> SessionHead:
    """The head of a session's pages; a session that was not found for a device may only be looked at."""
    session = table.session
    role = getattr(session, "own_role", Role.VIEWER)
    return SessionHead(
        public_id=session.public_id,
        title=title(session),
        game_name=game_name(session),
        rules_name=rules_name(table),
        next_number=len(table.rounds) + 1,
        ended=session.ended_at is not None,
        ended_at=session.ended_at,
        revision=session.revision,
        circle_name=session.circle.name,
        circle_url=reverse("circle", args=(session.circle.public_id,)),
        rounds_left=_rounds_left(table),
        may_write=role >= Role.PLAYER,
        may_host=role >= Role.HOST,
        pad=session.pad,
        own_seat=own_seat(table),
        hidden_hands=session.hidden_hands,
        second_person=session.second_person,
    )


def own_seat(table: Table) -> int | None:
    """The seat of the person who holds the device for which the session was found."""
    own = getattr(table.session, "own_player", None)
    return next((seat.number for seat in table.seats if own and seat.player_id == own), None)


def _rounds_left(table: Table) -> int | None:
    """Rounds to go where a number was agreed; a no-game and corrections do not count."""
    planned = (table.session.stake or {}).get("rounds")
    if planned is None:
        return None
    return max(0, int(planned) - sum(scored.outcome.counts for scored in table.replay.scored))


def standing(table: Table, presenter: Presenter) -> list[SeatRow]:
    """順位表: everybody's points in seat order, the change of the last round, and the place."""
    state = table.replay.state
    last = table.replay.scored[-1] if table.replay.scored else None
    order = list(state.seats) + [name for name in state.balances if name not in state.seats]
    return [_seat_row(name, table, presenter, last) for name in order]


def _seat_row(name: str, table: Table, presenter: Presenter, last: Scored | None) -> SeatRow:
    state = table.replay.state
    points = state.balances[name]
    person = presenter.person(name, points)
    return SeatRow(
        number=int(table.numbers[name]),
        name=name,
        mark=person.mark,
        color=person.color,
        balance=points,
        change=last.change.get(name, 0) if last else None,
        place=place_of(points, state.balances),
        tags=tuple(_tags(name, table)),
    )


@dataclass(frozen=True, slots=True)
class Journey:
    """What the last round moved, as JSON for the eye: payments between seats, and the change of each seat."""

    transfers: str
    changes: str


def journey(table: Table) -> Journey | None:
    """The way of the last round's points; None before the first round."""
    if not table.replay.scored:
        return None
    last = table.replay.scored[-1]
    paid = [
        {"from": number_of(move.payer, table), "to": number_of(move.payee, table), "points": move.points}
        for move in last.outcome.transfers
        if move.points
    ]
    changes = {number_of(who, table): points for who, points in last.change.items()}
    return Journey(json.dumps(paid), json.dumps(changes))


def number_of(who: str, table: Table) -> str:
    """The seat number of a player as facts write it; an account stands for itself."""
    return table.numbers.get(who, who)


def place_of(points: int, everybody: Mapping[str, int]) -> int:
    """順位: the place of so many points; equal points share a place."""
    return 1 + sum(other > points for other in everybody.values())


def _tags(name: str, table: Table) -> list[TagView]:
    state = table.replay.state
    own = getattr(table.session, "own_player", None)
    tags = []
    if own and any(seat.player_id == own and seat.player.name == name for seat in table.seats):
        tags.append(TagView("you", gettext("you")))
    if name == state.starter and table.session.ended_at is None:
        deals = getattr(table.options, "starts", "winner") == "loser"
        tags.append(TagView("starter", gettext("deals next") if deals else gettext("starts next"), gold=True))
    repeats = state.streak.get(name, 0) - 1
    if repeats > 0 and getattr(table.options, "streak", "off") != "off":
        tags.append(TagView("streak", gettext("streak %(number)d") % {"number": repeats}))
    if name not in state.seats:
        tags.append(TagView("left", gettext("left")))
    return tags


def total(table: Table) -> int:
    """合計: the sum over all accounts less what everybody started with; zero by construction."""
    state = table.replay.state
    start = table.stake
    given = len(state.balances) * (start.start if start else 0)
    return sum(state.balances.values()) - given + table.elsewhere


def row_pages(table: Table) -> "Paginator[Round]":
    """The rounds, newest first, so many to a page."""
    return Paginator(table.rounds[::-1], ROUNDS_ON_PAGE)


def rows(table: Table, presenter: Presenter, rounds: Iterable[Round]) -> list[RoundRow]:
    """Rounds in one line each."""
    scored = dict(zip([row.pk for row in table.played], table.replay.scored, strict=True))
    return [presenter.row(row, scored.get(row.pk)) for row in rounds]


def scored_of(table: Table, row: Round) -> Scored | None:
    """The result of a round; None for a voided one."""
    places = [other.pk for other in table.played]
    return table.replay.scored[places.index(row.pk)] if row.pk in places else None


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One player's points over the rounds, in the coordinates of the chart."""

    name: str
    color: int
    mark: str
    points: str
    last_x: float
    last_y: float
    label_y: float


@dataclass(frozen=True, slots=True)
class ChartView:
    """推移: cumulative points by round."""

    width: int
    height: int
    zero_y: float
    lines: tuple[ChartLine, ...]


def chart(table: Table, presenter: Presenter) -> ChartView | None:
    """The points of everybody after each round; None before the second round."""
    scored = table.replay.scored
    if len(scored) < 2:
        return None
    start = table.stake
    begin = start.start if start else 0
    series = {
        name: [begin, *(entry.balance.get(name, begin) for entry in scored)]
        for name in table.replay.state.balances
    }
    return _scaled(series, presenter, begin)


def _scaled(series: dict[str, list[int]], presenter: Presenter, begin: int) -> ChartView:
    values = [value for line in series.values() for value in line]
    low, high = min(*values, begin), max(*values, begin)
    height, width = CHART_HEIGHT - 2 * CHART_EDGE, CHART_WIDTH - 2 * CHART_EDGE - 12

    def y(value: int) -> float:
        return round(CHART_EDGE + height * (high - value) / ((high - low) or 1), 1)

    steps = max(map(len, series.values())) - 1
    labels = _apart({name: y(line[-1]) for name, line in series.items()})
    shown = [*range(0, steps, -(-steps // CHART_SPOTS)), steps]
    lines = []
    for name, line in series.items():
        spots = [(round(CHART_EDGE + width * index / steps, 1), y(line[index])) for index in shown]
        person = presenter.person(name)
        path = " ".join(f"{x},{spot_y}" for x, spot_y in spots)
        lines.append(ChartLine(name, person.color, person.mark, path, *spots[-1], labels[name]))
    return ChartView(CHART_WIDTH, CHART_HEIGHT, y(begin), tuple(lines))


def _apart(places: dict[str, float], gap: float = 11.0) -> dict[str, float]:
    """Label heights that do not cover each other, as near their lines as that allows."""
    spread: dict[str, float] = {}
    lowest = CHART_HEIGHT - gap * (len(places) - 0.5)
    floor = 0.0
    for index, (name, place) in enumerate(sorted(places.items(), key=lambda item: item[1])):
        spread[name] = max(floor, min(place, lowest + gap * index))
        floor = spread[name] + gap
    return spread


@dataclass(frozen=True, slots=True)
class PaymentView:
    """Who pays whom in the end; ``paid`` tells who ticked it when, ``value`` is what the tick sends."""

    payer: PersonView
    payee: PersonView
    points: int
    money: str
    value: str
    paid: SettlementPaid | None = None

    @property
    def by(self) -> str:
        """The device that ticked it."""
        return device_name(self.paid.device) if self.paid else ""


def payments(table: Table, presenter: Presenter) -> list[PaymentView]:
    """The payments, ready to show: those ticked as made and the fewest for the rest, by seats."""
    rows = [_payment(debt, table, presenter) for debt in table.final.debts]
    rows += [_payment(table.debt(row), table, presenter, row) for row in table.paid]
    places = {name: int(number) for name, number in table.numbers.items()}

    def order(row: PaymentView) -> tuple[int, int]:
        return places.get(row.payer.name, COLORS), places.get(row.payee.name, COLORS)

    return sorted(rows, key=order)


def _payment(
    debt: Debt, table: Table, presenter: Presenter, paid: SettlementPaid | None = None
) -> PaymentView:
    return PaymentView(
        presenter.person(debt.payer),
        presenter.person(debt.payee),
        debt.points,
        in_unit(debt.money, table),
        str(paid.pk) if paid else ":".join(table.payment(debt).values()),
        paid,
    )


Entries = Sequence[tuple[int, dict[str, Any]]]
"""Rounds as they would be: the number each has now (0 for a new one) with its facts."""


def difference(table: Table, entries: Entries) -> tuple[DiffRow, ...]:
    """What changes in later rounds and the standing if the session's rounds were ``entries``."""
    now = points_by_round([row.position for row in table.played], table.replay)
    then = points_by_round(
        [number or -1 for number, _ in entries], table.replay_of(facts for _, facts in entries)
    )
    headlines = {
        row.position: headline(scored.facts, table.session.game, table.options, scored.outcome)
        for row, scored in zip(table.played, table.replay.scored, strict=True)
    }
    return compare(now, then, headlines)


def with_facts(table: Table, row: Round, facts: dict[str, Any] | None) -> Entries:
    """The rounds with other facts for ``row``, or without it (None)."""
    chosen = [
        (each.position, facts if each.pk == row.pk else each.facts)
        for each in table.rounds
        if each.pk == row.pk or not each.voided
    ]
    return [(number, data) for number, data in chosen if data is not None]


def with_insert(table: Table, follower: Round | None, facts: dict[str, Any]) -> Entries:
    """The rounds with a new one before ``follower``, or at the end."""
    place = follower.position if follower else len(table.rounds) + 1
    before = [(row.position, row.facts) for row in table.played if row.position < place]
    after = [(row.position, row.facts) for row in table.played if row.position >= place]
    return [*before, (0, facts), *after]


@dataclass(frozen=True, slots=True)
class ResultView:
    """順位: a line of the final standing: the result, the points and base points behind it, top bonus, money.

    ``points`` is None where the result is just the points; they are those with the pot given out.
    """

    place: int
    seat: SeatRow
    result: int
    points: int | None
    base: int
    bonus: int
    money: str


def results(table: Table, presenter: Presenter) -> list[ResultView]:
    """順位: everybody's result, best first."""
    document, found = table.document(), table.final
    points = document.final_balances(table.replay)
    base = document.stake.base_points if document.stake else 0
    result = found.results.result
    rows = [
        ResultView(
            place=place_of(result[seat.name], result),
            seat=seat,
            result=result[seat.name],
            points=points[seat.name] if base else None,
            base=base,
            bonus=found.results.bonus.get(seat.name, 0),
            money=in_unit(found.money[seat.name], table) if found.money else "",
        )
        for seat in standing(table, presenter)
    ]
    return sorted(rows, key=lambda row: -row.result)


def pot_line(table: Table) -> str:
    """供託: who gets what is left in the pot; empty where nothing is."""
    state = table.replay.state
    if not state.pot:
        return ""
    given = table.document().final_balances(table.replay)
    shares = [(name, given[name] - points) for name, points in state.balances.items()]
    who = gettext(", ").join(f"{name} {texts.signed(points)}" for name, points in shares if points)
    words = {"points": texts.number(state.pot), "who": who}
    if getattr(table.options, "pot_end", "top") == "returned":
        return gettext("Left in the pot: %(points)s. It goes back to who put it in: %(who)s.") % words
    return gettext("Left in the pot: %(points)s. It goes to the first place: %(who)s.") % words


def session_standing(session: GameSession) -> list[PersonView]:
    """Everybody's points in a session, best first; starting points do not count."""
    start = (session.stake or {}).get("start", 0)
    standing = session.standing.get("points", {})
    people = [
        PersonView(
            seat.player.name,
            seat.number % COLORS,
            initial(seat.player.name),
            standing[str(seat.number)] - start,
        )
        for seat in session.seats.all()
        if str(seat.number) in standing
    ]
    return sorted(people, key=lambda person: -person.points)


def elsewhere(session: GameSession) -> int:
    """Points of a session that lie in the pot or with the bank."""
    return int(session.standing.get("elsewhere", 0))


def circle_totals(circle: Circle) -> list[PersonView]:
    """Points of everybody over all sessions less the starting points, coloured as at the newest table."""
    people: dict[str, PersonView] = {}
    for session in circle.sessions.prefetch_related("seats__player"):
        for person in session_standing(session):
            before = people[person.name].points if person.name in people else 0
            people[person.name] = replace(people.get(person.name, person), points=before + person.points)
    return sorted(people.values(), key=lambda person: -person.points)
