"""`dev.py inventory`: write docs/inventory/ again, unless something would vanish that is not listed as gone."""

from __future__ import annotations

import os
import sys

import django
from django.utils import translation


def main(arguments: list[str]) -> int:
    if arguments:
        print(f"inventory: {arguments[0]!r} is not understood: it takes no arguments", file=sys.stderr)
        return 2
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from devtools.inventory.compare import InventoryError, write
    from devtools.inventory.listing import FOLDER, now

    try:
        with translation.override("en"):
            changed = write(FOLDER, now())
    except InventoryError as error:
        print(f"inventory: {error}", file=sys.stderr)
        return 1
    print("\n".join(f"docs/inventory/{name} written" for name in changed) or "docs/inventory is as it was")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
