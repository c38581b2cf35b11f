"""記録用紙: what the family brings to the pages."""

from ..book import Book, Rulebook
from ..shape import EntryForm, Family, HandForm
from . import form, page

FAMILY = Family(
    EntryForm(
        template="games/sheet/entry.html",
        called=page.called,
        blank=form.blank,
        from_facts=form.from_facts,
        parse=form.parse,
        view=page.sheet_view,
        pending=page.pending,
        described=page.described,
        hands=HandForm("games/sheet/hand.html", form.asked, form.fill, page.own_view, form.read_points),
    ),
    Rulebook("games/sheet/rules.html", Book),
)
