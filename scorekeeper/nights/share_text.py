"""A night as text for a group chat."""

from collections.abc import Iterator

from django.utils.translation import gettext

from scorekeeper.present.presenter import PersonView
from scorekeeper.scoring import texts

from .view import NightView


def night_text(shown: NightView) -> str:
    """What was played and who came where at each table, what it comes to, and who pays whom."""
    return "\n".join(_lines(shown))


def _lines(shown: NightView) -> Iterator[str]:
    yield shown.title
    yield shown.about
    for table in reversed(shown.tables):
        if table.played:
            yield f"■ {table.title}"
            yield gettext(" · ").join(map(_points, table.standing))
    for settlement in shown.settlements:
        yield f"■ {gettext('In money')}"
        yield gettext(" · ").join(f"{person.name} {amount}" for person, _sum, amount in settlement.won)
        yield from (payment.line for payment in settlement.payments)
    yield gettext("Total 0") + " ✓"


def _points(person: PersonView) -> str:
    return f"{person.name} {texts.signed(person.points)}"
