"""札: the sentences of a year, each with the people it names and the pages it comes from."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, pgettext

from scorekeeper.play.models import GameSession, Round
from scorekeeper.play.table import Table
from scorekeeper.present.faces import CardView, number_name
from scorekeeper.present.heads import title
from scorekeeper.present.presenter import PersonView, Presenter
from scorekeeper.scoring import texts
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.stats import year as stats
from scorekeeper.stats.scope import Scope


@dataclass(frozen=True, slots=True)
class Way:
    """A page that a card comes from."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Card:
    """One card: what it is about, its sentence, what else belongs to it, whom it names, and ways on."""

    title: str
    text: str
    besides: str = ""
    people: tuple[PersonView, ...] = ()
    hand: tuple[CardView, ...] = ()
    ways: tuple[Way, ...] = ()


class Deck:
    """All cards of a year in which enough was played."""

    def __init__(self, scope: Scope, played: stats.YearAmounts, known: Mapping[int, PersonView]) -> None:
        self.scope = scope
        self.played = played
        self.known = known
        self.people = stats.people(scope)
        self.rounds = stats.best_rounds(scope, self.people.games)
        self.evenings = stats.best_evenings(scope, self.people.games)

    def cards(self) -> Iterator[Card]:
        """The round of the year, who won each game, who met whom, and what else stands out."""
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
        return self.known[player]

    def _names(self, people: Iterable[int]) -> str:
        return pgettext("names", " & ").join(self._face(player).name for player in people)

    def _persons(self, people: Iterable[int], game: str = "") -> Iterator[Way]:
        """The ways to the own pages of people, about this year."""
        circle, year = self.scope.circle.public_id, self.scope.first.year if self.scope.first else ""
        query = "&".join([*([f"game={game}"] if game else []), f"year={year}"])
        for player in people:
            words = {"name": self._face(player).name, "year": year}
            url = f"{reverse('person', args=(circle, player))}?{query}"
            yield Way(gettext("%(name)s in %(year)s") % words, url)

    def _round(self) -> Iterator[Card]:
        """今年の一回, measured by what is usual in its game."""
        usual = [self.rounds[game] for game in self.played.usual if game in self.rounds]
        found = stats.most_unusual(usual, self.people.games)
        if found is None or found[0].best_round is None:
            return
        row, times = found
        face, seen = self._face(row.player_id), _seen(row.session, found[0].best_round)
        words = {
            "name": face.name,
            "points": texts.signed(row.best),
            "times": number_format(round(float(times), 1), 1),
            "game": _game_name(row.session.game),
        }
        told = gettext("%(name)s %(points)s: %(times)s times what a round with a gain brings in %(game)s.")
        title = gettext("The round of the year")
        yield Card(title, seen.headline, told % words, (face,), seen.hand, (seen.way,))

    def _game(self, game: str) -> Iterator[Card]:
        winners = self.people.games[game].winners if game in self.people.games else []
        if not winners:
            return
        names = self._names(row.player for row in winners)
        words = {"name": names, "points": texts.signed(winners[0].points)}
        yield Card(
            _game_name(game),
            gettext("First of the year: %(name)s with %(points)s") % words,
            self._firsts(game, winners),
            tuple(self._face(row.player) for row in winners),
            (),
            (*self._persons((row.player for row in winners), game), *self._bests(game)),
        )

    def _firsts(self, game: str, winners: list[stats.PlayerTotal]) -> str:
        """How many tables there were, and how many of theirs whoever is first has won."""
        told = _tables(self.played.games[game].tables)
        if len(winners) > 1:
            return told
        won = gettext("%(firsts)s of %(tables)s won") % {
            "firsts": winners[0].firsts,
            "tables": winners[0].tables,
        }
        return gettext(" · ").join((told, won))

    def _bests(self, game: str) -> Iterator[Way]:
        """The largest gains of an evening and of a round, with the ways there."""
        evening, best = self.evenings.get(game), self.rounds.get(game)
        if evening:
            words = {"name": self._face(evening.player_id).name, "points": texts.signed(evening.points)}
            yield Way(gettext("Best table: %(name)s %(points)s") % words, _table(evening.session))
        if best and best.best_round:
            words = {"name": self._face(best.player_id).name, "points": texts.signed(best.best)}
            label = gettext("Best round: %(name)s %(points)s") % words
            yield Way(label, _receipt(best.session, best.best_round))

    def _duels(self) -> Iterator[Card]:
        """Two pairs of the game that was played most; with one pair alone nothing is compared."""
        for game in self.played.usual[:1]:
            found = stats.duels(Scope(self.scope.circle, game, self.scope.first, self.scope.last))
            if len(found) > 1:
                nearest, farthest = stats.closest(found), stats.most_one_sided(found)
                yield from self._closest(game, nearest if nearest != farthest else None)
                yield from self._one_sided(game, farthest)

    def _closest(self, game: str, duel: stats.Duel | None) -> Iterator[Card]:
        if duel:
            names = self._names((duel.one, duel.other))
            apart = (
                gettext("%(names)s are %(points)s apart.") if duel.net else gettext("%(names)s are level.")
            )
            words = {"names": names, "points": texts.number(duel.net)}
            yield self._pair(gettext("The closest two"), apart % words, game, duel)

    def _one_sided(self, game: str, duel: stats.Duel | None) -> Iterator[Card]:
        if duel and duel.net:
            text = gettext("%(taker)s took %(points)s from %(giver)s.") % {
                "taker": self._face(duel.one).name,
                "giver": self._face(duel.other).name,
                "points": texts.number(duel.net),
            }
            yield self._pair(gettext("The most one-sided two"), text, game, duel)

    def _pair(self, title: str, text: str, game: str, duel: stats.Duel) -> Card:
        """A card about two people, with the way to their page."""
        circle, year = self.scope.circle.public_id, self.scope.first.year if self.scope.first else ""
        url = reverse("pair", args=(circle, duel.one, duel.other)) + f"?game={game}&year={year}"
        faces = (self._face(duel.one), self._face(duel.other))
        ways = (Way(gettext("These two in %(year)s") % {"year": year}, url),)
        return Card(title, text, _between(game, duel), faces, ways=ways)

    def _streak(self) -> Iterator[Card]:
        row = stats.longest_streak(self.scope)
        if row:
            words = {"name": self._face(row.player_id).name, "count": row.streak}
            yield Card(
                gettext("Most wins in a row"),
                gettext("%(name)s won %(count)s rounds in a row.") % words,
                _game_name(row.session.game),
                (self._face(row.player_id),),
                (),
                (_evening(row.session),),
            )

    def _longest(self) -> Iterator[Card]:
        row = stats.longest_evening(self.scope)
        if row:
            text = ngettext("%(count)s round at one table.", "%(count)s rounds at one table.", row.rounds) % {
                "count": row.rounds
            }
            game = _game_name(row.session.game)
            yield Card(gettext("The longest table"), text, game, ways=(_evening(row.session),))

    def _claims(self) -> Iterator[Card]:
        found = stats.most_claims(self.scope)
        if found:
            session, times = found
            text = gettext("%(count)s claims at one table.") % {"count": times}
            game = _game_name(session.game)
            yield Card(gettext("Most claims"), text, game, ways=(_evening(session),))

    def _number(self) -> Iterator[Card]:
        found = stats.favourite_number(self.scope)
        if found:
            which = pgettext("names", " & ").join(map(number_name, found.which))
            text = gettext("%(number)s was claimed most often.") % {"number": which}
            yield Card(gettext("The number of the year"), text, _share(found))

    def _there(self) -> Iterator[Card]:
        found = stats.most_often(self.people.nights, self.played.all_nights)
        if found:
            text = gettext("%(name)s came most often.") % {"name": self._names(found.which)}
            faces = tuple(map(self._face, found.which))
            ways = tuple(self._persons(found.which))
            yield Card(gettext("Always there"), text, _of_nights(found), faces, ways=ways)

    def _month(self) -> Iterator[Card]:
        found = stats.most_often(self.played.nights)
        if found and self.scope.first:
            year, circle = self.scope.first.year, reverse("circle", args=(self.scope.circle.public_id,))
            names = [date_format(date(year, month, 1), "F") for month in found.which]
            text = gettext("Most was played in %(month)s.") % {"month": pgettext("names", " & ").join(names)}
            urls = (f"{circle}?year={year}&month={month}" for month in found.which)
            ways = tuple(Way(*way) for way in zip(names, urls, strict=True))
            yield Card(gettext("The busiest month"), text, _of_nights(found), ways=ways)


