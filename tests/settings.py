"""The project's own settings in surroundings that are the same on every machine.

pytest-django reads settings before any conftest.py, so surroundings are prepared here: nothing from a
developer's `.env`, nothing written into their `var/`, and no Redis database shared between parallel processes.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit


def _own_redis_database(url: str) -> str:
    """The n-th test process uses the n-th database after the one that was named: each empties its own."""
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    parts = urlsplit(url)
    if not url or parts.scheme not in {"redis", "rediss"}:
        return url
    return urlunsplit(parts._replace(path=f"/{int(parts.path.strip('/') or 0) + number}"))


def _prepare() -> None:
    if "DATA_DIR" not in os.environ:
        scratch = tempfile.mkdtemp(prefix="pairwright-tests-")
        atexit.register(shutil.rmtree, scratch, ignore_errors=True)
        os.environ["DATA_DIR"] = scratch
    os.environ["ENV_FILE"] = os.devnull
    os.environ.setdefault("SECRET_KEY", "only-for-tests-" + "x" * 50)
    # Limits of the API have their own tests, which set their own rates.
    for name in ("API_RATE_ANONYMOUS", "API_RATE_USER", "API_RATE_TOOLS"):
        os.environ.setdefault(name, "100000/min")
    # A session that a test begins has typed no password; tests/accounts/test_confirm.py sets its own time.
    os.environ.setdefault("PASSWORD_MINUTES", "0")
    # Only in the parallel processes: the one that starts them must hand on the number as it was.
    if "PYTEST_XDIST_WORKER" in os.environ and "REDIS_URL" in os.environ:
        os.environ["REDIS_URL"] = _own_redis_database(os.environ["REDIS_URL"])


_prepare()

from config.settings import *  # noqa: E402, F403
from config.settings import MIDDLEWARE, STATIC_ROOT  # noqa: E402

Path(STATIC_ROOT).mkdir(parents=True, exist_ok=True)
MIDDLEWARE[MIDDLEWARE.index("whitenoise.middleware.WhiteNoiseMiddleware")] = "tests.static_files.StaticFiles"
# A real password hash takes a twentieth of a second on purpose; tests sign in thousands of times.
# What a run of the suite asks of it comes in many small pieces, and starting it anew costs more than most of them.
SANDBOX_IDLE_SECONDS = 600
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.MD5PasswordHasher",
    "django.contrib.auth.hashers.Argon2PasswordHasher",
]
