"""Many players at once, as data rather than as a list somebody typed: all are added, or none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Max

from accounts.models import User
from tournaments.models import Action, Player, Tournament
from tournaments.players.refusals import refuse
from tournaments.players.services.players import first_round_to_join, settle_late
from tournaments.players.services.quotas import refuse_too_many_players
from tournaments.players.services.table_numbers import refuse_fixed_table
from tournaments.steps import log
from tournaments.steps.changes import changing
from tournaments.steps.fields import clean_player, same_name_key
from tournaments.steps.refusals import ServiceError


def add_players(
    *,
    tournament: Tournament,
    actor: User | None,
    players: Sequence[Mapping[str, object]],
    allow_duplicate: bool = False,
) -> list[Player]:
    """Register players in this order; they play from the next round that is not yet paired.

    Each has the fields of `add_player` (and its `allow_duplicate`, which may be said for all of them at once). The
    error of a row names it: `players.3.rating`.
    Errors: `duplicate_name`, `too_many_players`, and those of the fields.
    """
    rows = [_cleaned(tournament, index, given) for index, given in enumerate(players)]
    with changing(tournament, touches=("players",), later=("byes",)):
        if not allow_duplicate:
            _refuse_duplicates(tournament, players, rows)
        last: int = tournament.players.aggregate(last=Max("number"))["last"] or 0
        refuse_too_many_players(len(rows), field="players", event=tournament)
        joined = first_round_to_join(tournament)
        added = Player.objects.bulk_create(
            [
                Player(tournament=tournament, number=last + i, joined_round=joined, **row)
                for i, row in enumerate(rows, 1)
            ],
            batch_size=500,
        )
        settle_late(added, joined)
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.PLAYERS_IMPORTED,
            subject=f"+{len(added)}",
            before={"updated": []},
            after={"added": [player.number for player in added], "updated": []},
        )
    return added


def _cleaned(tournament: Tournament, index: int, given: Mapping[str, object]) -> dict[str, object]:
    fields = {key: value for key, value in given.items() if key != "allow_duplicate"}
    try:
        cleaned = clean_player(fields)
        refuse_fixed_table(tournament, cleaned)
        return cleaned
    except ServiceError as error:
        error.field = f"players.{index}.{error.field}"
        raise


def _refuse_duplicates(
    tournament: Tournament, given: Iterable[Mapping[str, Any]], rows: Iterable[Mapping[str, Any]]
) -> None:
    known = {same_name_key(name): number for number, name in tournament.players.values_list("number", "name")}
    for index, (asked, row) in enumerate(zip(given, rows, strict=True)):
        key = same_name_key(row["name"])
        if key in known and not asked.get("allow_duplicate"):
            raise refuse.name_twice_in_list(
                field=f"players.{index}.name", name=row["name"], number=known[key], word="allow_duplicate"
            )
        known.setdefault(key, 0)
