"""Routes of CSV files, the JSON API and its keys."""

from django.urls import URLPattern, URLResolver, include, path

from scorekeeper.circles.routes import HOST, PROGRAM, VIEWER, page

from . import spreadsheets, tokens, views

session_urls: list[URLPattern | URLResolver] = [
    page("rounds.csv", spreadsheets.rounds_csv, name="rounds_csv", get=VIEWER),
    page("sheet.csv", spreadsheets.sheet_csv, name="sheet_csv", get=VIEWER),
    page("payments.csv", spreadsheets.payments_csv, name="payments_csv", get=VIEWER),
]

circle_urls: list[URLPattern | URLResolver] = [
    page("rounds.csv", spreadsheets.circle_rounds_csv, name="circle_rounds_csv", get=VIEWER),
    page("payments.csv", spreadsheets.circle_payments_csv, name="circle_payments_csv", get=VIEWER),
    page("tokens/", tokens.circle_tokens, name="tokens", get=HOST, post=HOST),
    page("tokens/<int:number>/revoke/", tokens.token_revoke, name="token_revoke", get=HOST, post=HOST),
]

token_urls = [
    page("openapi.json", views.description, name="api_description", get=PROGRAM),
    page("circle", views.circle, name="api_circle", get=PROGRAM),
    page("sessions", views.sessions, name="api_sessions", get=PROGRAM),
    page("sessions/<id:sid>", views.session, name="api_session", get=PROGRAM),
    page("<path:rest>", views.not_found, name="api_other", get=PROGRAM),
]
"""The JSON API; ``with_token`` checks the token."""

urlpatterns = [
    path("api/v1/", include(token_urls)),
    path("t/<id:sid>/", include(session_urls)),
    path("circles/<id:cid>/", include(circle_urls)),
]
