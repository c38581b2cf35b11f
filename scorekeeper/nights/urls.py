"""Routes of a night, by its day in a circle."""

from django.urls import include, path

from scorekeeper.circles.routes import ANYBODY, PLAYER, VIEWER, page

from . import night, sharing

night_urls = [
    page("", night.night, name="night", get=VIEWER),
    page("rename/", night.night_rename, name="night_rename", post=PLAYER),
    page("board/", night.night_board, name="night_board", get=VIEWER),
    page("paid/", night.night_paid, name="night_paid", post=PLAYER),
    page("payment/", night.night_payment, name="night_payment", get=PLAYER, post=PLAYER),
    page("picture/<str:shape>.png", sharing.picture, name="night_picture", get=VIEWER),
    page("share/", sharing.night_share, name="night_share", get=PLAYER, post=PLAYER),
    page("share/<int:number>/revoke/", sharing.night_share, name="night_share_revoke", post=PLAYER),
]

urlpatterns = [
    page("n/<link:token>/", sharing.shared_night, name="shared_night", get=ANYBODY),
    page("n/<link:token>/picture.png", sharing.shared_picture, name="shared_night_picture", get=ANYBODY),
    path("circles/<id:cid>/nights/<day:day>/", include(night_urls)),
]
