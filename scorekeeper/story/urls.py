"""Addresses of a circle's story, below that of the circle."""

from django.urls import URLPattern, URLResolver

from scorekeeper.circles.routes import VIEWER, page

from . import people

urlpatterns: list[URLPattern | URLResolver] = [
    page("people/", people.people, name="people", get=VIEWER),
]
