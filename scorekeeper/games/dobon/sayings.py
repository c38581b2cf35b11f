"""What the pad says by itself: a module of JavaScript for each language, which phones keep."""

import json

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override, pgettext_lazy

SAYINGS = {
    "tAskHand": _("What does {name} hold?"),
    "tAskCount": _("How many cards does {name} have left?"),
    "tAskSuit": _("How many {suit} does {name} hold?"),
    "tAskOther": _("Who else?"),
    "tAskPhones": _("“Ask phones”: each player enters the own hand on their own phone."),
    "tAskNothing": _("That is all."),
    "tNone": _("no cards"),
    "tSkip": _("no hand needed"),
    "tNext": _("Next: {name}"),
    "tRemove": _("Take out {rank}"),
    "tLeft": _("{rank}, {count} left"),
    "tHeld": _("No {rank} left: {holders}"),
    "tHolder": _("{name} ×{count}"),
    "tTable": _("claimed card"),
    "tMove": _("Move from {name}"),
    "tAdd": _("Add anyway"),
    "tUnread": _("cannot read “{text}”"),
    "tNow": _("{name}: {sum}"),
    "tAuto": _("auto"),
    "tCount": _("{count} cards"),
    "tUndone": _("Undone"),
    "tLess": _("One card less"),
    "tMore": _("One card more"),
    "tUnknown": _("None"),
    "tNobodyKnows": _("None, or nobody knows"),
    "tOfThese": _("Of these, {suit}:"),
    "tSuits": _("Keys with suits"),
    "tSum": _("Sum in points"),
    "tNoCards": _("No cards"),
    "tSumOnly": _("Sum only"),
    "tCountOnly": _("Count only"),
    "tType": pgettext_lazy("key", "Type"),
    "tCards": _("Cards"),
    "tWhole": _("Whole card"),
    "tLessRiichi": _("Undo a riichi of {name}"),
}
"""By the name under which the pad looks for it among the data of its form."""


def files() -> dict[str, str]:
    """The modules by their names under the static folder."""
    modules = {}
    for code, _name in settings.LANGUAGES:
        with override(code):
            words = json.dumps({name: str(text) for name, text in SAYINGS.items()}, ensure_ascii=False)
        modules[f"js/words/{code}.js"] = f"export const words = {words};\n"
    return modules
