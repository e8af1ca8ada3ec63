"""`python -m devtools.attack.inside WORD`: a process with the settings and tables of the attacked instance.

prepare                 make the tables and their content; print the headers of the owner
ATTACK ADDRESS          start an attack; print the answers it got
"""

from __future__ import annotations

import json
import os
import pkgutil
import sys
from typing import Any

import django

from devtools.attack.asking import Told
from devtools.attack.catalogue import ATTACKS

# Whoever attacks has machines of their own: theirs is not the processor of the web server.
LOWER_PRIORITY = 5


def prepare() -> dict[str, str]:
    from django.core.management import call_command

    from devtools.attack import attacked_event

    call_command("migrate", interactive=False, verbosity=0)
    attacked_event.make()
    return attacked_event.signed_in()


def attack(name: str, address: str) -> dict[str, Any]:
    told: Told = pkgutil.resolve_name(ATTACKS[name].function)(address)
    return {"answers": told.answers, "faults": told.faults}


def main(word: str, *arguments: str) -> None:
    django.setup()
    os.nice(LOWER_PRIORITY)
    from django.db import connections

    try:
        print(json.dumps(prepare() if word == "prepare" else attack(word, *arguments)))
    finally:
        for connection in connections.all():
            connection.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
