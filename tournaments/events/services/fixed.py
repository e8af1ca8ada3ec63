"""What of an event is fixed: by its series, by its phases, and once a round is paired."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from pairing.systems import seats_of
from tournaments.events.services.ahead import refuse_another_cut, refuse_another_last_round
from tournaments.events.services.settings import SETTINGS, When, said_by_phases
from tournaments.models import Tournament
from tournaments.steps.refusals import ServiceError


def refuse_rules_of_phases(tournament: Tournament, changed: Mapping[str, Any]) -> None:
    """What the phases of an event say is changed with them. Errors: `has_phases`."""
    for field in said_by_phases():
        if tournament.phases and field in changed:
            raise ServiceError(
                "has_phases",
                _(
                    "%(field)s: this event has phases, each with a system and rounds of its own. Change the phases."
                ),
                field=field,
            )


def refuse_in_series(tournament: Tournament, changed: Mapping[str, Any]) -> None:
    """Errors: `season_of_series`, `needs_two_seats`."""
    if tournament.series_id is None:
        return
    if "season" in changed:
        raise ServiceError(
            "season_of_series",
            _("The event is in a series. Its season is changed on the page of the series."),
            field="season",
        )
    if not seats_of(changed.get("system", tournament.system)).rules.is_rated:
        raise ServiceError(
            "needs_two_seats",
            _("%(event)s is in a series, which rates matches of two. Take it out of the series first."),
            field="system",
            event=tournament.name,
        )


def refuse_late_changes(tournament: Tournament, changed: Mapping[str, Any], confirmed: bool) -> None:
    """Errors: `schedule_stands`, `too_few_rounds`, `last_round_paired`, `cut_fixed`, `confirm_tiebreaks`,
    `fixed_after_pairing`.
    """
    if "system" in changed and tournament.schedule:
        raise ServiceError(
            "schedule_stands",
            _("A schedule is stored for this system. Throw it away before the system is changed."),
            field="system",
        )
    paired = tournament.rounds.count()
    if changed.get("rounds_planned", paired) < paired:
        raise ServiceError(
            "too_few_rounds",
            _("%(count)s rounds are paired already."),
            field="rounds_planned",
            count=paired,
        )
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
        raise ServiceError(
            "confirm_tiebreaks",
            _("Rounds have been played under the old tie-breaks. Confirm that they are to change."),
            field=field,
        )
    raise ServiceError(
        "fixed_after_pairing",
        _("%(field)s cannot change any more: a round has been paired under it."),
        field=field,
    )