@dataclass(frozen=True, slots=True)
class Seen:
    """A round as it is shown: what happened, the cards that tell it, and its receipt."""

    headline: str
    hand: tuple[CardView, ...]
    way: Way


def _seen(session: GameSession, best: Round) -> Seen:
    """A round as it is shown in an evening's list."""
    table = Table(session)
    played = table.rounds_between(best.position, best.position)
    shown = Presenter(table).row(played[0], table.recorded(played).get(played[0].pk))
    label = gettext(" · ").join((_day(session), capfirst(shown.called)))
    return Seen(shown.headline, shown.cards, Way(label, _receipt(session, best)))


def _between(game: str, duel: stats.Duel) -> str:
    told = gettext("%(taken)s against %(given)s") % {
        "taken": texts.number(duel.taken),
        "given": texts.number(duel.given),
    }
    return gettext(" · ").join((_game_name(game), _tables(duel.tables), told))


def _tables(number: int) -> str:
    return ngettext("%(n)s table", "%(n)s tables", number) % {"n": number}


def _share(found: stats.MostFrequent) -> str:
    words = {"times": found.times, "cases": found.cases}
    return ngettext("%(times)s of %(cases)s claim", "%(times)s of %(cases)s claims", found.cases) % words


def _of_nights(found: stats.MostFrequent) -> str:
    words = {"times": found.times, "cases": found.cases}
    return ngettext("%(times)s of %(cases)s night", "%(times)s of %(cases)s nights", found.cases) % words


