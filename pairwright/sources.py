"""Where the other packages lie: beside this one in a working copy, and in its folder `app` where a wheel put them.

Only a command puts them on the path, that of its own process: whoever imports `pairwright` finds nothing else of ours.
"""

import os
import sys
from pathlib import Path

from pairwright.terminal import fail

PACKAGE = Path(__file__).resolve().parent
IS_INSTALLED = (PACKAGE / "app").is_dir()
ROOT = PACKAGE / "app" if IS_INSTALLED else PACKAGE.parent


def data_folder() -> Path:
    """DATA_DIR, or where the system keeps such things; beside the sources in a working copy."""
    if named := os.environ.get("DATA_DIR"):
        return Path(named).expanduser().resolve()
    return usual_folder() if IS_INSTALLED else ROOT / "var"


def usual_folder() -> Path:
    """Errors: SystemExit."""
    match sys.platform:
        case "win32":
            base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
        case "darwin":
            base = "~/Library/Application Support"
        case _:
            base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    try:
        return Path(base).expanduser() / "pairwright"
    except RuntimeError:
        fail("This account has no home. Name a folder for the data: DATA_DIR=...")


def static_folder(data: Path) -> Path:
    """Where collected static files lie: in a wheel they are part of it."""
    return ROOT / "staticfiles" if IS_INSTALLED else data / "static"


def put_on_path() -> None:
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))


def set_variables() -> None:
    """What a working copy needs no variables for, where nobody has set them: site-packages holds no data."""
    if IS_INSTALLED:
        data = data_folder()
        own = {"DATA_DIR": data, "ENV_FILE": data / ".env", "STATIC_ROOT": static_folder(data)}
        for name, value in {**own, "COLLECTED_STATIC": "1"}.items():
            os.environ.setdefault(name, str(value))
