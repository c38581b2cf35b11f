"""What Django's admin needs of the settings, where it is switched on."""

from collections.abc import Sequence

PATH = "/admin/"
APPS = (
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.admin.apps.SimpleAdminConfig",
)
MIDDLEWARE = (
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
)
BEFORE = "django.contrib.messages.middleware.MessageMiddleware"
# They look at the templates of the pages, which are others; and at home there is no HTTPS.
CHECKS = ("admin.E402", "admin.E404", "admin.W411", "security.W012")

TEMPLATES: dict[str, object] = {
    "NAME": "admin",
    "BACKEND": "django.template.backends.django.DjangoTemplates",
    "APP_DIRS": True,
    "OPTIONS": {
        "context_processors": [
            "django.template.context_processors.request",
            "django.contrib.auth.context_processors.auth",
            "django.contrib.messages.context_processors.messages",
        ],
    },
}
"""Its own templates, as Django reads them; the pages' come first."""


def switched_on(
    apps: Sequence[str], middleware: Sequence[str], silenced: Sequence[str]
) -> tuple[list[str], list[str], list[str]]:
    place = list(middleware).index(BEFORE)
    return (
        [*apps, *APPS],
        [*middleware[:place], *MIDDLEWARE, *middleware[place:]],
        [*silenced, *CHECKS],
    )
