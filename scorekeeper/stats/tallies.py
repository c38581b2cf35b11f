"""集計: every session summed up once for each revision, so that a circle's figures cost what they show.

Recording a round writes nothing here.  ``count``, the refresh of every page that shows figures, sums up the
sessions that have changed since; where it could not do all of them, the page says so and the next one goes
on.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations, groupby, pairwise
from operator import itemgetter
from typing import Any

from django.db.models import Count, F, Max, Min, Model, Q, QuerySet, Sum
from django.db.models.functions import Coalesce, Length
from django.http import HttpRequest

from scorekeeper.circles.models import Circle
from scorekeeper.play.models import Flow, GameSession, Hand, RoundResult, SeatResult
from scorekeeper.play.table import Table
from scorekeeper.play.writing import catch_up
from scorekeeper.scoring.events import EVENTS
from scorekeeper.server.database import insert

from .models import Claim, Meeting, Money, Neighbour, Tallied, Tally, Versus

SECONDS = 1.5
"""How long one page sums up at most; an evening of a hundred rounds takes some milliseconds."""

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
"""Columns of a tally that count the rounds in which somebody had a part."""

Line = dict[str, Any]
"""Columns of a row with whole numbers, which the query names and mypy cannot know."""


def count(circle: Circle, seconds: float = SECONDS) -> int:
    """Sum up the sessions of a circle that have changed; gives how many are left for want of time."""
    return catch_up(_changed(circle), tally, seconds)


def refresh(_request: HttpRequest, circle: Circle) -> None:
    """Bring the tallies of a circle up to date for a page."""
    count(circle)


def uncounted(circle: Circle) -> int:
    """How many sessions of a circle were left for want of time."""
    return _changed(circle).count()


def _changed(circle: Circle) -> QuerySet[GameSession]:
    sessions = circle.sessions.filter(~Q(tallied__revision=F("revision")) | Q(tallied=None))
    return sessions.order_by("started_at", "pk")


def tally(session: GameSession) -> None:
    """Sum up a session, within a transaction: its rows take the place of those there were."""
    for model in (Tally, Money, Versus, Meeting, Claim, Neighbour):
        model._default_manager.filter(session=session).delete()
    session.refresh_from_db(fields=["revision", "ended_at"])
    revision = session.revision
    _insert(Tally, _people(session))
    _insert(Money, _money(session))
    _insert(Versus, _flows(session))
    _insert(Meeting, _meetings(session))
    _insert(Claim, _claims(session))
    _insert(Neighbour, _neighbours(session))
    held = {"revision": revision, "rated": False, **_held(session)}
    Tallied.objects.update_or_create(session=session, defaults=held)


def _insert(model: type[Model], rows: Sequence[Line]) -> None:
    if rows:
        insert(model, tuple(rows[0]), [tuple(row.values()) for row in rows])


def _held(session: GameSession) -> Line:
    """The rounds of a session that count, and the cards that were held in them, as far as those are known."""
    played = RoundResult.objects.filter(session=session, counts=True).exclude(kind__in=EVENTS)
    hands = Hand.objects.filter(round__result__in=played).order_by()
    cards = hands.aggregate(sum=Sum(Length("ranks") + Coalesce("count", 0), default=0))["sum"]
    return {"rounds": played.count(), "cards": cards}


_PLAYED = Q(result__counts=True) & ~Q(result__kind__in=EVENTS)
"""Rounds that were played to an end: no event between two rounds, no ノーゲーム, no deal that all passed."""


def _people(session: GameSession) -> list[Line]:
    """The tally of everybody who played or whose points moved."""
    rows = SeatResult.objects.filter(result__session=session).order_by()
    lines = rows.values("player").annotate(
        points=Sum("gain"),
        rounds=Count("pk", filter=_PLAYED),
        gains=Count("pk", filter=_PLAYED & Q(gain__gt=0)),
        losses=Count("pk", filter=_PLAYED & Q(gain__lt=0)),
        won=Coalesce(Sum("gain", filter=_PLAYED & Q(gain__gt=0)), 0),
        lost=Coalesce(Sum("gain", filter=_PLAYED & Q(gain__lt=0)), 0),
        best=Coalesce(Max("gain", filter=_PLAYED & Q(gain__gt=0)), 0),
        worst=Coalesce(Min("gain", filter=_PLAYED & Q(gain__lt=0)), 0),
        landlord_wins=Count("pk", filter=_with("landlord") & _with("winner")),
        **{column: Count("pk", filter=_with(part)) for column, part in PARTS.items()},
    )
    found: list[Line] = [dict(line) for line in lines]
    points = [line["points"] for line in found]
    extremes, streaks = _rounds_of(rows, found), _streaks(rows)
    for line in found:
        line["session"] = session.pk
        line["streak"] = streaks[line["player"]]
        line["place"] = 1 + sum(other > line["points"] for other in points)
        line["people"] = len(found)
        line["best_round"] = extremes.get((line["player"], line["best"]))
        line["worst_round"] = extremes.get((line["player"], line["worst"]))
    return found


def _with(part: str) -> Q:
    return _PLAYED & Q(parts__contains=f" {part} ")


def _streaks(rows: "QuerySet[SeatResult]") -> Counter[int]:
    """The most wins in a row of each person, over the rounds that this person played."""
    played = rows.filter(_PLAYED).order_by("result__number", "player", "pk")
    longest: Counter[int] = Counter()
    running: Counter[int] = Counter()
    columns = played.values_list("result__number", "player", "parts")
    for (_number, player), seats in groupby(columns, key=itemgetter(0, 1)):
        won = any(" winner " in parts for *_, parts in seats)
        running[player] = running[player] + 1 if won else 0
        longest[player] = max(longest[player], running[player])
    return longest


def _rounds_of(rows: "QuerySet[SeatResult]", lines: Iterable[Line]) -> dict[tuple[int, int], int]:
    """The first round in which each person gained the most, and lost the most, by person and points."""
    wanted = {points for line in lines for points in (line["best"], line["worst"]) if points}
    some = rows.filter(_PLAYED, gain__in=wanted).order_by("-result__number")
    return {(player, gain): row for player, gain, row in some.values_list("player", "gain", "result_id")}


def _money(session: GameSession) -> list[Line]:
    """What the people at a table that is over have won or lost in its unit; amounts are text."""
    if not (session.rate and session.ended_at):
        return []
    table = Table(session)
    amounts = table.bare.settle_up(table.state).money
    return [
        {"session": session.pk, "player": seat.player_id, "unit": session.rate["unit"], "amount": amount}
        for seat in table.seats
        if (amount := amounts.get(seat.player.name))
    ]


def _flows(session: GameSession) -> list[Line]:
    between = Flow.objects.filter(result__session=session, giver__isnull=False, taker__isnull=False)
    lines = between.exclude(giver=F("taker")).order_by().values("giver", "taker")
    sums = lines.annotate(largest=Max("points"), points=Sum("points"))
    return [{**line, "session": session.pk} for line in sums]


def _meetings(session: GameSession) -> list[Line]:
    """How many rounds every two people both played, whichever seats they had."""
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


def _claims(session: GameSession) -> list[Line]:
    """Who claimed which number on whom: callers beside those of the same round who were claimed on."""
    rows = SeatResult.objects.filter(Q(result__session=session) & (_with("caller") | _with("victim")))
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
        {"session": session.pk, "caller": caller, "victim": victim, "number": number, "times": found}
        for (caller, victim, number), found in times.items()
    ]


def _neighbours(session: GameSession) -> list[Line]:
    """What everybody gained, by who sat in the seat before."""
    gains: dict[int, dict[str, tuple[int, int]]] = defaultdict(dict)
    rows = SeatResult.objects.filter(result__session=session).order_by()
    for result, seat, player, gain in rows.values_list("result_id", "seat__number", "player", "gain"):
        gains[result][str(seat)] = player, gain
    sums: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0])
    played = RoundResult.objects.filter(session=session, counts=True).exclude(kind__in=EVENTS)
    for result, order in played.values_list("pk", "state__seats"):
        circle = [gains[result][seat] for seat in order if seat in gains[result]]
        for (before, _gain), (player, gain) in pairwise([*circle[-1:], *circle]):
            if player != before:
                found = sums[player, before]
                found[0] += 1
                found[1] += gain
    return [
        {"session": session.pk, "player": player, "before": before, "rounds": rounds, "points": points}
        for (player, before), (rounds, points) in sums.items()
    ]
