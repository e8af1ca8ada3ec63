"""What is refused here, each once: status, sentence and, where it is always the same, the field."""

from django.utils.translation import gettext_lazy as _

from tournaments.steps.refusals import Catalogue, Refusal, common

refuse = Catalogue(
    common,
    already_revoked=Refusal(409, _("This penalty has been taken back already.")),
    bad_games=Refusal(
        400,
        _("games: won, lost and drawn games of the first player, such as [2, 1], that fit the result."),
        field="games",
    ),
    bad_penalties=Refusal(
        400,
        _("%(field)s: four numbers of points from -1000 to 1000 are needed, in the order of the seats."),
        field="penalties",
    ),
    bad_result=Refusal(
        400, _("result: “%(value)s” is not a result; allowed are %(allowed)s."), field="result"
    ),
    bad_scores=Refusal(
        400,
        _("%(field)s: the raw points of East, South, West and North are needed, four whole numbers."),
        field="scores",
    ),
    bad_sticks=Refusal(
        400,
        _("%(field)s: how many riichi sticks are left on the table, from 0 to %(limit)s."),
        field="sticks",
    ),
    house_player=Refusal(400, _("House players fill seats: they get no penalties."), field="player"),
    no_result=Refusal(
        409, _("Table %(table)s has no result yet: it has to be entered before it can be keyed again.")
    ),
    no_scores=Refusal(409, _("Table %(table)s: enter the scores first."), field="scores"),
    not_allowed=Refusal(409, _("The round is completed: an arbiter or a director can correct its results.")),
    not_at_table=Refusal(400, _("This player does not sit at this table."), field="player"),
    not_of_event=Refusal(400, _("This penalty is not in this event."), field="penalty"),
    result_changed=Refusal(409, _("Table %(table)s: somebody else has entered %(current)s in the meantime.")),
    verification_differs=Refusal(
        409, _("Table %(table)s: first keyed %(first)s, now %(second)s. Look at the slip: which is right?")
    ),
)
