"""Addresses of circles: the ways in, and what only hosts may do."""

from django.urls import include, path

from . import converters as _converters  # noqa: F401 - registers <link:…>
from . import views
from .routes import ANYBODY, HOST, PLAYER, VIEWER, page

host_urls = [
    page("links/new/", views.link_new, name="link_new", get=HOST, post=HOST),
    page("links/<int:number>/revoke/", views.link_revoke, name="link_revoke", get=HOST, post=HOST),
    page("recovery/", views.recovery, name="recovery", get=HOST, post=HOST),
]

urlpatterns = [
    page("join/<link:token>/", views.join, name="join", get=ANYBODY),
    page("recover/", views.recover, name="recover", get=ANYBODY, post=ANYBODY),
    page("circles/<id:cid>/me/", views.circle_me, name="circle_me", get=VIEWER, post=PLAYER),
    path("circles/<id:cid>/", include(host_urls)),
]
