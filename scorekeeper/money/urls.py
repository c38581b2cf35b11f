"""Addresses of settling, bills and payments."""

from django.urls import URLPattern, URLResolver, include, path

from scorekeeper.circles.routes import PLAYER, VIEWER, page

from . import bills, paying, settle

session_urls = [
    page("settle/", settle.settle, name="settle", get=VIEWER),
    page("settle/paid/", settle.settle_paid, name="settle_paid", post=PLAYER),
    page("settle/payment/", paying.payment, name="payment", get=PLAYER, post=PLAYER),
    page("rate/", settle.rate, name="rate", get=PLAYER, post=PLAYER),
]

bill_urls = [
    page("", bills.bill, name="bill", get=VIEWER),
    page("paid/", bills.bill_paid, name="bill_paid", post=PLAYER),
    page("payment/", bills.bill_payment, name="bill_payment", get=PLAYER, post=PLAYER),
    page("part/", bills.bill_part, name="bill_part", post=PLAYER),
]

circle_urls: list[URLPattern | URLResolver] = [
    page("payments/", settle.payments, name="payments", get=VIEWER),
    page("bills/", bills.open_bills, name="bills", get=VIEWER, post=PLAYER),
    page("clear/", bills.clear, name="clear", post=PLAYER),
    page("clear/part/", bills.clear_part, name="clear_part", get=PLAYER, post=PLAYER),
    page("clear/<int:number>/undo/", bills.unclear, name="unclear", post=PLAYER),
    path("bills/<id:bid>/", include(bill_urls)),
]

urlpatterns = [
    path("circles/<id:cid>/", include(circle_urls)),
    path("t/<id:sid>/", include(session_urls)),
]
