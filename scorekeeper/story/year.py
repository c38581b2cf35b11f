"""まとめ: a circle's year in cards, to be read aloud and sent on: each a sentence, and its source."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from scorekeeper.circles.access import find_membership
from scorekeeper.circles.models import Circle, Membership
from scorekeeper.present.people import faces
from scorekeeper.stats import year as stats
from scorekeeper.stats.scope import Scope
from scorekeeper.stats.tallies import uncounted

from .year_cards import Card, Deck, amounts_line, uncompared


@dataclass(frozen=True, slots=True)
class YearLink:
    """Another year that was played in."""

    year: int
    current: bool


def latest(request: HttpRequest, cid: str) -> HttpResponse:
    """The way to the latest year with an evening; before the first one there is only this page."""
    membership = find_membership(request, cid)
    if found := stats.years(membership.circle):
        return redirect("year", cid, found[0])
    return render(request, "story/year.html", _frame(membership))


def one(request: HttpRequest, cid: str, year: int) -> HttpResponse:
    """What the circle's year came to, a sentence a card."""
    membership = find_membership(request, cid)
    circle = membership.circle
    years = stats.years(circle)
    if year not in years:
        raise Http404
    played, cards = told(circle, year)
    context = {
        "year": year,
        "years": [YearLink(other, other == year) for other in years],
        "nights": played.all_nights,
        "amounts": played.all,
        "cards": cards,
        "fewest": stats.FEWEST,
        "uncompared": uncompared(played) if cards else "",
        "share_text": _share_text(circle, year, played, cards),
    }
    return render(request, "story/year.html", {**_frame(membership), **context})


def _frame(membership: Membership) -> dict[str, object]:
    return {
        "circle": membership.circle,
        "membership": membership,
        "uncounted": uncounted(membership.circle),
        "current": "year",
    }


def told(circle: Circle, year: int) -> tuple[stats.Played, list[Card]]:
    """How much was played, and the cards of a year with enough tables."""
    scope = Scope(circle).of_year(year)
    played = stats.played(scope)
    enough = played.all.tables >= stats.FEWEST
    return played, list(Deck(scope, played, faces(circle)).cards()) if enough else []


def _share_text(circle: Circle, year: int, played: stats.Played, cards: list[Card]) -> str:
    """The year as text for a group chat."""
    head = gettext(" · ").join((circle.name, gettext("%(year)s") % {"year": year}))
    return "\n".join([head, amounts_line(played), *map(_told, cards)])


def _told(card: Card) -> str:
    """A card in one line."""
    line = gettext("%(title)s: %(text)s") % {"title": card.title, "text": card.text}
    return gettext("%(line)s (%(told)s)") % {"line": line, "told": card.besides} if card.besides else line
