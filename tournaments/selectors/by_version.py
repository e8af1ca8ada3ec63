"""What is worked out of an event, kept in the cache by the version of the event.

There is no invalidation: a change of the event raises its version, and the old entries die of age.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from django.core.cache import cache

from tournaments.models import Tournament
from tournaments.reading import consistent_read, is_settled

T = TypeVar("T")

KEPT_SECONDS = 24 * 3600
_NOTHING = object()


def by_version(tournament: Tournament, name: str, make: Callable[[], T]) -> T:
    """What `make` gives for the event at its version, from the cache where it is known.

    It is kept only where the rows were read of that very version, and where nobody can take that version back: the
    event may have changed since it was found, and a change that is going on may be refused.
    """
    key = f"{name}:{tournament.pk}:{tournament.version}"
    found: Any = cache.get(key, _NOTHING)
    if found is not _NOTHING:
        return cast("T", found)
    with consistent_read():
        made = make()
        if is_settled() and Tournament.objects.filter(pk=tournament.pk, version=tournament.version).exists():
            cache.set(key, made, KEPT_SECONDS)
    return made
