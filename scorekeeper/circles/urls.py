"""Addresses of circles."""

from django.urls import path

from . import views

urlpatterns = [
    path("join/<str:token>/", views.join, name="join"),
    path("circles/<str:cid>/rename/", views.circle_rename, name="circle_rename"),
]
