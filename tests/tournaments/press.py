"""One person at one computer: a process of its own on a shared database.

It prints `ready`, then does what each line of its input says, `[ACTION, OPTIONS, SETTINGS]`, and answers with a line of
JSON. So a test can let several act at the same moment, or kill one in the middle.
"""

from __future__ import annotations

import json
import os
import sys

import django


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    # Only now: these need the settings, and the models that are set up.
    from django.conf import settings
    from django.db import connections

    from tests.tournaments.acts import act

    print("ready", flush=True)
    for line in sys.stdin:
        action, options, surroundings = json.loads(line)
        for name, value in surroundings.items():
            setattr(settings, name, value)
        print(json.dumps(act(action, options)), flush=True)
        connections.close_all()


if __name__ == "__main__":
    main()
