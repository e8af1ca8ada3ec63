"""A database that dropped its connections is asked again; one that cannot store says so, and nothing is half kept."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import psycopg
import pytest
from django.db import OperationalError, close_old_connections, connection
from django.test import Client
from rest_framework.test import APIClient

from tests.desk.pages import Desk
from tests.factories import make_event, publish
from tournaments.models import LogEntry, Tournament
from tournaments.trouble import BUSY, CANNOT_SAVE, UNREACHABLE, trouble_of

FULL = "This cannot be saved now"


@contextmanager
def connecting(error: Exception | None = None) -> Iterator[list[Any]]:
    """Every try to connect to the server, which may end with an error."""
    with patch.object(psycopg, "connect", wraps=psycopg.connect, side_effect=error) as tried:
        yield tried.call_args_list


def statuses() -> list[int]:
    client = Client(raise_request_exception=False)
    found = []
    for address in ("/e/cup/", "/api/v1/events/cup/", "/healthz"):
        close_old_connections()  # as at the beginning of a request, which Django's client leaves out
        found.append(client.get(address).status_code)
    return found


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_each_page_asks_once_for_a_connection_and_waits_for_none() -> None:
    """A page that tried again would hold a thread meanwhile, and all threads stand soon."""
    make_event(field=2, slug="cup", visibility="public")
    where = {name: connection.settings_dict[name.upper()] for name in ("user", "host", "port")}
    with psycopg.connect(dbname=connection.settings_dict["NAME"], **where) as other:
        ended = other.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchone()
    assert ended and ended[0] >= 1
    with connecting(psycopg.OperationalError("connection refused")) as tries:
        assert statuses() == [503] * 3
    assert len(tries) == 3
    with connecting() as tries:  # the server is back, and the connection kept
        assert statuses() == [200] * 3
    assert len(tries) == 1


def sent(event: Tournament) -> Iterator[Any]:
    """A result from the desk and one by the API, and a player with a key; what each of them is told."""
    desk = Desk(event.owner, event, raise_request_exception=False)
    yield desk.save(1, 1, "1-0")
    api = APIClient(raise_request_exception=False)
    api.force_authenticate(event.owner)
    yield api.put("/api/v1/events/cup/rounds/1/matches/2/result/", {"result": "1-0"})
    yield api.post("/api/v1/events/cup/players/", {"name": "Ann"}, headers={"Idempotency-Key": "once"})


def stands(event: Tournament) -> tuple[Any, ...]:
    event.refresh_from_db()
    results = list(event.rounds.get().matches.values_list("result", flat=True))
    return event.version, results, event.players.count(), LogEntry.objects.count()


REFUSED = {
    "sqlite": "INSERT INTO filler VALUES (zeroblob(1000000))",
    "postgresql": "DO $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END $$",
}


@contextmanager
def full_disk() -> Iterator[None]:
    """There is no room for the line in the log, which comes after what it tells: SQLite's file may not grow, and
    PostgreSQL says what it says then.
    """

    def watch(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith('INSERT INTO "tournaments_logentry"'):
            sql, params = REFUSED[connection.vendor], None
        return execute(sql, params, many, context)

    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("CREATE TABLE filler (junk BLOB)")
            (pages,) = cursor.execute("PRAGMA page_count").fetchone()
            cursor.execute(f"PRAGMA max_page_count = {pages + 10}")
        with connection.execute_wrapper(watch):
            yield
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA max_page_count = 4294967294")
            cursor.execute("DROP TABLE filler")


@pytest.mark.django_db(transaction=True)
def test_a_full_disk_is_said_on_page_and_api_and_nothing_is_half_saved() -> None:
    written = make_event(field=4, slug="cup")
    publish(written)
    before = stands(written)
    with full_disk():
        answers = list(sent(written))
    assert [answer.status_code for answer in answers] == [503] * 3
    assert all(answer["Retry-After"] == "30" for answer in answers)
    assert FULL in answers[0].content.decode()
    assert [(a.json()["code"], a.json()["status"]) for a in answers[1:]] == [("cannot_save", 503)] * 2
    assert stands(written) == before
    # There is room again: the same goes through, the key of the API too.
    assert [answer.status_code for answer in sent(written)] == [200, 200, 201]


def of_sqlite(code: int) -> OperationalError:
    cause = sqlite3.OperationalError("in words nobody reads")
    cause.sqlite_errorcode = code
    return raised(cause)


def raised(cause: Exception) -> OperationalError:
    error = OperationalError(str(cause))
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (of_sqlite(sqlite3.SQLITE_READONLY_DBMOVED), CANNOT_SAVE),
        (of_sqlite(sqlite3.SQLITE_IOERR_WRITE), CANNOT_SAVE),
        (of_sqlite(sqlite3.SQLITE_BUSY_SNAPSHOT), BUSY),
        (of_sqlite(sqlite3.SQLITE_ERROR), None),
        (raised(psycopg.errors.ReadOnlySqlTransaction()), CANNOT_SAVE),
        (raised(psycopg.errors.TooManyConnections()), BUSY),
        (raised(psycopg.errors.AdminShutdown()), UNREACHABLE),
        (raised(psycopg.OperationalError("connection refused")), UNREACHABLE),
        (raised(psycopg.errors.UndefinedTable()), None),
        (ValueError(), None),
    ],
)
def test_trouble_is_told_from_a_bug_by_what_the_driver_says(error: Exception, trouble: Any) -> None:
    assert trouble_of(error) is trouble
