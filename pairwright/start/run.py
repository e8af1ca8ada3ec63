"""`pairwright start`: start web server, worker and broker, restart one that dies, stop them together."""

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from environ import Env

from pairwright import sources
from pairwright.start import lan
from pairwright.start.folder import only_one
from pairwright.start.service import OWN_GROUP, Service
from pairwright.start.services import (
    free_port,
    serving_env,
    start_broker,
    start_demo,
    start_web,
    start_worker,
)
from pairwright.terminal import fail, say


def options() -> ArgumentParser:
    """Those in capitals are variables."""
    parser = ArgumentParser("pairwright start", description="Start the site on this machine.")
    add = parser.add_argument
    add("--data", dest="DATA_DIR", metavar="FOLDER", help="where the database lies, or is made")
    add("--demo", action="store_true", help="load demo events, unless this folder has had them")
    add("--lan", dest="LAN", action="store_const", const="1", help="let phones on the network in")
    add("--no-lan", dest="LAN", action="store_const", const="0", help="let nobody else in, and do not ask")
    add("--host", dest="HOST", metavar="ADDRESS", help="listen on this address of the machine")
    add("--port", dest="PORT", metavar="N", help="listen on this port (8000, or the next free one)")
    return parser


def read(words: Sequence[str]) -> bool:
    """Put what the options say into the variables that mean the same. Returns whether a demo is asked for."""
    said = vars(options().parse_args(words))
    wants_demo = bool(said.pop("demo"))
    os.environ.update({name: value for name, value in said.items() if value is not None})
    return wants_demo


def prepare(env: dict[str, str], wants_demo: bool) -> int:
    """The database, and the demo. Returns an exit code."""
    command = [sys.executable, "manage.py", "prepare", *(["--demo"] if wants_demo else [])]
    return subprocess.call(command, cwd=sources.ROOT, env=env, **OWN_GROUP)  # Ctrl-C cuts no migration off


def answers(host: str, port: int) -> bool:
    target = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    try:
        urllib.request.urlopen(f"http://{target}:{port}/healthz", timeout=2).close()
    except urllib.error.HTTPError:
        return True  # it speaks; what it says is for the log
    except OSError:
        return False
    return True


def welcome(data: Path, host: str, port: int, seconds: float) -> None:
    shown = "localhost" if host in (*lan.LOOPBACK, *lan.EVERYWHERE) else host
    print(f"\n  Pairwright is ready ({seconds:.1f} s):  http://{shown}:{port}/")
    if host in lan.LOOPBACK:
        how = "pairwright --lan" if sources.IS_INSTALLED else "make run LAN=1"
        print(f"  Only this machine reaches it. To let phones on your network in: {how}")
    else:
        lan.tell_phones(host, port)
    if (sign_in := data / "demo-login.txt").is_file():
        name, password = sign_in.read_text().split()
        print(f"  Sign in as the owner of the demo: {name} / {password}")
    else:
        print(f"  Create your account, or sign in:  http://{shown}:{port}/accounts/login/")
    print(f"  The data lies in {data}")
    print("  Stop with Ctrl-C.\n", flush=True)


def stop(services: list[Service]) -> None:
    """Web and worker together, the broker after them: a worker that ends gives its task back through it."""
    for service in services:
        if service.name != "broker":
            service.ask_to_stop()
    for service in reversed(services):
        service.stop()


def run(words: Sequence[str]) -> int:
    began = time.monotonic()
    wants_demo = read(words)
    sources.set_variables()
    Env.read_env(os.environ.get("ENV_FILE") or sources.ROOT / ".env")
    host, data = lan.chosen_host(), sources.data_folder()
    lock = only_one(data)
    port = free_port(host)
    env = serving_env(data, host)
    if not Path(env["STATIC_ROOT"], "staticfiles.json").is_file():
        fail("The static files are not collected. In a working copy `make run` does that, and starts.")
    stopping: list[int] = []
    for name in ("SIGTERM", "SIGINT", "SIGHUP"):
        if number := getattr(signal, name, None):
            signal.signal(number, lambda got, frame: stopping.append(got))
    if code := prepare(env, wants_demo):
        return code
    services: list[Service] = []
    try:
        services += start_broker(env, data)
        services.append(start_web(env, host, port))
        services += start_worker(env) + start_demo(env)
        greeted = False
        while not stopping:
            for service in services:
                service.look_after()
            if not greeted and answers(host, port):
                welcome(data, host, port, time.monotonic() - began)
                greeted = True
            time.sleep(0.1 if not greeted else 0.4)
    finally:
        say("stopping")
        stop(services)
        lock.release()
    return 0
