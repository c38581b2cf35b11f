"""Addresses of circles: the ways in, and what only hosts may do."""

from django.urls import include, path

from . import converters as _converters  # noqa: F401 - registers <link:…>
from . import views

host_urls = [
    path("links/new/", views.link_new, name="link_new"),
    path("links/<int:number>/revoke/", views.link_revoke, name="link_revoke"),
    path("recovery/", views.recovery, name="recovery"),
]

urlpatterns = [
    path("join/<link:token>/", views.join, name="join"),
    path("recover/", views.recover, name="recover"),
    path("circles/<id:cid>/me/", views.circle_me, name="circle_me"),
    path("circles/<id:cid>/", include(host_urls)),
]
