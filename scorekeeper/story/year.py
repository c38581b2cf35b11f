"""まとめ: a circle's year in cards, each a sentence with links to its source."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.models import Circle
from scorekeeper.present.words import labelled
from scorekeeper.stats import year as stats
from scorekeeper.stats.scope import Scope

from .year_cards import Deck, YearCard, amounts, amounts_line, uncompared


def latest_year(request: HttpRequest, cid: str) -> HttpResponse:
    """Redirect to the latest year with a session; an empty page where there is none."""
    years = stats.years(membership_of(request).circle)
    return redirect("year", cid, years[0]) if years else render(request, "story/year.html")


def year_page(request: HttpRequest, cid: str, year: int) -> HttpResponse:
    """The cards of a year; raises Http404 for one without a session."""
    circle = membership_of(request).circle
    years = stats.years(circle)
    if year not in years:
        raise Http404
    played, cards = year_of(circle, year)
    context = {
        "year": year,
        "years": years,
        "figures": amounts(played),
        "cards": cards,
        "fewest": stats.FEWEST,
        "uncompared": uncompared(played) if cards else "",
        "share_text": _share_text(circle, year, played, cards),
    }
    return render(request, "story/year.html", context)


def year_of(circle: Circle, year: int) -> tuple[stats.YearAmounts, list[YearCard]]:
    """The amounts and the cards of a year; no cards below FEWEST tables."""
    played = stats.played(Scope(circle).of_year(year))
    enough = played.all.tables >= stats.FEWEST
    return played, list(Deck(circle, year, played).cards()) if enough else []


def _share_text(circle: Circle, year: int, played: stats.YearAmounts, cards: list[YearCard]) -> str:
    """The year as plain text for a group chat."""
    lines = [gettext(" · ").join((circle.name, gettext("%(year)s") % {"year": year})), amounts_line(played)]
    for card in cards:
        line = labelled(card.title, card.text)
        told = {"line": line, "told": card.detail}
        lines.append(gettext("%(line)s (%(told)s)") % told if card.detail else line)
    return "\n".join(lines)
