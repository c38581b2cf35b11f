"""Addresses of a circle's story, below that of the circle."""

from django.urls import include, path

from scorekeeper.circles.routes import HOST, PLAYER, VIEWER, page
from scorekeeper.stats import tallies

from . import (
    merging,
    pair,
    people,
    person,
    person_edit,
    pictures,
    ranking,
    rating,
    seasons,
    versus,
    year,
)

circle_urls = [
    page("people/", people.people, name="people", get=VIEWER, refresh=tallies.refresh),
    page("people/<int:number>/", person.person, name="person", get=VIEWER, refresh=tallies.refresh),
    page(
        "people/<int:number>/picture/<str:shape>.png",
        pictures.person_picture,
        name="person_picture",
        get=VIEWER,
        refresh=tallies.refresh,
    ),
    page("people/<int:number>/edit/", person_edit.person_edit, name="person_edit", get=PLAYER, post=PLAYER),
    page("people/<int:number>/merge/", merging.person_merge, name="person_merge", get=HOST, post=HOST),
    page("versus/", versus.versus, name="versus", get=VIEWER, refresh=tallies.refresh),
    page("versus/<int:number>/<int:other>/", pair.pair, name="pair", get=VIEWER, refresh=tallies.refresh),
    page("ranking/", ranking.ranking, name="ranking", get=VIEWER, post=HOST, refresh=tallies.refresh),
    page("rating/", rating.rating, name="rating", get=VIEWER, refresh=tallies.refresh),
    page("seasons/", seasons.seasons, name="seasons", get=VIEWER, post=HOST, refresh=tallies.refresh),
    page("seasons/<int:number>/", seasons.season, name="season", get=HOST, post=HOST),
    page("year/", year.latest_year, name="years", get=VIEWER, refresh=tallies.refresh),
    page("year/<int:year>/", year.year_page, name="year", get=VIEWER, refresh=tallies.refresh),
    page(
        "year/<int:year>/picture/<str:shape>.png",
        pictures.year_picture,
        name="year_picture",
        get=VIEWER,
        refresh=tallies.refresh,
    ),
]

urlpatterns = [path("circles/<id:cid>/", include(circle_urls))]
