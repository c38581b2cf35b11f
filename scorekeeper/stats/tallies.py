"""集計: the sums of each session, cached as rows for each revision of the session.

Recording a round writes nothing here.  ``refresh`` of every page with statistics sums up the sessions
that have changed since; where its time does not suffice, the page says so and the next one goes
on.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations, groupby, pairwise
from operator import itemgetter
from time import monotonic
from typing import Any

from django.db import DatabaseError, transaction
from django.db.models import Count, F, Max, Min, Model, Q, QuerySet, Sum
from django.db.models.functions import Coalesce, Length
from django.http import HttpRequest

from scorekeeper.circles.models import Circle
from scorekeeper.play.models import Flow, GameSession, Hand, RoundResult, SeatResult
from scorekeeper.play.table import Table, begun_by, points_of
from scorekeeper.scoring.closing import given_back
from scorekeeper.scoring.events import EVENTS
from scorekeeper.server.database import insert, without_waiting

from .models import Claim, Meeting, Money, Neighbour, Tallied, Tally, Versus
from .ranking import places

SECONDS = 1.5
"""How long one page sums up at most; a session of a hundred rounds takes some milliseconds."""

PARTS = {
    "wins": "winner",
    "calls": "caller",
    "claimed_on": "victim",
    "returns": "returner",
    "returned_on": "returned",
    "draws": "drawer",
    "bursts": "burst",
    "landlord": "landlord",
    "springs": "spring",
}
"""Columns of a tally that count rounds, with the part of ``SeatResult.parts`` that counts."""

TallyRow = dict[str, Any]
"""A row by column; the queries name the columns."""


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
    _insert(Tally, _person_rows(session))
    _insert(Money, _money_rows(session))
    _insert(Versus, _versus_rows(session))
    _insert(Meeting, _meeting_rows(session))
    _insert(Claim, _claim_rows(session))
    _insert(Neighbour, _neighbour_rows(session))
    elsewhere = points_of(session)[1] * _sign(session)
    columns = {"revision": revision, "elsewhere": elsewhere, **_amounts(session)}
    Tallied.objects.update_or_create(session=session, defaults=columns)


def _insert(model: type[Model], rows: Sequence[TallyRow]) -> None:
    if rows:
        insert(model, tuple(rows[0]), [tuple(row.values()) for row in rows])


def _amounts(session: GameSession) -> TallyRow:
    """How many rounds of a session count, and how many cards were entered for them."""
    played = RoundResult.objects.filter(session=session, counts=True).exclude(kind__in=EVENTS)
    hands = Hand.objects.filter(round__result__in=played).order_by()
    cards = hands.aggregate(sum=Sum(Length("ranks") + Coalesce("count", 0), default=0))["sum"]
    return {"rounds": played.count(), "cards": cards}


_PLAYED = Q(result__counts=True) & ~Q(result__kind__in=EVENTS)
"""Rounds with a result: no event between rounds, no ノーゲーム, no deal that all passed."""


def _rows(session: GameSession) -> "QuerySet[SeatResult]":
    """What each seat got in each round; ``worth`` counts against it where the fewest points win."""
    rows = SeatResult.objects.filter(result__session=session).order_by()
    return rows.annotate(worth=F("gain") * _sign(session))


def _sign(session: GameSession) -> int:
    return -1 if begun_by(session).low_wins else 1


def _person_rows(session: GameSession) -> list[TallyRow]:
    """A tally for everybody who played or whose points changed."""
    rows = _rows(session)
    sums = rows.values("player").annotate(
        points=Sum("worth"),
        rounds=Count("pk", filter=_PLAYED),
        gains=Count("pk", filter=_PLAYED & Q(worth__gt=0)),
        losses=Count("pk", filter=_PLAYED & Q(worth__lt=0)),
        won=Coalesce(Sum("worth", filter=_PLAYED & Q(worth__gt=0)), 0),
        lost=Coalesce(Sum("worth", filter=_PLAYED & Q(worth__lt=0)), 0),
        best=Coalesce(Max("worth", filter=_PLAYED & Q(worth__gt=0)), 0),
        worst=Coalesce(Min("worth", filter=_PLAYED & Q(worth__lt=0)), 0),
        landlord_wins=Count("pk", filter=_had_part("landlord") & _had_part("winner")),
        **{column: Count("pk", filter=_had_part(part)) for column, part in PARTS.items()},
    )
    tallies: list[TallyRow] = [dict(row) for row in sums]
    returned, shared = _from_pot(session)
    for tally in tallies:
        tally["points"] += returned[tally["player"]]
    place_of = places({tally["player"]: tally["points"] for tally in tallies})
    extremes, streaks = _extreme_rounds(rows, tallies), _streaks(rows)
    for tally in tallies:
        tally["session"] = session.pk
        tally["points"] += shared[tally["player"]]
        tally["streak"] = streaks[tally["player"]]
        tally["place"] = place_of[tally["player"]]
        tally["people"] = len(tallies)
        tally["best_round"] = extremes.get((tally["player"], tally["best"]))
        tally["worst_round"] = extremes.get((tally["player"], tally["worst"]))
    return tallies


def _from_pot(session: GameSession) -> tuple[Counter[int], Counter[int]]:
    """What people get out of the pot of an ended session: their own back, and the first place's share.

    It goes to who played last in a seat.  The share is no part of what decides the places.
    """
    returned: Counter[int] = Counter()
    shared: Counter[int] = Counter()
    if session.ended_at is None or not session.standing.get("elsewhere"):
        return returned, shared
    table = Table(session)
    back, final = given_back(table.state, table.options).points, table.bare.final_balances(table.state)
    seats = SeatResult.objects.filter(result__session=session).order_by("result__number", "pk")
    for number, player in dict(seats.values_list("seat__number", "player")).items():
        name = table.names[str(number)]
        returned[player] += (back[name] - table.state.balances[name]) * _sign(session)
        shared[player] += (final[name] - back[name]) * _sign(session)
    return returned, shared


def _had_part(part: str) -> Q:
    return _PLAYED & Q(parts__contains=f" {part} ")


def _streaks(rows: "QuerySet[SeatResult]") -> Counter[int]:
    """The most wins in a row of each person, over the rounds that the person played."""
    played = rows.filter(_PLAYED).order_by("result__number", "player", "pk")
    longest: Counter[int] = Counter()
    running: Counter[int] = Counter()
    columns = played.values_list("result__number", "player", "parts")
    for (_number, player), seats in groupby(columns, key=itemgetter(0, 1)):
        won = any(" winner " in parts for *_, parts in seats)
        running[player] = running[player] + 1 if won else 0
        longest[player] = max(longest[player], running[player])
    return longest


def _extreme_rounds(rows: "QuerySet[Any]", tallies: Iterable[TallyRow]) -> dict[tuple[int, int], int]:
    """The first round of each person's best gain and worst loss, by person and points."""
    extremes = {points for tally in tallies for points in (tally["best"], tally["worst"]) if points}
    matching = rows.filter(_PLAYED, worth__in=extremes).order_by("-result__number")
    return {(player, gain): row for player, gain, row in matching.values_list("player", "worth", "result_id")}


