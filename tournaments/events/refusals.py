"""What is refused here, each once: status, sentence and, where it is always the same, the field."""

from django.utils.translation import gettext_lazy as _

from tournaments.steps.refusals import Catalogue, Refusal, common

refuse = Catalogue(
    common,
    bad_date=Refusal(400, _("%(field)s: a date such as 2026-11-20 is needed.")),
    bad_meetings=Refusal(
        400,
        _("earlier_meetings: a list of {season, players: two player numbers} is needed."),
        field="earlier_meetings",
    ),
    bad_points_in_scoring=Refusal(
        400, _("%(field)s: points from 0 to 10000 with at most two decimals are needed"), code="bad_scoring"
    ),
    bad_slug=Refusal(400, _("%(field)s: small letters, digits and hyphens are allowed."), field="slug"),
    bad_time=Refusal(400, _("%(field)s: a time such as 14:30 is needed, not “%(value)s”.")),
    bad_zone=Refusal(
        400,
        _("%(field)s: a time zone such as Europe/Copenhagen is needed, not “%(value)s”."),
        field="time_zone",
    ),
    confirm_tiebreaks=Refusal(
        409, _("Rounds have been played under the old tie-breaks. Confirm that they are to change.")
    ),
    cut_fixed=Refusal(
        409,
        _(
            "The cut comes after round %(number)s, and another number of rounds would move it to where "
            "rounds are paired already. The number of rounds stays as it is."
        ),
        field="rounds_planned",
    ),
    earlier_round_open=Refusal(
        409, _("Round %(earlier)s is still being played. Complete it before round %(number)s.")
    ),
    fixed_after_pairing=Refusal(
        409, _("%(field)s cannot change any more: a round has been paired under it.")
    ),
    has_phases=Refusal(
        409,
        _("%(field)s: this event has phases, each with a system and rounds of its own. Change the phases."),
    ),
    is_owner=Refusal(409, _("The owner of the event keeps every right."), field="user"),
    last_round_paired=Refusal(
        409,
        _(
            "Round %(number)s is paired already, and whether it is the last one decides how it is "
            "paired. The number of rounds stays as it is."
        ),
    ),
    more_starts_than_rounds=Refusal(
        400,
        _("%(field)s: starts of %(count)s rounds are planned, and the event has %(rounds)s."),
        field="round_starts",
        code="too_many_rounds",
    ),
    needs_date=Refusal(
        400, _("%(field)s: times are planned for this event, so it needs a date."), field="starts_on"
    ),
    needs_two_seats=Refusal(
        400,
        _("%(event)s is in a series, which rates matches of two. Take it out of the series first."),
        field="system",
    ),
    no_next_phase=Refusal(409, _("No other phase comes after the one being played, or it begins by itself.")),
    not_confirmed=Refusal(
        400, _("Type the address of the event, %(slug)s, to delete it."), field="confirm_slug"
    ),
    not_finished=Refusal(409, _("The event is not finished.")),
    not_in_bin=Refusal(404, _("%(event)s is no longer in the bin.")),
    not_running=Refusal(409, _("No round has been played yet.")),
    per_round_option=Refusal(
        400, _("option %(name)s is chosen when a round is paired, it is not a setting of the event")
    ),
    phase_begun=Refusal(
        409, _("Phase %(number)s has begun, so it stays as it is. Phases after it can change.")
    ),
    phases_for_two=Refusal(
        400, _("Phases are for matches of two; tables of four have a final of their own."), field="phases"
    ),
    round_open=Refusal(
        409, _("Round %(number)s is not completed. Complete it, or discard the draft, first.")
    ),
    rounds_out_of_order=Refusal(
        400,
        _("%(field)s: round %(number)s must start later than the rounds before it."),
        field="round_starts",
    ),
    schedule_stands=Refusal(
        409,
        _("A schedule is stored for this system. Throw it away before the system is changed."),
        field="system",
    ),
    scoring_is_no_number=Refusal(400, _("%(field)s: a number is needed"), code="bad_scoring"),
    season_of_series=Refusal(
        409, _("The event is in a series. Its season is changed on the page of the series."), field="season"
    ),
    too_few_rounds=Refusal(409, _("%(count)s rounds are paired already.")),
    too_many_events=Refusal(
        409,
        _(
            "%(name)s has %(limit)s events, those in the bin included. This site allows no more. Delete "
            "one for good first."
        ),
    ),
    too_many_prizes=Refusal(
        409, _("An event has at most %(most)s prizes. Remove one first."), field="prizes"
    ),
    two_rounds_open=Refusal(
        409,
        _(
            "Rounds %(number)s and %(later)s are both being played. Complete round %(number)s before the "
            "next one is paired."
        ),
    ),
    unknown_field=Refusal(400, _("%(field)s is not a setting of an event; allowed are %(allowed)s.")),
    unknown_scoring=Refusal(400, _("%(field)s is not known; allowed are %(allowed)s")),
    waits_for_completion=Refusal(
        409,
        _("Round %(number)s is paired on true results: complete round %(open)s first."),
        code="waits_for_results",
    ),
    waits_for_results=Refusal(
        409,
        _(
            "Round %(number)s is paired on true results. These tables of round %(open)s have none "
            "yet: %(list)s."
        ),
    ),
    win_not_above_loss=Refusal(
        400, _("scoring: a win must be worth more than a loss"), field="scoring.win", code="bad_scoring"
    ),
)
