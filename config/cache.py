"""A Redis cache that an event can do without: if Redis is gone, every look-up is a miss and pages still work."""

import logging
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

T = TypeVar("T")
logger = logging.getLogger(__name__)


class ForgivingRedisCache(RedisCache):
    """After an error Redis is left alone for a moment: a silent machine costs a timeout each time."""

    REST_SECONDS = 5.0

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._asleep_until = 0.0

    def _try(self, call: Callable[..., T], otherwise: T, *args: Any, **kwargs: Any) -> T:
        if time.monotonic() < self._asleep_until:
            return otherwise
        try:
            return call(*args, **kwargs)
        except (RedisError, OSError) as error:
            self._asleep_until = time.monotonic() + self.REST_SECONDS
            logger.warning("The cache does not answer, going on without it: %s", error)
            return otherwise

    def add(self, *args: Any, **kwargs: Any) -> bool:
        # As if nobody had been there before: whoever wants to be the only one must not wait for ever.
        return self._try(super().add, True, *args, **kwargs)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._try(super().get, default, key, default, version)

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._try(super().set, None, *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        return self._try(super().touch, False, *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return self._try(super().delete, False, *args, **kwargs)

    def get_many(self, *args: Any, **kwargs: Any) -> dict[Any, Any]:
        return self._try(super().get_many, {}, *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> bool:
        return self._try(super().has_key, False, *args, **kwargs)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        # A key that is not there raises ValueError, here as with Redis.
        return self._try(super().incr, delta, key, delta, version)

    def set_many(self, *args: Any, **kwargs: Any) -> list[Any]:
        return self._try(super().set_many, [], *args, **kwargs)

    def delete_many(self, *args: Any, **kwargs: Any) -> None:
        self._try(super().delete_many, None, *args, **kwargs)

    def clear(self) -> None:
        self._try(super().clear, None)
