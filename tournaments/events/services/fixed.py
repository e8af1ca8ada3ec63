"""What of an event is fixed: by the program it follows, by its series, by its phases, and once a round is paired."""

from collections.abc import Mapping
from typing import Any

from pairing.systems import seats_of
from tournaments.events.refusals import refuse
from tournaments.events.services.ahead import refuse_another_cut, refuse_another_last_round
from tournaments.events.services.setting import When
from tournaments.events.services.settings import SETTINGS, said_by_phases
from tournaments.models import Tournament
from tournaments.steps.changes import refuse_followed

# What an event that follows another program settles itself, since no report says it: who sees the event, when and where
# it is, how it is shown; and the number of rounds and the tie-breaks, which few programs write into a report.
_NOT_IN_REPORTS = frozenset(
    {
        "name", "slug", "description", "venue", "visibility", "language", "time_zone", "starts_on", "start_time",
        "round_starts", "round_minutes", "show_ratings", "show_titles", "show_prizes", "name_form",
        "for_search_engines", "rounds_planned", "tiebreaks",
    }
)  # fmt: skip


def refuse_in_following(tournament: Tournament, changed: Mapping[str, object]) -> None:
    """Errors: `followed`."""
    if changed.keys() - _NOT_IN_REPORTS:
        refuse_followed(tournament)


def refuse_rules_of_phases(tournament: Tournament, changed: Mapping[str, object]) -> None:
    """What the phases of an event say is changed with them. Errors: `has_phases`."""
    for field in said_by_phases():
        if tournament.phases and field in changed:
            raise refuse.has_phases(field=field)


def refuse_in_series(tournament: Tournament, changed: Mapping[str, Any]) -> None:
    """Errors: `season_of_series`, `needs_two_seats`."""
    if tournament.series_id is None:
        return
    if "season" in changed:
        raise refuse.season_of_series()
    if not seats_of(changed.get("system", tournament.system)).rules.is_rated:
        raise refuse.needs_two_seats(event=tournament.name)


def refuse_late_changes(tournament: Tournament, changed: Mapping[str, Any], confirmed: bool) -> None:
    """Errors: `schedule_stands`, `too_few_rounds`, `last_round_paired`, `cut_fixed`, `confirm_tiebreaks`,
    `fixed_after_pairing`.
    """
    if "system" in changed and tournament.schedule:
        raise refuse.schedule_stands()
    paired = tournament.rounds.count()
    if changed.get("rounds_planned", paired) < paired:
        raise refuse.too_few_rounds(field="rounds_planned", count=paired)
    if not paired:
        return
    if "rounds_planned" in changed:
        refuse_another_last_round(tournament, changed["rounds_planned"])
        refuse_another_cut(tournament, changed["rounds_planned"])
    for field in changed:
        _refuse_after_pairing(field, SETTINGS[field].when, confirmed)


def _refuse_after_pairing(field: str, when: When, confirmed: bool) -> None:
    if when is When.ALWAYS or (when is When.FORESEEN and confirmed):
        return
    if field == "tiebreaks":
        raise refuse.confirm_tiebreaks(field=field)
    raise refuse.fixed_after_pairing(field=field)
