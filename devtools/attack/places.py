"""The databases to attack an instance on: the ones named, or all that answer on this machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

import psycopg
import redis
from redis.exceptions import RedisError

from devtools import fail, say

SQLITE = "sqlite"
POSTGRESQL, REDIS = "postgres://postgres@127.0.0.1:5432/postgres", "redis://127.0.0.1:6379"
_DATABASES_OF_REDIS = range(15, -1, -1)


@dataclass(frozen=True)
class Place:
    """`database`: a PostgreSQL server on which one is made, "" for SQLite. `redis`: "" for a cache per process."""

    name: str
    database: str = ""
    redis: str = ""


def places(database: str, redis_url: str) -> list[Place]:
    """Errors: SystemExit where what was named does not answer, or is in use."""
    if database == SQLITE:
        return [Place("SQLite", "", _empty(redis_url))]
    if database or redis_url:
        return [Place("PostgreSQL", database or POSTGRESQL, _empty(redis_url))]
    free = _free_redis()
    if not _answers(POSTGRESQL) or not free:
        say(f"SKIPPED: PostgreSQL with Redis. Nothing to use answers at {POSTGRESQL} and {REDIS}.")
        return [Place("SQLite")]
    return [Place("SQLite"), Place("PostgreSQL with Redis", POSTGRESQL, free)]


@contextmanager
def databases(place: Place) -> Iterator[tuple[str, str]]:
    """The URLs of a database and of a Redis that nobody else uses, both empty again afterwards."""
    if not place.database:
        yield "", place.redis
        return
    name = f"pairwright_attack_{os.getpid()}"
    with psycopg.connect(place.database, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield urlsplit(place.database)._replace(path=f"/{name}").geturl(), place.redis
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
            if place.redis:
                redis.from_url(place.redis).flushdb()


def _answers(server: str) -> bool:
    try:
        psycopg.connect(server, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def _free_redis() -> str:
    """The last database of Redis that is empty; "" where there is none."""
    urls = (f"{REDIS}/{number}" for number in _DATABASES_OF_REDIS)
    try:
        return next((url for url in urls if not redis.from_url(url).dbsize()), "")
    except RedisError:
        return ""


def _empty(url: str) -> str:
    """The URL, if nothing is kept there: it is emptied afterwards."""
    try:
        if url and (keys := redis.from_url(url).dbsize()):
            fail(f"{url} holds {keys} keys. Name a free one, such as {REDIS}/15.")
    except (RedisError, ValueError) as error:
        fail(f"{url} does not answer: {error}")
    return url
