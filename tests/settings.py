"""The project's settings with a temporary data folder."""

import atexit
import os
import shutil
import tempfile

from tests.postgres import take_databases
from tests.server.running import first_start

_folder = tempfile.mkdtemp(prefix="scorekeeper-test-")
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
os.environ["SCOREKEEPER_DATA"] = _folder
first_start()
for _name in (
    "SCOREKEEPER_ADMIN",
    "SCOREKEEPER_DEMO",
    "SCOREKEEPER_HOSTS",
    "SCOREKEEPER_LOG",
    "SCOREKEEPER_LOG_REQUESTS",
    "SCOREKEEPER_PUBLIC_URL",
    "SCOREKEEPER_SECRET",
    "SCOREKEEPER_TRUSTED_PROXIES",
):
    os.environ.pop(_name, None)
take_databases()

from scorekeeper.server.database import SQLITE  # noqa: E402
from scorekeeper.settings import *  # noqa: E402, F403
from scorekeeper.settings import DATABASES, STORAGES  # noqa: E402

EXTRA_HOSTS = ("testserver",)
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = True
if DATABASES["default"]["ENGINE"] == SQLITE:
    DATABASES["default"]["TEST"] = {"NAME": ":memory:"}  # without that each of several workers makes a file
