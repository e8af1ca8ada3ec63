"""What is refused here, each once: status, sentence and, where it is always the same, the field."""

from django.utils.translation import gettext_lazy as _

from tournaments.steps.refusals import Common, Refusal


class Refusals(Common):
    already_in_round = Refusal(409, _("%(name)s already has a place in round %(number)s."), field="join")
    bad_bye = Refusal(
        400, _("“%(kind)s” is not a kind of bye. Choose from: %(allowed)s."), field="bye", code="bad_kind"
    )
    bad_last_round = Refusal(
        400,
        _("%(name)s can withdraw after rounds %(first)s to %(last)s, not before the last round they played."),
        field="after_round",
        code="bad_round",
    )
    bad_points = Refusal(
        400,
        _("“%(field)s” must be points from -99.99 to 99.99 with at most two decimals, such as -0.5."),
        field="points",
    )
    breach_unexplained = Refusal(
        400,
        _("This breaks a rule. Give a reason in “%(field)s”."),
        field="note",
        code="reason_missing",
    )
    enters_later = Refusal(
        409,
        _("%(name)s enters in phase %(phase)s (round %(number)s) and cannot play before it."),
        field="join",
    )
    later_draft = Refusal(
        409,
        _(
            "Round %(later)s is drafted already. Discard its draft, repair round %(number)s, "
            "then pair it again."
        ),
        code="later_round",
    )
    later_round = Refusal(409, _("Round %(later)s is already paired, so round %(number)s stays the same."))
    no_bye = Refusal(404, _("%(name)s has no bye in round %(number)s."), field="round")
    no_bye_given = Refusal(409, _("No player has a bye from pairing in this round."), field="first")
    no_change_by_hand = Refusal(
        400, _("“%(kind)s” is not a change by hand. Choose from: %(allowed)s."), field="kind", code="bad_kind"
    )
    not_editable = Refusal(
        400, _("“%(kind)s” cannot be edited. Choose from: %(allowed)s."), field="kind", code="bad_kind"
    )
    not_in_round = Refusal(409, _("%(name)s has no place in round %(number)s."), field="player")
    not_of_event = Refusal(400, _("There is no player %(number)s in this event."), field="player")
    proposal_stale = Refusal(
        409,
        _("The event has changed since this was proposed. Look at the new proposals and choose again."),
    )
    reason_missing = Refusal(400, _("A later round was paired on this. Give a reason in “%(field)s”."))
    same_player = Refusal(400, _("A player is named twice. Choose two different players."), field="player")
    table_playing = Refusal(
        409, _("Table %(table)s is marked as playing. Remove the mark first."), field="table"
    )


refuse = Refusals()
