"""Who is to be forgotten again where a copy of before is restored: a file of numbers beside the database, no names.

Each line is the moment an event was created, in millionths of a second, and the number of a player in it.
"""

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings

from tournaments.models import Player, Tournament

_BEGIN = datetime(1970, 1, 1, tzinfo=UTC)


def _file() -> Path:
    return Path(settings.DATA_DIR) / "forgotten"


def note(tournament: Tournament, player: Player) -> None:
    """Add a player."""
    created = (tournament.created_at - _BEGIN) // timedelta(microseconds=1)
    with os.fdopen(os.open(_file(), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "a") as file:
        file.write(f"{created} {player.number}\n")


def numbers() -> Iterator[tuple[datetime, int]]:
    """When the event was created, and the player; each once."""
    lines = _file().read_text().splitlines() if _file().exists() else []
    for line in dict.fromkeys(lines):
        created, number = map(int, line.split())
        yield _BEGIN + timedelta(microseconds=created), number
