"""The only place that reads environment variables.

Every reader gives the variable's name and default, and records both in `READ`. A test compares that list with
`.env.example` and `docs/deploy.md`, so an undocumented variable fails. A value that cannot be understood stops the
start with the variable's name and the allowed values, not with a riddle from deep inside.
"""

import os
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit
from zoneinfo import ZoneInfo

import environ
from django.core.exceptions import ImproperlyConfigured

from config import private

T = TypeVar("T")

BASE_DIR = Path(__file__).resolve().parent.parent

READ: dict[str, Any] = {}
"""Variable name -> default, filled as settings are read."""
PLAIN: set[str] = set()
"""Those whose values are numbers, flags or words to choose from: nothing secret, no name, no address."""

_environ = environ.Env()


def load_file() -> None:
    """Take variables that are not set yet from `.env`, or the file that ENV_FILE names, if there is one."""
    path = Path(_read("ENV_FILE", str(BASE_DIR / ".env"), str, "a path"))
    if path.is_file():
        environ.Env.read_env(str(path))


def _read(name: str, default: T, cast: Callable[[str], T], allowed: str) -> T:
    READ.setdefault(name, default)
    raw = os.environ.get(name, "").strip()
    if not raw:
        return default
    try:
        return cast(raw)
    except (ValueError, KeyError) as error:
        raise ImproperlyConfigured(f"{name}={raw!r} is not understood: expected {allowed}.") from error


def text(name: str, default: str = "") -> str:
    return _read(name, default, str, "text")


def choice(name: str, default: str, *allowed: str) -> str:
    def cast(raw: str) -> str:
        if raw not in allowed:
            raise ValueError(raw)
        return raw

    PLAIN.add(name)
    return _read(name, default, cast, "one of " + ", ".join(allowed))


def described() -> dict[str, str]:
    """The variables that are set; the values of those only that are plain."""
    values = {name: os.environ.get(name, "").strip() for name in READ}
    return {name: value if name in PLAIN else "(set)" for name, value in sorted(values.items()) if value}


def whole(name: str, default: int) -> int:
    """A whole number, 0 or more."""

    def cast(raw: str) -> int:
        number = int(raw)
        if number < 0:
            raise ValueError(raw)
        return number

    PLAIN.add(name)
    return _read(name, default, cast, "a whole number, 0 or more")


def time_zone(name: str, default: str) -> str:
    return _read(name, default, lambda raw: ZoneInfo(raw).key, "a time zone such as Europe/Copenhagen")


def rate(name: str, default: str) -> str:
    """Requests per time, as REST framework writes it."""

    def cast(raw: str) -> str:
        if not re.fullmatch(r"[1-9][0-9]*/(s|sec|m|min|h|hour|d|day)", raw):
            raise ValueError(raw)
        return raw

    return _read(name, default, cast, f"a number per s, min, hour or day, such as {default}")


_UNITS = {"s": 1, "min": 60, "h": 3600, "d": 86_400}


def limit(name: str, default: str) -> tuple[int, int]:
    """So many in so many seconds, from 50/10min; none at all is 0."""
    pattern = re.compile(rf"([1-9][0-9]*)/([1-9][0-9]*)?({'|'.join(_UNITS)})|0")

    def cast(raw: str) -> str:
        if not pattern.fullmatch(raw):
            raise ValueError(raw)
        return raw

    allowed = f"a number per time, such as {default} (s, min, h or d), or 0 for no limit"
    found = pattern.fullmatch(_read(name, default, cast, allowed))
    if found is None or found[1] is None:
        return 0, 0
    return int(found[1]), int(found[2] or 1) * _UNITS[found[3]]


_FLAGS = {
    "1": True,
    "true": True,
    "yes": True,
    "on": True,
    "0": False,
    "false": False,
    "no": False,
    "off": False,
}


def flag(name: str, default: bool = False) -> bool:
    PLAIN.add(name)
    return _read(name, default, lambda raw: _FLAGS[raw.lower()], "1 or 0 (also true/false, yes/no, on/off)")


def listing(name: str, default: list[str]) -> list[str]:
    """Values separated by commas."""

    def cast(raw: str) -> list[str]:
        return [part.strip() for part in raw.split(",") if part.strip()]

    return _read(name, default, cast, "values separated by commas")


def networks(name: str, default: list[str]) -> tuple[IPv4Network | IPv6Network, ...]:
    """Addresses and networks, separated by commas."""

    def cast(raw: str) -> list[str]:
        return [str(ip_network(part.strip())) for part in raw.split(",") if part.strip()]

    allowed = "addresses or networks separated by commas, such as 10.0.0.5,172.16.0.0/12"
    return tuple(ip_network(network) for network in _read(name, default, cast, allowed))


def path(name: str, default: Path) -> Path:
    return _read(name, default, lambda raw: Path(raw).expanduser().resolve(), "a path")


def own_directory(name: str, default: Path) -> Path:
    """A path; the directory, if it is there, is closed to other accounts."""
    directory = path(name, default)
    private.close(directory)
    return directory


