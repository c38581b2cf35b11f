"""札: the cards of a year, each a sentence with its people and links."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.urls import reverse
from django.utils.formats import date_format, number_format
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, pgettext

from scorekeeper.play.models import GameSession, Round
from scorekeeper.play.table import Table
from scorekeeper.present.cards import CardView, number_name
from scorekeeper.present.headings import dated
from scorekeeper.present.presenter import PersonView, Presenter, RoundRow
from scorekeeper.scoring import texts
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.stats import year as stats
from scorekeeper.stats.ranking import Rank
from scorekeeper.stats.scope import Scope


@dataclass(frozen=True, slots=True)
class CardLink:
    """A link to a source of a card."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class YearCard:
    """A card of the year."""

    title: str
    text: str  # its sentence
    detail: str = ""  # a line below it
    people: tuple[PersonView, ...] = ()  # whom it names
    hand: tuple[CardView, ...] = ()
    links: tuple[CardLink, ...] = ()


class Deck:
    """Makes the cards of a year with at least FEWEST tables."""

    def __init__(self, scope: Scope, played: stats.YearAmounts, views: Mapping[int, PersonView]) -> None:
        self.scope = scope
        self.played = played
        self.views = views
        self.winners = stats.winners(scope)
        self.rounds = stats.best_rounds(scope)
        self.evenings = stats.best_evenings(scope)

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

    def _face(self, player: int) -> PersonView:
        return self.views[player]

    def _names(self, people: Iterable[int]) -> str:
        return pgettext("names", " & ").join(self._face(player).name for player in people)

    def _persons(self, people: Iterable[int], game: str = "") -> Iterator[CardLink]:
        """Links to people's pages, filtered by this year."""
        circle, year = self.scope.circle.public_id, self.scope.first.year if self.scope.first else ""
        query = "&".join([*([f"game={game}"] if game else []), f"year={year}"])
        for player in people:
            words = {"name": self._face(player).name, "year": year}
            url = f"{reverse('person', args=(circle, player))}?{query}"
            yield CardLink(gettext("%(name)s in %(year)s") % words, url)

    def _round(self) -> Iterator[YearCard]:
        """今年の一回: relative to the average gain in its game."""
        usual = [self.rounds[game] for game in self.played.usual if game in self.rounds]
        largest = stats.most_unusual(usual, stats.average_gains(self.scope))
        if largest is None:
            return
        row, times = largest
        if row.best_round is None:
            return
        face, best = self._face(row.player_id), _shown(row.session, row.best_round)
        words = {
            "name": face.name,
            "points": texts.signed(row.best),
            "times": number_format(round(float(times), 1), 1),
            "game": _game_name(row.session.game),
        }
        detail = gettext("%(name)s %(points)s: %(times)s times the average winning round in %(game)s.")
        title = gettext("The round of the year")
        day = date_format(row.session.night.day, "MONTH_DAY_FORMAT")
        label = gettext(" · ").join((day, capfirst(best.called)))
        links = (CardLink(label, _receipt(row.session, row.best_round)),)
        yield YearCard(title, best.headline, detail % words, (face,), best.cards, links)

    def _game(self, game: str) -> Iterator[YearCard]:
        winners = self.winners.get(game)
        if not winners:
            return
        names = self._names(row.player for row in winners)
        words = {"name": names, "points": texts.signed(winners[0].points)}
        yield YearCard(
            _game_name(game),
            gettext("First of the year: %(name)s with %(points)s") % words,
            self._firsts(game, winners),
            tuple(self._face(row.player) for row in winners),
            (),
            (*self._persons((row.player for row in winners), game), *self._bests(game)),
        )

    def _firsts(self, game: str, winners: Sequence[Rank]) -> str:
        """The number of tables, and how many the winner won, if there is one."""
        tables = _tables(self.played.games[game].tables)
        if len(winners) > 1:
            return tables
        won = gettext("%(firsts)s of %(tables)s won") % {
            "firsts": winners[0].firsts,
            "tables": winners[0].tables,
        }
        return gettext(" · ").join((tables, won))

    def _bests(self, game: str) -> Iterator[CardLink]:
        """Links to the largest gains of a session and of a round."""
        evening, best = self.evenings.get(game), self.rounds.get(game)
        if evening:
            words = {"name": self._face(evening.player_id).name, "points": texts.signed(evening.points)}
            yield CardLink(gettext("Best table: %(name)s %(points)s") % words, _table(evening.session))
        if best and best.best_round:
            words = {"name": self._face(best.player_id).name, "points": texts.signed(best.best)}
            label = gettext("Best round: %(name)s %(points)s") % words
            yield CardLink(label, _receipt(best.session, best.best_round))

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
            names = self._names((duel.one, duel.other))
            apart = (
                gettext("%(names)s are %(points)s apart.") if duel.net else gettext("%(names)s are level.")
            )
            words = {"names": names, "points": texts.number(duel.net)}
            yield self._pair(gettext("The closest two"), apart % words, game, duel)

    def _one_sided(self, game: str, duel: stats.Duel | None) -> Iterator[YearCard]:
        if duel and duel.net:
            text = gettext("%(taker)s took %(points)s from %(giver)s.") % {
                "taker": self._face(duel.one).name,
                "giver": self._face(duel.other).name,
                "points": texts.number(duel.net),
            }
            yield self._pair(gettext("The most one-sided two"), text, game, duel)

    def _pair(self, title: str, text: str, game: str, duel: stats.Duel) -> YearCard:
        """A card about two people, with a link to their page."""
        circle, year = self.scope.circle.public_id, self.scope.first.year if self.scope.first else ""
        url = reverse("pair", args=(circle, duel.one, duel.other)) + f"?game={game}&year={year}"
        faces = (self._face(duel.one), self._face(duel.other))
        links = (CardLink(gettext("These two in %(year)s") % {"year": year}, url),)
        return YearCard(title, text, _between(game, duel), faces, links=links)

    def _streak(self) -> Iterator[YearCard]:
        row = stats.longest_streak(self.scope)
        if row:
            words = {"name": self._face(row.player_id).name, "count": row.streak}
            yield YearCard(
                gettext("Most wins in a row"),
                gettext("%(name)s won %(count)s rounds in a row.") % words,
                _game_name(row.session.game),
                (self._face(row.player_id),),
                (),
                (_evening(row.session),),
            )

    def _longest(self) -> Iterator[YearCard]:
        row = stats.longest_evening(self.scope)
        if row:
            text = ngettext("%(count)s round at one table.", "%(count)s rounds at one table.", row.rounds) % {
                "count": row.rounds
            }
            game = _game_name(row.session.game)
            yield YearCard(gettext("The longest table"), text, game, links=(_evening(row.session),))

    def _claims(self) -> Iterator[YearCard]:
        most = stats.most_claims(self.scope)
        if most:
            session, times = most
            text = gettext("%(count)s calls at one table.") % {"count": times}
            game = _game_name(session.game)
            yield YearCard(gettext("Most calls"), text, game, links=(_evening(session),))

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
            faces = tuple(map(self._face, most.which))
            links = tuple(self._persons(most.which))
            yield YearCard(gettext("Best attendance"), text, _of_nights(most), faces, links=links)

    def _month(self) -> Iterator[YearCard]:
        busiest = stats.most_often(self.played.nights)
        if busiest and self.scope.first:
            year, circle = self.scope.first.year, reverse("circle", args=(self.scope.circle.public_id,))
            names = [date_format(date(year, month, 1), "F") for month in busiest.which]
            text = gettext("Most nights were in %(month)s.") % {"month": pgettext("names", " & ").join(names)}
            urls = (f"{circle}?year={year}&month={month}" for month in busiest.which)
            links = tuple(CardLink(*way) for way in zip(names, urls, strict=True))
            yield YearCard(gettext("The busiest month"), text, _of_nights(busiest), links=links)


