"""集計: the sums of each session, cached as rows for each revision of the session.

Recording a round writes nothing here.  ``refresh`` of every page with statistics sums up the sessions
that have changed since; where its time does not suffice, the page says so and the next one goes
on.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, groupby, pairwise
from operator import attrgetter
from time import monotonic
from typing import Any, NamedTuple

from django.db import DatabaseError, transaction
from django.db.models import F, Max, Model, Q, QuerySet, Sum
from django.db.models.functions import Coalesce, Length
from django.http import HttpRequest

from scorekeeper.circles.models import Circle
from scorekeeper.play.models import Flow, GameSession, Hand, RoundResult, SeatResult
from scorekeeper.play.table import Table, begun_by, points_of
from scorekeeper.scoring.closing import given_back
from scorekeeper.scoring.events import EVENTS
from scorekeeper.server.database import insert, without_waiting

from .models import Claim, Meeting, Money, Neighbour, Tallied, Tally, Versus
from .people import places

SECONDS = 1.5
"""How long one page sums up at most; a session of a hundred rounds takes some milliseconds."""

PARTS = {
    "wins": "winner",
    "calls": "caller",
    "claimed_on": "victim",
    "returns": "returner",
    "returned_on": "returned",
    "bursts": "burst",
    "landlord": "landlord",
    "springs": "spring",
}
"""Columns of a tally that count rounds, with the part of ``SeatResult.parts`` that counts."""

Row = tuple[Any, ...]
"""Values of columns behind the session."""


def refresh_tallies(circle: Circle, seconds: float = SECONDS) -> int:
    """Sum up the sessions of a circle that have changed; gives how many are left after ``seconds``.

    Nobody is waited for: where somebody else is writing, or nobody can, it is left to the next request.
    """
    left, end = list(_changed(circle)), monotonic() + seconds
    while left and monotonic() < end:
        try:
            with without_waiting(), transaction.atomic():
                write_tallies(left[-1])
        except DatabaseError:
            break
        left.pop()
    return len(left)


def refresh(request: HttpRequest, circle: Circle) -> None:
    """Bring the tallies of a circle up to date for a page, which says how many are ``uncounted``."""
    request.uncounted = refresh_tallies(circle)  # type: ignore[attr-defined]


def _changed(circle: Circle) -> QuerySet[GameSession]:
    sessions = circle.sessions.filter(~Q(tallied__revision=F("revision")) | Q(tallied=None))
    return sessions.order_by("started_at", "pk")


def write_tallies(session: GameSession) -> None:
    """Replace all rows of a session; to be called within a transaction."""
    for model in (Tally, Money, Versus, Meeting, Claim, Neighbour):
        model._default_manager.filter(session=session).delete()
    session.refresh_from_db(fields=["revision", "ended_at", "standing"])
    revision = session.revision
    played, seats = _played(session), _seats(session)
    rounds = [list(own) for result, own in groupby(seats, attrgetter("result")) if result in played]
    tallies = _person_rows(session, seats, rounds)
    if tallies:
        _insert(session, Tally, " ".join(tallies[0]), [tuple(row.values()) for row in tallies])
    _insert(session, Money, "player unit amount", _money_rows(session))
    _insert(session, Versus, "giver taker points largest", _versus_rows(session))
    _insert(session, Meeting, "one other rounds", _meeting_rows(rounds))
    _insert(session, Claim, "caller victim number times", _claim_rows(rounds))
    _insert(session, Neighbour, "player before rounds points", _neighbour_rows(rounds, played))
    elsewhere = points_of(session)[1] * _sign(session)
    columns = {"rounds": len(played), **_cards(played), "elsewhere": elsewhere}
    Tallied.objects.update_or_create(session=session, defaults={"revision": revision, **columns})


def _insert(session: GameSession, model: type[Model], columns: str, rows: Iterable[Row]) -> None:
    insert(model, ("session", *columns.split()), [(session.pk, *row) for row in rows])


class _Seat(NamedTuple):
    """What a seat got in a round, or by what is none."""

    result: int
    claimed: int | None
    seat: int
    player: int
    parts: frozenset[str]
    worth: int  # counts against the player where the fewest points win


def _seats(session: GameSession) -> list[_Seat]:
    """Round by round, in the order of play."""
    columns = ("result_id", "result__claimed", "seat__number", "player_id", "parts", "gain")
    rows = SeatResult.objects.filter(result__session=session).order_by("result__number", "player_id", "pk")
    sign = _sign(session)
    return [
        _Seat(result, claimed, seat, player, frozenset(parts.split()), gain * sign)
        for result, claimed, seat, player, parts, gain in rows.values_list(*columns)
    ]


Rounds = Sequence[Sequence[_Seat]]
"""The seats of each round with a result."""


def _sign(session: GameSession) -> int:
    return -1 if begun_by(session).traits.low_wins else 1


def _played(session: GameSession) -> dict[int, list[str]]:
    """The seats in their order, by rounds with a result: no event, no ノーゲーム, no deal that all passed."""
    rows = RoundResult.objects.filter(session=session, counts=True).exclude(kind__in=EVENTS)
    return dict(rows.values_list("pk", "state__seats"))


def _cards(played: Mapping[int, object]) -> dict[str, int]:
    entered = Sum(Length("ranks") + Coalesce("count", 0), default=0)
    return Hand.objects.filter(round__result__in=played).order_by().aggregate(cards=entered)


def _person_rows(session: GameSession, seats: Sequence[_Seat], rounds: Rounds) -> list[dict[str, object]]:
    """A tally for everybody who played or whose points changed."""
    returned, shared = _from_pot(session, seats)
    points, own = returned.copy(), defaultdict[int, list[_Seat]](list)
    for seat in seats:
        points[seat.player] += seat.worth
    for seat in chain.from_iterable(rounds):
        own[seat.player].append(seat)
    people = sorted({seat.player for seat in seats})
    place_of = places({player: points[player] for player in people})
    return [
        {
            "player": player,
            "points": points[player] + shared[player],
            "place": place_of[player],
            **_sums(own[player]),
        }
        for player in people
    ]


def _sums(own: Sequence[_Seat]) -> dict[str, object]:
    gains, losses = [one for one in own if one.worth > 0], [one for one in own if one.worth < 0]
    best = max(gains, key=lambda one: one.worth, default=None)
    worst = min(losses, key=lambda one: one.worth, default=None)
    return {
        "rounds": len(own),
        "gains": len(gains),
        "losses": len(losses),
        "won": sum(one.worth for one in gains),
        "lost": sum(one.worth for one in losses),
        "best": best.worth if best else 0,
        "worst": worst.worth if worst else 0,
        "best_round": best.result if best else None,
        "worst_round": worst.result if worst else None,
        "landlord_wins": sum({"landlord", "winner"} <= one.parts for one in own),
        "streak": _streak(own),
        **{column: sum(part in one.parts for one in own) for column, part in PARTS.items()},
    }


def _streak(own: Sequence[_Seat]) -> int:
    """The most wins in a row, over the rounds that the person played."""
    won = [any("winner" in one.parts for one in seats) for _, seats in groupby(own, attrgetter("result"))]
    return max((len(list(run)) for wins, run in groupby(won) if wins), default=0)


def _from_pot(session: GameSession, seats: Sequence[_Seat]) -> tuple[Counter[int], Counter[int]]:
    """What people get out of the pot of an ended session: their own back, and the first place's share.

    It goes to who played last in a seat.  The share is no part of what decides the places.
    """
    returned: Counter[int] = Counter()
    shared: Counter[int] = Counter()
    if session.ended_at is None or not session.standing.get("elsewhere"):
        return returned, shared
    table = Table(session)
    back, final = given_back(table.state, table.options).points, table.bare.final_balances(table.state)
    for number, player in {one.seat: one.player for one in seats}.items():
        name = table.names[str(number)]
        returned[player] += (back[name] - table.state.balances[name]) * _sign(session)
        shared[player] += (final[name] - back[name]) * _sign(session)
    return returned, shared


def _money_rows(session: GameSession) -> Iterator[Row]:
    if session.rate and session.ended_at:
        table = Table(session)
        amounts = table.bare.settle_up(table.state).money
        for seat in table.seats:
            if amount := amounts.get(seat.player.name):
                yield seat.player_id, session.rate["unit"], amount


def _versus_rows(session: GameSession) -> Iterable[Row]:
    """What people paid each other; where the fewest points win, who gets points pays with them."""
    ways = ("taker", "giver") if begun_by(session).traits.low_wins else ("giver", "taker")
    between = Flow.objects.filter(result__session=session, giver__isnull=False, taker__isnull=False)
    pairs = between.exclude(giver=F("taker")).order_by().values("giver", "taker")
    return pairs.annotate(largest=Max("points"), points=Sum("points")).values_list(*ways, "points", "largest")


def _meeting_rows(rounds: Rounds) -> Iterator[Row]:
    people = Counter(tuple(dict.fromkeys(one.player for one in seats)) for seats in rounds)
    met: Counter[tuple[int, int]] = Counter()
    for players, times in people.items():
        met.update(dict.fromkeys(combinations(players, 2), times))
    return ((*pair, times) for pair, times in met.items())


def _claim_rows(rounds: Rounds) -> Iterator[Row]:
    claims: Counter[Row] = Counter()
    for seats in rounds:
        victims = [one.player for one in seats if "victim" in one.parts and "caller" not in one.parts]
        victim = victims[0] if victims else None
        claims.update((one.player, victim, one.claimed) for one in seats if "caller" in one.parts)
    return ((*claim, times) for claim, times in claims.items())


def _neighbour_rows(rounds: Rounds, order: Mapping[int, Sequence[str]]) -> Iterator[Row]:
    gains = defaultdict[Row, list[int]](list)
    for seats in rounds:
        by_seat = {str(one.seat): one for one in seats}
        circle = [by_seat[seat] for seat in order[seats[0].result] if seat in by_seat]
        for before, one in pairwise([*circle[-1:], *circle]):
            if one.player != before.player:
                gains[one.player, before.player].append(one.worth)
    return ((*pair, len(own), sum(own)) for pair, own in gains.items())