def compiled_code(data_dir: Path) -> Path:
    """Have Numba keep compiled code in `<data_dir>/numba` where the program itself is installed read-only; returns a
    directory for what is to be known of that code.

    Elsewhere it lies beside its source, which is Numba's own default. Numba reads NUMBA_CACHE_DIR when it is imported.
    """
    given = text("NUMBA_CACHE_DIR")
    sources = BASE_DIR / "pairing" / "simulation"
    if not given and not os.access(sources, os.W_OK):
        given = os.environ["NUMBA_CACHE_DIR"] = str(data_dir / "numba")
    return Path(given) if given else sources / "__pycache__"


def secret_key(data_dir: Path) -> str:
    """SECRET_KEY, or the key in `<data_dir>/secret_key`: made on first use, readable by its owner only."""
    given = text("SECRET_KEY")
    if given:
        return given
    file = data_dir / "secret_key"
    try:
        # Several processes (web, worker) may start at once on a fresh copy. The complete file is linked into
        # place, so whoever comes second finds a whole key and nobody ever reads half of one.
        if not file.exists():
            private.directory(data_dir)
            draft = data_dir / f".secret_key.{os.getpid()}"
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "w") as out:
                out.write(secrets.token_urlsafe(50))
            with suppress(FileExistsError):
                os.link(draft, file)
            draft.unlink()
        private.close(file)
        return file.read_text().strip()
    except OSError as error:
        raise ImproperlyConfigured(
            f"Set SECRET_KEY, or make {file} readable and writable: {error}"
        ) from error


def surroundings(otherwise: dict[str, str]) -> dict[str, str]:
    """All variables, for a program that is started; `otherwise` for those that nobody has set."""
    return otherwise | os.environ


CONNECTION_SECONDS = 600


def database(data_dir: Path) -> dict[str, Any]:
    """Django's DATABASES entry for DATABASE_URL; SQLite in the data directory where it is not set."""
    url = text("DATABASE_URL") or f"sqlite:///{data_dir / 'pairwright.sqlite3'}"
    try:
        config: dict[str, Any] = _environ.db_url_config(url)
    except (ImproperlyConfigured, ValueError) as error:
        raise ImproperlyConfigured(f"DATABASE_URL is not understood: {error}") from error
    engine = config.get("ENGINE", "")
    options = config.setdefault("OPTIONS", {})
    # Each thread keeps one, and a process has a fixed number of threads (config/front.py). No pool of PostgreSQL's: a
    # page that was given two connections the server had dropped slept a second, after a third one two more. Opening
    # SQLite anew costs as much as three questions.
    config["CONN_MAX_AGE"] = CONNECTION_SECONDS
    if engine == "django.db.backends.sqlite3":
        _private_database(config["NAME"], data_dir)
        # WAL lets readers go on while one writes. IMMEDIATE takes the write lock when a transaction begins:
        # one that asks for it later fails at once with "database is locked", whatever the timeout.
        options["transaction_mode"] = "IMMEDIATE"
        options["timeout"] = 20
        options["init_command"] = "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;"
    elif engine == "django.db.backends.postgresql":
        # The server may have dropped it since, or have been started anew.
        config["CONN_HEALTH_CHECKS"] = True
    else:
        raise ImproperlyConfigured("DATABASE_URL must begin with sqlite:/// or postgres://.")
    return config


def _private_database(name: str, data_dir: Path) -> None:
    """The file of SQLite, readable by nobody else; one outside of our own directory keeps its folder as it is."""
    if name.startswith((":memory:", "file:")):
        return
    file = Path(name)
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.parent == data_dir:
        private.directory(data_dir)
    private.database_file(file)


_REDIS_SCHEMES = {"redis", "rediss", "unix", "redis+socket"}


def redis_url() -> str:
    """REDIS_URL, checked; empty where there is no Redis."""
    url = text("REDIS_URL")
    if url and urlsplit(url).scheme not in _REDIS_SCHEMES:
        raise ImproperlyConfigured(
            f"REDIS_URL={url!r} is not understood: expected redis://HOST:PORT/DB, rediss://... or unix:///PATH?db=N."
        )
    return url


def _socket_database(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    query = parse_qs(parts.query)
    return parts.path, (query.get("db") or query.get("virtual_host") or ["0"])[0]


def broker_url(url: str) -> str:
    """The same Redis as Celery writes it: a socket is redis+socket:///PATH?virtual_host=DB."""
    if urlsplit(url).scheme in {"unix", "redis+socket"}:
        socket, number = _socket_database(url)
        return f"redis+socket://{socket}?virtual_host={number}"
    return url


def cache_url(url: str) -> str:
    """The same Redis as redis-py, and so Django's cache, writes it: a socket is unix:///PATH?db=DB."""
    if urlsplit(url).scheme in {"unix", "redis+socket"}:
        socket, number = _socket_database(url)
        return f"unix://{socket}?db={number}"
    return url
