"""集計: the sums of each session, cached as rows for each revision of the session.

Recording a round writes nothing here.  Every page with statistics calls ``refresh``, which sums up the
sessions that have changed; if it runs out of time, the page says so and the next request continues.
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
"""Time limit of a refresh; a session of a hundred rounds takes some milliseconds."""

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
"""Columns of a tally that count rounds, with the part in ``SeatResult.parts`` that they count."""

Row = tuple[Any, ...]
"""Values of columns behind the session."""


def refresh_tallies(circle: Circle, seconds: float = SECONDS) -> int:
    """Sum up the sessions of a circle that have changed; return how many are left after ``seconds``.

    It waits for no lock: if another process is writing, the rest is left to the next request.
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
    """Refresh the tallies of a circle before a page, which shows how many are left (``uncounted``)."""
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
    """The result of a seat in a round, or in a correction."""

    result: int
    claimed: int | None
    seat: int
    player: int
    parts: frozenset[str]
    worth: int  # the gain, negated where the fewest points win


def _seats(session: GameSession) -> list[_Seat]:
    """The seats of all results, in order of play."""
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
    """The order of seats in each result that counts, by key; ノーゲーム and deals that all passed do not."""
    rows = RoundResult.objects.filter(session=session, counts=True).exclude(kind__in=EVENTS)
    return dict(rows.values_list("pk", "state__seats"))


def _cards(played: Mapping[int, object]) -> dict[str, int]:
    entered = Sum(Length("ranks") + Coalesce("count", 0), default=0)
    return Hand.objects.filter(round__result__in=played).order_by().aggregate(cards=entered)


def _person_rows(session: GameSession, seats: Sequence[_Seat], rounds: Rounds) -> list[dict[str, object]]:
    """A tally of everybody who played or whose points changed."""
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
    gains, losses = [seat for seat in own if seat.worth > 0], [seat for seat in own if seat.worth < 0]
    best = max(gains, key=lambda seat: seat.worth, default=None)
    worst = min(losses, key=lambda seat: seat.worth, default=None)
    return {
        "rounds": len(own),
        "gains": len(gains),
        "losses": len(losses),
        "won": sum(seat.worth for seat in gains),
        "lost": sum(seat.worth for seat in losses),
        "best": best.worth if best else 0,
        "worst": worst.worth if worst else 0,
        "best_round": best.result if best else None,
        "worst_round": worst.result if worst else None,
        "landlord_wins": sum({"landlord", "winner"} <= seat.parts for seat in own),
        "streak": _streak(own),
        **{column: sum(part in seat.parts for seat in own) for column, part in PARTS.items()},
    }


def _streak(own: Sequence[_Seat]) -> int:
    """The most wins in a row, over the rounds that the person played."""
    won = [any("winner" in seat.parts for seat in seats) for _, seats in groupby(own, attrgetter("result"))]
    return max((len(list(run)) for wins, run in groupby(won) if wins), default=0)


def _from_pot(session: GameSession, seats: Sequence[_Seat]) -> tuple[Counter[int], Counter[int]]:
    """What people get out of the pot of an ended session: their own points back, and the first place's share.

    It goes to the last player of each seat.  The share does not count for places.
    """
    returned: Counter[int] = Counter()
    shared: Counter[int] = Counter()
    if session.ended_at is None or not session.standing.get("elsewhere"):
        return returned, shared
    table = Table(session)
    back, final = given_back(table.state, table.options).points, table.bare.final_balances(table.state)
    for number, player in {seat.seat: seat.player for seat in seats}.items():
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
    """What people paid each other, with payer and payee swapped where the fewest points win."""
    ways = ("taker", "giver") if begun_by(session).traits.low_wins else ("giver", "taker")
    between = Flow.objects.filter(result__session=session, giver__isnull=False, taker__isnull=False)
    pairs = between.exclude(giver=F("taker")).order_by().values("giver", "taker")
    return pairs.annotate(largest=Max("points"), points=Sum("points")).values_list(*ways, "points", "largest")


def _meeting_rows(rounds: Rounds) -> Iterator[Row]:
    people = Counter(tuple(dict.fromkeys(seat.player for seat in seats)) for seats in rounds)
    met: Counter[tuple[int, int]] = Counter()
    for players, times in people.items():
        met.update(dict.fromkeys(combinations(players, 2), times))
    return ((*pair, times) for pair, times in met.items())


def _claim_rows(rounds: Rounds) -> Iterator[Row]:
    claims: Counter[Row] = Counter()
    for seats in rounds:
        victims = [seat.player for seat in seats if "victim" in seat.parts and "caller" not in seat.parts]
        victim = victims[0] if victims else None
        claims.update((seat.player, victim, seat.claimed) for seat in seats if "caller" in seat.parts)
    return ((*claim, times) for claim, times in claims.items())


def _neighbour_rows(rounds: Rounds, order: Mapping[int, Sequence[str]]) -> Iterator[Row]:
    gains = defaultdict[Row, list[int]](list)
    for seats in rounds:
        by_number = {str(seat.seat): seat for seat in seats}
        in_order = [by_number[number] for number in order[seats[0].result] if number in by_number]
        for before, seat in pairwise([*in_order[-1:], *in_order]):
            if seat.player != before.player:
                gains[seat.player, before.player].append(seat.worth)
    return ((*pair, len(own), sum(own)) for pair, own in gains.items())
