"""まとめ: a circle's year as cards: sentences with people and links.

Points are compared within one game, and only from FEWEST tables on.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from django.db.models import Count, QuerySet, Sum, Window
from django.db.models.functions import ExtractMonth, ExtractYear, RowNumber
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format, number_format
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, pgettext

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.models import Circle
from scorekeeper.play.models import GameSession, Round
from scorekeeper.play.table import Table
from scorekeeper.present.presenter import (
    CardView,
    PersonView,
    Presenter,
    RoundRow,
    number_name,
    people_by_key,
)
from scorekeeper.present.words import dated_title, in_brackets, labelled, nights, rounds, tables
from scorekeeper.scoring import texts
from scorekeeper.stats.models import Claim, Meeting, Tallied, Tally
from scorekeeper.stats.people import claims_by_number, first_places, sum_payments
from scorekeeper.stats.scope import Scope

from .choice import game_title
from .people import LargeFigure

FEWEST = 3
"""Fewest tables of a year, a game or a pair for a comparison."""
MOST_FIRST = 3
"""Most people who are named for sharing a first place."""

_BY_START = ("session__started_at", "session_id")
_EARLIEST = (*_BY_START, "player_id")

Link = tuple[str, str]
"""The label and the address of a link."""


@dataclass(frozen=True, slots=True)
class YearAmounts:
    """一年の量: how much was played in a year."""

    nights: Mapping[int, int]  # by month, 1 to 12
    tables: Counter[str]  # by game
    rounds: Counter[str]  # by game; only those that count
    cards: Counter[str]  # by game; those in hands

    @property
    def all_nights(self) -> int:
        return sum(self.nights.values())

    @property
    def usual(self) -> list[str]:
        """The games with at least FEWEST tables, the most played first."""
        enough = [game for game, tables in self.tables.items() if tables >= FEWEST]
        return sorted(enough, key=lambda game: (-self.tables[game], game))


def played_years(circle: Circle) -> list[int]:
    """The years in which a circle played, newest first."""
    rows = Tallied.objects.filter(session__circle=circle, rounds__gt=0).order_by()
    return sorted(rows.values_list(ExtractYear("session__night__day"), flat=True).distinct(), reverse=True)


def year_amounts(scope: Scope) -> YearAmounts:
    months = scope.tallied().values(month=ExtractMonth("session__night__day"))
    nights = months.annotate(nights=Count("session__night", distinct=True))
    sums = scope.tallied().values("session__game")
    sums = sums.annotate(tables=Count("pk"), sum=Sum("rounds"), held=Sum("cards"))
    rows = list(sums.values_list("session__game", "tables", "sum", "held"))
    by_game = (Counter({row[0]: row[column] for row in rows}) for column in (1, 2, 3))
    return YearAmounts(dict(nights.values_list("month", "nights")), *by_game)


@dataclass(frozen=True, slots=True)
class MostFrequent:
    which: tuple[int, ...]  # several if they share the first place
    times: int  # of each
    cases: int


def most_often(counted: Mapping[int, int], cases: int = 0) -> MostFrequent | None:
    """The keys with the highest count, at least FEWEST; None if too many or all share it."""
    times = max(counted.values(), default=0)
    first = tuple(key for key, count in sorted(counted.items()) if count == times)
    if times < FEWEST or len(first) > MOST_FIRST or len(first) == len(counted):
        return None
    return MostFrequent(first, times, cases or sum(counted.values()))


@dataclass(frozen=True, slots=True)
class Duel:
    """対戦: two people of a game."""

    one: int
    other: int
    taken: int  # points that ``one`` took from ``other``
    given: int  # points that ``other`` took from ``one``
    tables: int  # at which both played

    @property
    def net(self) -> int:
        return self.taken - self.given


def duels(scope: Scope) -> list[Duel]:
    """The pairs with FEWEST common tables who paid each other; ``one`` took at least as much."""
    flows = {(giver, taker): points for giver, taker, points in sum_payments(scope.versus())}
    met = scope.rows(Meeting).values("one", "other").annotate(tables=Count("pk")).filter(tables__gte=FEWEST)
    pairs = []
    for one, other, common in met.order_by("one", "other").values_list("one", "other", "tables"):
        taken, given = flows.get((other, one), 0), flows.get((one, other), 0)
        if taken or given:
            ahead = (one, other, taken, given) if taken >= given else (other, one, given, taken)
            pairs.append(Duel(*ahead, common))
    return pairs


def closest(pairs: Iterable[Duel]) -> Duel | None:
    """互角: the pair with the smallest difference, then the most payments; both took something."""
    both = (duel for duel in pairs if duel.given)
    return min(both, key=lambda duel: (duel.net, -duel.taken - duel.given), default=None)


def _best(tallies: "QuerySet[Tally]", column: str) -> dict[str, Tally]:
    """The tally with the most (above 0) in a column, by game; the earliest of equal ones."""
    place = Window(RowNumber(), partition_by="session__game", order_by=(f"-{column}", *_EARLIEST))
    rows = tallies.filter(**{f"{column}__gt": 0}, rounds__gt=0).annotate(in_game=place).filter(in_game=1)
    return {row.session.game: row for row in rows.select_related("session__night", "best_round")}


@dataclass(frozen=True, slots=True)
class YearCard:
    title: str
    text: str
    detail: str = ""  # a line below the text
    people: Sequence[PersonView] = ()
    hand: Sequence[CardView] = ()
    links: Sequence[Link] = ()


class Deck:
    """The cards of a year with at least FEWEST tables."""

    def __init__(self, circle: Circle, year: int, played: YearAmounts) -> None:
        self.circle, self.year, self.played = circle.public_id, year, played
        self.scope, self.views = Scope(circle).of_year(year), people_by_key(circle)
        self.winners = first_places(self.scope)
        self.tallies = self.scope.tallies()
        self.rounds, self.evenings = _best(self.tallies, "best"), _best(self.tallies, "points")

    def cards(self) -> Iterator[YearCard]:
        """All cards with enough data, in order."""
        yield from self._round()
        for game in self.played.usual:
            yield from self._game(game)
        yield from self._duels()
        yield from self._tables()
        if favourite := most_often(claims_by_number(self.scope)):
            which = pgettext("names", " & ").join(map(number_name, favourite.which))
            text = gettext("%(number)s was claimed most often.") % {"number": which}
            words = ngettext("%(times)s of %(cases)s claim", "%(times)s of %(cases)s claims", favourite.cases)
            yield YearCard(gettext("The number of the year"), text, _share(words, favourite))
        yield from self._nights()

    def _people(self, people: Iterable[int]) -> list[PersonView]:
        return [self.views[player] for player in people]

    def _names(self, people: Iterable[int]) -> str:
        return pgettext("names", " & ").join(person.name for person in self._people(people))

    def _points(self, player: int, points: int) -> dict[str, str]:
        return {"name": self.views[player].name, "points": texts.signed(points)}

    def _persons(self, people: Iterable[int], game: str = "") -> Iterator[Link]:
        query = f"game={game}&year={self.year}" if game else f"year={self.year}"
        for player in people:
            words = {"name": self.views[player].name, "year": self.year}
            url = reverse("person", args=(self.circle, player))
            yield gettext("%(name)s in %(year)s") % words, f"{url}?{query}"

    def _round(self) -> Iterator[YearCard]:
        """今年の一回: the largest multiple of the average gain in its game.

        The multiple has no unit, so rounds of different games can be compared.
        """
        sums = self.tallies.values("session__game").annotate(all_won=Sum("won"), all_gains=Sum("gains"))
        rows = sums.values_list("session__game", "all_won", "all_gains")
        usual = {game: Fraction(won, gains) for game, won, gains in rows if gains}
        best = [self.rounds[game] for game in self.played.usual if game in self.rounds]
        row = max(best, key=lambda row: row.best / usual[row.session.game], default=None)
        if row is None or row.best_round is None:
            return
        times = float(row.best / usual[row.session.game])
        shown = _shown(row.session, row.best_round)
        words = self._points(row.player_id, row.best) | {
            "times": number_format(round(times, 1), 1),
            "game": game_title(row.session.game),
        }
        detail = gettext("%(name)s %(points)s: %(times)s times the average winning round in %(game)s.")
        day = date_format(row.session.night.day, "MONTH_DAY_FORMAT")
        where = gettext(" · ").join((day, capfirst(shown.called)))
        yield YearCard(
            gettext("The round of the year"),
            shown.headline,
            detail % words,
            self._people([row.player_id]),
            shown.cards,
            [(where, _receipt(row.session, row.best_round))],
        )

    def _game(self, game: str) -> Iterator[YearCard]:
        """The first place in a game; with a single winner also the number of tables won."""
        winners = self.winners.get(game, [])
        if not 0 < len(winners) <= MOST_FIRST:
            return
        players, first = [row.player for row in winners], winners[0]
        words = {"name": self._names(players), "points": texts.signed(first.points)}
        detail = tables(self.played.tables[game])
        if len(winners) == 1:
            won = gettext("%(firsts)s of %(tables)s won") % {"firsts": first.firsts, "tables": first.tables}
            detail = gettext(" · ").join((detail, won))
        yield YearCard(
            game_title(game),
            gettext("First of the year: %(name)s with %(points)s") % words,
            detail,
            self._people(players),
            links=[*self._persons(players, game), *self._bests(game)],
        )

    def _bests(self, game: str) -> Iterator[Link]:
        if row := self.evenings.get(game):
            words = self._points(row.player_id, row.points)
            yield gettext("Best table: %(name)s %(points)s") % words, _table(row.session)
        if (row := self.rounds.get(game)) and row.best_round:
            words = self._points(row.player_id, row.best)
            label = gettext("Best round: %(name)s %(points)s") % words
            yield label, _receipt(row.session, row.best_round)

    def _duels(self) -> Iterator[YearCard]:
        """The closest and the most one-sided pair of the most played game, if there are several."""
        for game in self.played.usual[:1]:
            pairs = duels(replace(self.scope, game=game))
            if len(pairs) < 2:
                return
            nearest, farthest = closest(pairs), max(pairs, key=lambda duel: duel.net)
            if nearest and nearest != farthest:
                words = {
                    "names": self._names((nearest.one, nearest.other)),
                    "points": texts.number(nearest.net),
                }
                level, apart = gettext("%(names)s are level."), gettext("%(names)s are %(points)s apart.")
                text = (apart if nearest.net else level) % words
                yield self._pair(gettext("The closest two"), text, game, nearest)
            if farthest.net:
                taker, giver = self._people((farthest.one, farthest.other))
                words = {"taker": taker.name, "giver": giver.name, "points": texts.number(farthest.net)}
                text = gettext("%(taker)s took %(points)s from %(giver)s.") % words
                yield self._pair(gettext("The most one-sided two"), text, game, farthest)

    def _pair(self, title: str, text: str, game: str, duel: Duel) -> YearCard:
        both = duel.one, duel.other
        label = gettext("These two in %(year)s") % {"year": self.year}
        url = reverse("pair", args=(self.circle, *both)) + f"?game={game}&year={self.year}"
        points = {"taken": texts.number(duel.taken), "given": texts.number(duel.given)}
        taken = gettext("%(taken)s against %(given)s") % points
        detail = gettext(" · ").join((game_title(game), tables(duel.tables), taken))
        return YearCard(title, text, detail, self._people(both), links=[(label, url)])

    def _tables(self) -> Iterator[YearCard]:
        streaks = self.tallies.filter(streak__gte=FEWEST).select_related("session__night")
        if row := streaks.order_by("-streak", *_EARLIEST).first():
            words = {"name": self.views[row.player_id].name, "count": row.streak}
            text = gettext("%(name)s won %(count)s rounds in a row.") % words
            yield _at_table(gettext("Most wins in a row"), text, row.session, self._people([row.player_id]))
        evenings = self.scope.tallied().filter(rounds__gte=FEWEST).select_related("session__night")
        if longest := evenings.order_by("-rounds", *_BY_START).first():
            count = longest.rounds
            text = ngettext("%(count)s round at one table.", "%(count)s rounds at one table.", count)
            yield _at_table(gettext("The longest table"), text % {"count": count}, longest.session)
        claims = self.scope.rows(Claim).values("session").annotate(sum=Sum("times")).filter(sum__gte=FEWEST)
        if most := claims.order_by("-sum", *_BY_START).values_list("session", "sum").first():
            text = gettext("%(count)s calls at one table.") % {"count": most[1]}
            session = GameSession.objects.select_related("night").get(pk=most[0])
            yield _at_table(gettext("Most calls"), text, session)

    def _nights(self) -> Iterator[YearCard]:
        came = self.tallies.filter(rounds__gt=0).values("player")
        came = came.annotate(nights=Count("session__night", distinct=True))
        often = dict(came.values_list("player", "nights"))
        if most := most_often(often, self.played.all_nights):
            text = gettext("%(name)s came most often.") % {"name": self._names(most.which)}
            people, links = self._people(most.which), list(self._persons(most.which))
            yield YearCard(gettext("Best attendance"), text, _of_nights(most), people, links=links)
        if busiest := most_often(self.played.nights):
            circle = reverse("circle", args=(self.circle,))
            names = [date_format(date(self.year, month, 1), "F") for month in busiest.which]
            text = gettext("Most nights were in %(month)s.") % {"month": pgettext("names", " & ").join(names)}
            urls = [f"{circle}?year={self.year}&month={month}" for month in busiest.which]
            links = list(zip(names, urls, strict=True))
            yield YearCard(gettext("The busiest month"), text, _of_nights(busiest), links=links)


def _at_table(title: str, text: str, session: GameSession, people: Sequence[PersonView] = ()) -> YearCard:
    links = [(dated_title(session), _table(session))]
    return YearCard(title, text, game_title(session.game), people, links=links)


def _shown(session: GameSession, best: Round) -> RoundRow:
    table = Table(session)
    [played] = table.rounds_between(best.position, best.position)
    return RoundRow(Presenter(table), played, table.recorded([played]).get(played.pk))


def _share(words: str, most: MostFrequent) -> str:
    return words % {"times": most.times, "cases": most.cases}


def _of_nights(most: MostFrequent) -> str:
    words = ngettext("%(times)s of %(cases)s night", "%(times)s of %(cases)s nights", most.cases)
    return _share(words, most)


def _table(session: GameSession) -> str:
    return reverse("table", args=(session.public_id,))


def _receipt(session: GameSession, row: Round) -> str:
    return reverse("round", args=(session.public_id, row.position))


def amounts(played: YearAmounts) -> list[LargeFigure]:
    nights, rounds, cards = played.all_nights, played.rounds.total(), played.cards.total()
    return [
        (ngettext("night", "nights", nights), texts.number(nights), 0),
        (ngettext("round", "rounds", rounds), texts.number(rounds), 0),
        (ngettext("card in hands", "cards in hands", cards), texts.number(cards), 0),
    ]


def amounts_line(played: YearAmounts) -> str:
    held = played.cards.total()
    cards = ngettext("%(n)s card", "%(n)s cards", held) % {"n": texts.number(held)}
    return gettext(" · ").join((nights(played.all_nights), rounds(played.rounds.total()), cards))


def uncompared(played: YearAmounts) -> str:
    """The sentence about games with fewer than FEWEST tables; empty without any."""
    few = [game_title(game) for game in sorted(played.tables) if game not in played.usual]
    if not few:
        return ""
    return gettext("Played at fewer than %(fewest)s tables, so nothing is compared: %(games)s") % {
        "fewest": FEWEST,
        "games": gettext(", ").join(few),
    }


def latest_year(request: HttpRequest, cid: str) -> HttpResponse:
    """Redirect to the latest year with a session; an empty page without any."""
    years = played_years(membership_of(request).circle)
    return redirect("year", cid, years[0]) if years else render(request, "story/year.html")


def year_page(request: HttpRequest, cid: str, year: int) -> HttpResponse:
    circle = membership_of(request).circle
    years = played_years(circle)
    if year not in years:
        raise Http404
    played, cards = year_of(circle, year)
    context = {
        "year": year,
        "years": years,
        "figures": amounts(played),
        "cards": cards,
        "fewest": FEWEST,
        "uncompared": uncompared(played) if cards else "",
        "share_text": _share_text(circle, year, played, cards),
    }
    return render(request, "story/year.html", context)


def year_of(circle: Circle, year: int) -> tuple[YearAmounts, list[YearCard]]:
    """The amounts and the cards of a year; no cards below FEWEST tables."""
    played = year_amounts(Scope(circle).of_year(year))
    enough = played.tables.total() >= FEWEST
    return played, list(Deck(circle, year, played).cards()) if enough else []


def _share_text(circle: Circle, year: int, played: YearAmounts, cards: list[YearCard]) -> str:
    lines = [gettext(" · ").join((circle.name, gettext("%(year)s") % {"year": year})), amounts_line(played)]
    for card in cards:
        lines.append(in_brackets(labelled(card.title, card.text), card.detail))
    return "\n".join(lines)
