"""Addresses of a night, by its day in a circle."""

from django.urls import include, path

from scorekeeper.circles.routes import ANYBODY, PLAYER, VIEWER, page
from scorekeeper.money.open_lines import refresh

from . import night, pictures, settling, sharing

night_urls = [
    page("", night.night, name="night", get=VIEWER, refresh=refresh),
    page("rename/", night.night_rename, name="night_rename", post=PLAYER),
    page("board/", night.night_board, name="night_board", get=VIEWER),
    page("paid/", settling.night_paid, name="night_paid", post=PLAYER, refresh=refresh),
    page("payment/", settling.night_payment, name="night_payment", get=PLAYER, post=PLAYER, refresh=refresh),
    page("picture/<str:shape>.png", pictures.picture, name="night_picture", get=VIEWER, refresh=refresh),
    page("share/", sharing.night_share, name="night_share", get=PLAYER, post=PLAYER),
    page("share/<int:number>/revoke/", sharing.night_share_revoke, name="night_share_revoke", post=PLAYER),
]

urlpatterns = [
    page("n/<link:token>/", sharing.shared_night, name="shared_night", get=ANYBODY),
    page("n/<link:token>/picture.png", sharing.shared_picture, name="shared_night_picture", get=ANYBODY),
    path("circles/<id:cid>/nights/<day:day>/", include(night_urls)),
]
