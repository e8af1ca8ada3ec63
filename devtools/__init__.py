"""The implementation of `dev.py`. Standard library only: it runs before anything is installed."""

import hashlib
import subprocess
from pathlib import Path

from pairwright.terminal import fail as fail, say as say

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
TOOLS = ROOT / ".tools"
BIN = VENV / "bin"
PYTHON = BIN / "python"


def call(*command: object, env: dict[str, str] | None = None) -> int:
    return subprocess.call([str(part) for part in command], cwd=ROOT, env=env)


def must(*command: object, env: dict[str, str] | None = None) -> None:
    code = call(*command, env=env)
    if code:
        raise SystemExit(code if code > 0 else 1)


def git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def tree_mark() -> str:
    """A name for the tree as it is, whatever has been committed of it."""
    names = git("ls-files", "--cached", "--others", "--exclude-standard", "-z").split("\0")
    content = hashlib.sha256()
    for path in (ROOT / name for name in sorted(names) if name):
        content.update(f"{path}\0".encode() + (path.read_bytes() if path.is_file() else b""))
    return content.hexdigest()[:16]
