"""What a site is made of and no sources hold: compiled translations, collected static files."""

import os
import sys
from pathlib import Path

from devtools import PYTHON, ROOT, must, say
from devtools.install import fingerprint
from pairwright import sources


def translations() -> None:
    """Build .mo files from .po files. No gettext tools are needed."""
    import polib

    for source in sorted((ROOT / "locale").glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            # In one move: another process may be reading the catalogue, or building it too.
            fresh = target.with_name(f".{os.getpid()}.mo")
            polib.pofile(str(source)).save_as_mofile(str(fresh))
            fresh.replace(target)


def collect(folder: Path, env: dict[str, str]) -> None:
    """Static files as they are served; skipped when nothing they are made of has changed."""
    made_of = [ROOT / "uv.lock", *(path for path in (ROOT / "static").rglob("*") if path.is_file())]
    wanted = fingerprint(made_of, sys.version)
    stamp = folder.with_name(f"{folder.name}.made-of")
    if folder.is_dir() and stamp.is_file() and stamp.read_text() == wanted:
        return
    say("collecting the static files")
    folder.mkdir(parents=True, exist_ok=True)
    words = "collectstatic --noinput --clear --verbosity 0 --skip-checks"
    own = {"STATIC_ROOT": str(folder), "COLLECTED_STATIC": "1"}
    must(PYTHON, "manage.py", *words.split(), env={**env, **own})
    stamp.write_text(wanted)


def prepare() -> None:
    """What `dev.py run` serves; nothing of it changes under a site that is running."""
    from pairwright.start.folder import only_one

    data = sources.data_folder()
    with only_one(data):
        translations()
        collect(sources.static_folder(data), dict(os.environ))
