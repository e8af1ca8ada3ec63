"""Redis may go away in the middle of an event; pages must not go with it."""

import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client, override_settings

from config import release
from config.cache import ForgivingRedisCache

NOBODY = "redis://127.0.0.1:1/0"
GONE = {name: {"BACKEND": "config.cache.ForgivingRedisCache", "LOCATION": NOBODY} for name in settings.CACHES}


@pytest.fixture
def gone() -> ForgivingRedisCache:
    return ForgivingRedisCache(NOBODY, {})


def test_everything_is_a_miss_where_nobody_answers(gone: ForgivingRedisCache) -> None:
    assert [gone.get("a"), gone.get("a", "default"), gone.get_many(["a", "b"])] == [None, "default", {}]
    assert [gone.add("a", 1), gone.touch("a"), gone.delete("a"), "a" in gone] == [True, False, False, False]
    assert [gone.incr("a"), gone.set_many({"a": 1}), gone.get_or_set("a", lambda: "made")] == [1, [], "made"]
    gone.set("a", 1)
    gone.delete_many(["a"])
    gone.clear()


def test_who_does_not_answer_is_left_alone_for_a_moment(
    gone: ForgivingRedisCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]
    asked: list[str] = []
    monkeypatch.setattr("time.monotonic", lambda: clock[0])

    def refuse(*args: Any) -> None:
        asked.append("asked")
        raise ConnectionRefusedError

    assert gone._try(refuse, "otherwise") == "otherwise"
    assert gone._try(refuse, "otherwise") == "otherwise"
    assert len(asked) == 1
    clock[0] += ForgivingRedisCache.REST_SECONDS + 0.1
    gone._try(refuse, "otherwise")
    assert len(asked) == 2


@pytest.mark.parametrize("changed", ["pairing/engine/pair.py", "templates/desk.html", "locale/da/django.po"])
def test_what_other_code_kept_is_never_read(tmp_path: Path, changed: str) -> None:
    """Kept objects are pickled: a class that has moved since would make a page fail."""
    before = release.fingerprint(tmp_path)
    (tmp_path / changed).parent.mkdir(parents=True)
    (tmp_path / changed).write_text("new")
    assert release.fingerprint(tmp_path) != before == release.fingerprint(tmp_path / "elsewhere")


@pytest.mark.redis
def test_a_new_release_forgets_pages_and_objects_but_no_limit() -> None:
    assert release.fingerprint() in settings.CACHES["default"]["KEY_PREFIX"]
    assert release.fingerprint() not in settings.CACHES["limits"]["KEY_PREFIX"]


@pytest.mark.django_db
@override_settings(CACHES=GONE)
def test_pages_go_on_without_redis(client: Client) -> None:
    for url in ("/", "/healthz", "/api/v1/events/"):
        assert client.get(url).status_code == 200, url


@pytest.mark.redis
def test_with_redis_it_is_a_cache() -> None:
    url = os.environ["REDIS_URL"]
    assert urlsplit(url).scheme == "redis"
    cache = ForgivingRedisCache(url, {"KEY_PREFIX": "test"})
    cache.set("a", {"b": 1})
    assert cache.get("a") == {"b": 1}
    assert cache.add("a", 2) is False
    cache.set("n", 1)
    assert cache.incr("n") == 2
    assert cache.delete("a") is True
    assert cache.get("a") is None
    with pytest.raises(ValueError, match="not found"):
        cache.incr("missing")
