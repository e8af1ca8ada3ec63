"""What every test shares: where it may run, and the same surroundings on every machine."""

import fcntl
import hashlib
import os
import shutil
import socket
import sys
from collections.abc import Generator, Iterator
from inspect import signature
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

import pytest
from django.db.backends.base.base import BaseDatabaseWrapper
from hypothesis import HealthCheck, settings

from config import garbage
from devtools import kernels
from tests import costs, sweep, touched

ROOT = Path(__file__).resolve().parent.parent
# The same engine without the window around it needs less than half of the processor time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), "")
# Of Chromium. The address bar's own pages come first: nobody sees them, and opening a window for a test cost more than
# twice as much with them. The others are those that Playwright turns off itself, whose list this one replaces.
UNWANTED = """
    WebUIOmniboxPopup WebUIOmniboxFullPopup WebUIOmniboxAimPopup
    AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsUpgrades HttpsFirstBalancedModeAutoEnable
    LensOverlay MediaRouter PaintHolding ThirdPartyStoragePartitioning AvoidCorsURLLoaderRestartOnRedirect
    OptimizationHints NetworkTimeServiceQuerying AimEnabled PreconnectToSearch
""".split()
# A question of the page that a busy machine never answered is asked again: no fault of the page.
CUT_OFF = "htmx:error: timeout"
ASKED_FOR = pytest.StashKey[str]()
ON_POSTGRES = os.environ.get("DATABASE_URL", "").startswith(("postgres://", "postgresql://"))


