"""The rows of the table of rights about the log, undo and snapshots."""

from typing import Any

from tests.api.rights.rows import Row
from tournaments.models import Tournament


def restoring(event: Tournament) -> dict[str, Any]:
    event.refresh_from_db()
    return {"note": "wrong list", "seen_version": event.version}


# fmt: off
#                                                         anon out disp scor arb  dir owner
HISTORY = [
    Row("GET", "events/club/log/",                        "401 403 403 200 200 200 200"),
    Row("GET", "events/club/log/check/",                  "401 403 403 200 200 200 200"),
    Row("GET", "events/club/undo/",                       "401 403 403 403 403 200 200"),
    Row("POST", "events/club/undo/",                      "401 403 403 403 403 200 200", state="draft"),
    Row("GET", "events/club/redo/",                       "401 403 403 403 403 200 200"),
    Row("POST", "events/club/redo/",                      "401 403 403 403 403 200 200", state="undone"),
    Row("GET", "events/club/snapshots/",                  "401 403 403 403 403 200 200"),
    Row("POST", "events/club/snapshots/",                 "401 403 403 403 403 201 201", {"note": "before lunch"}),
    Row("GET", "events/club/snapshots/{snapshot}/",       "401 403 403 403 403 200 200", state="draft"),
    Row("POST", "events/club/snapshots/{snapshot}/restore/", "401 403 403 403 403 200 200", restoring, "draft"),
    Row("GET", "events/club/snapshots/{snapshot}/document/", "401 403 403 403 403 200 200", state="draft"),
]
# fmt: on
