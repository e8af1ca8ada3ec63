"""Which code is running: its version, for people, and a fingerprint: no ETag and nothing in Redis may outlive the code
it was made with.
"""

import tomllib
from functools import cache
from hashlib import sha256
from pathlib import Path

from config.env import BASE_DIR

FOLDERS = ("accounts", "config", "locale", "pairing", "research", "static", "templates", "tournaments")
KINDS = {".css", ".html", ".js", ".json", ".mo", ".po", ".py", ".svg", ".txt"}

VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"]


def _files(base: Path) -> list[Path]:
    return [path for name in FOLDERS for path in sorted((base / name).rglob("*")) if path.suffix in KINDS]


def fingerprint(base: Path = BASE_DIR) -> str:
    """Twelve characters that change with every change of code, templates, styles or translations, and with nothing
    else: the same on every machine.
    """
    digest = sha256()
    for path in _files(base):
        digest.update(f"{path.relative_to(base)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:12]


@cache
def running() -> str:
    """The fingerprint of this process, worked out once. With Redis that is when it starts, before files can change."""
    return fingerprint()


def newest_file(base: Path = BASE_DIR) -> str:
    """The same question where files change under a running server, as with DEBUG: cheap enough for every request."""
    times = (path.stat().st_mtime_ns for path in _files(base))
    return f"{max(times, default=0) // 1_000_000:x}"
