"""闘地主: what the family brings to the pages."""

from ..shape import EntryForm, Family
from . import form, page, referee
from .rulebook import RULEBOOK

FAMILY = Family(
    EntryForm(
        template="games/doudizhu/entry.html",
        called=page.called,
        blank=form.blank,
        from_post=form.from_post,
        from_facts=form.from_facts,
        parse=form.parse,
        view=page.deal_view,
        pending=page.pending,
        described=page.described,
    ),
    RULEBOOK,
    referee.page,
)
