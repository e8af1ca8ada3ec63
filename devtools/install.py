"""The environment in .venv: exactly what the lock file names, by uv; what runs, by pip where uv cannot."""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from devtools import PYTHON, ROOT, TOOLS, VENV, call, fail, must, say

UV_VERSION = "0.13.8"
# Also when this runs inside .venv: the Python that .venv is made from.
BASE_PYTHON = getattr(sys, "_base_executable", None) or sys.executable


def make_venv(folder: Path) -> None:
    if subprocess.call([BASE_PYTHON, "-c", "import venv, ensurepip"], stderr=subprocess.DEVNULL):
        fail("Python's venv module is missing. On Debian and Ubuntu: apt-get install python3-venv")
    must(BASE_PYTHON, "-m", "venv", "--clear", folder)


def find_uv() -> str | None:
    """uv from the PATH, else our own copy in .tools: inside .venv `uv sync` would remove it."""
    if os.environ.get("NO_UV"):
        return None
    own = TOOLS / "bin" / "uv"
    if not own.exists() and (found := shutil.which("uv")):
        return found
    if not own.exists():
        say(f"getting uv {UV_VERSION}")
        make_venv(TOOLS)
        if call(
            TOOLS / "bin" / "python",
            "-m",
            "pip",
            "install",
            "-q",
            "--disable-pip-version-check",
            f"uv=={UV_VERSION}",
        ):
            return None
    return str(own)


def uv_env() -> dict[str, str]:
    # Without these uv would look on the internet for a Python of its own, and distrust certificates that the
    # machine's owner has added (its own list is the default; the name of the switch has changed once).
    return {
        "UV_SYSTEM_CERTS": "1",
        "UV_NATIVE_TLS": "1",
        **os.environ,
        "UV_PYTHON_DOWNLOADS": "never",
        "UV_PYTHON": BASE_PYTHON,
        "UV_PROJECT_ENVIRONMENT": str(VENV),
        "UV_NO_PROGRESS": "1",
    }


def fingerprint(paths: Iterable[Path], *more: str) -> str:
    digest = hashlib.sha256("\0".join(more).encode())
    for path in sorted(paths):
        digest.update(f"{path}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def install(everything: bool) -> None:
    """Make .venv hold what the lock names: the running parts, or the tools for tests and checks too."""
    wanted = fingerprint(
        [ROOT / "uv.lock", ROOT / "pyproject.toml"], os.path.realpath(sys.base_prefix), sys.version
    )
    stamps = [VENV / ".installed-all"] if everything else [VENV / ".installed-all", VENV / ".installed-run"]
    if PYTHON.exists() and any(stamp.is_file() and stamp.read_text() == wanted for stamp in stamps):
        return
    say("installing the locked dependencies")
    uv = find_uv()
    # Inexact: tools that are there already stay, so that `run` after `test` need not install anything.
    groups = [] if everything else ["--no-default-groups", "--inexact"]
    if uv is None or call(uv, "sync", "--frozen", "--quiet", "--extra", "lab", *groups, env=uv_env()):
        if everything:
            fail("The tools for tests and checks need uv. NO_UV=1 is for `run` and `demo`.")
        say("installing with pip")
        make_venv(VENV)
        must(
            PYTHON,
            "-m",
            "pip",
            "install",
            "-q",
            "--disable-pip-version-check",
            "--require-hashes",
            "-r",
            ROOT / "requirements.lock",
        )
    stamps[-1].write_text(wanted)
