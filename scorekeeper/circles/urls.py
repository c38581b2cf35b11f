"""Addresses of circles."""

from django.urls import path

from . import converters as _converters  # noqa: F401 - registers <link:…>
from . import views

urlpatterns = [
    path("join/<link:token>/", views.join, name="join"),
]
