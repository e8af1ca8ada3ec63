"""`dev.py wheel [FOLDER]`: a wheel in dist/ or FOLDER, with all that runs, static files and translations made."""

import os
import sys
from pathlib import Path

from devtools import PYTHON, ROOT, must, site

BUILD = ROOT / "build"  # what `pyproject.toml` has the wheel take from there
SURROUNDINGS = {"SECRET_KEY": "only-for-this-step", "DATA_DIR": str(BUILD)}


def build(folder: Path = ROOT / "dist") -> None:
    site.translations()
    site.collect(BUILD / "staticfiles", {**os.environ, **SURROUNDINGS})
    must(PYTHON, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder)


if __name__ == "__main__":
    build(*map(Path, sys.argv[1:2]))
