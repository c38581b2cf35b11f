"""Routes of a table, of starting one, and of its public pages."""

from django.urls import include, path

from scorekeeper.circles.routes import ANYBODY, PLAYER, VIEWER, page

from . import documents, rule_changes, session, sharing, table

session_urls = [
    page("", table.table, name="table", get=VIEWER),
    page("rounds/", table.rounds, name="rounds", get=VIEWER),
    page("rounds/<int:number>/", table.receipt, name="round", get=VIEWER),
    page("sheet/", table.sheet, name="sheet", get=VIEWER),
    page("board/", table.board, name="board", get=VIEWER),
    page("me/", table.session_me, name="session_me", get=VIEWER, post=PLAYER),
    page("look/", table.seat_look, name="seat_look", post=PLAYER),
    page("picture/<str:shape>.png", sharing.result_picture, name="result_picture", get=VIEWER),
    page("sheet/picture/<str:shape>.png", table.sheet_picture, name="sheet_picture", get=VIEWER),
    page("share/", sharing.share, name="share", get=PLAYER, post=PLAYER),
    page("share/<int:number>/revoke/", sharing.share, name="share_revoke", post=PLAYER),
    page("end/", session.session_end, name="session_end", post=PLAYER),
    page("again/", session.session_again, name="session_again", post=PLAYER),
    page("reopen/", session.session_reopen, name="session_reopen", post=PLAYER),
    page("rules/", table.rules, name="rules", get=VIEWER),
    page("rules/change/", rule_changes.rules_change, name="rules_change", get=PLAYER, post=PLAYER),
    page("referee/", table.referee, name="referee", get=VIEWER),
    page("code.svg", table.code, name="code", get=PLAYER),
    page("export.json", documents.export, name="export", get=VIEWER),
]

urlpatterns = [
    page("r/<link:token>/", sharing.shared, name="shared", get=ANYBODY),
    page("r/<link:token>/picture.png", sharing.shared_picture, name="shared_picture", get=ANYBODY),
    page("new/", session.session_new, name="session_new", get=ANYBODY, post=ANYBODY),
    page("circles/<id:cid>/new/", session.session_new, name="circle_session_new", get=PLAYER, post=PLAYER),
    page("referee/", table.referee_anywhere, name="referee_anywhere", get=ANYBODY),
    page("sample/", documents.sample, name="sample", post=ANYBODY),
    page("import/", documents.import_session, name="import_session", get=ANYBODY, post=ANYBODY),
    path("t/<id:sid>/", include(session_urls)),
]
