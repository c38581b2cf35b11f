"""ルール: the rules of the dobon family in words, with examples that the engine works out for this table.

Every chapter asks the house rules whether it applies, so a rule that one game borrows from another brings
its chapter along.
"""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.scoring import texts
from scorekeeper.scoring.dobon.options import DobonOptions
from scorekeeper.scoring.options import Options, own
from scorekeeper.scoring.ruleset import Ruleset

from ..book import Chapter, Rulebook
from . import carried, claiming
from .chapter import Book, Headings
from .endings import ENDINGS


def headings() -> Headings:
    """The headings of all chapters."""
    endings = {kind: ending.heading for kind, ending in ENDINGS.items() if ending.heading}
    return {**endings, **claiming.HEADINGS, **carried.HEADINGS}


def heading(ruleset: Ruleset, key: str) -> str:
    """The heading of a chapter, as the game says it."""
    return texts.for_game(ruleset.key, gettext)(headings()[key])


def chapters(ruleset: Ruleset, options: Options) -> list[Chapter]:
    """The rules as chapters, those that apply with these house rules."""
    beginnings = {kind: ending.begins for kind, ending in ENDINGS.items()}
    book = Book(ruleset, own(options, DobonOptions), headings(), beginnings)
    endings = (ending.chapter for kind, ending in ENDINGS.items() if ending.chapter and kind in book.kinds)
    writers = (*claiming.CHAPTERS, *endings, *carried.CHAPTERS)
    return [chapter for write in writers if (chapter := write(book)) is not None]


RULEBOOK = Rulebook(chapters, heading, _("Referee: may this hand claim?"))
