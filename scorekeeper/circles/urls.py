"""Addresses of circles."""

from django.urls import path

from . import views

urlpatterns = [
    path("join/<str:token>/", views.join, name="join"),
]
