"""What tests of events do again and again: an event that has come this far, a refusal, a step back."""

from collections.abc import Callable
from typing import Any

from tests.desk.pages import Desk
from tests.factories import make_event, pair, play_round, play_tables, publish, refused
from tournaments.history import undo
from tournaments.models import EventSnapshot, Match, Round, SnapshotReason, Tournament


def given(event: Tournament) -> dict[str, Any]:
    return {"tournament": event, "actor": event.owner}


def fresh(event: Tournament) -> Tournament:
    """The event as it is stored now."""
    return Tournament.objects.get(pk=event.pk)


def newest(event: Tournament, reason: SnapshotReason) -> EventSnapshot:
    return EventSnapshot.objects.filter(tournament=event, reason=reason).latest("pk")


def take_back(event: Tournament, times: int = 1) -> None:
    for _ in range(times):
        undo.undo_last_step(**given(event))


def drafted(make: Callable[..., Tournament] = make_event, **settings: Any) -> tuple[Tournament, Round]:
    """An event whose first round is paired."""
    event = make(**settings)
    return event, pair(event)


def published(make: Callable[..., Tournament] = make_event, **settings: Any) -> tuple[Tournament, Round]:
    """An event whose first round is published."""
    event = make(**settings)
    return event, publish(event)


def played(rounds: int, make: Callable[..., Tournament] = make_event, **settings: Any) -> Tournament:
    """An event so many rounds of which are completed; East, or who moves first, has always won."""
    event = make(**settings)
    play = play_tables if event.system.startswith("mahjong") else play_round
    for _ in range(rounds):
        play(event)
    return event


def at_desk(event: Tournament) -> tuple[Tournament, Desk]:
    """An event, and its owner at the desk."""
    return event, Desk(event.owner, event)


def all_refused(**actions: Callable[[], Any] | tuple[Callable[[], Any], ...]) -> None:
    """Each action, or each of several, is refused with the code it is named by."""
    for code, several in actions.items():
        for action in several if isinstance(several, tuple) else (several,):
            with refused(code):
                action()


def lower_wins(match: Match) -> str:
    first, second = match.seats.order_by("position").values_list("player__number", flat=True)
    return "1-0" if first < second else "0-1"
