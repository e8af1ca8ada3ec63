"""Record today's answers to the dumps in a folder; if answers are recorded already, compare.

    python -m devtools.old_database FOLDER

The first time `recorded.json.xz` has `moment` and `secrets` only. The dump is that for SQLite, or for PostgreSQL if
DATABASE_URL names an empty database.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from devtools.old_database import dumps


def main(folder: Path) -> None:
    # Nothing of the working copy: these settings make a database of their own where none is named.
    os.environ.update(DJANGO_SETTINGS_MODULE="tests.settings")
    for name in ("DATA_DIR", "REDIS_URL"):
        os.environ.pop(name, None)
    facts = dumps.read_json(folder / dumps.RECORDED)
    answers = asked(folder, facts)
    if "events" not in facts:
        dumps.write_json(folder / dumps.RECORDED, {**facts, **answers})
        return
    from devtools.old_database.asking import differences

    found = differences({key: facts[key] for key in answers}, answers)
    if found:
        sys.exit("\n".join(["not as recorded:", *found[:20]]))


def asked(folder: Path, facts: dict[str, Any]) -> dict[str, Any]:
    """Everything that is recorded, of the dump for the database that is set up here."""
    import django
    from django.test.utils import setup_test_environment

    django.setup()
    setup_test_environment()
    import time_machine
    from django.core.management import call_command
    from django.db import connection

    from devtools.old_database import asking, recording

    dumps.load(connection, folder)
    with time_machine.travel(facts["moment"], tick=False):
        call_command("migrate", verbosity=0)
        events = recording.events_of(facts["secrets"])
        before = asking.rows()
        pages = recording.pages_of(facts["secrets"])
        changed = [label for label, rows in asking.rows().items() if rows != before[label]]
        assert not changed, changed
        back = recording.ways_back(facts["secrets"])
    return {"events": events, "pages": pages, "back": back}


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]).resolve())
