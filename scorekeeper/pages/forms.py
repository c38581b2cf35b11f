"""卓をつくる: the form of a new table."""

from django.http import QueryDict
from django.utils.translation import gettext

from scorekeeper.scoring import texts
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.names import clean_name, same_name
from scorekeeper.scoring.reading import read_text
from scorekeeper.scoring.rule_sets import LONGEST_RULES_NAME
from scorekeeper.scoring.ruleset import Ruleset

LONGEST_TITLE = 60
LONGEST_TYPED = 1000


class StartForm:
    """卓をつくる: names in seat order, the table's title, and the name to keep its rules under, as typed and
    read."""

    def __init__(self, ruleset: Ruleset, data: QueryDict) -> None:
        self.errors: dict[str, list[str]] = {}
        self.typed = [name[:LONGEST_TYPED] for name in data.getlist("name")[:50]]
        self.title = " ".join(data.get("title", "")[:LONGEST_TYPED].split())
        self.keep = " ".join(data.get("keep", "")[:LONGEST_TYPED].split())
        self.names = self._read_names(ruleset)
        self._check_line("title", self.title, LONGEST_TITLE)
        self._check_line("keep", self.keep, LONGEST_RULES_NAME)

    def _add(self, field: str, text: str) -> None:
        self.errors.setdefault(field, []).append(text)

    def _check_line(self, field: str, text: str, longest: int) -> None:
        try:
            read_text(text, field, longest)
        except ReadError as error:
            self._add(field, texts.error(error, gettext))

    def _read_names(self, ruleset: Ruleset) -> list[str]:
        names: list[str] = []
        for number, text in enumerate(self.typed, 1):
            if not text.strip():
                continue
            try:
                names.append(self._read_name(text, names))
            except ReadError as error:
                reason = texts.error(error, gettext)
                self._add(
                    "name", gettext("Seat %(number)d: %(reason)s") % {"number": number, "reason": reason}
                )
        if not self.errors and not ruleset.fewest_players <= len(names) <= ruleset.most_players:
            limits = {"fewest": ruleset.fewest_players, "most": ruleset.most_players}
            self._add("name", gettext("This game takes %(fewest)d to %(most)d players.") % limits)
        return names

    @staticmethod
    def _read_name(text: str, names: list[str]) -> str:
        name = clean_name(text)
        if same_name(name) in map(same_name, names):
            raise ReadError("", "name.twice", name=name)
        return name