settings.register_profile("ci", derandomize=True, deadline=None, max_examples=60, print_blob=True)
settings.register_profile("dev", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("sweep", deadline=None, max_examples=600, print_blob=True)
settings.register_profile("deep", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def _redis_answers() -> bool:
    url = os.environ.get("REDIS_URL", "")
    if not url:
        return False
    parts = urlsplit(url)
    try:
        with socket.create_connection((parts.hostname or "localhost", parts.port or 6379), timeout=1):
            return True
    except OSError:
        return False


def _reasons() -> dict[str, str]:
    """Marker -> why its tests cannot run here; markers that can run are left out."""
    reasons: dict[str, str] = {}
    if not ON_POSTGRES:
        reasons["postgres"] = "needs PostgreSQL: set DATABASE_URL=postgres://..."
    if not _redis_answers():
        reasons["redis"] = "needs Redis: set REDIS_URL=redis://..."
    if not CHROMIUM:
        reasons["browser"] = "needs Chromium: apt-get install chromium-headless-shell"
    return reasons


def pytest_addoption(parser: pytest.Parser) -> None:
    sweep.addoption(parser)


def pytest_configure(config: pytest.Config) -> None:
    config.stash[ASKED_FOR] = config.option.tbstyle
    sweep.configure(config)
    costs.configure(config)
    touched.configure(config)


def pytest_sessionstart(session: pytest.Session) -> None:
    if not hasattr(session.config, "workerinput"):
        kernels.take()
    touched.begin()


def pytest_sessionfinish(session: pytest.Session) -> None:
    if not hasattr(session.config, "workerinput"):
        kernels.keep()
    else:
        vars(session.config)["workeroutput"]["proved"] = sorted(touched.proved)


def pytest_collection_finish() -> None:
    """All modules and cases are there now, and stay."""
    garbage.set_aside()
    garbage.seldom()


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[pytest.Item] | None:
    """Before all others: to make cases costs more than to throw them away."""
    return [] if sweep.unwanted(collector.config, obj) else None


@pytest.hookimpl(wrapper=True, tryfirst=True, specname="pytest_pycollect_makeitem")
def pytest_make_no_operations(collector: pytest.Collector, obj: object) -> Generator[None, Any, Any]:
    """Around all others: schemathesis puts a collector of its own in the place of what these have found."""
    found = yield
    return [] if sweep.unwanted(collector.config, obj) else found


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    sweep.choose(config, items)
    reasons = _reasons()
    for item in items:
        if "browser" in item.path.relative_to(ROOT).parts[:-1]:
            item.add_marker(pytest.mark.browser)
        if os.environ.get("CI") and item.get_closest_marker("browser"):
            # Named in the summary (R). A fault of the page fails both times; a hiccup of a busy machine does not.
            item.add_marker(pytest.mark.flaky(reruns=1))
        for marker, reason in reasons.items():
            if item.get_closest_marker(marker):
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_xdist_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SQLite in a file, as in real life: in memory, threads share one cache and fail where a file would wait."""
    from django.db import connections

    database = connections["default"].settings_dict
    if database["ENGINE"].endswith("sqlite3"):
        name = tmp_path_factory.mktemp("database") / "test.sqlite3"
        database["TEST"]["NAME"] = str(name)
        _migrating.begin()
        if (migrated := migrated_database()).exists():
            shutil.copyfile(migrated, name)
            database["TEST"]["MIGRATE"] = False  # to see that nothing is left to migrate takes seconds
            _migrating.end()


@pytest.fixture(scope="session")
def kernels_compiled() -> None:
    """For tests that simulate in their own process: each would compile them by itself on a machine that has none."""
    from tournaments.lab.services.kernels import compile_first

    compile_first()


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """A copy of the migrated database is used as it is; its folder goes with the run."""
    return not ON_POSTGRES


class _Migrating:
    """One process of a run makes the migrated database, the others wait for it."""

    lock: IO[str] | None = None

    def begin(self) -> None:
        folder = migrated_database().parent
        folder.mkdir(parents=True, exist_ok=True)
        self.lock = (folder / "lock").open("w")
        fcntl.flock(self.lock, fcntl.LOCK_EX)

    def end(self) -> None:
        if self.lock:
            self.lock.close()
            self.lock = None


_migrating = _Migrating()


def migrated_database() -> Path:
    """An empty database after all migrations, kept between runs: migrating costs more than most modules of tests."""
    state = hashlib.sha256((ROOT / "uv.lock").read_bytes())
    for path in sorted(ROOT.glob("*/migrations/*.py")):
        state.update(path.read_bytes())
    return ROOT / ".tools" / "databases" / f"{state.hexdigest()[:16]}.sqlite3"


def _keep_migrated(connection: BaseDatabaseWrapper) -> None:
    migrated = migrated_database()
    if not migrated.exists():
        own = migrated.with_suffix(f".{os.getpid()}")
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(own)])
        own.replace(migrated)
    _migrating.end()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Ends what threads of servers and jobs have left open: PostgreSQL drops no database somebody looks at."""
    from django.db import connection

    if connection.vendor == "sqlite":
        with django_db_blocker.unblock():
            _keep_migrated(connection)
    yield

    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture(scope="module")
def shared_database(django_db_setup: None, django_db_blocker: Any) -> Iterator[Any]:
    """What a module's fixtures make `with shared_database.unblock()` is there in all its tests, and gone after them.

    Each test takes back its own changes; it must not ask for `transaction=True`.
    """
    from django.test import TestCase

    with django_db_blocker.unblock():
        outer = TestCase._enter_atomics()  # type: ignore[attr-defined]
    yield django_db_blocker
    with django_db_blocker.unblock():
        TestCase._rollback_atomics(outer)  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def _fresh_cache() -> Iterator[None]:
    """A cached page or a counted request must not reach the next test."""
    if "django" in sys.modules:
        from django.conf import settings as django_settings
        from django.core.cache import caches

        if django_settings.configured:
            for alias in django_settings.CACHES:
                caches[alias].clear()
    if version_cache := sys.modules.get("tournaments.steps.version_cache"):
        version_cache.forget_unpacked()
    yield


@pytest.fixture(scope="session")
def steps_of_all(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the processes of a run find the steps that others have taken."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "steps"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(autouse=True)
def _steps_taken_once(request: pytest.FixtureRequest, steps_of_all: Path) -> None:
    if replayed := sys.modules.get("tests.replayed"):
        replayed.begin(signature(request.function).parameters, vars(request.module), steps_of_all)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Surroundings for tests that drive a browser."""
    drives = "playwright" in getattr(item, "fixturenames", ())
    # Playwright switches stacks in the middle of a call; pytest's own tracebacks parse source, which Python 3.11
    # then refuses with "AST constructor recursion depth mismatch", and that ends the whole run.
    item.config.option.tbstyle = "native" if drives else item.config.stash[ASKED_FOR]
    if drives:
        # Its event loop stays in this thread until the session ends, and Django takes it for a mistake.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
        from playwright.sync_api import expect

        # Where waiting ends, not how fast a page must be: two tests share two cores with whatever else runs.
        expect.set_options(timeout=30_000)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {
        **browser_type_launch_args,
        "executable_path": CHROMIUM,
        "args": [
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            f"--disable-features={','.join(UNWANTED)}",
        ],
    }
