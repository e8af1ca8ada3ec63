"""The persons of a series: merged, split, renamed, and players of an event linked to them.

Nothing is lost on the way: the players of the events stay what they are, they only stand for another person, and the
log keeps who stood for whom.
"""

from collections.abc import Collection, Iterable
from typing import Any

from accounts.models import User
from tournaments.models import Identity, Player, Series, SeriesAction
from tournaments.series.refusals import refuse
from tournaments.series.selectors.desk import players_of
from tournaments.series.services.changes import changing_series, write
from tournaments.series.services.links import drop_empty
from tournaments.series.services.refresh import refresh
from tournaments.series.services.series import touch
from tournaments.series.services.undo import undo
from tournaments.steps.changes import Unchanged
from tournaments.steps.fields import clean_name

__all__ = ["link", "merge", "rename", "split", "undo"]


def merge(*, series: Series, keep: Identity, other: Identity, actor: User | None) -> Identity:
    """Two persons are one: everything `other` has played belongs to `keep`, who keeps the name.

    Errors: `same_person`, `same_event` (both play in one event, which is named), `not_of_series`.
    """
    with changing_series(series):
        keep, other = fresh(series, keep, field="keep"), fresh(series, other, field="other")
        if keep.pk == other.pk:
            raise refuse.same_person()
        players = list(Player.objects.filter(identity=other).order_by("pk"))
        refuse_same_event(keep, players, field="other")
        _move(
            series,
            actor,
            SeriesAction.MERGED,
            players,
            keep,
            subject=f"{other.name} → {keep.name}",
            gone={str(other.pk): other.name},
        )
    return keep


def split(
    *, series: Series, identity: Identity, players: Iterable[Player], name: str, actor: User | None
) -> Identity:
    """Some of the players who stood for a person are somebody else, who is called `name`.

    Errors: `missing` (no player), `not_of_person`, `nothing_left` (all of them: rename instead), `not_of_series`, and
    those of the name.
    """
    name = clean_name(name)
    wanted = {player.pk for player in players}
    with changing_series(series):
        identity = fresh(series, identity)
        rows = {player.pk: player for player in players_of(identity).order_by("pk")}
        if not wanted:
            raise refuse.no_season_chosen()
        if not wanted <= rows.keys():
            raise refuse.not_of_person(name=identity.name)
        if wanted == rows.keys():
            raise refuse.nothing_left(name=identity.name)
        new = Identity.objects.create(series=series, name=name)
        chosen = [row for pk, row in rows.items() if pk in wanted]
        _move(series, actor, SeriesAction.SPLIT, chosen, new, subject=f"{identity.name} → {name}")
    return new


def rename(*, series: Series, identity: Identity, name: str, actor: User | None) -> Identity:
    """The person is called `name` in the series; the names in the events stay. Errors: those of the name."""
    name = clean_name(name)
    with changing_series(series):
        identity = fresh(series, identity)
        if identity.name == name:
            raise Unchanged
        before, identity.name = identity.name, name
        identity.save(update_fields=["name"])
        touch(Player.objects.filter(identity=identity).values_list("tournament_id", flat=True))
        write(
            series=series,
            actor=actor,
            action=SeriesAction.RENAMED,
            subject=f"{before} → {name}",
            before={"identities": {str(identity.pk): before}},
            after={"identities": {str(identity.pk): name}},
        )
    return identity


def link(*, player: Player, identity: Identity | None, actor: User | None) -> Identity:
    """A player of an event is this person of its series; None: a person who is not in it yet.

    Errors: `no_series`, `house_player`, `same_event` (the person plays in the event already), `not_of_series`.
    """
    series = player.tournament.series
    if series is None:
        raise refuse.no_series()
    with changing_series(series):
        row = (
            Player.objects.select_related("tournament", "identity")
            .filter(pk=player.pk, tournament__series=series)
            .first()
        )
        if row is None:
            raise refuse.no_series()
        if row.house:
            raise refuse.house_player(name=row.name)
        target = _target(series, row, identity)
        gone = _only(row)
        _move(
            series,
            actor,
            SeriesAction.LINKED,
            [row],
            target,
            subject=f"{row.name} → {target.name}",
            gone=gone,
        )
    player.refresh_from_db(fields=["identity"])  # read anew: nothing was done if it is this person already
    assert player.identity is not None
    return player.identity


def fresh(series: Series, identity: Identity, field: str = "identity") -> Identity:
    """The person as stored now. Errors: `not_of_series`."""
    row = Identity.objects.filter(series=series, pk=identity.pk).first()
    if row is None:
        raise refuse.not_of_series(field=field)
    return row


def refuse_same_event(person: Identity, players: Collection[Player], field: str) -> None:
    """Errors: `same_event` when the person plays in an event of one of these players already."""
    events = [player.tournament_id for player in players]
    both = Player.objects.filter(identity=person, tournament__in=events).exclude(
        pk__in=[player.pk for player in players]
    )
    clash = both.select_related("tournament").order_by("tournament__season").first()
    if clash is not None:
        raise refuse.same_event(field=field, event=clash.tournament.name, season=clash.tournament.season)


def _target(series: Series, player: Player, identity: Identity | None) -> Identity:
    if identity is None:
        if _only(player):
            raise Unchanged
        return Identity.objects.create(series=series, name=player.name)
    target = fresh(series, identity)
    if target.pk == player.identity_id:
        raise Unchanged
    refuse_same_event(target, [player], field="identity")
    return target


def _only(player: Player) -> dict[str, str]:
    """The person this player alone stands for, who is gone when the player stands for another."""
    person = player.identity
    if person is None or person.players.exclude(pk=player.pk).exists():
        return {}
    return {str(person.pk): person.name}


def _move(
    series: Series,
    actor: User | None,
    action: SeriesAction,
    players: Collection[Player],
    to: Identity,
    *,
    subject: str,
    gone: dict[str, str] | None = None,
) -> None:
    """These players stand for `to` from now on; whoever is left without players is gone."""
    before: dict[str, Any] = {
        "players": {str(p.pk): p.identity_id for p in players},
        "identities": gone or {},
    }
    Player.objects.filter(pk__in=[p.pk for p in players]).update(identity=to)
    drop_empty(series, [int(pk) for pk in before["identities"]])
    events = {player.tournament_id for player in players}
    touch(events)
    write(
        series=series,
        actor=actor,
        action=action,
        subject=subject,
        before=before,
        after={"players": {str(p.pk): to.pk for p in players}, "identities": {str(to.pk): to.name}},
    )
    refresh(series, risen=events)
