"""Undo in a series: the latest step first, then the one before it. A step holds what it changed, and how it was."""

from typing import Any

from django.db.models import Q

from accounts.models import User
from tournaments.models import Identity, Player, Series, SeriesAction, SeriesLogEntry, Tournament
from tournaments.rights import can_manage
from tournaments.series.refusals import refuse
from tournaments.series.services.changes import changing_series, write
from tournaments.series.services.links import drop_empty, link_by_name
from tournaments.series.services.refresh import refresh
from tournaments.series.services.series import enter, leave, log_in_event, of_event, set_fields, touch
from tournaments.steps.changes import changing

_NEVER = (SeriesAction.CREATED, SeriesAction.UNDONE)


def last_undoable(series: Series) -> SeriesLogEntry | None:
    """The step that can be taken back now."""
    rows = SeriesLogEntry.objects.filter(series=series, undone_by__isnull=True).exclude(action__in=_NEVER)
    return rows.order_by("-id").first()


def undo(*, series: Series, entry: SeriesLogEntry, actor: User | None) -> SeriesLogEntry:
    """Take a step back: everything it changed is as it was before; returns the line that says so.

    Errors: `step_changed` (another step is the latest now), `nothing_to_undo`; `event_gone`, `season_taken`,
    `in_another_series`, `same_event`, `slug_taken` where something else stands in the place by now; `not_allowed` for
    an event the actor does not manage.
    """
    with changing_series(series):
        step = last_undoable(series)
        if step is None:
            raise refuse.nothing_to_undo()
        if step.pk != entry.pk:
            raise refuse.step_changed(step=f"{step.get_action_display()}: {step.subject}")
        before: dict[str, object] = step.before or {}
        events = _put_back(series, before, step.after or {}, actor)
        line = write(
            series=series,
            actor=actor,
            action=SeriesAction.UNDONE,
            subject=f"{step.get_action_display()}: {step.subject}",
            before=step.after,
            after=step.before,
            undoes=step,
        )
        refresh(series, risen=events)
    return line


def _put_back(series: Series, before: dict[str, Any], after: dict[str, Any], actor: User | None) -> set[int]:
    """Returns the events that have a new version."""
    if "settings" in before:
        set_fields(series, before["settings"])
        return set()
    if "event" in before:
        return _event(series, before, actor)
    moved = _players(series, before)
    renamed = {int(pk) for pk in before.get("identities", {})}
    drop_empty(series, {int(pk) for pk in after.get("identities", {})})
    events = {player.tournament_id for player in moved}
    events |= set(Player.objects.filter(identity__in=renamed).values_list("tournament_id", flat=True))
    touch(events)
    return events


def _event(series: Series, before: dict[str, Any], actor: User | None) -> set[int]:
    tournament = Tournament.objects.filter(pk=before["event"]["id"]).first()
    if tournament is None:
        raise refuse.event_gone()
    if actor is not None and not can_manage(actor, tournament):
        raise refuse.not_allowed(event=tournament.name)
    with changing(tournament, touches=("settings",), finished_too=True):
        now = of_event(tournament)
        if before["event"]["series"] == series.pk:
            enter(series, tournament, before["event"]["season"])
            _players(series, before)
            link_by_name(series)
        else:
            leave(tournament)
            tournament.season = before["event"]["season"]
            tournament.save(update_fields=["season"])
            drop_empty(series)
        log_in_event(tournament, actor, now)
    return {tournament.pk}


def _players(series: Series, before: dict[str, Any]) -> list[Player]:
    """Persons who were there, with keys and names, and who stood for them. Whoever has left since is left out."""
    wanted = {int(pk): person for pk, person in before.get("players", {}).items()}
    here = Q(tournament__series=series) | Q(tournament__left_series=series)
    rows = list(Player.objects.filter(here, pk__in=wanted).select_related("tournament"))
    for pk, name in before.get("identities", {}).items():
        Identity.objects.filter(pk=int(pk), series=series).update(name=name)
    there = set(Identity.objects.filter(series=series).values_list("pk", flat=True))
    for row in rows:
        person = wanted[row.pk]
        if person is not None and person not in there:
            name = before.get("identities", {}).get(str(person), row.name)
            Identity.objects.create(pk=person, series=series, name=name)
            there.add(person)
    _refuse_clash(rows, wanted)
    # All at once: two players of one event may have been exchanged.
    Player.objects.filter(pk__in=[row.pk for row in rows]).update(identity=None)
    for row in rows:
        row.identity_id = wanted[row.pk]
    Player.objects.bulk_update(rows, ["identity"], batch_size=200)
    return rows


def _refuse_clash(rows: list[Player], wanted: dict[int, int | None]) -> None:
    others = Player.objects.filter(identity__in=[person for person in wanted.values() if person is not None])
    taken = set(others.exclude(pk__in=wanted).values_list("tournament_id", "identity_id"))
    for row in rows:
        if (row.tournament_id, wanted[row.pk]) in taken:
            raise refuse.played_by_another(name=row.name, event=row.tournament.name)
