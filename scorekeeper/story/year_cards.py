"""札: the cards of a year, each a sentence with its people and links."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.urls import reverse
from django.utils.formats import date_format, number_format
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, pgettext

from scorekeeper.circles.models import Circle
from scorekeeper.play.models import GameSession, Round
from scorekeeper.play.table import Table
from scorekeeper.present.cards import CardView, number_name
from scorekeeper.present.headings import dated
from scorekeeper.present.people import faces
from scorekeeper.present.presenter import PersonView, Presenter, RoundRow
from scorekeeper.scoring import texts
from scorekeeper.stats import year as stats
from scorekeeper.stats.ranking import Rank
from scorekeeper.stats.scope import Scope

from .choice import game_title

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
        yield from self._streak()
        yield from self._longest()
        yield from self._claims()
        yield from self._number()
        yield from self._there()
        yield from self._month()

    def _faces(self, people: Iterable[int]) -> list[PersonView]:
        return [self.views[player] for player in people]

    def _names(self, people: Iterable[int]) -> str:
        return pgettext("names", " & ").join(face.name for face in self._faces(people))

    def _persons(self, people: Iterable[int], game: str = "") -> Iterator[Link]:
        """Links to people's pages, filtered by this year."""
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
        session, best_round = row.session, largest[0].best_round
        best = _shown(session, best_round)
        words = {
            "name": self.views[row.player_id].name,
            "points": texts.signed(row.best),
            "times": number_format(round(float(times), 1), 1),
            "game": game_title(session.game),
        }
        detail = gettext("%(name)s %(points)s: %(times)s times the average winning round in %(game)s.")
        day = date_format(session.night.day, "MONTH_DAY_FORMAT")
        yield YearCard(
            gettext("The round of the year"),
            best.headline,
            detail % words,
            self._faces([row.player_id]),
            best.cards,
            [(gettext(" · ").join((day, capfirst(best.called))), _receipt(session, best_round))],
        )

    def _game(self, game: str) -> Iterator[YearCard]:
        winners = self.winners.get(game)
        if not winners:
            return
        players = [row.player for row in winners]
        words = {"name": self._names(players), "points": texts.signed(winners[0].points)}
        yield YearCard(
            game_title(game),
            gettext("First of the year: %(name)s with %(points)s") % words,
            self._firsts(game, winners),
            self._faces(players),
            links=[*self._persons(players, game), *self._bests(game)],
        )

    def _firsts(self, game: str, winners: Sequence[Rank]) -> str:
        """The number of tables, and how many the winner won, if there is one."""
        tables = _tables(self.played.games[game].tables)
        if len(winners) > 1:
            return tables
        words = {"firsts": winners[0].firsts, "tables": winners[0].tables}
        return gettext(" · ").join((tables, gettext("%(firsts)s of %(tables)s won") % words))

    def _bests(self, game: str) -> Iterator[Link]:
        """Links to the largest gains of a session and of a round."""
        evening, best = self.evenings.get(game), self.rounds.get(game)
        if evening:
            words = {"name": self.views[evening.player_id].name, "points": texts.signed(evening.points)}
            yield gettext("Best table: %(name)s %(points)s") % words, _table(evening.session)
        if best and best.best_round:
            words = {"name": self.views[best.player_id].name, "points": texts.signed(best.best)}
            label = gettext("Best round: %(name)s %(points)s") % words
            yield label, _receipt(best.session, best.best_round)

    def _duels(self) -> Iterator[YearCard]:
        """The closest and the most one-sided pair of the game played most; none with a single pair."""
        for game in self.played.usual[:1]:
            duels = stats.duels(replace(self.scope, game=game))
            if len(duels) > 1:
                nearest, farthest = stats.closest(duels), stats.most_one_sided(duels)
                yield from self._closest(game, nearest if nearest != farthest else None)
                yield from self._one_sided(game, farthest)

    def _closest(self, game: str, duel: stats.Duel | None) -> Iterator[YearCard]:
        if duel:
            apart = (
                gettext("%(names)s are %(points)s apart.") if duel.net else gettext("%(names)s are level.")
            )
            words = {"names": self._names((duel.one, duel.other)), "points": texts.number(duel.net)}
            yield self._pair(gettext("The closest two"), apart % words, game, duel)

    def _one_sided(self, game: str, duel: stats.Duel | None) -> Iterator[YearCard]:
        if duel and duel.net:
            taker, giver = self._faces((duel.one, duel.other))
            words = {"taker": taker.name, "giver": giver.name, "points": texts.number(duel.net)}
            text = gettext("%(taker)s took %(points)s from %(giver)s.") % words
            yield self._pair(gettext("The most one-sided two"), text, game, duel)

    def _pair(self, title: str, text: str, game: str, duel: stats.Duel) -> YearCard:
        """A card about two people, with a link to their page."""
        both = duel.one, duel.other
        label = gettext("These two in %(year)s") % {"year": self.year}
        url = reverse("pair", args=(self.circle, *both)) + f"?game={game}&year={self.year}"
        return YearCard(title, text, _between(game, duel), self._faces(both), links=[(label, url)])

    def _streak(self) -> Iterator[YearCard]:
        row = stats.longest_streak(self.scope)
        if row:
            words = {"name": self.views[row.player_id].name, "count": row.streak}
            text = gettext("%(name)s won %(count)s rounds in a row.") % words
            yield _at_table(gettext("Most wins in a row"), text, row.session, self._faces([row.player_id]))

    def _longest(self) -> Iterator[YearCard]:
        row = stats.longest_evening(self.scope)
        if row:
            text = ngettext("%(count)s round at one table.", "%(count)s rounds at one table.", row.rounds)
            yield _at_table(gettext("The longest table"), text % {"count": row.rounds}, row.session)

    def _claims(self) -> Iterator[YearCard]:
        most = stats.most_claims(self.scope)
        if most:
            session, times = most
            text = gettext("%(count)s calls at one table.") % {"count": times}
            yield _at_table(gettext("Most calls"), text, session)

    def _number(self) -> Iterator[YearCard]:
        favourite = stats.favourite_number(self.scope)
        if favourite:
            which = pgettext("names", " & ").join(map(number_name, favourite.which))
            text = gettext("%(number)s was claimed most often.") % {"number": which}
            yield YearCard(gettext("The number of the year"), text, _share(favourite))

    def _there(self) -> Iterator[YearCard]:
        most = stats.most_often(stats.nights_by_player(self.scope), self.played.all_nights)
        if most:
            text = gettext("%(name)s came most often.") % {"name": self._names(most.which)}
            people, links = self._faces(most.which), list(self._persons(most.which))
            yield YearCard(gettext("Best attendance"), text, _of_nights(most), people, links=links)

    def _month(self) -> Iterator[YearCard]:
        busiest = stats.most_often(self.played.nights)
        if busiest:
            circle = reverse("circle", args=(self.circle,))
            names = [date_format(date(self.year, month, 1), "F") for month in busiest.which]
            text = gettext("Most nights were in %(month)s.") % {"month": pgettext("names", " & ").join(names)}
            urls = [f"{circle}?year={self.year}&month={month}" for month in busiest.which]
            links = list(zip(names, urls, strict=True))
            yield YearCard(gettext("The busiest month"), text, _of_nights(busiest), links=links)


