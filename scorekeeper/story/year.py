"""まとめ: a circle's year in cards, each a sentence with its people and links to its source."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

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
from scorekeeper.present.presenter import CardView, PersonView, Presenter, RoundRow, faces, number_name
from scorekeeper.present.words import dated, labelled, nights, rounds, tables
from scorekeeper.scoring import texts
from scorekeeper.stats import year as stats
from scorekeeper.stats.scope import Scope
from scorekeeper.stats.versus import claims_by_number

from .choice import game_title
from .people import LargeFigure

Link = tuple[str, str]
"""What a link to a source of a card says, and its address."""


@dataclass(frozen=True, slots=True)
class YearCard:
    title: str
    text: str  # its sentence
    detail: str = ""  # a line below it
    people: Sequence[PersonView] = ()  # whom it names
    hand: Sequence[CardView] = ()
    links: Sequence[Link] = ()


class Deck:
    """Makes the cards of a year with at least FEWEST tables."""

    def __init__(self, circle: Circle, year: int, played: stats.YearAmounts) -> None:
        self.circle, self.year, self.played = circle.public_id, year, played
        self.scope, self.views = Scope(circle).of_year(year), faces(circle)
        self.winners = stats.winners(self.scope)
        self.rounds = stats.best_rounds(self.scope)
        self.evenings = stats.best_evenings(self.scope)

    def cards(self) -> Iterator[YearCard]:
        """All cards in their order; one without enough data is left out."""
        yield from self._round()
        for game in self.played.usual:
            yield from self._game(game)
        yield from self._duels()
        yield from self._tables()
        if favourite := stats.most_often(claims_by_number(self.scope)):
            which = pgettext("names", " & ").join(map(number_name, favourite.which))
            text = gettext("%(number)s was claimed most often.") % {"number": which}
            words = ngettext("%(times)s of %(cases)s claim", "%(times)s of %(cases)s claims", favourite.cases)
            yield YearCard(gettext("The number of the year"), text, _share(words, favourite))
        yield from self._nights()

    def _faces(self, people: Iterable[int]) -> list[PersonView]:
        return [self.views[player] for player in people]

    def _names(self, people: Iterable[int]) -> str:
        return pgettext("names", " & ").join(face.name for face in self._faces(people))

    def _points(self, player: int, points: int) -> dict[str, str]:
        return {"name": self.views[player].name, "points": texts.signed(points)}

    def _persons(self, people: Iterable[int], game: str = "") -> Iterator[Link]:
        query = f"game={game}&year={self.year}" if game else f"year={self.year}"
        for player in people:
            words = {"name": self.views[player].name, "year": self.year}
            url = reverse("person", args=(self.circle, player))
            yield gettext("%(name)s in %(year)s") % words, f"{url}?{query}"

    def _round(self) -> Iterator[YearCard]:
        """今年の一回: relative to the average gain in its game."""
        usual = [self.rounds[game] for game in self.played.usual if game in self.rounds]
        largest = stats.most_unusual(usual, stats.average_gains(self.scope))
        if largest is None or largest[0].best_round is None:
            return
        row, times = largest
        best = _shown(row.session, largest[0].best_round)
        words = self._points(row.player_id, row.best) | {
            "times": number_format(round(float(times), 1), 1),
            "game": game_title(row.session.game),
        }
        detail = gettext("%(name)s %(points)s: %(times)s times the average winning round in %(game)s.")
        day = date_format(row.session.night.day, "MONTH_DAY_FORMAT")
        where = gettext(" · ").join((day, capfirst(best.called)))
        yield YearCard(
            gettext("The round of the year"),
            best.headline,
            detail % words,
            self._faces([row.player_id]),
            best.cards,
            [(where, _receipt(row.session, largest[0].best_round))],
        )

    def _game(self, game: str) -> Iterator[YearCard]:
        """Who was first, at how many tables, and how many of them the winner won, if there is one."""
        winners = self.winners.get(game)
        if not winners:
            return
        players, first = [row.player for row in winners], winners[0]
        words = {"name": self._names(players), "points": texts.signed(first.points)}
        detail = tables(self.played.games[game].tables)
        if len(winners) == 1:
            won = gettext("%(firsts)s of %(tables)s won") % {"firsts": first.firsts, "tables": first.tables}
            detail = gettext(" · ").join((detail, won))
        yield YearCard(
            game_title(game),
            gettext("First of the year: %(name)s with %(points)s") % words,
            detail,
            self._faces(players),
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
        """The closest and the most one-sided pair of the game played most; none with a single pair."""
        for game in self.played.usual[:1]:
            duels = stats.duels(replace(self.scope, game=game))
            nearest, farthest = stats.closest(duels), stats.most_one_sided(duels)
            if farthest is None or len(duels) < 2:
                return
            if nearest and nearest != farthest:
                words = {
                    "names": self._names((nearest.one, nearest.other)),
                    "points": texts.number(nearest.net),
                }
                level, apart = gettext("%(names)s are level."), gettext("%(names)s are %(points)s apart.")
                text = (apart if nearest.net else level) % words
                yield self._pair(gettext("The closest two"), text, game, nearest)
            if farthest.net:
                taker, giver = self._faces((farthest.one, farthest.other))
                words = {"taker": taker.name, "giver": giver.name, "points": texts.number(farthest.net)}
                text = gettext("%(taker)s took %(points)s from %(giver)s.") % words
                yield self._pair(gettext("The most one-sided two"), text, game, farthest)

    def _pair(self, title: str, text: str, game: str, duel: stats.Duel) -> YearCard:
        both = duel.one, duel.other
        label = gettext("These two in %(year)s") % {"year": self.year}
        url = reverse("pair", args=(self.circle, *both)) + f"?game={game}&year={self.year}"
        points = {"taken": texts.number(duel.taken), "given": texts.number(duel.given)}
        taken = gettext("%(taken)s against %(given)s") % points
        detail = gettext(" · ").join((game_title(game), tables(duel.tables), taken))
        return YearCard(title, text, detail, self._faces(both), links=[(label, url)])

    def _tables(self) -> Iterator[YearCard]:
        if row := stats.longest_streak(self.scope):
            words = {"name": self.views[row.player_id].name, "count": row.streak}
            text = gettext("%(name)s won %(count)s rounds in a row.") % words
            yield _at_table(gettext("Most wins in a row"), text, row.session, self._faces([row.player_id]))
        if longest := stats.longest_evening(self.scope):
            count = longest.rounds
            text = ngettext("%(count)s round at one table.", "%(count)s rounds at one table.", count)
            yield _at_table(gettext("The longest table"), text % {"count": count}, longest.session)
        if most := stats.most_claims(self.scope):
            text = gettext("%(count)s calls at one table.") % {"count": most[1]}
            yield _at_table(gettext("Most calls"), text, most[0])

    def _nights(self) -> Iterator[YearCard]:
        if most := stats.most_often(stats.nights_by_player(self.scope), self.played.all_nights):
            text = gettext("%(name)s came most often.") % {"name": self._names(most.which)}
            people, links = self._faces(most.which), list(self._persons(most.which))
            yield YearCard(gettext("Best attendance"), text, _of_nights(most), people, links=links)
        if busiest := stats.most_often(self.played.nights):
            circle = reverse("circle", args=(self.circle,))
            names = [date_format(date(self.year, month, 1), "F") for month in busiest.which]
            text = gettext("Most nights were in %(month)s.") % {"month": pgettext("names", " & ").join(names)}
            urls = [f"{circle}?year={self.year}&month={month}" for month in busiest.which]
            links = list(zip(names, urls, strict=True))
            yield YearCard(gettext("The busiest month"), text, _of_nights(busiest), links=links)


def _at_table(title: str, text: str, session: GameSession, people: Sequence[PersonView] = ()) -> YearCard:
    links = [(dated(session), _table(session))]
    return YearCard(title, text, game_title(session.game), people, links=links)


def _shown(session: GameSession, best: Round) -> RoundRow:
    table = Table(session)
    [played] = table.rounds_between(best.position, best.position)
    return RoundRow(Presenter(table), played, table.recorded([played]).get(played.pk))


def _share(words: str, most: stats.MostFrequent) -> str:
    return words % {"times": most.times, "cases": most.cases}


def _of_nights(most: stats.MostFrequent) -> str:
    words = ngettext("%(times)s of %(cases)s night", "%(times)s of %(cases)s nights", most.cases)
    return _share(words, most)


def _table(session: GameSession) -> str:
    return reverse("table", args=(session.public_id,))


def _receipt(session: GameSession, row: Round) -> str:
    return reverse("round", args=(session.public_id, row.position))


def amounts(played: stats.YearAmounts) -> list[LargeFigure]:
    nights, rounds, cards = played.all_nights, played.all.rounds, played.all.cards
    return [
        (ngettext("night", "nights", nights), texts.number(nights), 0),
        (ngettext("round", "rounds", rounds), texts.number(rounds), 0),
        (ngettext("card in hands", "cards in hands", cards), texts.number(cards), 0),
    ]


def amounts_line(played: stats.YearAmounts) -> str:
    cards = ngettext("%(n)s card", "%(n)s cards", played.all.cards) % {"n": texts.number(played.all.cards)}
    return gettext(" · ").join((nights(played.all_nights), rounds(played.all.rounds), cards))


def uncompared(played: stats.YearAmounts) -> str:
    """The sentence about games with fewer than FEWEST tables; empty where there are none."""
    few = [game_title(game) for game in sorted(played.games) if game not in played.usual]
    if not few:
        return ""
    return gettext("Played at fewer than %(fewest)s tables, so nothing is compared: %(games)s") % {
        "fewest": stats.FEWEST,
        "games": gettext(", ").join(few),
    }


def latest_year(request: HttpRequest, cid: str) -> HttpResponse:
    """Redirect to the latest year with a session; an empty page where there is none."""
    years = stats.years(membership_of(request).circle)
    return redirect("year", cid, years[0]) if years else render(request, "story/year.html")


def year_page(request: HttpRequest, cid: str, year: int) -> HttpResponse:
    """The cards of a year; raises Http404 for one without a session."""
    circle = membership_of(request).circle
    years = stats.years(circle)
    if year not in years:
        raise Http404
    played, cards = year_of(circle, year)
    context = {
        "year": year,
        "years": years,
        "figures": amounts(played),
        "cards": cards,
        "fewest": stats.FEWEST,
        "uncompared": uncompared(played) if cards else "",
        "share_text": _share_text(circle, year, played, cards),
    }
    return render(request, "story/year.html", context)


def year_of(circle: Circle, year: int) -> tuple[stats.YearAmounts, list[YearCard]]:
    """The amounts and the cards of a year; no cards below FEWEST tables."""
    played = stats.played(Scope(circle).of_year(year))
    enough = played.all.tables >= stats.FEWEST
    return played, list(Deck(circle, year, played).cards()) if enough else []


def _share_text(circle: Circle, year: int, played: stats.YearAmounts, cards: list[YearCard]) -> str:
    """The year as plain text for a group chat."""
    lines = [gettext(" · ").join((circle.name, gettext("%(year)s") % {"year": year})), amounts_line(played)]
    for card in cards:
        line = labelled(card.title, card.text)
        told = {"line": line, "told": card.detail}
        lines.append(gettext("%(line)s (%(told)s)") % told if card.detail else line)
    return "\n".join(lines)
