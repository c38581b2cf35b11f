"""Settings. What differs between installations comes from environment variables (docs/operating.md)."""

import os
import re
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from scorekeeper.server import environment, folder
from scorekeeper.server.database import database_settings
from scorekeeper.server.logs import logging_as
from scorekeeper.server.terminal import gettext as _

BASE_DIR, SITE_DIR = folder.BASE_DIR, folder.SITE_DIR
DEMO = os.environ.get(environment.DEMO) == "1"
"""Whether this is the demo, which has a database and cookies of its own."""
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
    SECRET_KEY = folder.read_or_create_key(DATA_DIR, "" if DEMO else os.environ.get(environment.SECRET, ""))
except (OSError, ValueError) as problem:
    words = {"folder": DATA_DIR, "reason": problem}
    raise ImproperlyConfigured(_("no secret key in %(folder)s: %(reason)s") % words) from problem

# --- Hosts, cookies and HTTPS

_public = urlsplit(PUBLIC_URL)

DEBUG = False
ALLOWED_HOSTS = ["*"]  # scorekeeper.server.hosts.HostMiddleware checks them instead
EXTRA_HOSTS = environment.split_words(os.environ.get(environment.HOSTS, ""))
if _public.hostname:
    EXTRA_HOSTS += (_public.hostname,)
CSRF_TRUSTED_ORIGINS: list[str] = [PUBLIC_URL] if PUBLIC_URL else []

SECURE_COOKIES: bool = _public.scheme == "https"
"""Whether cookies are sent with HTTPS only; a home network has no HTTPS."""

DEVICE_COOKIE = "demo_device" if DEMO else "device"
"""The demo has another one, since browsers send a cookie to all ports of a host."""
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE_COOKIES
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
CSRF_FAILURE_VIEW = "scorekeeper.server.errors.csrf_failure"

SILENCED_SYSTEM_CHECKS = [
    "security.W002",  # scorekeeper.server.headers sets X-Frame-Options, for streams too
]
if SECURE_COOKIES:
    SECURE_SSL_REDIRECT = True
    SECURE_SSL_HOST = _public.netloc
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SILENCED_SYSTEM_CHECKS += [
        "security.W005",  # HSTS for subdomains, which may have no HTTPS
        "security.W021",  # HSTS preload, which is a decision of the domain's owner
    ]
else:
    SECURE_CROSS_ORIGIN_OPENER_POLICY = None  # on plain HTTP browsers ignore it, and complain
    # Without HTTPS there is no HSTS, no redirect to it, and no secure CSRF cookie.
    SILENCED_SYSTEM_CHECKS += ["security.W004", "security.W008", "security.W016"]

DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
WIDE_PATHS = re.compile(r"/import/|/circles/[^/]+/file/")
"""Paths with the larger limit for bodies (limits.WIDE_BODY): imports of a circle's file."""
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
FILE_UPLOAD_MAX_MEMORY_SIZE = DATA_UPLOAD_MAX_MEMORY_SIZE
FILE_UPLOAD_PERMISSIONS = 0o600  # for static files too: other users cannot read the data folder

# --- Logging

LOGGING = logging_as(LOG_FORMAT)
LOG_REQUESTS = os.environ.get(environment.LOG_REQUESTS) == "1"

# --- Apps, middleware and templates

ADMIN = os.environ.get(environment.ADMIN) == "1"
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
                "scorekeeper.server.templates.demo_context",
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

if ADMIN:
    SILENCED_SYSTEM_CHECKS += ["security.W012"]  # a secure session cookie needs HTTPS
    SESSION_COOKIE_PATH = "/admin/"
    SESSION_COOKIE_NAME = "admin_session"
    SESSION_COOKIE_SAMESITE = "Strict"
    SESSION_COOKIE_AGE = 12 * 3600

# --- Database

DATABASES = {"default": database_settings("" if DEMO else os.environ.get("DATABASE_URL", ""), DATA_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Languages

LANGUAGE_CODE = "ja"
LANGUAGES = [("ja", "日本語"), ("en", "English"), ("zh-hans", "简体中文")]
# The engine has its own catalogues, which Django reads too.
LOCALE_PATHS = [BASE_DIR / "scorekeeper" / "locale", BASE_DIR / "scorekeeper" / "scoring" / "locale"]
FORMAT_MODULE_PATH = "scorekeeper.locale"

# --- Static files

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [SITE_DIR / "static"]
STATIC_FILES_MADE = "scorekeeper.games.families.files_made"
"""A function that returns the texts of generated static files by name."""
WHITENOISE_ALLOW_ALL_ORIGINS = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "scorekeeper.server.static.StaticStorage"},
}
