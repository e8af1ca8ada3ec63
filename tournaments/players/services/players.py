"""Players of an event: register, change, remove, and pairs that must not meet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Max, Q

from accounts.models import User
from tournaments.events.selectors.phases import entries, is_whole
from tournaments.models import (
    Action,
    Bye,
    ByeKind,
    ForbiddenPair,
    Player,
    Round,
    Seat,
    Tournament,
)
from tournaments.names.namesakes import name_of
from tournaments.players.refusals import refuse
from tournaments.players.services import starting_ranks
from tournaments.players.services.quotas import refuse_too_many_players
from tournaments.players.services.table_numbers import refuse_fixed_table
from tournaments.steps import listeners, log
from tournaments.steps.changes import Unchanged, changing, touching
from tournaments.steps.fields import clean_player, same_name_key
from tournaments.steps.person import without_contacts


def add_player(
    *,
    tournament: Tournament,
    actor: User | None,
    name: str,
    allow_duplicate: bool = False,
    joined_round: int | None = None,
    **fields: object,
) -> Player:
    """Register a player; once a round is paired this is a late entry.

    A late entry plays from the next round that is not yet paired (or a later one, `joined_round`); the rounds
    missed are recorded as absences. `fields`: sort_name, rating, club, fixed_table, ranking, mu, sigma, note, and those
    of a person (`steps.person`).
    Errors: `duplicate_name` unless `allow_duplicate`, `too_many_players`, and those of the fields.
    """
    cleaned = clean_player({"name": name, **fields})
    with changing(tournament, touches=("players",), later=("byes",)):
        refuse_fixed_table(tournament, cleaned)
        if not allow_duplicate:
            refuse_duplicate(tournament, cleaned["name"])
        player = registered(tournament, cleaned, joined_round)
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.PLAYER_ADDED,
            subject=name_of(tournament, player),
            after={"number": player.number, "joined_round": player.joined_round, **without_contacts(cleaned)},
        )
    return player


def registered(tournament: Tournament, cleaned: Mapping[str, Any], joined_round: int | None = None) -> Player:
    """A new player with these fields, inside a running change that touches players and may touch byes."""
    number = _next_number(tournament)
    joined = _joining_round(tournament, joined_round)
    player = Player.objects.create(tournament=tournament, number=number, joined_round=joined, **cleaned)
    settle_late([player], joined)
    return player


def edit_player(
    *,
    tournament: Tournament,
    actor: User | None,
    player: Player,
    allow_duplicate: bool = False,
    seen_version: int | None = None,
    **fields: object,
) -> Player:
    """Change fields of a player, also of a house player.

    Errors: `not_of_event`, `duplicate_name`, `event_changed` (with `seen_version`), and those of the fields.
    """
    with changing(tournament, touches=("players",), seen_version=seen_version):
        player = fresh(tournament, player, house_too=True)
        changed = changes_of(tournament, player, fields, allow_duplicate=allow_duplicate)
        if not changed:
            raise Unchanged
        before = {key: getattr(player, key) for key in changed}
        for key, value in changed.items():
            setattr(player, key, value)
        player.save(update_fields=list(changed))
        if "name" in changed:
            listeners.tell_renamed(player)
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.PLAYER_CHANGED,
            subject=name_of(tournament, player),
            before={"number": player.number, **without_contacts(before)},
            after={"number": player.number, **without_contacts(changed)},
        )
    return player


def changes_of(
    tournament: Tournament, player: Player, fields: Mapping[str, object], *, allow_duplicate: bool = False
) -> dict[str, Any]:
    """Those of the fields that are different from what is stored, as they would be stored.

    Errors: `duplicate_name`, and those of the fields.
    """
    # Both names together: a sort name that the name gives anyway is not kept.
    cleaned = clean_player({"name": player.name, "sort_name": player.sort_name, **fields})
    refuse_fixed_table(tournament, cleaned)
    changed = {key: value for key, value in cleaned.items() if getattr(player, key) != value}
    if "name" in changed and not allow_duplicate:
        refuse_duplicate(tournament, changed["name"], besides=player)
    return changed


def remove_player(*, tournament: Tournament, actor: User | None, player: Player) -> None:
    """Take a player who was never paired off the list.

    Errors: `player_was_paired`, `in_schedule` (withdraw instead), `house_player`.
    """
    with changing(tournament, touches=("players", "requests", "forbidden", "byes"), later=("settings",)):
        player = fresh(tournament, player)
        refuse_unless_removable(tournament, player)
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.PLAYER_REMOVED,
            subject=name_of(tournament, player),
            before=_as_json(player),
        )
        _forget(tournament, player)


def take_off(tournament: Tournament, player: Player) -> None:
    """The same inside a running change that says more of it. Errors: `player_was_paired`, `in_schedule`."""
    refuse_unless_removable(tournament, player)
    _forget(tournament, player)


def _forget(tournament: Tournament, player: Player) -> None:
    Bye.objects.filter(player=player).delete()
    _forget_settings(tournament, player.number)
    player.delete()


def _forget_settings(tournament: Tournament, number: int) -> None:
    """Points given to the player besides those of results, for the standings or for the pairing, and a place seeded."""
    given = [row for row in tournament.adjustments if row["player"] != number]
    virtual = [
        {**row, "players": [id for id in row["players"] if id != number]} for row in tournament.virtual_points
    ]
    virtual = [row for row in virtual if row["players"]]
    phases = [
        {**phase, "seeded": [id for id in phase["seeded"] if id != number]} if "seeded" in phase else phase
        for phase in tournament.phases
    ]
    now = {"adjustments": given, "virtual_points": virtual, "phases": phases}
    if any(getattr(tournament, name) != value for name, value in now.items()):
        touching(tournament.pk, "settings")
        for name, value in now.items():
            setattr(tournament, name, value)
        tournament.save(update_fields=list(now))


def refuse_unless_removable(tournament: Tournament, player: Player) -> None:
    """Only who was never paired leaves no trace. Errors: `player_was_paired`, `in_schedule`."""
    paired = Seat.objects.filter(player=player).exists()
    if paired or Bye.objects.filter(player=player).exclude(kind=ByeKind.ABSENT).exists():
        raise refuse.player_was_paired(name=name_of(tournament, player))
    if any(player.number in table for tables in tournament.schedule for table in tables):
        raise refuse.in_schedule(name=name_of(tournament, player))


def forbid_pair(
    *, tournament: Tournament, actor: User | None, first: Player, second: Player
) -> ForbiddenPair:
    """These two never meet in this event. Errors: `same_player`, `already_forbidden`, `not_of_event`."""
    with changing(tournament, touches=("forbidden",)):
        a, b = _two(tournament, first, second)
        row, made = ForbiddenPair.objects.get_or_create(tournament=tournament, a=a, b=b)
        if not made:
            raise refuse.already_forbidden()
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.PAIR_FORBIDDEN,
            subject=f"{name_of(tournament, a)} – {name_of(tournament, b)}",
            after={"numbers": sorted([a.number, b.number])},
        )
    return row


def allow_pair(*, tournament: Tournament, actor: User | None, first: Player, second: Player) -> None:
    """Take a forbidden pairing back. Errors: `not_forbidden`, `same_player`, `not_of_event`."""
    with changing(tournament, touches=("forbidden",)):
        a, b = _two(tournament, first, second)
        deleted, _by_model = ForbiddenPair.objects.filter(tournament=tournament, a=a, b=b).delete()
        if not deleted:
            raise refuse.not_forbidden()
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.PAIR_ALLOWED,
            subject=f"{name_of(tournament, a)} – {name_of(tournament, b)}",
            before={"numbers": sorted([a.number, b.number])},
        )


def fresh(tournament: Tournament, player: Player, *, house_too: bool = False) -> Player:
    """The player as stored now. Errors: `not_of_event`, `house_player` unless `house_too`."""
    row = Player.objects.filter(tournament=tournament, pk=player.pk).first()
    if row is None:
        raise refuse.player_not_of_event()
    if row.house and not house_too:
        raise refuse.house_player(name=row.name)
    return row


def refuse_duplicate(tournament: Tournament, name: str, besides: Player | None = None) -> None:
    """Errors: `duplicate_name` when another player of the event has this name already."""
    key = same_name_key(name)
    rows = Player.objects.filter(tournament=tournament)
    if besides is not None:
        rows = rows.exclude(pk=besides.pk)
    for number, other in rows.values_list("number", "name"):
        if same_name_key(other) == key:
            raise refuse.duplicate_name(name=other, number=number)


def record_absences(players: Iterable[Player], up_to: int) -> list[int]:
    """Give players an absence in every round up to `up_to` in which they have nothing; returns the rounds. Seeded
    players are not absent before their phase.
    """
    players = list(players)
    if not players or up_to < 1:
        return []
    seeded = entries(players[0].tournament)
    rounds = list(Round.objects.filter(tournament=players[0].tournament_id, number__lte=up_to))
    ids = [player.pk for player in players]
    busy = set(Seat.objects.filter(player__in=ids).values_list("round_id", "player_id"))
    busy |= set(Bye.objects.filter(player__in=ids).values_list("round_id", "player_id"))
    rows = [
        Bye(round=round_, player=player, kind=ByeKind.ABSENT)
        for round_ in rounds
        for player in players
        if (round_.pk, player.pk) not in busy and round_.number >= seeded.get(player.number, (0, 1))[1]
    ]
    if rows:
        touching(players[0].tournament_id, "byes")
    Bye.objects.bulk_create(rows, batch_size=500)
    return sorted({row.round.number for row in rows})


def settle_late(players: Iterable[Player], joined: int) -> None:
    """Late entries: absences in the rounds before, and their starting ranks."""
    record_absences(players, up_to=joined - 1)
    if joined > 1:
        starting_ranks.fix_late_entries(next(iter(players)).tournament)


def _next_number(tournament: Tournament) -> int:
    last: int = tournament.players.aggregate(last=Max("number"))["last"] or 0
    refuse_too_many_players(1, field="name", event=tournament)
    return last + 1


def next_unpaired_round(tournament: Tournament) -> int:
    """The number of the first round that has not been paired, not even as a draft."""
    return max(latest_rounds(tournament)) + 1


def first_round_to_join(tournament: Tournament) -> int:
    """The next round to be paired. Errors: `schedule_is_whole`, where every match is there already."""
    first = next_unpaired_round(tournament)
    if first > 1 and is_whole(tournament):
        raise refuse.schedule_is_whole()
    return first


def _joining_round(tournament: Tournament, wanted: int | None) -> int:
    first = first_round_to_join(tournament)
    if wanted is None:
        return first
    if not isinstance(wanted, int) or not first <= wanted <= max(first, tournament.rounds_planned):
        raise refuse.bad_first_round(first=first, last=max(first, tournament.rounds_planned))
    return wanted


def latest_rounds(tournament: Tournament) -> tuple[int, int]:
    """Numbers of the latest published round and of the draft; 0 where there is none."""
    latest = tournament.rounds.aggregate(
        published=Max("number", filter=~Q(state="draft")), draft=Max("number", filter=Q(state="draft"))
    )
    return latest["published"] or 0, latest["draft"] or 0


def _two(tournament: Tournament, first: Player, second: Player) -> tuple[Player, Player]:
    if first.pk == second.pk:
        raise refuse.same_player()
    a, b = sorted((fresh(tournament, first), fresh(tournament, second)), key=lambda player: player.pk)
    return a, b


def _as_json(player: Player) -> dict[str, Any]:
    return {
        key: getattr(player, key)
        for key in (
            "number",
            "name",
            "sort_name",
            "rating",
            "club",
            "title",
            "federation",
            "joined_round",
            "note",
        )
    }
