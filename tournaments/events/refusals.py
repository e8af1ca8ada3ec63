"""What is refused here, each once: status, sentence and, where it is always the same, the field."""

from django.utils.translation import gettext_lazy as _

from tournaments.steps.refusals import Common, Refusal


class Refusals(Common):
    bad_date = Refusal(400, _("“%(field)s” must be a date such as 2026-11-20."))
    bad_meetings = Refusal(
        400,
        _("Earlier meetings: give a list of {season, players: two player numbers}."),
        field="earlier_meetings",
    )
    bad_points_in_scoring = Refusal(
        400, _("“%(field)s” must be points from 0 to 10000 with at most two decimals."), code="bad_scoring"
    )
    bad_slug = Refusal(400, _("“%(field)s” can only have small letters, digits and hyphens."), field="slug")
    bad_time = Refusal(400, _("“%(field)s” must be a time such as 14:30, not “%(value)s”."))
    bad_zone = Refusal(
        400,
        _("“%(field)s” must be a time zone such as Europe/Copenhagen, not “%(value)s”."),
        field="time_zone",
    )
    confirm_tiebreaks = Refusal(
        409, _("Rounds have been played under the old tie-breaks. Confirm that you want to change them.")
    )
    cut_fixed = Refusal(
        409,
        _(
            "The cut comes after round %(number)s; another number of rounds would move it "
            "into paired rounds. Keep the number of rounds."
        ),
        field="rounds_planned",
    )
    earlier_round_open = Refusal(
        409, _("Round %(earlier)s is still being played. Complete it before round %(number)s.")
    )
    fixed_after_pairing = Refusal(
        409, _("“%(field)s” can no longer change: a round has been paired under it.")
    )
    has_phases = Refusal(
        409,
        _("“%(field)s” belongs to the phases of this event. Change it there (Phases)."),
    )
    is_owner = Refusal(409, _("The owner of the event keeps all rights."), field="user")
    last_round_paired = Refusal(
        409,
        _(
            "Round %(number)s is already paired, and being the last round or not changes its "
            "pairing. Keep the number of rounds."
        ),
    )
    opens_by_itself = Refusal(
        409,
        _(
            "The rounds of this event open by themselves: a match is there as soon as both of its players are known. "
            "Enter the results."
        ),
    )
    more_starts_than_rounds = Refusal(
        400,
        _("“%(field)s” has %(count)s starts, but the event has %(rounds)s rounds. Give one for each round."),
        field="round_starts",
        code="too_many_rounds",
    )
    needs_date = Refusal(
        400, _("“%(field)s” is needed: times are planned for this event."), field="starts_on"
    )
    needs_two_seats = Refusal(
        400,
        _("%(event)s is in a series, which rates matches of two. Remove it from the series first."),
        field="system",
    )
    no_next_phase = Refusal(409, _("There is no phase after the current one, or it starts automatically."))
    not_confirmed = Refusal(
        400, _("Type the address of the event, %(slug)s, to delete it."), field="confirm_slug"
    )
    not_finished = Refusal(409, _("The event is not finished."))
    not_in_bin = Refusal(404, _("%(event)s is no longer in the bin."))
    not_running = Refusal(409, _("No round has been played yet."))
    per_round_option = Refusal(
        400, _("Option “%(name)s” is chosen when a round is paired; it is not a setting of the event.")
    )
    phase_begun = Refusal(409, _("Phase %(number)s has started and cannot change. Later phases can."))
    phases_for_two = Refusal(
        400, _("Phases are for matches of two; tables of four have a final of their own."), field="phases"
    )
    round_open = Refusal(409, _("Round %(number)s is not completed. Complete it or discard its draft first."))
    rounds_out_of_order = Refusal(
        400,
        _("“%(field)s”: round %(number)s must start later than the rounds before it."),
        field="round_starts",
    )
    schedule_stands = Refusal(
        409,
        _("A schedule is stored for this system. Discard it before you change the system (Schedule)."),
        field="system",
    )
    scoring_is_no_number = Refusal(400, _("“%(field)s” must be a number."), code="bad_scoring")
    seeded_has_played = Refusal(
        409, _("%(name)s is in round %(number)s already and cannot enter later. Seed another player.")
    )
    season_of_series = Refusal(
        409, _("The event is in a series. Change its season on the page of the series."), field="season"
    )
    too_few_rounds = Refusal(409, _("%(count)s rounds are already paired. Plan at least as many."))
    too_many_events = Refusal(
        409,
        _(
            "%(name)s has %(limit)s events, including those in the bin. This site allows no "
            "more. Delete one for good first."
        ),
    )
    too_many_prizes = Refusal(
        409, _("An event has at most %(most)s prizes. Remove one first."), field="prizes"
    )
    two_rounds_open = Refusal(
        409,
        _(
            "Rounds %(number)s and %(later)s are both being played. Complete round %(number)s before the "
            "next one is paired."
        ),
    )
    unknown_field = Refusal(400, _("“%(field)s” is not a setting of an event. Choose from: %(allowed)s."))
    unknown_scoring = Refusal(400, _("“%(field)s” is not possible here. Choose from: %(allowed)s."))
    waits_for_completion = Refusal(
        409,
        _("Round %(number)s is paired on true results: complete round %(open)s first."),
        code="waits_for_results",
    )
    waits_for_results = Refusal(
        409,
        _(
            "Round %(number)s is paired on true results. These tables of round %(open)s have none "
            "yet: %(list)s."
        ),
    )
    win_not_above_loss = Refusal(
        400, _("Scoring: a win must be worth more than a loss."), field="scoring.win", code="bad_scoring"
    )


refuse = Refusals()