def _at_table(title: str, text: str, session: GameSession, people: Sequence[PersonView] = ()) -> YearCard:
    """A card about one table, with a link to it."""
    links = [(dated(session), _table(session))]
    return YearCard(title, text, game_title(session.game), people, links=links)


def _shown(session: GameSession, best: Round) -> RoundRow:
    table = Table(session)
    [played] = table.rounds_between(best.position, best.position)
    return Presenter(table).row(played, table.recorded([played]).get(played.pk))


def _between(game: str, duel: stats.Duel) -> str:
    detail = gettext("%(taken)s against %(given)s") % {
        "taken": texts.number(duel.taken),
        "given": texts.number(duel.given),
    }
    return gettext(" · ").join((game_title(game), _tables(duel.tables), detail))


def _tables(number: int) -> str:
    return ngettext("%(n)s table", "%(n)s tables", number) % {"n": number}


def _share(most: stats.MostFrequent) -> str:
    words = {"times": most.times, "cases": most.cases}
    return ngettext("%(times)s of %(cases)s claim", "%(times)s of %(cases)s claims", most.cases) % words


def _of_nights(most: stats.MostFrequent) -> str:
    words = {"times": most.times, "cases": most.cases}
    return ngettext("%(times)s of %(cases)s night", "%(times)s of %(cases)s nights", most.cases) % words


def _table(session: GameSession) -> str:
    return reverse("table", args=(session.public_id,))


def _receipt(session: GameSession, row: Round) -> str:
    return reverse("round", args=(session.public_id, row.position))


def amounts_line(played: stats.YearAmounts) -> str:
    amounts = played.all
    nights = ngettext("%(n)s night", "%(n)s nights", played.all_nights)
    rounds = ngettext("%(n)s round", "%(n)s rounds", amounts.rounds)
    cards = ngettext("%(n)s card", "%(n)s cards", amounts.cards)
    counted = ((nights, played.all_nights), (rounds, amounts.rounds), (cards, amounts.cards))
    return gettext(" · ").join(words % {"n": texts.number(number)} for words, number in counted)


def uncompared(played: stats.YearAmounts) -> str:
    """The sentence about games with fewer than FEWEST tables; empty where there are none."""
    few = [game_title(game) for game in sorted(played.games) if game not in played.usual]
    if not few:
        return ""
    return gettext("Played at fewer than %(fewest)s tables, so nothing is compared: %(games)s") % {
        "fewest": stats.FEWEST,
        "games": gettext(", ").join(few),
    }
