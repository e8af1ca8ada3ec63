"""What is refused here, each once: status, sentence and, where it is always the same, the field."""

from django.utils.translation import gettext_lazy as _

from tournaments.steps.refusals import Common, Refusal


class Refusals(Common):
    bad_order = Refusal(400, _("“%(field)s” must be one of: %(allowed)s."), field="order")
    final_ranks_change = Refusal(
        409,
        _(
            "%(event)s is finished. As season %(season)s it would count its own results in the ratings, "
            "which changes final places. Reopen it first."
        ),
        field="season",
    )
    house_player = Refusal(400, _("%(name)s is a house player and not in the series."), field="player")
    in_another_series = Refusal(
        409, _("%(event)s is already in another series. Remove it there first."), field="event"
    )
    needs_two_seats = Refusal(
        400, _("%(event)s has tables of four. A series rates matches of two."), field="event"
    )
    no_season = Refusal(409, _("The series has no season yet. Add its first event."))
    no_season_chosen = Refusal(
        400, _("Choose the seasons of the other player."), field="players", code="missing"
    )
    no_series = Refusal(409, _("The event is not in a series."), field="player")
    not_allowed = Refusal(409, _("Only a director of %(event)s can undo this step."), field="event")
    not_confirmed = Refusal(
        400, _("Type the address of the series, %(slug)s, to delete it for good."), field="confirm_slug"
    )
    not_in_series = Refusal(409, _("The event is not in this series."), field="event")
    not_of_person = Refusal(400, _("This is not a season of %(name)s."), field="players")
    not_of_series = Refusal(400, _("This player is not in the series."))
    nothing_left = Refusal(
        409, _("These are all seasons of %(name)s. Untick one, or rename the player."), field="players"
    )
    played_by_another = Refusal(
        409,
        _(
            "In %(event)s, %(name)s is linked to another player now. Link that player to "
            "another person first."
        ),
        field="player",
        code="same_event",
    )
    same_event = Refusal(409, _("Both play in %(event)s (season %(season)s), so they are two people."))
    same_person = Refusal(400, _("Choose two different players of the series."), field="other")
    season_taken = Refusal(409, _("Season %(season)s is %(event)s. Choose another number."), field="season")
    series_gone = Refusal(404, _("This series no longer exists."))
    step_changed = Refusal(409, _("Only the latest step can be undone: %(step)s. Then the one before it."))
    unknown_field = Refusal(400, _("“%(field)s” is not a setting of a series. Choose from: %(allowed)s."))


refuse = Refusals()
