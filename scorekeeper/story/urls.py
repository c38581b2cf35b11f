"""Addresses of a circle's story, below that of the circle."""

from functools import partial

from django.urls import include, path

from scorekeeper.circles.routes import HOST, PLAYER, VIEWER, page
from scorekeeper.stats import tallies

from . import people, person_edit, pictures, ranking, seasons, versus, year

figures = partial(page, get=VIEWER, refresh=tallies.refresh)

circle_urls = [
    figures("people/", people.people, name="people"),
    figures("people/<int:number>/", people.person, name="person"),
    figures("people/<int:number>/picture/<str:shape>.png", pictures.person_picture, name="person_picture"),
    page("people/<int:number>/edit/", person_edit.person_edit, name="person_edit", get=PLAYER, post=PLAYER),
    page("people/<int:number>/merge/", person_edit.person_merge, name="person_merge", get=HOST, post=HOST),
    figures("versus/", versus.versus, name="versus"),
    figures("versus/<int:number>/<int:other>/", versus.pair, name="pair"),
    figures("ranking/", ranking.ranking, name="ranking", post=HOST),
    figures("rating/", ranking.rating, name="rating"),
    figures("seasons/", seasons.seasons, name="seasons", post=HOST),
    page("seasons/<int:number>/", seasons.season, name="season", get=HOST, post=HOST),
    figures("year/", year.latest_year, name="years"),
    figures("year/<int:year>/", year.year_page, name="year"),
    figures("year/<int:year>/picture/<str:shape>.png", pictures.year_picture, name="year_picture"),
]

urlpatterns = [path("circles/<id:cid>/", include(circle_urls))]