def _shown(session: GameSession, best: Round) -> RoundRow:
    table = Table(session)
    [played] = table.rounds_between(best.position, best.position)
    return Presenter(table).row(played, table.recorded([played]).get(played.pk))


def _between(game: str, duel: stats.Duel) -> str:
    detail = gettext("%(taken)s against %(given)s") % {
        "taken": texts.number(duel.taken),
        "given": texts.number(duel.given),
    }
    return gettext(" · ").join((_game_name(game), _tables(duel.tables), detail))


def _tables(number: int) -> str:
    return ngettext("%(n)s table", "%(n)s tables", number) % {"n": number}


def _share(most: stats.MostFrequent) -> str:
    words = {"times": most.times, "cases": most.cases}
    return ngettext("%(times)s of %(cases)s claim", "%(times)s of %(cases)s claims", most.cases) % words


def _of_nights(most: stats.MostFrequent) -> str:
    words = {"times": most.times, "cases": most.cases}
    return ngettext("%(times)s of %(cases)s night", "%(times)s of %(cases)s nights", most.cases) % words


def _evening(session: GameSession) -> CardLink:
    """A link to a session; its label has the day too."""
    return CardLink(dated(session), _table(session))


def _table(session: GameSession) -> str:
    return reverse("table", args=(session.public_id,))


def _receipt(session: GameSession, row: Round) -> str:
    return reverse("round", args=(session.public_id, row.position))


def _game_name(game: str) -> str:
    return gettext(RULESETS[game].title)


def amounts_line(played: stats.YearAmounts) -> str:
    """The amounts in one line."""
    amounts = played.all
    nights = ngettext("%(n)s night", "%(n)s nights", played.all_nights)
    rounds = ngettext("%(n)s round", "%(n)s rounds", amounts.rounds)
    cards = ngettext("%(n)s card", "%(n)s cards", amounts.cards)
    counted = ((nights, played.all_nights), (rounds, amounts.rounds), (cards, amounts.cards))
    return gettext(" · ").join(words % {"n": texts.number(number)} for words, number in counted)


def uncompared(played: stats.YearAmounts) -> str:
    """The sentence about games with fewer than FEWEST tables; empty where there are none."""
    few = [_game_name(game) for game in sorted(played.games) if game not in played.usual]
    if not few:
        return ""
    return gettext("Played at fewer than %(fewest)s tables, so nothing is compared: %(games)s") % {
        "fewest": stats.FEWEST,
        "games": gettext(", ").join(few),
    }
