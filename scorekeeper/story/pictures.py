"""画像: a person's page and a circle's year as pictures."""

from collections.abc import Iterator
from itertools import islice

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext, ngettext

from scorekeeper.circles.access import find_circle
from scorekeeper.present.people import faces
from scorekeeper.present.pictures.answers import answer, shape_of
from scorekeeper.present.pictures.blocks import Column, Figure
from scorekeeper.present.pictures.frame import Head
from scorekeeper.present.pictures.person import Person
from scorekeeper.present.pictures.year import Year
from scorekeeper.present.presenter import PersonView
from scorekeeper.scoring import texts
from scorekeeper.stats import year as stats

from .choice import choose, game_title, year_name
from .portrait import Portrait, portrait
from .year import told

RECORDS = 3
"""How many of the records a picture has room for."""


def person_picture(request: HttpRequest, cid: str, number: int, shape: str) -> HttpResponseBase:
    """What somebody did over the chosen evenings; 404 where that is nothing."""
    circle = find_circle(request, cid)
    player = get_object_or_404(circle.players, pk=number)
    choice, known = choose(request, circle), faces(circle)
    found = portrait(choice, player, known)
    if found is None:
        raise Http404
    sub = (circle.name, game_title(choice.game), year_name(choice.year))
    head = Head(player.name, gettext(" · ").join(sub))
    return answer(request, _person(head, found, known[player.pk]), shape_of(shape))


def _person(head: Head, found: Portrait, face: PersonView) -> Person:
    tables = len(found.form.columns) if found.form else 0
    last = ngettext("The last table", "The last %(n)s tables", tables) % {"n": tables}
    usual = gettext("everybody together") if found.rates.usual else ""
    return Person(
        head=head,
        person=face,
        figures=tuple(_figures(found)),
        rates=found.rates,
        rates_words=(gettext("Rates"), f"┃ {usual}" if usual else ""),
        form=tuple(_columns(found)),
        form_words=(last, texts.signed(found.form_points)),
        records=tuple((one.words, one.figure, one.points) for one in islice(found.records, RECORDS)),
        records_words=gettext("Records"),
    )


def _figures(found: Portrait) -> Iterator[Figure]:
    own, average = found.figures, found.average
    yield Figure(gettext("Points"), texts.signed(own.points), own.points)
    yield Figure(gettext("Tables won"), f"{own.firsts} / {own.tables}")
    yield Figure(gettext("Points a table"), average.text, (average.value > 0) - (average.value < 0))


def _columns(found: Portrait) -> Iterator[Column]:
    for column in found.form.columns if found.form else ():
        step = column.step
        yield Column(step.value, step.note, step.day, step.month, step.strong)


def year_picture(request: HttpRequest, cid: str, year: int, shape: str) -> HttpResponseBase:
    """How much was played in a year, and its first cards; 404 where that is nothing."""
    circle = find_circle(request, cid)
    if year not in stats.years(circle):
        raise Http404
    played, cards = told(circle, year)
    shown = tuple((card.title, card.text) for card in cards)
    head = Head(gettext("%(year)s") % {"year": year}, circle.name)
    return answer(request, Year(head, tuple(_amounts(played)), shown), shape_of(shape))


def _amounts(played: stats.Played) -> Iterator[Figure]:
    nights, rounds, cards = played.all_nights, played.all.rounds, played.all.cards
    counted = (
        (ngettext("night", "nights", nights), nights),
        (ngettext("round", "rounds", rounds), rounds),
        (ngettext("card in hands", "cards in hands", cards), cards),
    )
    for words, number in counted:
        yield Figure(words, texts.number(number))
