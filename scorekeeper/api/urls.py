"""Addresses of what other programs take along."""

from django.urls import URLPattern, URLResolver, include, path

from scorekeeper.circles import converters as _converters  # noqa: F401 - registers <id:…>
from scorekeeper.circles.routes import VIEWER, page

from . import spreadsheets

session_urls: list[URLPattern | URLResolver] = [
    page("rounds.csv", spreadsheets.rounds_csv, name="rounds_csv", get=VIEWER),
    page("sheet.csv", spreadsheets.sheet_csv, name="sheet_csv", get=VIEWER),
    page("payments.csv", spreadsheets.payments_csv, name="payments_csv", get=VIEWER),
]

circle_urls: list[URLPattern | URLResolver] = [
    page("rounds.csv", spreadsheets.circle_rounds_csv, name="circle_rounds_csv", get=VIEWER),
    page("payments.csv", spreadsheets.circle_payments_csv, name="circle_payments_csv", get=VIEWER),
]

urlpatterns = [
    path("t/<id:sid>/", include(session_urls)),
    path("circles/<id:cid>/", include(circle_urls)),
]
