"""The screens of an event, when each was last there, and what one shows that nobody has told what to show."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Protocol, TypeVar

from django.db.models import Q, QuerySet

from pairing.model.errors import PairingError
from tournaments.brackets.selectors.brackets import Bracket, bracket_of, has_bracket
from tournaments.events.selectors.events import RoundHead
from tournaments.models import Screen, ScreenMode, Status, Tournament
from tournaments.rounds.selectors.clocks import Clock, ClockState, current_clock
from tournaments.whereabouts.selectors.whereabouts import now_and_ahead, published_rounds

# A screen asks every five seconds; that it did is written down this often at most.
NOTED_EVERY = timedelta(seconds=15)
# A screen that has not asked for so long is off, asleep or without a network.
THERE_FOR = timedelta(seconds=45)
# So long after the clock has started people still look for their table.
LOOKED_FOR = timedelta(minutes=10)


class AtTable(Protocol):
    """A line of a list that may belong to a table."""

    @property
    def table(self) -> int | None: ...


Row = TypeVar("Row", bound=AtTable)


def screens_of(tournament: Tournament) -> QuerySet[Screen]:
    return Screen.objects.filter(tournament=tournament)


def screen_by_key(tournament: Tournament, key: str) -> Screen:
    """Errors: Screen.DoesNotExist, also for the key of another event's screen."""
    return screens_of(tournament).get(key=key)


def note_seen(screen: Screen, now: datetime) -> None:
    """The screen has asked. Leaves `changed_at` alone: being there changes nothing of what it shows."""
    late = Q(seen_at=None) | Q(seen_at__lt=now - NOTED_EVERY)
    Screen.objects.filter(late, pk=screen.pk).update(seen_at=now)


def is_there(screen: Screen, now: datetime) -> bool:
    return screen.seen_at is not None and now - screen.seen_at <= THERE_FOR


def part_of(screen: Screen | None, rows: Iterable[Row]) -> list[Row]:
    """The lines that a screen shows: those of its tables; who has no table is on all of them."""
    first = screen.part.get("first", 1) if screen else 1
    last = screen.part.get("last") if screen else None
    return [
        row
        for row in rows
        if row.table is None or (row.table >= first and (last is None or row.table <= last))
    ]


def is_played(bracket: Bracket | None) -> bool:
    """Whether the bracket is more than what the standings of now would give."""
    return bracket is not None and not bracket.view.is_projected


def boards_now(tournament: Tournament, mode: str) -> tuple[str, ...]:
    """What a screen in this mode shows now; in place of a bracket that is not there what fits the moment."""
    try:
        bracket = bracket_of(tournament) if has_bracket(tournament) else None
    except PairingError:
        bracket = None
    if mode != ScreenMode.AUTO and (mode != ScreenMode.BRACKET or bracket):
        return (mode,)
    return by_itself(
        now_and_ahead(published_rounds(tournament))[0],
        is_played=is_played(bracket),
        clock=current_clock(tournament),
        is_over=tournament.status == Status.FINISHED,
    )


def by_itself(
    current: RoundHead | None, *, is_played: bool, clock: Clock | None, is_over: bool = False
) -> tuple[str, ...]:
    """What is shown where nothing has been chosen: one thing, or several in turn while the clock of the round runs and
    once the event is over.
    """
    after = "bracket" if is_played else "standings"
    if current is None:
        return ("names",)
    if is_over:
        return ("winners", after)
    if current.is_completed:
        return (after,)
    if clock is None or clock.state is ClockState.READY:
        return ("names",)
    if current.number == 1 and not is_played:
        return ("names", "timer")
    # A clock that runs: the screen itself leaves the names out after `names_until`.
    is_early = clock.state is ClockState.RUNNING or clock.length - clock.left < LOOKED_FOR
    return ("names", "timer", after) if is_early else ("timer", after)


def names_until(clock: Clock) -> int | None:
    """When the names leave the turn: milliseconds since 1970; None: not as long as the clock stands still."""
    if clock.ends_at is None:
        return None
    return round((clock.ends_at - clock.length + LOOKED_FOR).timestamp() * 1000)
