"""Addresses of a circle's file."""

from django.urls import include, path

from scorekeeper.circles.routes import HOST, page

from . import views

circle_urls = [
    page("export.json", views.circle_export, name="circle_export", get=HOST),
    page("file/", views.circle_file, name="circle_file", get=HOST, post=HOST),
    page("file/<id:aid>/", views.upload_page, name="arrival", get=HOST, post=HOST),
]

urlpatterns = [path("circles/<id:cid>/", include(circle_urls))]
