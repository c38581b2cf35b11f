"""Addresses of the admin, below where it is put."""

from .site import site

urlpatterns, app_name, _namespace = site.urls
