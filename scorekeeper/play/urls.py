"""Addresses of sessions."""

from django.urls import URLPattern, URLResolver, include, path

from scorekeeper.circles import converters as _converters  # noqa: F401 - registers <id:…>
from scorekeeper.circles.routes import ANYBODY, HOST, PLAYER, VIEWER, page

from .views import (
    between,
    changes,
    devices,
    documents,
    entry,
    home,
    join,
    referee,
    rule_sets,
    settle,
    start,
    table,
)

round_urls = [
    page("", table.receipt, name="round", get=VIEWER),
    page("edit/", entry.round_edit, name="round_edit", get=PLAYER, post=PLAYER),
    page("insert/", entry.round_insert, name="round_insert", get=PLAYER, post=PLAYER),
    page("void/", changes.round_void, name="round_void", get=PLAYER, post=PLAYER),
    page("restore/", changes.round_restore, name="round_restore", get=PLAYER, post=PLAYER),
]

session_urls: list[URLPattern | URLResolver] = [
    page("", table.table, name="table", get=VIEWER),
    page("rounds/", table.rounds, name="rounds", get=VIEWER),
    path("rounds/<int:number>/", include(round_urls)),
    page("me/", join.session_me, name="session_me", get=VIEWER, post=PLAYER),
    page("seats/", between.seats, name="seats", get=PLAYER, post=PLAYER),
    page("streak/", between.streak, name="streak", get=PLAYER, post=PLAYER),
    page("settle/", settle.settle, name="settle", get=VIEWER),
    page("settle/paid/", settle.settle_paid, name="settle_paid", post=PLAYER),
    page("end/", changes.session_end, name="session_end", post=PLAYER),
    page("reopen/", changes.session_reopen, name="session_reopen", post=PLAYER),
    page("rules/", table.rules, name="rules", get=VIEWER),
    page("referee/", referee.referee, name="referee", get=VIEWER),
    page("export.json", documents.export, name="export", get=VIEWER),
]

device_urls = [
    page("", devices.device, name="device", get=HOST),
    page("rename/", devices.device_rename, name="device_rename", post=HOST),
    page("remove/", devices.device_remove, name="device_remove", get=HOST, post=HOST),
]

rules_urls = [
    page("", rule_sets.rules_index, name="rule_sets", get=ANYBODY),
    page("preset/<slug:key>/", rule_sets.rules_preset, name="rule_sets_preset", get=ANYBODY),
    page("shared/<slug:code>/", rule_sets.rules_shared, name="rule_sets_shared", get=ANYBODY),
    page("shared/<slug:code>/rules.json", rule_sets.rules_file, name="rule_sets_file", get=ANYBODY),
    page("<slug:game>/", rule_sets.rules_game, name="rule_sets_game", get=ANYBODY),
]

circle_rules_urls = [
    page("", rule_sets.circle_rules, name="rule_sets_circle", get=VIEWER, post=PLAYER),
    page("<id:rid>/", rule_sets.kept_rules, name="rule_sets_kept", get=VIEWER),
    page("<id:rid>/edit/", rule_sets.rules_edit, name="rule_sets_edit", get=PLAYER, post=PLAYER),
    page("<id:rid>/copy/", rule_sets.rules_copy, name="rule_sets_copy", post=PLAYER),
    page("<id:rid>/away/", rule_sets.rules_away, name="rule_sets_away", post=PLAYER),
]

urlpatterns = [
    page("", home.start, name="start", get=ANYBODY),
    page("circles/<id:cid>/", home.circle, name="circle", get=VIEWER),
    page("circles/<id:cid>/rename/", home.circle_rename, name="circle_rename", post=HOST),
    path("circles/<id:cid>/devices/<int:number>/", include(device_urls)),
    path("rules/", include(rules_urls)),
    path("circles/<id:cid>/rules/", include(circle_rules_urls)),
    page("new/", start.session_new, name="session_new", get=ANYBODY, post=ANYBODY),
    page("circles/<id:cid>/new/", start.session_new, name="circle_session_new", get=PLAYER, post=PLAYER),
    page("referee/", referee.referee_anywhere, name="referee_anywhere", get=ANYBODY),
    page("import/", documents.import_session, name="import_session", get=ANYBODY, post=ANYBODY),
    path("t/<id:sid>/", include(session_urls)),
]
