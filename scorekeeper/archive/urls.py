"""Addresses of a circle's file."""

from scorekeeper.circles.routes import HOST, page

from . import views

urlpatterns = [
    page("export.json", views.circle_export, name="circle_export", get=HOST),
]
