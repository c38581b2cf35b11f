"""Which round a form is about, and its place among the others."""

from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import gettext

from scorekeeper.games.families import family_of
from scorekeeper.games.shape import EntryForm
from scorekeeper.play.entries import Entries, with_facts, with_insert
from scorekeeper.play.hands import Facts
from scorekeeper.play.models import Round
from scorekeeper.play.table import Table
from scorekeeper.present.round_names import name_of
from scorekeeper.scoring.core import State
from scorekeeper.scoring.events import BETWEEN


@dataclass(frozen=True, slots=True)
class Place:
    """What a form is for: a new round at the end or before ``follower``, or another version of ``row``.

    ``unnamed`` says that the form does not say by its own key which round that is.
    """

    table: Table
    row: Round | None = None
    follower: Round | None = None
    unnamed: bool = False

    @property
    def form(self) -> EntryForm:
        """The form of the table's game."""
        return family_of(self.table.ruleset).form

    @property
    def about(self) -> Round | None:
        """The round that the form names: the one to be corrected, or the one after the new one."""
        return self.row or self.follower

    @property
    def before(self) -> State:
        """What the rounds before this one left behind: who sits where, and who starts."""
        return self.table.state_before(self.about.position) if self.about else self.table.state

    def entries(self, facts: Facts) -> Entries:
        """The session's rounds as they would be."""
        if self.row:
            return with_facts(self.table, self.row, facts)
        return with_insert(self.table, self.follower, facts)

    def now(self, table: Table) -> "Place":
        """The same place at the current table."""
        row, follower = (
            table.find(0, str(one.pk), later=True) if one else None for one in (self.row, self.follower)
        )
        about = row or follower
        ruled = table.ruled_at(about.position) if about else table
        return replace(self, table=ruled, row=row, follower=follower, unnamed=False)

    @property
    def closed(self) -> str:
        """Why the form cannot be used; after the end earlier rounds can still be corrected or put in."""
        if self.row and self.row.voided:
            return gettext("It has been voided.")
        if self.row and self.row.facts["kind"] in BETWEEN:
            return gettext("Void this entry and make a new one.")
        if self.table.session.ended_at and self.about is None:
            return gettext("This table has ended. Reopen it to enter another round.")
        return ""

    @property
    def title(self) -> str:
        """What the page is called."""
        if self.row:
            return gettext("Edit %(round)s") % {"round": name_of(self.row)}
        if self.follower:
            return gettext("Add a round before %(round)s") % {"round": name_of(self.follower)}
        return gettext("Result of round %(number)d") % {"number": self.table.state.counted + 1}

    @property
    def urls(self) -> dict[str, str]:
        """Where the form is sent, where one goes back to, and where one goes on to once it is done."""
        sid, about = self.table.session.public_id, self.about
        table = reverse("table", args=(sid,))
        if about is None:
            done = reverse("second", args=(sid,)) if self.table.session.second_person else table
            return {"action_url": reverse("round_new", args=(sid,)), "back_url": table, "done_url": done}
        receipt = reverse("round", args=(sid, about.position))
        action = reverse("round_edit" if self.row else "round_insert", args=(sid, about.position))
        return {"action_url": action, "back_url": receipt, "done_url": receipt if self.row else table}
