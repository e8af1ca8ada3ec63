"""Cut the database off every 1.5 s while twenty people enter results: acknowledged results must survive."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle

import psycopg
from django.db import connection, transaction

from accounts.models import User
from accounts.tokens import create_token
from devtools.attack import attacked_event
from devtools.attack.asking import Told, all_at_once, ask
from tournaments.models import LogEntry, Match, Tournament

SLUG, TABLES, SECONDS = "cuts", 20, 30
EVERY, LOCKED_FOR = 1.5, 0.5
RESULTS = ("1-0", "0-1", "1/2-1/2")
PAUSE = 0.05


@dataclass
class Table:
    """What the person at a table knows: which results may be stored, the last one acknowledged and those sent since,
    and how many that were acknowledged must have been a change, with a line in the log.
    """

    number: int
    changes: int = 0
    possible: set[str] = field(default_factory=set)


def cut(address: str) -> Told:
    owner = User.objects.create_user(SLUG, password=None)
    event = attacked_event.begun(owner, SLUG, 2 * TABLES, system="monrad")
    headers = {"Authorization": f"Token {create_token(user=owner, name=SLUG, expiry=None)}"}
    tables = [Table(number) for number in range(1, TABLES + 1)]
    connection.close()  # our own is cut, too
    end = time.monotonic() + SECONDS
    trouble = _cut_connections if connection.vendor == "postgresql" else _hold_the_lock
    with _again_and_again(trouble) as count:
        told = all_at_once([partial(_enter, address, headers, table, end) for table in tables])
    told.answers[trouble.__name__.strip("_").replace("_", " ")] = count[0]
    if count[0] < SECONDS / (EVERY + LOCKED_FOR) / 2:
        told.faults.append(f"the database went away {count[0]} times only")
    told.faults += _lost(event, tables)
    return told


def _enter(address: str, headers: dict[str, str], table: Table, end: float, told: Told) -> None:
    path = f"/api/v1/events/{SLUG}/rounds/1/matches/{table.number}/result/"
    for result in cycle(RESULTS):
        if time.monotonic() > end:
            return
        answer = ask(address, "PUT", path, {"result": result}, headers)
        told.note("result", answer)
        if answer.status == 200:
            table.changes += result not in table.possible
            table.possible = {result}
        else:
            table.possible.add(result)
            if not answer.asks_to_try_again and not answer.fault:
                told.faults.append(f"neither a result nor a request to try again: {answer.word}")
        time.sleep(PAUSE)


def _lost(event: Tournament, tables: list[Table]) -> list[str]:
    """Results that are not what was acknowledged or sent since, and acknowledgements without a line in the log."""
    stored = dict(Match.objects.filter(round__tournament=event).values_list("table", "result"))
    faults = [
        f"table {table.number}: {stored[table.number]} is stored, not {table.possible}"
        for table in tables
        if table.changes and stored[table.number] not in table.possible
    ]
    changes = sum(table.changes for table in tables)
    lines = LogEntry.objects.filter(tournament=event, action="result_entered").count()
    if lines < changes or not changes:
        faults.append(f"{changes} changes were acknowledged, {lines} are in the log")
    return faults


@contextmanager
def _again_and_again(trouble: Callable[[], None]) -> Iterator[list[int]]:
    """How often it was, in a list of one number."""
    over, count = threading.Event(), [0]

    def run() -> None:
        while not over.wait(EVERY):
            trouble()
            count[0] += 1
        connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield count
    finally:
        over.set()
        thread.join()


def _cut_connections() -> None:
    """All that the instance has to its database."""
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def _hold_the_lock() -> None:
    """SQLite has no connections to cut: somebody else writes for a while instead."""
    with transaction.atomic():
        User.objects.filter(username=SLUG).update(display_name="held")
        time.sleep(LOCKED_FOR)
