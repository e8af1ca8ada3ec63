"""How often an expensive request may be repeated: counted in the cache, by address or account, in time windows.

`settings.LIMITS` is the table. Counters have their own cache, so that cached pages cannot evict them. With Redis
all processes count together; without it each counts alone; while Redis is away nothing is refused.
"""

import time
from ipaddress import IPv6Address, ip_address
from math import ceil

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.utils.translation import ngettext

# What one subscriber gets: whoever has one address of it has all.
IPV6_PREFIX = 64


class TooOften(Exception):
    """Refused for now: nothing was changed. It is worth another try after `seconds`."""

    def __init__(self, seconds: float) -> None:
        self.seconds = max(1, ceil(seconds))
        super().__init__(self.seconds)

    def __str__(self) -> str:
        minutes = ceil(self.seconds / 60)
        text = ngettext(
            "Too many attempts. Try again in %(count)s minute.",
            "Too many attempts. Try again in %(count)s minutes.",
            minutes,
        )
        return text % {"count": minutes}

    def mark(self, answer: HttpResponse) -> HttpResponse:
        """The answer, for programs too."""
        answer.status_code = 429
        answer["Retry-After"] = str(self.seconds)
        return answer


def count(limit: str, whom: object) -> None:
    """One more of this limit, for an address, an account, a player. Errors: TooOften."""
    most, seconds = settings.LIMITS[limit]
    if not most or whom == "":
        return
    cache, key = caches["limits"], _key(limit, whom)
    if cache.add(key, 1, seconds):
        cache.set(f"{key}:until", time.time() + seconds, seconds)
        return
    try:
        used = cache.incr(key)
    except ValueError:  # it ran out between the two lines
        return
    if used > most:
        raise TooOften(_left(key, seconds))


def check(limit: str, whom: object) -> None:
    """Whether one more would be refused, without counting it. Errors: TooOften."""
    most, seconds = settings.LIMITS[limit]
    key = _key(limit, whom)
    if most and whom != "" and caches["limits"].get(key, 0) >= most:
        raise TooOften(_left(key, seconds))


def address_of(request: HttpRequest) -> str:
    """Whom a limit by address counts: the address, of IPv6 its network. "" where it is unknown: nothing is counted."""
    text = request.META.get("REMOTE_ADDR", "")
    try:
        address = ip_address(text)
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        return f"{IPv6Address(int(address) >> IPV6_PREFIX << IPV6_PREFIX)}/{IPV6_PREFIX}"
    return str(address)


def asker(request: HttpRequest) -> str:
    """Somebody signed in counts alone, wherever they are; everybody else by address."""
    return f"user-{request.user.pk}" if request.user.is_authenticated else address_of(request)


def _key(limit: str, whom: object) -> str:
    return f"limit:{limit}:{whom}"


def _left(key: str, seconds: int) -> float:
    until: float = caches["limits"].get(f"{key}:until", time.time() + seconds)
    return until - time.time()
