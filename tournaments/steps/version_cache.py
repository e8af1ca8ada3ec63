"""What is worked out of an event, kept in the cache by the version of the event (or another key that says it all).

There is no invalidation: a change of the event raises its version, and the old entries die of age.

After a change a whole hall asks at once: one of them works it out, and the others wait for that. Where processes share
no cache (without Redis), that is one in each.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Literal, TypeVar, cast

from django.core.cache import cache

from tournaments import audience
from tournaments.models import Tournament
from tournaments.reading import consistent_read, is_settled

T = TypeVar("T")
# The column that says up to when a value is good.
Kept = Literal["version", "people_version"]

KEPT_SECONDS = 24 * 3600
# Others wait so long for the one who works it out, looking this often; then each works it out alone.
PATIENCE = 5.0
LOOK_EVERY = 0.02
# The lock of somebody who died expires after this many seconds.
LEASE_SECONDS = 30
_NOTHING = object()
# So many values are kept unpacked in one process: the latest versions of a few events.
UNPACKED = 64
_Unpacked = dict[tuple[int, str], tuple[int, object]]
_unpacked: _Unpacked = {}


def by_version(tournament: Tournament, name: str, make: Callable[[], T]) -> T:
    """What `make` gives for the event at its version, from the cache where it is known.

    It is kept only where the rows were read of that very version, and where nobody can take that version back: the
    event may have changed since it was found, and a change that is going on may be refused.
    """
    return _by_version(tournament, name, make)[0]


def _by_version(
    tournament: Tournament, name: str, make: Callable[[], T], by: Kept = "version"
) -> tuple[T, bool]:
    """The same, and whether it is what everybody would get: inside a change too, if it has not written to any player
    and these are all that is asked for, for nobody else can write to them before it ends.
    """
    version: int = getattr(tournament, by)

    def read() -> tuple[T, bool]:
        with consistent_read():
            made = make()
            same = Tournament.objects.filter(
                pk=tournament.pk, version=tournament.version, people_version=tournament.people_version
            )
            return made, (is_settled() or version < tournament.version) and same.exists()

    return _kept(_named(tournament.pk, _for_reader(tournament, name), version), read, KEPT_SECONDS)


def by_versions(events: Sequence[Tournament], name: str, make: Callable[[Tournament], T]) -> dict[int, T]:
    """The same for many events, by their primary keys; what is known of all of them is read at once."""
    known = cache.get_many([_key(event, name) for event in events])
    return {
        event.pk: known[_key(event, name)]
        if _key(event, name) in known
        else by_version(event, name, partial(make, event))
        for event in events
    }


def by_key(key: str, make: Callable[[], T], seconds: int = KEPT_SECONDS) -> T:
    """What `make` gives, kept under a key that holds all it depends on: a version, a stamp, a digest.

    Inside a change nothing is kept: the change may be refused, and its version be given to another one.
    """
    key = f"public-{key}" if audience.is_public() else key
    return _kept(key, lambda: (make(), is_settled()), seconds)[0]


def _key(tournament: Tournament, name: str) -> str:
    return _named(tournament.pk, _for_reader(tournament, name), tournament.version)


def _for_reader(tournament: Tournament, name: str) -> str:
    """Where names are hidden, the public has values of its own."""
    return f"public-{name}" if tournament.has_hidden_names and audience.is_public() else name


def _named(tournament_id: int, name: str, version: int) -> str:
    return f"{name}:{tournament_id}:{version}"


def _kept(key: str, make: Callable[[], tuple[T, bool]], seconds: int) -> tuple[T, bool]:
    """What is in the cache, or else what `make` gives, kept if it says so; and whether it is."""
    found: object = cache.get(key, _NOTHING)
    if found is not _NOTHING:
        return cast("T", found), True
    with _alone(key) as is_first:
        # Somebody may have worked it out between the look above and being alone.
        found = cache.get(key, _NOTHING) if is_first else _wait_for(key)
        if found is not _NOTHING:
            return cast("T", found), True
        made, may_be_kept = make()
        if may_be_kept:
            cache.set(key, made, seconds)
    return made, may_be_kept


def at_hand(tournament: Tournament, name: str, make: Callable[[], T], *, by: Kept = "version") -> T:
    """The same, kept unpacked besides: for what a page asks for many times, and a hall of phones page after page.

    What it gives is shared by all who ask, so nobody may change it. Inside a change it is kept with the object of the
    event, until the change ends. `by` is `people_version` for what nothing but the players decides: of thousands it
    is not worked out again after each result.
    """
    key, version = (tournament.pk, _for_reader(tournament, name)), getattr(tournament, by)
    mine: _Unpacked = tournament.__dict__.setdefault("_at_hand", {})
    for since, found in filter(None, (_unpacked.get(key), mine.get(key))):
        if since == version:
            return cast("T", found)
    made, is_everybodys = _by_version(tournament, name, make, by)
    if is_everybodys:
        _keep_unpacked(key, version, made)
    elif not is_settled():
        mine[key] = version, made
    return made


def _keep_unpacked(key: tuple[int, str], version: int, value: object) -> None:
    """In place of that of an earlier version, which nobody asks for any more: where results come in every few seconds,
    what was packed for each of them adds up.
    """
    older, _found = _unpacked.get(key, (version, None))
    if older < version:
        cache.delete(_named(*key, older))
    elif len(_unpacked) >= UNPACKED:
        _unpacked.pop(next(iter(_unpacked)), None)
    _unpacked[key] = version, value


def forget_at_hand(tournament: Tournament) -> None:
    """After a change: what was read while it went on may not be what became of it."""
    tournament.__dict__.pop("_at_hand", None)


def forget_unpacked() -> None:
    """Where versions begin anew (tests)."""
    _unpacked.clear()


@contextmanager
def _alone(key: str) -> Iterator[bool]:
    """Whether nobody else is working it out; until the end of the body, others who ask are told that somebody is."""
    mine = secrets.token_hex(8)
    is_first = cache.add(_lock(key), mine, LEASE_SECONDS)
    try:
        yield is_first
    finally:
        if cache.get(_lock(key), None) == mine:  # it may have expired, and be somebody else's by now
            cache.delete(_lock(key))


def _wait_for(key: str) -> object:
    """What somebody else is working out; _NOTHING where that cannot be kept, fails, or takes too long."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        # Before the look: at the end what was made is kept first, then the lock goes.
        is_at_work = cache.has_key(_lock(key))
        found = cache.get(key, _NOTHING)
        if found is not _NOTHING or not is_at_work:
            return found
        time.sleep(LOOK_EVERY)
    return _NOTHING


def _lock(key: str) -> str:
    return f"{key}:at-work"
