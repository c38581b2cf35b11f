"""Addresses of sessions."""

from django.urls import URLPattern, URLResolver, include, path

from scorekeeper.circles import converters as _converters  # noqa: F401 - registers <id:…>

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
    path("", table.receipt, name="round"),
    path("edit/", entry.round_edit, name="round_edit"),
    path("insert/", entry.round_insert, name="round_insert"),
    path("void/", changes.round_void, name="round_void"),
    path("restore/", changes.round_restore, name="round_restore"),
]

session_urls: list[URLPattern | URLResolver] = [
    path("", table.table, name="table"),
    path("rounds/", table.rounds, name="rounds"),
    path("rounds/<int:number>/", include(round_urls)),
    path("me/", join.session_me, name="session_me"),
    path("seats/", between.seats, name="seats"),
    path("streak/", between.streak, name="streak"),
    path("settle/", settle.settle, name="settle"),
    path("settle/paid/", settle.settle_paid, name="settle_paid"),
    path("end/", changes.session_end, name="session_end"),
    path("reopen/", changes.session_reopen, name="session_reopen"),
    path("rules/", table.rules, name="rules"),
    path("referee/", referee.referee, name="referee"),
    path("export.json", documents.export, name="export"),
]

rules_urls = [
    path("", rule_sets.rules_index, name="rule_sets"),
    path("preset/<slug:key>/", rule_sets.rules_preset, name="rule_sets_preset"),
    path("shared/<slug:code>/", rule_sets.rules_shared, name="rule_sets_shared"),
    path("shared/<slug:code>/rules.json", rule_sets.rules_file, name="rule_sets_file"),
    path("<slug:game>/", rule_sets.rules_game, name="rule_sets_game"),
]

circle_rules_urls = [
    path("", rule_sets.circle_rules, name="rule_sets_circle"),
    path("<id:rid>/", rule_sets.kept_rules, name="rule_sets_kept"),
    path("<id:rid>/edit/", rule_sets.rules_edit, name="rule_sets_edit"),
    path("<id:rid>/copy/", rule_sets.rules_copy, name="rule_sets_copy"),
    path("<id:rid>/away/", rule_sets.rules_away, name="rule_sets_away"),
]

urlpatterns = [
    path("", home.start, name="start"),
    path("circles/<id:cid>/", home.circle, name="circle"),
    path("circles/<id:cid>/rename/", home.circle_rename, name="circle_rename"),
    path("circles/<id:cid>/devices/<int:number>/", devices.device, name="device"),
    path("circles/<id:cid>/devices/<int:number>/rename/", devices.device_rename, name="device_rename"),
    path("circles/<id:cid>/devices/<int:number>/remove/", devices.device_remove, name="device_remove"),
    path("rules/", include(rules_urls)),
    path("circles/<id:cid>/rules/", include(circle_rules_urls)),
    path("new/", start.session_new, name="session_new"),
    path("circles/<id:cid>/new/", start.session_new, name="circle_session_new"),
    path("referee/", referee.referee_anywhere, name="referee_anywhere"),
    path("import/", documents.import_session, name="import_session"),
    path("t/<id:sid>/", include(session_urls)),
]
