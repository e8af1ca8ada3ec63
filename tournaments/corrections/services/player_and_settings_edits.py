"""Changes of a player or of the settings, read as edits of the past: what of them rounds have been paired on."""

from collections.abc import Mapping, Set as AbstractSet

from pairing.model.lots import LEAGUE
from tournaments.corrections.selectors.edits import PlayerEdit, SettingsEdit
from tournaments.corrections.selectors.impact import consequences
from tournaments.events.services import events
from tournaments.models import Player, Round, RoundState, Tournament
from tournaments.players.services import players
from tournaments.steps.changes import refuse_finished

# What pairings and standings go by. A fixed table counts as long as nobody sits at the tables of a round.
OF_PLAYER = frozenset({"rating", "ranking", "mu", "sigma"})
OF_SETTINGS = frozenset({"tiebreaks", "scoring", "rounds_planned"})
Fields = tuple[tuple[str, object], ...]
OPEN_TABLES = (RoundState.DRAFT, RoundState.PUBLISHED)


def player_edit(
    tournament: Tournament, player: Player, fields: Mapping[str, object], *, allow_duplicate: bool = False
) -> PlayerEdit:
    """These fields of a player as an edit; it touches the past where a round the player takes part in is paired.

    Errors: those of `players.edit_player`.
    """
    refuse_finished(tournament)
    player = players.fresh(tournament, player, house_too=True)
    changed = players.changes_of(tournament, player, fields, allow_duplicate=allow_duplicate)
    rounds = Round.objects.filter(tournament=tournament, number__gte=player.joined_round)
    past: set[str] = set()
    since = player.joined_round - 1
    if rounds.exists() and not player.house:
        past = _of_past(tournament, player) & changed.keys()
    waiting = rounds.filter(state__in=OPEN_TABLES).order_by("number").first()
    if waiting is not None and "fixed_table" in changed:
        since = since if past else waiting.number - 1
        past |= {"fixed_table"}
    values, others = _split(changed, past)
    return PlayerEdit(player.number, values, others, since)


def _of_past(tournament: Tournament, player: Player) -> set[str]:
    """The fields that count for this player in this event."""
    found = set(OF_PLAYER)
    if player.series_mu is not None:
        found -= {"mu", "sigma"}  # those after the earlier seasons stand before them
    systems = [phase["system"]["name"] for phase in tournament.phases] or [tournament.system]
    return found | {"name"} if LEAGUE in systems else found  # whose lots are drawn by name


def settings_edit(tournament: Tournament, values: Mapping[str, object]) -> SettingsEdit:
    """These settings as an edit. Another number of rounds touches the past only where it changes something of it.

    Errors: those of `events.update_event`.
    """
    refuse_finished(tournament)
    changed = events.changes_of(tournament, values, confirmed=True)
    past = OF_SETTINGS & changed.keys() if tournament.rounds.exists() else frozenset()
    edit = SettingsEdit(*_split(changed, past))
    if past == {"rounds_planned"} and not consequences(tournament, edit).changes_anything:
        return SettingsEdit((), tuple(changed.items()))
    return edit


def _split(changed: Mapping[str, object], past: AbstractSet[str]) -> tuple[Fields, Fields]:
    """What touches the past, and the rest."""
    return (
        tuple((key, value) for key, value in changed.items() if key in past),
        tuple((key, value) for key, value in changed.items() if key not in past),
    )
