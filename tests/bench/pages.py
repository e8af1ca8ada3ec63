"""Requests through the whole web stack, on the database that DATABASE_URL names (a scratch copy of it).

Wall time as well as CPU time, because the database works in another process: what the organiser waits for.
"""

from __future__ import annotations

import atexit
import logging
import os
from collections.abc import Callable
from functools import cache, partial
from time import perf_counter, process_time
from typing import Any

from pairing.formats import document
from tests.bench.fields import played_event
from tests.bench.rows import Measured, Once, Row, timed

Clock = Callable[[], float]


def rows() -> list[Row]:
    pressed = "Pair pressed to draft shown, 1,000 players"
    found = [
        Row(pressed, "round 10, wall", partial(_pressing, perf_counter), 1.0),
        Row(pressed, "round 10, CPU of web", partial(_pressing, process_time)),
    ]
    for path in ("", "standings/", "rounds/9/", "rounds/9/?by=name", "find/", "cross/"):
        what = f"/e/EVENT/{path}, 300 players"
        found += [
            Row(what, "first time, wall", partial(_reading, path, kept=False)),
            Row(what, "cached, wall", partial(_reading, path, kept=True), 0.05),
        ]
    return found


def _pressing(clock: Clock) -> Once:
    """Pair pressed to draft shown: the POST, and the page it leads to."""
    event, client = _event(1_000, 9)

    def press() -> None:
        answer = client.post(f"/desk/{event.slug}/pair/", follow=True)
        assert answer.status_code == 200
        assert b'data-testid="draft"' in answer.content

    def once() -> float | Measured:
        client.post(f"/desk/{event.slug}/rounds/10/discard/")
        return timed(press, clock)()

    press()
    return once


def _reading(path: str, *, kept: bool) -> Once:
    event, _organiser = _event(300, 9)
    from django.core.cache import cache
    from django.test import Client

    client = Client()

    def read() -> None:
        assert client.get(f"/e/{event.slug}/{path}").status_code == 200

    def once() -> float | Measured:
        if not kept:
            cache.clear()
        return timed(read, perf_counter)()

    read()
    return once


@cache
def _event(players: int, rounds: int) -> tuple[Any, Any]:
    """A played event in the database, public and with a round to come, and a client signed in as its owner."""
    _scratch_database()
    from django.test import Client

    from tests.factories import make_user
    from tournaments.files.services import documents

    owner = make_user()
    data = {**document.dump(played_event(players, rounds, draws=0.2)), "rounds_planned": rounds + 2}
    event = documents.store(document.load(data), owner=owner, visibility="public")
    client = Client()
    client.force_login(owner)
    return event, client


@cache
def _scratch_database() -> None:
    """Beside the one that DATABASE_URL names, with a name of this process; gone when the process ends."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    logging.disable(logging.WARNING)
    import django

    django.setup()
    from django.db import connection
    from django.test.utils import setup_databases, setup_test_environment

    given = connection.settings_dict["NAME"]
    if connection.vendor != "sqlite":
        connection.settings_dict["TEST"]["NAME"] = f"test_bench_{os.getpid()}"
    setup_test_environment(debug=False)
    atexit.register(_drop, given)  # first: migrating takes long enough to be interrupted
    setup_databases(verbosity=0, interactive=False)


def _drop(given: str) -> None:
    """Never the database that was given: only what stands in its place by now."""
    from django.db import connection

    if connection.settings_dict["NAME"] != given:
        connection.creation.destroy_test_db(given, verbosity=0)
