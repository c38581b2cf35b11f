"""画像: a night as one picture: every table's standing, the totals, and who pays whom."""

from datetime import date

from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext

from scorekeeper.circles.access import membership_of
from scorekeeper.present.pictures.answers import answer, shape_of
from scorekeeper.present.pictures.frame import Head, sure
from scorekeeper.present.pictures.night import Block, Cell, NightPicture
from scorekeeper.scoring import texts

from .view import NightView, find_night

MOST, PREVIEWED = 6, 3
"""Tables that a picture, and the small one of a preview, shows: the last ones."""


def picture(request: HttpRequest, cid: str, day: date, shape: str) -> HttpResponseBase:
    """The night as it is now."""
    shown = NightView(find_night(membership_of(request).circle, day))
    return answer(request, picture_of(shown), shape_of(shape))


def picture_of(shown: NightView) -> NightPicture:
    """The last tables of a night, what it came to, and who pays whom."""
    money = (
        Block(gettext("In money"), tuple(Cell(person, text, amount) for person, amount, text in one.won))
        for one in shown.settlements
    )
    payments = (row for one in shown.settlements for row in one.payments)
    return NightPicture(_head(shown), (*_tables(shown, MOST), *money), tuple(payments))


def preview(shown: NightView) -> NightPicture:
    """The last tables of a night as a small picture."""
    return NightPicture(_head(shown), _tables(shown, PREVIEWED), ())


def _head(shown: NightView) -> Head:
    return Head(shown.title, shown.about, sure(shown.total))


def _tables(shown: NightView, most: int) -> tuple[Block, ...]:
    """The last tables, in the order in which they were played."""
    played = [table for table in shown.tables if table.played][:most]
    return tuple(
        Block(
            table.title,
            tuple(Cell(one, texts.signed(one.points), one.points) for one in table.standing),
        )
        for table in reversed(played)
    )
