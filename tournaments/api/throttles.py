"""How many requests a token, an account or an address may send: counted by windows of time, told in every answer.

The open tools, which compute, have a limit of their own beside the general ones.
"""

from math import ceil
from operator import itemgetter
from typing import Any

from django.core.cache import caches
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from accounts import limits
from accounts.models import ApiToken


def caller(request: Request) -> str:
    """Whose requests count together: a token, a signed-in account, an address."""
    if isinstance(request.auth, ApiToken):
        return f"token-{request.auth.digest[:32]}"
    return limits.asker(request._request)


class Counted(SimpleRateThrottle):
    """One number for each window, not a list of moments: it costs the same however high the limit is."""

    num_requests: int
    duration: int
    left: float

    def get_cache_key(self, request: Request, view: object) -> str | None:
        whom = caller(request)  # "": an address that nobody knows
        return f"rate:{self.scope}:{whom}" if whom else None

    def allow_request(self, request: Request, view: Any) -> bool:
        key = self.get_cache_key(request, view)
        if key is None:
            return True
        window, passed = divmod(self.timer(), self.duration)
        self.left = self.duration - passed
        key, cache = f"{key}:{window:.0f}", caches["limits"]
        # Counted up only where it is kept: while Redis is away nobody is refused.
        free = self.num_requests - (1 if cache.add(key, 1, self.duration) else cache.incr(key))
        told, known = (self.num_requests, max(free, 0), ceil(self.left)), getattr(view, "rate", None)
        view.rate = told if known is None else min(told, known, key=itemgetter(1))
        return free >= 0

    def wait(self) -> float:
        return self.left


class Anonymous(Counted):
    scope = "anon"

    def get_cache_key(self, request: Request, view: object) -> str | None:
        return None if request.user.is_authenticated else super().get_cache_key(request, view)


class SignedIn(Counted):
    scope = "user"

    def get_cache_key(self, request: Request, view: object) -> str | None:
        return super().get_cache_key(request, view) if request.user.is_authenticated else None


class ForTools(Counted):
    scope = "tools"


TOOLS = [Anonymous, SignedIn, ForTools]
