"""What is refused here, each once: status, sentence and, where it is always the same, the field."""

from django.utils.translation import gettext_lazy as _

from tournaments.steps.refusals import Common, Refusal


class Refusals(Common):
    already_revoked = Refusal(409, _("This penalty is already cancelled."))
    bad_games = Refusal(
        400,
        _("Games: give the first player's won, lost and drawn games, such as [2, 1], to fit the result."),
        field="games",
    )
    bad_length = Refusal(
        400,
        _(
            "Matches of round %(number)s are best of %(length)s: the winner has won %(needed)s games, the loser fewer."
        ),
        field="games",
    )
    bad_penalties = Refusal(
        400,
        _("“%(field)s” must be four numbers of points from -1000 to 1000, in the order of the seats."),
        field="penalties",
    )
    bad_result = Refusal(400, _("“%(value)s” is not a result. Choose from: %(allowed)s."), field="result")
    bad_scores = Refusal(
        400,
        _("“%(field)s”: enter the raw points of East, South, West and North, four whole numbers."),
        field="scores",
    )
    bad_sticks = Refusal(
        400,
        _("“%(field)s”: enter the riichi sticks left on the table, from 0 to %(limit)s."),
        field="sticks",
    )
    house_player = Refusal(400, _("House players fill seats and get no penalties."), field="player")
    no_result = Refusal(409, _("Table %(table)s has no result yet. Enter it before the second entry."))
    no_scores = Refusal(409, _("Table %(table)s: enter the scores first."), field="scores")
    not_allowed = Refusal(409, _("The round is completed: an arbiter or a director can correct its results."))
    not_at_table = Refusal(400, _("This player is not at this table."), field="player")
    not_of_event = Refusal(400, _("This penalty is not in this event."), field="penalty")
    result_changed = Refusal(409, _("Table %(table)s: someone else entered %(current)s just now."))
    verification_differs = Refusal(
        409,
        _(
            "Table %(table)s: first entry %(first)s, second entry %(second)s. Look at the "
            "slip: which is right?"
        ),
    )


refuse = Refusals()
