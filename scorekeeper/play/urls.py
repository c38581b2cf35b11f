"""Addresses of sessions."""

from django.urls import URLPattern, URLResolver, include, path

from scorekeeper.circles import converters as _converters  # noqa: F401 - registers <id:…>

from .views import between, changes, documents, entry, home, referee, settle, start, table

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
    path("rounds/new/", entry.round_new, name="round_new"),
    path("rounds/<int:number>/", include(round_urls)),
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

urlpatterns = [
    path("", home.start, name="start"),
    path("circles/<id:cid>/", home.circle, name="circle"),
    path("circles/<id:cid>/rename/", home.circle_rename, name="circle_rename"),
    path("new/", start.session_new, name="session_new"),
    path("circles/<id:cid>/new/", start.session_new, name="circle_session_new"),
    path("referee/", referee.referee_anywhere, name="referee_anywhere"),
    path("import/", documents.import_session, name="import_session"),
    path("t/<id:sid>/", include(session_urls)),
]