def _evening(session: GameSession) -> Way:
    """The way to an evening, with its day where its title does not tell it."""
    named = gettext(" · ").join((_day(session), session.title)) if session.title else title(session)
    return Way(named, _table(session))


def _day(session: GameSession) -> str:
    return date_format(timezone.localtime(session.started_at), "MONTH_DAY_FORMAT")


def _table(session: GameSession) -> str:
    return reverse("table", args=(session.public_id,))


def _receipt(session: GameSession, row: Round) -> str:
    return reverse("round", args=(session.public_id, row.position))


def _game_name(game: str) -> str:
    return gettext(RULESETS[game].title)


def amounts_line(played: stats.YearAmounts) -> str:
    """How much was played, in one line."""
    amounts = played.all
    nights = ngettext("%(n)s night", "%(n)s nights", played.all_nights)
    rounds = ngettext("%(n)s round", "%(n)s rounds", amounts.rounds)
    cards = ngettext("%(n)s card", "%(n)s cards", amounts.cards)
    counted = ((nights, played.all_nights), (rounds, amounts.rounds), (cards, amounts.cards))
    return gettext(" · ").join(words % {"n": texts.number(number)} for words, number in counted)


def uncompared(played: stats.YearAmounts) -> str:
    """The games of too few tables, in words; empty where there are none."""
    few = [_game_name(game) for game in sorted(played.games) if game not in played.usual]
    if not few:
        return ""
    return gettext("Played at fewer than %(fewest)s tables, so nothing is compared: %(games)s") % {
        "fewest": stats.FEWEST,
        "games": gettext(", ").join(few),
    }
