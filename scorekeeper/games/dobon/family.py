"""ドボンの一族: what the family brings to the pages."""

from ..shape import EntryForm, Family, HandForm
from . import form, hand, page, referee, sayings
from .rulebook import RULEBOOK

FAMILY = Family(
    EntryForm(
        template="games/dobon/entry.html",
        called=page.called,
        blank=form.blank,
        from_facts=form.from_facts,
        parse=form.parse,
        view=page.entry_view,
        pending=page.pending,
        described=page.described,
        hands=HandForm("games/dobon/hand.html", hand.asked_seats, hand.fill, hand.view, form.read_hand),
    ),
    RULEBOOK,
    referee.page,
    sayings.files,
)
