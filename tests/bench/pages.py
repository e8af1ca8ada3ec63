"""Requests through the whole web stack, on the database that DATABASE_URL names (a scratch copy of it).

Wall time as well as CPU time, because the database works in another process: what the organiser waits for.
"""

import atexit
import logging
import os
from collections.abc import Callable
from functools import cache, partial
from itertools import cycle
from random import Random
from resource import RUSAGE_SELF, getrusage
from time import perf_counter, process_time
from typing import Any

from tests.bench.rows import Measured, Once, Row, timed

Clock = Callable[[], float]


def rows() -> list[Row]:
    found = []
    for what, prepare in (
        ("Pair pressed to draft shown", _pairing),
        ("Publish pressed to round shown", _publishing),
        ("Complete pressed to standings shown", _completing),
    ):
        pressed = f"{what}, 1,000 players"
        found += [
            Row(pressed, "round 10, wall", partial(prepare, perf_counter), 1.0),
            Row(pressed, "round 10, CPU of web", partial(prepare, process_time)),
        ]
    found += [
        Row("Pair pressed to draft shown, 32 players", "round 4, CPU of web", _small_pairing, 0.045),
        Row("the page results are entered on, 32 players", "round 4, CPU of web", _small_entry, 0.02),
    ]
    for players, goals in ((1_000, (0.16, 0.06)), (5_000, (0.7, 0.3))):
        for what, prepare, goal in zip(("Pair", "Publish"), (_pairing, _publishing), goals, strict=True):
            large = partial(prepare, process_time, players, 9, api=True)
            found.append(
                Row(f"{what} over the API, {players:,} players", "round 10, CPU of web", large, goal)
            )
    for where in ("api", "desk"):
        entering = partial(_entering, 5_000, where)
        found.append(Row(f"a result, 5,000 players, {where}", "round 10, CPU of web", entering, 0.025))
    found.append(Row("10,000 players, memory after a round", "peak, alone", _peak, 800, unit="MB"))
    for path in ("", "standings/", "rounds/9/", "rounds/9/?by=name", "find/", "cross/"):
        what = f"/e/EVENT/{path}, 300 players"
        found += [
            Row(what, "first time, wall", partial(_reading, path, kept=False)),
            Row(what, "cached, wall", partial(_reading, path, kept=True), 0.05),
        ]
    return found


def _pairing(clock: Clock, players: int = 1_000, rounds: int = 9, *, api: bool = False) -> Once:
    """Pair pressed to draft shown: the POST, and the page it leads to; or the answer with the whole draft."""
    slug, client = _event(players, rounds)
    press = partial(_ask, client, slug, "pair") if api else partial(_press, client, f"/desk/{slug}/pair/")

    def once() -> float | Measured:
        client.post(f"/desk/{slug}/rounds/{rounds + 1}/discard/")
        return timed(press, clock)()

    press()
    return once


def _small_pairing() -> Once:
    return _warm(_pairing(process_time, 32, 3))


def _small_entry() -> Once:
    _pairing(process_time, 32, 3)
    slug, client = _event(32, 3)
    page = f"/desk/{slug}/rounds/4/"
    _press(client, f"{page}publish/")

    def look() -> None:
        assert client.get(page).status_code == 200

    return _warm(timed(look))


def _warm(once: Once) -> Once:
    """What takes some milliseconds is measured when the templates are in memory and Python knows the code."""
    for _ in range(3):
        once()
    return once


def _publishing(clock: Clock, players: int = 1_000, rounds: int = 9, *, api: bool = False) -> Once:
    slug, client = _event(players, rounds)
    _press(client, f"/desk/{slug}/pair/")
    return partial(_pressed_and_undone, client, slug, "publish", clock, api=api)


def _entering(players: int, where: str) -> Once:
    """One result, another one each time, and no answer with more than its table."""
    slug, client = _event(players, 9)
    _press(client, f"/desk/{slug}/pair/")
    _press(client, f"/desk/{slug}/rounds/10/publish/")
    results = cycle(["1-0", "0-1"])
    api, desk = f"/api/v1/events/{slug}/rounds/10/matches/1/result/", f"/desk/{slug}/rounds/10/result/"

    def enter() -> None:
        if where == "api":
            answer = client.put(api, {"result": next(results)}, "application/json")
        else:
            answer = client.post(
                desk, {"table": 1, "result": next(results)}, headers={"accept": "application/json"}
            )
        assert answer.status_code == 200, answer.content

    return _warm(timed(enter))


def _peak() -> Once:
    """Of a process that has done nothing else but to store the event."""
    _pairing(process_time, 10_000, 9, api=True)
    slug, client = _event(10_000, 9)
    _ask(client, slug, "10/publish")
    assert client.get(f"/desk/{slug}/rounds/10/?rows=all").status_code == 200
    return lambda: getrusage(RUSAGE_SELF).ru_maxrss / 1024


