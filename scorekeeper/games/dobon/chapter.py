"""章: what a chapter of the rules is made from; the headings stand beside the chapters."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext

from scorekeeper.scoring import texts
from scorekeeper.scoring.dobon.options import DobonOptions
from scorekeeper.scoring.ruleset import Ruleset

from .. import book as pages
from ..book import Chapter, Example
from .examples import Examples

Headings = Mapping[str | tuple[str, str], object]
"""Headings by the key of the chapter, or by a game that has a word of its own and that key."""


class Book(pages.Book[DobonOptions]):
    """One table's house rules with words and examples for them."""

    def __init__(self, ruleset: Ruleset, options: DobonOptions, headings: Headings) -> None:
        super().__init__(ruleset, options)
        self.kinds = ruleset.kinds(options)
        self.examples = Examples(ruleset, options)
        self.headings = headings

    def heading(self, key: str) -> str:
        """A chapter's heading, in the game's own word where it has one."""
        return heading_in(self.headings, self.ruleset, key)


def heading_in(headings: Headings, ruleset: Ruleset, key: str) -> str:
    """The heading of a chapter, in the game's own word where it has one."""
    own = headings.get((ruleset.key, key))
    return str(own) if own else texts.own_words(ruleset.messages, gettext)(str(headings[key]))


def chapter(
    book: Book, key: str, paragraphs: Iterator[str], examples: Iterator[Example] | tuple[Example, ...] = ()
) -> Chapter:
    """A chapter under its heading."""
    own_words = texts.own_words(book.ruleset.messages, gettext)
    return Chapter(book.heading(key), tuple(map(own_words, paragraphs)), tuple(examples))
