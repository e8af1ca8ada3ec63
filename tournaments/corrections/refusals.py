"""What is refused here, each once: status, sentence and, where it is always the same, the field."""

from django.utils.translation import gettext_lazy as _

from tournaments.steps.refusals import Catalogue, Refusal, common

refuse = Catalogue(
    common,
    already_in_round=Refusal(409, _("%(name)s has a place in round %(number)s already."), field="join"),
    bad_bye=Refusal(
        400, _("%(kind)s is not a kind of bye; allowed are %(allowed)s."), field="bye", code="bad_kind"
    ),
    bad_last_round=Refusal(
        400,
        _("%(name)s can have left after rounds %(first)s to %(last)s: not before the last one played."),
        field="after_round",
        code="bad_round",
    ),
    bad_points=Refusal(
        400,
        _("%(field)s: points from -99.99 to 99.99 with at most two decimals are needed, such as -0.5."),
        field="points",
    ),
    breach_unexplained=Refusal(
        400,
        _("%(field)s: this breaks a rule, so say why it is done anyway."),
        field="note",
        code="reason_missing",
    ),
    later_draft=Refusal(
        409,
        _(
            "Round %(later)s is drafted already. Discard its draft, repair round %(number)s, "
            "then pair it again."
        ),
        code="later_round",
    ),
    later_round=Refusal(409, _("Round %(later)s is paired already, so round %(number)s stays as it is.")),
    no_bye=Refusal(404, _("%(name)s has no bye in round %(number)s."), field="round"),
    no_bye_given=Refusal(409, _("Nobody has a bye of the pairing in this round."), field="first"),
    no_change_by_hand=Refusal(
        400, _("%(kind)s is no change by hand; allowed are %(allowed)s."), field="kind", code="bad_kind"
    ),
    not_editable=Refusal(
        400, _("%(kind)s cannot be edited; allowed are %(allowed)s."), field="kind", code="bad_kind"
    ),
    not_in_round=Refusal(409, _("%(name)s has no place in round %(number)s."), field="player"),
    not_of_event=Refusal(400, _("There is no player %(number)s in this event."), field="player"),
    proposal_stale=Refusal(
        409,
        _("The event has changed since this was proposed. Look at what is proposed now and choose again."),
    ),
    reason_missing=Refusal(
        400, _("%(field)s: a later round has been paired on this, so say why it is changed.")
    ),
    same_player=Refusal(400, _("A player is named twice."), field="player"),
    table_playing=Refusal(
        409, _("Table %(table)s is marked as playing. Take the mark away first."), field="table"
    ),
)
