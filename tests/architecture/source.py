"""Our own Python files, for the tests that read them."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("accounts", "config", "devtools", "pairing", "pairwright", "research", "tournaments")


def python_files(*folders: str) -> list[Path]:
    """Every file a person wrote under these folders: migrations are written by Django."""
    found = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    return sorted(path for path in found if "migrations" not in path.parts)


def shown(path: Path) -> str:
    return str(path.relative_to(ROOT))
