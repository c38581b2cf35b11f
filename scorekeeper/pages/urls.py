"""Addresses of all other pages."""

from django.urls import URLPattern, URLResolver, include, path

from scorekeeper.circles import converters as _converters  # noqa: F401 - registers <id:…>
from scorekeeper.circles.routes import ANYBODY, HOST, PLAYER, VIEWER, page
from scorekeeper.stats import tallies

from . import (
    bills,
    board,
    circle_settings,
    deleting,
    devices,
    documents,
    ending,
    forgetting,
    group,
    home,
    log,
    open_lines,
    paying,
    payments,
    people,
    pictures,
    rate,
    referee,
    rule_changes,
    settle,
    sharing,
    sheet,
    start,
    table,
    ways_in,
)

session_urls: list[URLPattern | URLResolver] = [
    page("", table.table, name="table", get=VIEWER, refresh=open_lines.refresh_at_table),
    page("rounds/", table.rounds, name="rounds", get=VIEWER),
    page("rounds/<int:number>/", table.receipt, name="round", get=VIEWER),
    page("sheet/", sheet.sheet, name="sheet", get=VIEWER),
    page("board/", board.board, name="board", get=VIEWER),
    page("changes/", log.session_changes, name="session_changes", get=VIEWER),
    page("me/", people.session_me, name="session_me", get=VIEWER, post=PLAYER),
    page("settle/", settle.settle, name="settle", get=VIEWER, refresh=open_lines.refresh_at_table),
    page(
        "settle/paid/",
        settle.settle_paid,
        name="settle_paid",
        post=PLAYER,
        refresh=open_lines.refresh_at_table,
    ),
    page("settle/payment/", paying.payment, name="payment", get=PLAYER, post=PLAYER),
    page("picture/<str:shape>.png", pictures.result_picture, name="result_picture", get=VIEWER),
    page("sheet/picture/<str:shape>.png", pictures.sheet_picture, name="sheet_picture", get=VIEWER),
    page("rate/", rate.rate, name="rate", get=PLAYER, post=PLAYER),
    page("share/", sharing.share, name="share", get=PLAYER, post=PLAYER),
    page("share/<int:number>/revoke/", sharing.share_revoke, name="share_revoke", post=PLAYER),
    page("end/", ending.session_end, name="session_end", post=PLAYER),
    page("again/", ending.session_again, name="session_again", post=PLAYER),
    page("reopen/", ending.session_reopen, name="session_reopen", post=PLAYER),
    page("rules/", table.rules, name="rules", get=VIEWER),
    page("rules/change/", rule_changes.rules_change, name="rules_change", get=PLAYER, post=PLAYER),
    page("referee/", referee.referee, name="referee", get=VIEWER),
    page("code.svg", table.code, name="code", get=PLAYER),
    page("export.json", documents.export, name="export", get=VIEWER),
]

device_urls = [
    page("", devices.device, name="device", get=HOST),
    page("rename/", devices.device_rename, name="device_rename", post=HOST),
    page("remove/", devices.device_remove, name="device_remove", get=HOST, post=HOST),
]

bill_urls = [
    page("", bills.bill, name="bill", get=VIEWER, refresh=open_lines.refresh),
    page("paid/", bills.bill_paid, name="bill_paid", post=PLAYER, refresh=open_lines.refresh),
    page("payment/", bills.bill_payment, name="bill_payment", get=PLAYER, post=PLAYER),
    page("part/", bills.bill_part, name="bill_part", post=PLAYER),
]

circle_urls: list[URLPattern | URLResolver] = [
    page("", group.circle, name="circle", get=VIEWER, refresh=tallies.refresh),
    page("settings/", circle_settings.circle_settings, name="circle_settings", get=VIEWER),
    page("rename/", circle_settings.circle_rename, name="circle_rename", post=HOST),
    page("delete/", deleting.circle_delete, name="circle_delete", get=HOST, post=HOST),
    page("changes/", log.changes, name="changes", get=VIEWER),
    page("payments/", payments.payments, name="payments", get=VIEWER),
    page("bills/", bills.open_bills, name="bills", get=VIEWER, post=PLAYER, refresh=open_lines.refresh),
    path("bills/<id:bid>/", include(bill_urls)),
    page("new/", start.session_new, name="circle_session_new", get=PLAYER, post=PLAYER),
    page("me/", ways_in.circle_me, name="circle_me", get=VIEWER, post=PLAYER),
    page("links/new/", ways_in.link_new, name="link_new", get=HOST, post=HOST),
    page("links/<int:number>/revoke/", ways_in.link_revoke, name="link_revoke", get=HOST, post=HOST),
    page("recovery/", ways_in.recovery, name="recovery", get=HOST, post=HOST),
    path("devices/<int:number>/", include(device_urls)),
    page("people/<int:number>/forget/", forgetting.person_forget, name="person_forget", get=HOST, post=HOST),
    path("", include("scorekeeper.story.urls")),
    path("", include("scorekeeper.archive.urls")),
]

urlpatterns = [
    page("", home.start, name="start", get=ANYBODY),
    page("join/<link:token>/", ways_in.join, name="join", get=ANYBODY, reads=False),
    page("r/<link:token>/", sharing.shared, name="shared", get=ANYBODY),
    page("r/<link:token>/picture.png", sharing.shared_picture, name="shared_picture", get=ANYBODY),
    page("bring-back/", deleting.bring_back, name="bring_back", post=ANYBODY),
    page("recover/", ways_in.recover, name="recover", get=ANYBODY, post=ANYBODY),
    page("new/", start.session_new, name="session_new", get=ANYBODY, post=ANYBODY),
    page("referee/", referee.referee_anywhere, name="referee_anywhere", get=ANYBODY),
    page("import/", documents.import_session, name="import_session", get=ANYBODY, post=ANYBODY),
    path("circles/<id:cid>/", include(circle_urls)),
    path("t/<id:sid>/", include(session_urls)),
]
