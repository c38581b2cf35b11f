"""What Django's admin needs of the settings, where it is switched on."""

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
