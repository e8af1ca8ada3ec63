"""Codes for the tables of the hall: whoever stands at a table scans its code and need not type anything.

A code names its table and proves that it was printed for this event: `12-k7fj2mqx9d` is table 12 and the first fifty
bits of a keyed hash. Nobody guesses another table's, and a new key of the event makes all printed ones void.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from math import ceil

from django.urls import reverse

from tournaments import snapshots
from tournaments.models import Match, Player, Tournament

MARK_LENGTH = 10
# More tables than any hall has: a range typed with a nought too many must not print for hours.
MOST_TABLES = 5000
_CODE = re.compile(rf"([1-9][0-9]{{0,8}})-([a-z2-7]{{{MARK_LENGTH}}})")


def code_of(tournament: Tournament, table: int) -> str:
    """The code of a table: 10 letters and digits that cannot be taken for one another."""
    mark = hmac.digest(tournament.table_key.encode(), f"table {table}".encode(), hashlib.sha256)
    return f"{table}-{base64.b32encode(mark).decode().lower()[:MARK_LENGTH]}"


def table_of(tournament: Tournament, code: str) -> int | None:
    """The table whose code this is; None for a wrong or an old one. It takes as long for every wrong code."""
    found = _CODE.fullmatch(code)
    if found is None:
        return None
    table = int(found[1])
    return table if hmac.compare_digest(code_of(tournament, table), code) else None


def path_of(tournament: Tournament, table: int) -> str:
    """The address behind the code of a table, on this site."""
    return reverse("public:at_table", args=[tournament.slug, code_of(tournament, table)])


def codes(tournament: Tournament, request_base: str) -> list[tuple[int, str]]:
    """Every table of the event by number, with the whole address of its code.

    `request_base` is the beginning of addresses, such as `https://pairwright.example`.
    """
    base = request_base.rstrip("/")
    return [(table, base + path_of(tournament, table)) for table in tables(tournament)]


def tables(tournament: Tournament) -> list[int]:
    """The numbers of the tables there may be: those of the hall, or as many as the players need; and all in use."""
    used = set(Match.objects.filter(round__tournament=tournament).values_list("table", flat=True))
    used |= {
        number
        for number in Player.objects.filter(tournament=tournament).values_list("fixed_table", flat=True)
        if number
    }
    return sorted(_of_the_hall(tournament) | used)[:MOST_TABLES]


def _of_the_hall(tournament: Tournament) -> set[int]:
    ranges = tournament.tables.get("ranges", [])
    if ranges:
        skipped = set(tournament.tables.get("skip", []))
        every = (number for low, high in ranges for number in range(low, min(high, low + MOST_TABLES) + 1))
        return set(every) - skipped
    players = Player.objects.filter(tournament=tournament, left_after_round=None)
    # A late entry sits at a table more.
    needed = ceil((players.count() + 1) / snapshots.seats_at_table(tournament))
    return set(range(1, needed + 1))
