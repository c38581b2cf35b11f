"""人の顔: the people of a circle as they are shown on pages that are about no single table."""

from collections.abc import Mapping

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scorekeeper.circles.models import COLORS, Circle
from scorekeeper.scoring.core import BANK

from .presenter import PersonView, account_face, face


def faces(circle: Circle) -> dict[int, PersonView]:
    """Everybody of a circle by key, in the order of joining."""
    return {player.pk: face(player) for player in circle.players.order_by("pk")}


Faces = Mapping[str, PersonView]
"""People by their keys, and the bank, as balances name them."""


def faces_and_bank(circle: Circle) -> Faces:
    """Everybody of a circle, and the bank."""
    values = {str(key): view for key, view in faces(circle).items()}
    return {**values, BANK: account_face(BANK)}


COLOR_NAMES = (
    pgettext_lazy("colour", "Brown"),
    pgettext_lazy("colour", "Blue"),
    pgettext_lazy("colour", "Purple"),
    pgettext_lazy("colour", "Green"),
    pgettext_lazy("colour", "Red"),
    pgettext_lazy("colour", "Indigo"),
    pgettext_lazy("colour", "Teal"),
    pgettext_lazy("colour", "Pink"),
    pgettext_lazy("colour", "Olive"),
    pgettext_lazy("colour", "Grey"),
)
"""The colours of people by name, in the order of their numbers."""

DETAILS: Mapping[str, object] = {
    "name": _("Name"),
    "reading": _("Reading"),
    "mark": _("Mark"),
    "color": _("Colour"),
    "guest": _("Guest"),
    "hidden": _("Hidden"),
}
"""What can be said of a person, by columns."""


def person_line(before: Mapping[str, object] | None, after: Mapping[str, object] | None) -> str:
    """What was changed of a person, in one line."""
    was, now = before or {}, after or {}
    parts = (
        gettext("%(what)s: %(before)s → %(after)s")
        % {"what": label, "before": _value(column, was.get(column)), "after": _value(column, now.get(column))}
        for column, label in DETAILS.items()
        if column in was or column in now
    )
    return gettext(" · ").join(parts)


def _value(column: str, value: object) -> str:
    if column == "color":
        return str(COLOR_NAMES[value % COLORS]) if isinstance(value, int) else gettext("automatic")
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return str(value or "–")


def stand_in_line(owner: str, name: str) -> str:
    """Who plays for whom; an empty name for nobody."""
    if not name:
        return gettext("%(owner)s plays again") % {"owner": owner}
    return gettext("%(name)s plays for %(owner)s") % {"name": name, "owner": owner}
