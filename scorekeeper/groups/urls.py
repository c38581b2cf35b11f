"""Routes of the start page, and of a group with its people, phones and links."""

from django.urls import URLPattern, URLResolver, include, path

from scorekeeper.circles.routes import ANYBODY, HOST, PLAYER, VIEWER, page
from scorekeeper.stats import tallies

from . import group, home, joining, log, settings

device_urls = [
    page("", settings.device, name="device", get=HOST),
    page("rename/", settings.device_rename, name="device_rename", post=HOST),
    page("remove/", settings.device_remove, name="device_remove", get=HOST, post=HOST),
]

circle_urls: list[URLPattern | URLResolver] = [
    page("", group.circle, name="circle", get=VIEWER, refresh=tallies.refresh),
    page("settings/", settings.circle_settings, name="circle_settings", get=VIEWER),
    page("rename/", settings.circle_rename, name="circle_rename", post=HOST),
    page("delete/", settings.circle_delete, name="circle_delete", get=HOST, post=HOST),
    page("changes/", log.changes, name="changes", get=VIEWER),
    page("me/", joining.circle_me, name="circle_me", get=VIEWER, post=PLAYER),
    page("links/new/", joining.link_new, name="link_new", get=HOST, post=HOST),
    page("links/<int:number>/revoke/", joining.link_revoke, name="link_revoke", get=HOST, post=HOST),
    page("recovery/", joining.recovery, name="recovery", get=HOST, post=HOST),
    path("devices/<int:number>/", include(device_urls)),
    page("people/<int:number>/forget/", settings.person_forget, name="person_forget", get=HOST, post=HOST),
]

urlpatterns = [
    page("", home.start, name="start", get=ANYBODY),
    page("join/<link:token>/", joining.join, name="join", get=ANYBODY, reads=False),
    page("bring-back/", settings.bring_back, name="bring_back", post=ANYBODY),
    page("recover/", joining.recover, name="recover", get=ANYBODY, post=ANYBODY),
    path("circles/<id:cid>/", include(circle_urls)),
    page("t/<id:sid>/changes/", log.changes, name="session_changes", get=VIEWER),
]
