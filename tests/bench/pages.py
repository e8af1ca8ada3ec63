"""Requests through the whole web stack, on the database that DATABASE_URL names (a scratch copy of it).

Wall time as well as CPU time, because the database works in another process: what the organiser waits for.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from time import perf_counter, process_time
from typing import Any

from pairing import document
from tests.bench.fields import played_event

Row = tuple[str, str, float, float | None]


def run(repeats: int = 5) -> list[Row]:
    """Rows: what, with what, median seconds, the goal in seconds (None: no goal set)."""
    logging.disable(logging.WARNING)
    with _scratch_database() as vendor:
        return [*_pair_pressed(vendor, repeats), *_public_pages(vendor, repeats)]


def _pair_pressed(vendor: str, repeats: int) -> Iterator[Row]:
    """Pair pressed to draft shown: the POST, and the page it leads to."""
    event, client = _event(1_000, 9)

    def press() -> None:
        answer = client.post(f"/desk/{event.slug}/pair/", follow=True)
        assert answer.status_code == 200
        assert b'data-testid="draft"' in answer.content

    def discard() -> None:
        client.post(f"/desk/{event.slug}/rounds/10/discard/")

    wall, cpu = _measured(repeats, press, discard)
    yield "Pair pressed to draft shown, 1,000 players", f"round 10, {vendor}, wall", wall, 1.0
    yield "Pair pressed to draft shown, 1,000 players", f"round 10, {vendor}, CPU of web", cpu, None


def _public_pages(vendor: str, repeats: int) -> Iterator[Row]:
    from django.core.cache import cache
    from django.test import Client

    event, _organiser = _event(300, 9)
    client = Client()
    for path in ("", "standings/", "rounds/9/", "rounds/9/?by=name", "find/", "cross/"):

        def read(path: str = path) -> None:
            assert client.get(f"/e/{event.slug}/{path}").status_code == 200

        wall, _cpu = _measured(repeats, read, cache.clear)
        yield f"/e/EVENT/{path}, 300 players", f"first time, {vendor}, wall", wall, None
        wall, _cpu = _measured(repeats, read, lambda: None)
        yield f"/e/EVENT/{path}, 300 players", f"cached, {vendor}, wall", wall, 0.05


def _measured(repeats: int, what: Callable[[], None], between: Callable[[], object]) -> tuple[float, float]:
    walls, cpus = [], []
    what()
    for _ in range(repeats):
        between()
        wall, cpu = perf_counter(), process_time()
        what()
        walls.append(perf_counter() - wall)
        cpus.append(process_time() - cpu)
    return median(walls), median(cpus)


def _event(players: int, rounds: int) -> tuple[Any, Any]:
    """A played event in the database, public and with a round to come, and a client signed in as its owner."""
    from django.test import Client

    from tests.factories import make_user
    from tournaments.services.documents import import_event

    owner = make_user()
    data = {**document.dump(played_event(players, rounds, draws=0.2)), "rounds_planned": rounds + 2}
    event = import_event(document_data=data, owner=owner, visibility="public")
    client = Client()
    client.force_login(owner)
    return event, client


@contextmanager
def _scratch_database() -> Iterator[str]:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.db import connection
    from django.test.utils import (
        setup_databases,
        setup_test_environment,
        teardown_databases,
        teardown_test_environment,
    )

    setup_test_environment(debug=False)
    made = setup_databases(verbosity=0, interactive=False)
    try:
        yield connection.vendor
    finally:
        teardown_databases(made, verbosity=0)
        teardown_test_environment()
