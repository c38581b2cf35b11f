"""A minimal Django site to compare with: an INSERT with a redirect, and a page of 100 rows.

``python -m tests.bench.floor FOLDER`` serves it as the project is served, with Django's usual middleware, a
database of its own in the folder and the same care for what is written, and prints its port.
"""

import socket
import sys
from pathlib import Path

import django
import uvicorn
from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connection, models
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

ROWS = 100
THREADS = 4
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Rows</title></head><body>
<table><thead><tr><th>#</th><th>Who</th><th>When</th><th>Points</th></tr></thead><tbody>
{% for row in rows %}<tr><td>{{ row.pk }}</td><td>{{ row.who }}</td><td>{{ row.at|date:"H:i" }}</td>
<td{% if row.points < 0 %} class="loss"{% endif %}>{{ row.points }}</td></tr>
{% endfor %}</tbody></table></body></html>"""
USUAL = (
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
)


def configure(folder: Path) -> None:
    from scorekeeper.server.database import database_settings

    names = ("auth", "contenttypes", "sessions", "messages")
    loader = ("django.template.loaders.locmem.Loader", {"rows.html": PAGE})
    settings.configure(
        SECRET_KEY="floor",
        ALLOWED_HOSTS=["*"],
        ROOT_URLCONF=__name__,
        INSTALLED_APPS=[f"django.contrib.{name}" for name in names],
        MIDDLEWARE=USUAL,
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "OPTIONS": {"loaders": [("django.template.loaders.cached.Loader", [loader])]},
            }
        ],
        DATABASES={"default": database_settings("", folder)},
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        USE_TZ=True,
    )
    django.setup()


if __name__ == "__main__":
    configure(Path(sys.argv[1]))


class Entry(models.Model):
    who = models.CharField(max_length=40)
    points = models.IntegerField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "floor"

    def __str__(self) -> str:
        return self.who


@csrf_exempt
def insert(request: HttpRequest) -> HttpResponse:
    Entry.objects.create(who="Ann", points=8)
    return HttpResponse(status=303, headers={"Location": "/rows/"})


def rows(request: HttpRequest) -> HttpResponse:
    return render(request, "rows.html", {"rows": Entry.objects.order_by("-pk")[:ROWS]})


urlpatterns = [path("insert/", insert), path("rows/", rows)]


def serve() -> None:
    with connection.schema_editor() as editor:
        editor.create_model(Entry)
    for number in range(ROWS):
        Entry.objects.create(who=f"Player {number % 6}", points=number * 37 % 90 - 30)
    listening = socket.create_server(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    shell = WSGIMiddleware(get_wsgi_application(), workers=THREADS)
    config = uvicorn.Config(shell, log_level="warning", access_log=False, lifespan="off")
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    serve()