def _completing(clock: Clock) -> Once:
    slug, client = _event(1_000, 9)
    _press(client, f"/desk/{slug}/pair/")
    _press(client, f"/desk/{slug}/rounds/10/publish/")
    results = [{"table": table, "result": "1-0"} for table in range(1, 501)]
    answer = client.post(
        f"/api/v1/events/{slug}/rounds/10/results/", {"results": results}, "application/json"
    )
    assert answer.status_code == 200, answer.content
    return partial(_pressed_and_undone, client, slug, "complete", clock)


def _pressed_and_undone(
    client: Any, slug: str, word: str, clock: Clock, *, api: bool = False
) -> float | Measured:
    """One press on a button of round 10, timed; then it is undone, so that it can be pressed again."""
    desk = partial(_press, client, f"/desk/{slug}/rounds/10/{word}/")
    spent = timed(partial(_ask, client, slug, f"10/{word}") if api else desk, clock)()
    undone = client.post(f"/api/v1/events/{slug}/undo/", {}, "application/json")
    assert undone.status_code == 200, undone.content
    return spent


def _ask(client: Any, slug: str, what: str) -> None:
    answer = client.post(f"/api/v1/events/{slug}/rounds/{what}/", {}, "application/json")
    assert answer.status_code in (200, 201), answer.content


def _press(client: Any, button: str) -> None:
    answer = client.post(button, follow=True)
    assert answer.status_code == 200
    assert answer.redirect_chain


def _reading(path: str, *, kept: bool) -> Once:
    slug, _organiser = _event(300, 9)
    from django.core.cache import cache
    from django.test import Client

    from tournaments.steps import version_cache

    client = Client()

    def read() -> None:
        assert client.get(f"/e/{slug}/{path}").status_code == 200

    def once() -> float | Measured:
        if not kept:
            cache.clear()
            version_cache.forget_unpacked()
        return timed(read, perf_counter)()

    read()
    return once


@cache
def _event(players: int, rounds: int) -> tuple[str, Any]:
    """The slug of a played event, public and with a round to come, and a client signed in as its owner."""
    _scratch_database()
    from django.test import Client

    import config.wsgi  # noqa: F401  (what a web process sets up for itself)
    from tests.factories import make_user

    client = Client()
    client.force_login(make_user())
    made = client.post("/api/v1/events/import/", _document(players, rounds), "application/json")
    assert made.status_code == 201, made.content
    slug = made.json()["slug"]
    shown = client.patch(f"/api/v1/events/{slug}/", {"visibility": "public"}, "application/json")
    assert shown.status_code == 200, shown.content
    return slug, client


def _document(players: int, rounds: int) -> dict[str, Any]:
    """Everybody has met somebody new in each round, as in a round robin; a fifth of the games was drawn.

    Written out, and stored by way of the published API: so an older tree can be measured too, wherever its modules are.
    """
    draw = Random(players)
    places = list(range(1, players + 1))
    played = []
    for number in range(1, rounds + 1):
        pairs = [(places[i], places[-1 - i]) for i in range(players // 2)]
        matches = [
            {"table": table, "seats": pair, "result": draw.choices(["1-0", "0-1", "1/2-1/2"], [2, 2, 1])[0]}
            for table, pair in enumerate(pairs, start=1)
        ]
        played.append({"number": number, "status": "completed", "matches": matches, "byes": []})
        places = [places[0], places[-1], *places[1:-1]]
    return {
        "format": "pairwright-event/1",
        "name": "Measured",
        "system": {"name": "monrad"},
        "rounds_planned": rounds + 2,
        "players": [
            {"id": number, "name": f"Player {number}", "rating": draw.randint(1000, 2500)}
            for number in range(1, players + 1)
        ],
        "rounds": played,
    }


@cache
def _scratch_database() -> None:
    """Beside the one that DATABASE_URL names, with a name of this process; gone when the process ends."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ["PAIR_ON_WORKER_FROM"] = "1000000"
    logging.disable(logging.WARNING)
    import django

    django.setup()
    from django.conf import settings
    from django.db import connection
    from django.test.utils import setup_databases

    given = connection.settings_dict["NAME"]
    if connection.vendor != "sqlite":
        connection.settings_dict["TEST"]["NAME"] = f"test_bench_{os.getpid()}"
    # Not the whole environment of tests: it copies the context of every template that is rendered.
    settings.ALLOWED_HOSTS = ["testserver"]
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    atexit.register(_drop, given)  # first: migrating takes long enough to be interrupted
    setup_databases(verbosity=0, interactive=False)


def _drop(given: str) -> None:
    """Never the database that was given: only what stands in its place by now."""
    from django.db import connection

    if connection.settings_dict["NAME"] != given:
        connection.creation.destroy_test_db(given, verbosity=0)
