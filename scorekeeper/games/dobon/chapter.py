"""章: what a chapter of the rules is made from; the headings stand beside the chapters."""

from collections.abc import Iterator, Mapping

from scorekeeper.scoring.dobon.options import DobonOptions
from scorekeeper.scoring.ruleset import Ruleset

from .. import book as pages
from ..book import Chapter, Example
from .examples import Examples

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
        return self.gettext(self.headings[key])


def chapter(
    book: Book, key: str, paragraphs: Iterator[str], examples: Iterator[Example] | tuple[Example, ...] = ()
) -> Chapter:
    """A chapter under its heading."""
    return Chapter(book.heading(key), tuple(paragraphs), tuple(examples))
