"""章: what a chapter of the rules is made from; the headings stand beside the chapters."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext

from scorekeeper.scoring import texts
from scorekeeper.scoring.dobon.options import DobonOptions
from scorekeeper.scoring.ruleset import Ruleset

from .. import book as pages
from ..book import Chapter, Example
from .examples import Examples
from .speech import speaking

Headings = Mapping[str, str]
"""English headings by the key of the chapter."""


class Book(pages.Book[DobonOptions]):
    """One table's house rules with words and examples for them."""

    def __init__(
        self, ruleset: Ruleset, options: DobonOptions, headings: Headings, beginnings: Mapping[str, str]
    ) -> None:
        super().__init__(ruleset, options)
        self.kinds = ruleset.kinds(options)
        self.examples = Examples(ruleset, options, beginnings)
        self.headings = headings

    def heading(self, key: str) -> str:
        """A chapter's heading, as the game says it."""
        return speaking(self.ruleset)(self.headings[key])


def chapter(
    book: Book, key: str, paragraphs: Iterator[str], examples: Iterator[Example] | tuple[Example, ...] = ()
) -> Chapter:
    """A chapter under its heading."""
    own_words = texts.own_words(book.ruleset.messages, gettext)
    return Chapter(book.heading(key), tuple(map(own_words, paragraphs)), tuple(examples))
