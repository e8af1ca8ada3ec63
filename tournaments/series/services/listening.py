"""What a series hears of its events (`steps.listeners`), and how it follows them."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial

from django.db import transaction
from django.db.models import F

from tournaments.models import Action, Identity, LogEntry, Player, Series, Tournament
from tournaments.names import redaction
from tournaments.series.refusals import refuse
from tournaments.series.services.changes import changing_series, hide_everywhere
from tournaments.series.services.links import Persons, drop_empty, link_by_name
from tournaments.series.services.refresh import is_earlier_season, refresh
from tournaments.series.services.series import enter, leave
from tournaments.steps.delta import Delta
from tournaments.steps.fields import same_name_key

# Steps that can bring somebody new, or change what later seasons take over from this one. A result of a round that is
# still being played does neither, so entering it costs nothing.
_COUNTS_LATER = frozenset({Action.ROUND_COMPLETED, Action.ROUND_REOPENED, Action.RESULT_CORRECTED})
_OPENS_AGAIN = frozenset({Action.EVENT_REOPENED, Action.EVENT_FINISHED})
_PLAYERS = frozenset(
    {Action.PLAYER_ADDED, Action.PLAYER_CHANGED, Action.PLAYER_REMOVED, Action.PLAYERS_IMPORTED}
)


def step_taken(tournament: Tournament, action: str, undoes: LogEntry | None) -> None:
    """A listener of steps (`steps.listeners`): let the series of the event follow, where it has one.

    After the commit, not in the transaction of the step: that one holds the event, and whoever changes a series holds
    the series first and then its events, so they could wait for each other. What is lost when the machine stops in
    between is made up for with the next step.
    """
    if tournament.series_id is None or tournament.season is None:
        return
    what = undoes.action if undoes is not None and action == Action.STEP_UNDONE else action
    if what in _PLAYERS or what in _COUNTS_LATER or what in _OPENS_AGAIN:
        # Whoever is off the list is off the meetings, too; a rating that is typed may count instead of an earlier one.
        # What earlier seasons came to say while the event was finished counts from now on.
        at_once = what in (Action.PLAYER_REMOVED, Action.PLAYER_CHANGED, *_OPENS_AGAIN)
        catch_up = partial(_catch_up, tournament.series_id, tournament.season, what in _PLAYERS, at_once)
        transaction.on_commit(catch_up, robust=True)


def renamed(player: Player) -> None:
    """A player of an event has another name now: somebody who is in this event only is looked for again."""
    if player.identity_id is not None:
        transaction.on_commit(partial(_look_again, player.pk), robust=True)


def hiding_recorded(tournament: Tournament, delta: Delta) -> None:
    """A listener of what steps have changed: the other seasons hide whom this one hides."""
    if tournament.series_id is not None and redaction.is_concerned(tournament, delta):
        transaction.on_commit(partial(hide_everywhere, tournament.series_id), robust=True)


def _catch_up(series_id: int, season: int, players: bool, at_once: bool = False) -> None:
    with transaction.atomic():
        series = Series.objects.select_for_update().filter(pk=series_id).first()
        if series is None:
            return
        known = link_by_name(series) if players else False
        if players:
            drop_empty(series)
            Series.objects.filter(pk=series_id).update(version=F("version") + 1)
        if at_once or known or is_earlier_season(series_id, season):
            refresh(series, season)
    if players:
        hide_everywhere(series_id)


def _look_again(player_pk: int) -> None:
    with transaction.atomic():
        player = Player.objects.select_related("tournament__series", "identity").filter(pk=player_pk).first()
        if player is None or player.identity is None or player.tournament.series is None:
            return
        series, person = (
            Series.objects.select_for_update().get(pk=player.tournament.series.pk),
            player.identity,
        )
        alone = not person.players.exclude(pk=player_pk).exists()
        if not alone or same_name_key(person.name) == same_name_key(player.name):
            return
        found = Persons(series, besides=person.pk).of_name(player.name, player.tournament_id)
        if found is None:
            Identity.objects.filter(pk=person.pk).update(name=player.name)
        else:
            Player.objects.filter(pk=player_pk).update(identity=found)
            drop_empty(series, [person.pk])
        Series.objects.filter(pk=series.pk).update(version=F("version") + 1)
        refresh(series, player.tournament.season)


@contextmanager
def going_into_bin(tournament: Tournament) -> Iterator[None]:
    """The series loses a season. Players stay its persons, so that restoring the event links nobody anew.

    Errors: `event_changed` when the event was put into a series or taken out this moment.
    """
    series = tournament.series
    with _holding(series):
        yield
        if tournament.series_id != (series.pk if series else None):
            raise refuse.event_changed()
        Tournament.stored.filter(pk=tournament.pk).update(left_series=F("series"), series=None)
        if series is not None:
            refresh(series, tournament.season)


@contextmanager
def coming_back(tournament: Tournament) -> Iterator[None]:
    """The seasons after it count it again, where it is one of the series again (`back`)."""
    series = tournament.left_series
    with _holding(series):
        yield
        Tournament.stored.filter(pk=tournament.pk).update(left_series=None)
        if series is not None and tournament.series_id == series.pk:
            refresh(series, tournament.season)


def back(tournament: Tournament) -> None:
    """The season it was, unless another event has become that season meanwhile, or the series is gone."""
    series = tournament.left_series
    taken = series is not None and series.events.filter(season=tournament.season).exists()
    if series is not None and tournament.season is not None and not taken:
        enter(series, tournament, tournament.season)
        link_by_name(series)
        return
    leave(tournament)
    if series is not None:
        drop_empty(series)


@contextmanager
def going_for_good(tournament: Tournament) -> Iterator[None]:
    """Persons who were in this event only are gone with it."""
    series = tournament.left_series
    with _holding(series):
        yield
        if series is not None:
            drop_empty(series)


def _holding(series: Series | None) -> AbstractContextManager[None]:
    """Whoever changes a series holds it before its events."""
    return nullcontext() if series is None else changing_series(series)