def _money_rows(session: GameSession) -> list[TallyRow]:
    """The money that each person of an ended session won or lost."""
    if not (session.rate and session.ended_at):
        return []
    table = Table(session)
    amounts = table.bare.settle_up(table.state).money
    return [
        {"session": session.pk, "player": seat.player_id, "unit": session.rate["unit"], "amount": amount}
        for seat in table.seats
        if (amount := amounts.get(seat.player.name))
    ]


def _versus_rows(session: GameSession) -> list[TallyRow]:
    """What people paid each other; where the fewest points win, who gets points pays with them."""
    low = begun_by(session).low_wins
    ways = ("taker", "giver") if low else ("giver", "taker")
    between = Flow.objects.filter(result__session=session, giver__isnull=False, taker__isnull=False)
    pairs = between.exclude(giver=F("taker")).order_by().values("giver", "taker")
    sums = pairs.annotate(largest=Max("points"), points=Sum("points")).values_list(*ways, "points", "largest")
    columns = ("giver", "taker", "points", "largest")
    return [{"session": session.pk, **dict(zip(columns, row, strict=True))} for row in sums]


def _meeting_rows(session: GameSession) -> list[TallyRow]:
    rows = SeatResult.objects.filter(_PLAYED, result__session=session).order_by("result_id", "player")
    played = groupby(rows.values_list("result_id", "player").distinct(), key=itemgetter(0))
    groups = Counter(tuple(player for _result, player in seats) for _result, seats in played)
    rounds: Counter[tuple[int, int]] = Counter()
    for people, times in groups.items():
        for pair in combinations(people, 2):
            rounds[pair] += times
    return [
        {"session": session.pk, "one": one, "other": other, "rounds": times}
        for (one, other), times in rounds.items()
    ]


def _claim_rows(session: GameSession) -> list[TallyRow]:
    rows = SeatResult.objects.filter(Q(result__session=session) & (_had_part("caller") | _had_part("victim")))
    callers: dict[tuple[int, int | None], list[int]] = defaultdict(list)
    victims: dict[int, int] = {}
    columns = ("result_id", "result__claimed", "player", "parts")
    for result, number, player, parts in rows.order_by().values_list(*columns):
        if " caller " in parts:
            callers[result, number].append(player)
        else:
            victims[result] = player
    times: dict[tuple[int, int | None, int | None], int] = defaultdict(int)
    for (result, number), names in callers.items():
        for caller in names:
            times[caller, victims.get(result), number] += 1
    return [
        {"session": session.pk, "caller": caller, "victim": victim, "number": number, "times": count}
        for (caller, victim, number), count in times.items()
    ]


def _neighbour_rows(session: GameSession) -> list[TallyRow]:
    gains: dict[int, dict[str, tuple[int, int]]] = defaultdict(dict)
    columns = ("result_id", "seat__number", "player", "worth")
    for result, seat, player, gain in _rows(session).values_list(*columns):
        gains[result][str(seat)] = player, gain
    sums: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0])
    played = RoundResult.objects.filter(session=session, counts=True).exclude(kind__in=EVENTS)
    for result, order in played.values_list("pk", "state__seats"):
        circle = [gains[result][seat] for seat in order if seat in gains[result]]
        for (before, _gain), (player, gain) in pairwise([*circle[-1:], *circle]):
            if player != before:
                rounds_and_points = sums[player, before]
                rounds_and_points[0] += 1
                rounds_and_points[1] += gain
    return [
        {"session": session.pk, "player": player, "before": before, "rounds": rounds, "points": points}
        for (player, before), (rounds, points) in sums.items()
    ]
