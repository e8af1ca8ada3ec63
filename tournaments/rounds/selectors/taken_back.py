"""Pairings that were published and are not any more, and what keeps those of a round from being taken back."""

from pairing.engine import find_system
from pairing.engine.phases import index_of, starts
from pairing.formats.document_phases import load_phases
from pairing.model.options import describe
from tournaments.events.selectors.events import round_heads
from tournaments.events.selectors.phases import is_side_by_side
from tournaments.events.selectors.unplayed import unplayed
from tournaments.models import UNDECIDED, Action, LogEntry, Match, Round, RoundState, Status, Tournament
from tournaments.steps.version_cache import at_hand

OUT = (RoundState.PUBLISHED, RoundState.IN_PROGRESS)


def taken_back(tournament: Tournament) -> int | None:
    """The number of the round whose pairings players have seen and that is not published now, however that came about:
    taken back, undone, restored. None where there is none, or once the event is over.
    """
    return at_hand(tournament, "taken_back", lambda: _taken_back(tournament))


def _taken_back(tournament: Tournament) -> int | None:
    number = 1 + max((head.number for head in round_heads(tournament) if not head.is_draft), default=0)
    lines = LogEntry.objects.filter(tournament=tournament, action=Action.ROUND_PUBLISHED, round_number=number)
    return number if tournament.status != Status.FINISHED and lines.exists() else None


def tables_with_results(round_: Round) -> list[int]:
    """The tables whose result is in, or was reported by players and waits for the desk."""
    tables = Match.objects.filter(round=round_)
    waiting = unplayed(tables).exclude(claims__state__in=UNDECIDED)
    return sorted(tables.exclude(pk__in=waiting.values("pk")).values_list("table", flat=True))


def first_beside(tournament: Tournament, number: int) -> int | None:
    """The first of the rounds that are open side by side with this one: taking it back takes all of them back. None
    where one round follows the other.
    """
    if not is_side_by_side(tournament, number):
        return None
    phases = load_phases(tournament.phases)
    return starts(phases)[index_of(phases, number)] + 1 if phases else 1


def overrides_of(row: Round) -> dict[str, object]:
    """The options given for this round only, when it was paired."""
    specs = describe(find_system(row.system).options)
    return {
        spec.name: row.options[spec.name] for spec in specs if spec.per_round and spec.name in row.options
    }
