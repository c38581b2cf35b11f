"""言い回し: what the pages of one game of the family say in another way than those of the others."""

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from scorekeeper.scoring import texts
from scorekeeper.scoring.ruleset import Ruleset

OWN: Mapping[str, Mapping[str, str]] = {
    "gamble": {
        "Points the table agreed to move.": _(
            "Points the table agreed to move. A chombo costs a card from the stock and no points; where your "
            "table takes points for it, enter them here."
        )
    },
    "dotenko": {"On the first card turned up": _("Sho-tenko: on the first card turned up")},
    "kawagoe": {"On the first card turned up": _("Opening dobon: on the first card turned up")},
    "teyaku": {
        "Went out": _("Cleared"),
        "Somebody played the last card.": _(
            "Somebody played the last card; the others pay for each card left."
        ),
        "Who went out?": _("Who cleared the hand?"),
        "Choose who went out.": _("Choose who cleared the hand."),
        "When somebody goes out": _("Clear: when somebody goes out"),
        "Returns": _("Counter: returning a claim"),
        "Who returned it?": _("Who countered?"),
        "returned": _("counter"),
    },
}
"""Texts of the pages, by game; the words that a game has for all its texts are among its messages."""


def speaking(ruleset: Ruleset) -> texts.Translate:
    """English texts of the pages in the language of whoever reads, as this game says them."""
    own, usual = OWN.get(ruleset.key, {}), texts.in_words_of(ruleset.messages, gettext)
    return lambda text: gettext(own[text]) if text in own else usual(text)
