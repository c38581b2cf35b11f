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
CHECKS = ("security.W012",)  # at home there is no HTTPS for its cookie
LOADERS = ("django.template.loaders.app_directories.Loader",)
CONTEXT_PROCESSORS = ("django.contrib.auth.context_processors.auth",)
