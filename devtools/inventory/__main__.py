"""`dev.py inventory`: write docs/inventory/snapshot.txt again, unless a line would vanish that is not named as gone."""

import os
import sys

import django


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from devtools.inventory import snapshot

    kept, now = snapshot.recorded_lines(), snapshot.now()
    if lost := snapshot.vanished(kept, now, snapshot.gone()):
        sys.exit(snapshot.what_vanished(lost))
    snapshot.FILE.write_text("".join(f"{line}\n" for line in sorted(now)), encoding="utf-8")
    print(f"docs/inventory/{snapshot.FILE.name}: {len(now - kept)} new, {len(kept - now)} gone")


if __name__ == "__main__":
    main()
