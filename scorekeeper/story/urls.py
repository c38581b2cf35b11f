"""Addresses of a circle's story, below that of the circle."""

from django.urls import URLPattern, URLResolver

from scorekeeper.circles.routes import PLAYER, VIEWER, page

from . import pair, people, person_edit, versus

urlpatterns: list[URLPattern | URLResolver] = [
    page("people/", people.people, name="people", get=VIEWER),
    page("people/<int:number>/edit/", person_edit.person_edit, name="person_edit", get=PLAYER, post=PLAYER),
    page("versus/", versus.versus, name="versus", get=VIEWER),
    page("versus/<int:number>/<int:other>/", pair.pair, name="pair", get=VIEWER),
]
