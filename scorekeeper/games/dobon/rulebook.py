"""ルール: the rules of the dobon family in words, with examples that the engine works out for this table.

Every chapter asks the house rules whether it applies, so a rule that one game borrows from another brings
its chapter along.
"""

from django.utils.translation import gettext_lazy as _

from scorekeeper.scoring.dobon.options import DobonOptions
from scorekeeper.scoring.options import Options, own
from scorekeeper.scoring.ruleset import Ruleset

from ..book import Chapter, Rulebook
from . import claiming, ending
from .chapter import Book, Headings, heading_in

HEADINGS: Headings = {**claiming.HEADINGS, **ending.HEADINGS}
CHAPTERS = (*claiming.CHAPTERS, *ending.CHAPTERS)


def heading(ruleset: Ruleset, key: str) -> str:
    """The heading of a chapter, in the game's own word where it has one."""
    return heading_in(HEADINGS, ruleset, key)


def chapters(ruleset: Ruleset, options: Options) -> list[Chapter]:
    """The rules as chapters, those that apply with these house rules."""
    book = Book(ruleset, own(options, DobonOptions), HEADINGS)
    return [chapter for write in CHAPTERS if (chapter := write(book)) is not None]


RULEBOOK = Rulebook(chapters, heading, _("Referee: may this hand claim?"))
