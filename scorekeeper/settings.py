"""Settings. What differs between two installations comes from the environment (`server/environment.py`).

docs/operating.md lists the variables.
"""

import os
import re
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from scorekeeper.server import environment, folder
from scorekeeper.server.database import database
from scorekeeper.server.logs import logging_as
from scorekeeper.server.terminal import gettext as _

BASE_DIR, SITE_DIR = folder.BASE_DIR, folder.SITE_DIR
DEMO = os.environ.get(environment.DEMO) == "1"
"""Whether everything here is made up; it never comes near another database or another server's cookies."""
DATA_DIR = Path(os.environ.get(environment.DATA) or folder.data_folder()).absolute()
if DEMO:
    DATA_DIR /= "demo"

try:
    PUBLIC_URL = environment.public_url(os.environ.get(environment.PUBLIC_URL, ""))
    TRUSTED_PROXIES = environment.trusted_proxies(os.environ.get(environment.TRUSTED_PROXIES, ""), PUBLIC_URL)
    LOG_FORMAT = environment.log_format(os.environ.get(environment.LOG, ""))
    TIME_ZONE = environment.time_zone(os.environ.get("TZ", ""))
except ValueError as problem:
    raise ImproperlyConfigured(str(problem)) from None

try:
    SECRET_KEY = folder.read_or_make(DATA_DIR, "" if DEMO else os.environ.get(environment.SECRET, ""))
except (OSError, ValueError) as problem:
    words = {"folder": DATA_DIR, "reason": problem}
    raise ImproperlyConfigured(_("no secret key in %(folder)s: %(reason)s") % words) from problem

# --- Who is let in, and over which address

_public = urlsplit(PUBLIC_URL)

DEBUG = False
ALLOWED_HOSTS = ["*"]  # decided by scorekeeper.server.hosts.HostMiddleware, which can say private addresses
EXTRA_HOSTS = environment.words(os.environ.get(environment.HOSTS, ""))
if _public.hostname:
    EXTRA_HOSTS += (_public.hostname,)
CSRF_TRUSTED_ORIGINS: list[str] = [PUBLIC_URL] if PUBLIC_URL else []

SECURE_COOKIES: bool = _public.scheme == "https"
"""Whether cookies travel over HTTPS only; on a home network there is none."""

DEVICE_COOKIE = "demo_device" if DEMO else "device"
"""The cookie of a phone; browsers send it to every port of a machine, where the real server may be too."""
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE_COOKIES
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
CSRF_FAILURE_VIEW = "scorekeeper.server.errors.csrf_failure"

SILENCED_SYSTEM_CHECKS = [
    "security.W002",  # scorekeeper.server.headers forbids frames on every answer, streams too
]
if SECURE_COOKIES:
    SECURE_SSL_REDIRECT = True
    SECURE_SSL_HOST = _public.netloc
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SILENCED_SYSTEM_CHECKS += [
        "security.W005",  # the other names of the domain are not ours: they may have no HTTPS
        "security.W021",  # browsers keep their list for years: that is for anyone who owns the domain
    ]
else:
    SECURE_CROSS_ORIGIN_OPENER_POLICY = None  # browsers ignore it on plain HTTP, and complain
    SILENCED_SYSTEM_CHECKS += [
        "security.W004",  # HSTS: on a home network there is no HTTPS to hold phones to
        "security.W008",  # and none to send them to
        "security.W016",  # they would send no cookie back that is for HTTPS only
    ]

DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
WIDE_PATHS = re.compile(r"/import/|/circles/[^/]+/file/")
"""Where the file of a whole circle may be sent, whose body is larger than any other."""
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
FILE_UPLOAD_MAX_MEMORY_SIZE = DATA_UPLOAD_MAX_MEMORY_SIZE
FILE_UPLOAD_PERMISSIONS = 0o600  # static files too: nothing in the data folder is for others

# --- Output for those who run it

LOGGING = logging_as(LOG_FORMAT)
LOG_REQUESTS = os.environ.get(environment.LOG_REQUESTS) == "1"

# --- Parts

ADMIN = os.environ.get(environment.ADMIN) == "1"
"""Whether there is Django's admin, with what it needs below."""
ADMIN_APPS = (
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.admin.apps.SimpleAdminConfig",
)
ADMIN_MIDDLEWARE = (
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
)

ROOT_URLCONF = "scorekeeper.urls"

INSTALLED_APPS = [
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "scorekeeper.server",
    "scorekeeper.circles",
    "scorekeeper.play",
    "scorekeeper.stats",
    "scorekeeper.present",
    "scorekeeper.games",
    "scorekeeper.rules",
    "scorekeeper.rounds",
    "scorekeeper.story",
    "scorekeeper.archive",
    "scorekeeper.groups",
    "scorekeeper.money",
    "scorekeeper.tables",
    "scorekeeper.nights",
    *(ADMIN_APPS if ADMIN else ()),
]

MIDDLEWARE = [
    "scorekeeper.server.hosts.HostMiddleware",
    "scorekeeper.server.unreadable.UnreadableMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "scorekeeper.circles.access.DeviceMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    *(ADMIN_MIDDLEWARE if ADMIN else ()),
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "scorekeeper.circles.limits.LimitMiddleware",
    "scorekeeper.groups.home.PhoneSeenMiddleware",
]

TEMPLATES: list[dict[str, object]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [SITE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["scorekeeper.server.templates.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.messages.context_processors.messages",
                "scorekeeper.circles.access.membership_context",
                "scorekeeper.play.find.session_context",
                "scorekeeper.server.templates.frame",
                *(["django.contrib.auth.context_processors.auth"] if ADMIN else []),
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "scorekeeper.server.templates",
                "scorekeeper.present.templatetags.frame",
            ],
        },
    },
]

MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"

# --- The admin, where it is switched on

if ADMIN:
    SILENCED_SYSTEM_CHECKS += ["security.W012"]  # at home there is no HTTPS for its cookie
    SESSION_COOKIE_PATH = "/admin/"
    SESSION_COOKIE_NAME = "admin_session"
    SESSION_COOKIE_SAMESITE = "Strict"
    SESSION_COOKIE_AGE = 12 * 3600

# --- Database

DATABASES = {"default": database("" if DEMO else os.environ.get("DATABASE_URL", ""), DATA_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Languages

LANGUAGE_CODE = "ja"
LANGUAGES = [("ja", "日本語"), ("en", "English"), ("zh-hans", "简体中文")]
# The engine brings its own catalogues; they are called django.po because Django reads no other name.
LOCALE_PATHS = [BASE_DIR / "scorekeeper" / "locale", BASE_DIR / "scorekeeper" / "scoring" / "locale"]
FORMAT_MODULE_PATH = "scorekeeper.locale"

# --- Static files

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [SITE_DIR / "static"]
STATIC_FILES_MADE = "scorekeeper.games.families.files_made"
"""A function that gives files which are made where static files are collected: their texts by their names."""
WHITENOISE_ALLOW_ALL_ORIGINS = False  # they are for our own pages
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "scorekeeper.server.static.StaticStorage"},
}
