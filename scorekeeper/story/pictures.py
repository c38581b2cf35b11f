"""画像: a person's page and a circle's year as pictures."""

from collections.abc import Iterator
from itertools import islice

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext, ngettext

from scorekeeper.circles.access import membership_of
from scorekeeper.present.people import faces
from scorekeeper.present.pictures.answers import answer, shape_of
from scorekeeper.present.pictures.blocks import Figure
from scorekeeper.present.pictures.frame import Head
from scorekeeper.present.pictures.person import Person
from scorekeeper.present.pictures.year import Year
from scorekeeper.present.presenter import PersonView
from scorekeeper.scoring import texts
from scorekeeper.stats import year as stats

from .choice import choose, game_title, year_name
from .portrait import Portrait, portrait
from .year import year_of

RECORDS = 3
"""Records in a picture."""


def person_picture(request: HttpRequest, cid: str, number: int, shape: str) -> HttpResponseBase:
    """A person's figures as a picture; raises Http404 where there are none."""
    circle = membership_of(request).circle
    player = get_object_or_404(circle.players, pk=number)
    choice, views = choose(request, circle), faces(circle)
    shown = portrait(choice, player, views)
    if shown is None:
        raise Http404
    sub = (circle.name, game_title(choice.game), year_name(choice.year))
    head = Head(player.name, gettext(" · ").join(sub))
    return answer(request, _person(head, shown, views[player.pk]), shape_of(shape))


def _person(head: Head, shown: Portrait, face: PersonView) -> Person:
    form = tuple(column.step for column in shown.form.columns)
    last = ngettext("The last table", "The last %(n)s tables", len(form)) % {"n": len(form)}
    usual = gettext("group average") if shown.rates.usual else ""
    return Person(
        head=head,
        person=face,
        figures=tuple(_figures(shown)),
        rates=shown.rates,
        rates_words=(gettext("Rates"), f"┃ {usual}" if usual else ""),
        form=form,
        form_words=(last, texts.signed(shown.form_points)),
        records=tuple((row.words, row.figure, row.points) for row in islice(shown.records, RECORDS)),
        records_words=gettext("Records"),
    )


def _figures(shown: Portrait) -> Iterator[Figure]:
    figures, average = shown.figures, shown.average
    yield Figure(gettext("Points"), texts.signed(figures.points), figures.points)
    yield Figure(gettext("Tables won"), f"{figures.firsts} / {figures.tables}")
    yield Figure(gettext("Points a table"), average.text, average.value)


def year_picture(request: HttpRequest, cid: str, year: int, shape: str) -> HttpResponseBase:
    """A year's amounts and cards as a picture; raises Http404 for a year without a session."""
    circle = membership_of(request).circle
    if year not in stats.years(circle):
        raise Http404
    played, cards = year_of(circle, year)
    cards_shown = tuple((card.title, card.text) for card in cards)
    head = Head(gettext("%(year)s") % {"year": year}, circle.name)
    return answer(request, Year(head, tuple(_amounts(played)), cards_shown), shape_of(shape))


def _amounts(played: stats.YearAmounts) -> Iterator[Figure]:
    nights, rounds, cards = played.all_nights, played.all.rounds, played.all.cards
    counted = (
        (ngettext("night", "nights", nights), nights),
        (ngettext("round", "rounds", rounds), rounds),
        (ngettext("card in hands", "cards in hands", cards), cards),
    )
    for words, number in counted:
        yield Figure(words, texts.number(number))
