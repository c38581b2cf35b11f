"""席替え・連荘の訂正: what happens between two rounds, from typed fields to facts, errors by field."""

from dataclasses import dataclass, field

from django.http import QueryDict
from django.utils.translation import gettext

from scorekeeper.games.fields import Errors, whole
from scorekeeper.play.table import Table
from scorekeeper.scoring import texts
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.limits import MOST_PEOPLE
from scorekeeper.scoring.names import clean_name, same_name

LONGEST_TYPED = 200
MOST_WINS = 99


@dataclass
class SeatsForm:
    """席替え: who joins (a name), who leaves and which two swap (seat numbers)."""

    table: Table
    join: str = ""
    leave: str = ""
    swap: tuple[str, str] = ("", "")
    errors: Errors = field(default_factory=dict)

    @classmethod
    def posted(cls, post: QueryDict, table: Table) -> "SeatsForm":
        """The form as it was sent, checked."""
        first, second, leave, join = (
            post.get(key, "")[:LONGEST_TYPED] for key in ("swap-a", "swap-b", "leave", "join")
        )
        form = cls(table, " ".join(join.split()), leave, (first, second))
        form._check()
        return form

    @property
    def seated(self) -> dict[str, str]:
        """Names of those at the table by seat number."""
        return {self.table.numbers[name]: name for name in self.table.state.seats}

    @property
    def swapped(self) -> tuple[str, ...]:
        """The two who swap; nobody where neither was chosen."""
        return tuple(number for number in self.swap if number)

    def _check(self) -> None:
        if self.join:
            self._check_name()
        if self.leave and self.leave not in self.seated:
            self.errors["leave"] = [gettext("Choose somebody at the table.")]
        if self.swapped and (len(set(self.swapped)) < 2 or not set(self.swapped) <= set(self.seated)):
            self.errors["swap-a"] = [gettext("Choose two different players to swap.")]
        elif self.leave and self.leave in self.swapped:
            self.errors["swap-a"] = [gettext("Who leaves cannot swap.")]
        if not (self.join or self.leave or self.swapped):
            self.errors["join"] = [gettext("Choose who joins, leaves or swaps.")]
        if not self.errors:
            self._check_number()

    def _check_name(self) -> None:
        known = set(map(same_name, self.table.numbers))
        try:
            self.join = clean_name(self.join)
            if len(known) >= MOST_PEOPLE and same_name(self.join) not in known:
                raise ReadError("join", "people.many", most=MOST_PEOPLE)
        except ReadError as error:
            text = texts.error(error, gettext)
            self.errors["join"] = [text[:1].upper() + text[1:]]
            return
        if same_name(self.join) in map(same_name, self.seated.values()):
            self.errors["join"] = [gettext("%(name)s is at the table already.") % {"name": self.join}]

    def _check_number(self) -> None:
        ruleset = self.table.ruleset
        count = len(self.seated) + bool(self.join) - bool(self.leave)
        if not ruleset.fewest_players <= count <= ruleset.most_players:
            limits = {"fewest": ruleset.fewest_players, "most": ruleset.most_players}
            text = gettext("This game takes %(fewest)d to %(most)d players.") % limits
            self.errors["join" if count > ruleset.most_players else "leave"] = [text]


@dataclass
class StreakForm:
    """連荘の訂正: wins in a row by seat number, as typed and as read; ``wins`` are those that differ."""

    table: Table
    typed: dict[str, str] = field(default_factory=dict)
    errors: Errors = field(default_factory=dict)
    read: dict[str, int] = field(default_factory=dict)
    wins: dict[str, int] = field(default_factory=dict)

    @classmethod
    def posted(cls, post: QueryDict, table: Table) -> "StreakForm":
        """The form as it was sent, checked."""
        typed = {number: post.get(f"wins-{number}", "")[:LONGEST_TYPED] for number in current_wins(table)}
        form = cls(table, typed)
        form._check()
        return form

    def _check(self) -> None:
        for number, now in current_wins(self.table).items():
            wins = whole(self.typed[number]) if self.typed[number].strip() else now
            if wins is None or wins > MOST_WINS:
                self.errors[f"wins-{number}"] = [gettext("Enter a whole number from 0 to 99.")]
                continue
            self.read[number] = wins
            self.wins |= {number: wins} if wins != now else {}
        if not self.wins and not self.errors:
            self.errors[""] = [gettext("Nothing is different from before.")]


def current_wins(table: Table) -> dict[str, int]:
    """Wins in a row of everybody at the table, by seat number."""
    state = table.state
    return {table.numbers[name]: state.streak.get(name, 0) for name in state.seats}


def counts_streaks(table: Table) -> bool:
    """Whether this table pays for winning again."""
    return table.options.counts_streaks
