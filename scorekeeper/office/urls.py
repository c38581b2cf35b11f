"""Addresses of the admin, below where it is put."""

from .site import office

urlpatterns, app_name, _namespace = office.urls
