"""A person is forgotten: the name, and all that is known besides what results and pairings need, leaves the event.

It cannot be undone, and no older state brings it back. What happened stays: results, standings, and lots of a league,
which are made of names, as numbers.
"""

from __future__ import annotations

from typing import Any

from django.core.cache import cache
from django.db import models, transaction

from accounts.models import User
from pairing.model.lots import HEX_DIGITS, LEAGUE, SeasonLot
from tournaments.files.selectors import ROWS
from tournaments.models import (
    Action,
    Entry,
    IdempotencyKey,
    Identity,
    Job,
    LogEntry,
    Player,
    RoundInput,
    SeriesLogEntry,
    Simulation,
    Tournament,
)
from tournaments.models.player import new_key
from tournaments.names import redaction
from tournaments.players.services.players import fresh
from tournaments.privacy import forgotten
from tournaments.privacy.refusals import refuse
from tournaments.privacy.services.scrubbing import TEXTS, Scrub
from tournaments.seals import Purpose, seal
from tournaments.snapshots import season_number
from tournaments.steps import log
from tournaments.steps.changes import rewriting
from tournaments.steps.delta import pack, unpack
from tournaments.steps.version_cache import forget_unpacked

# What is known of a person and no rule asks for, as it stands once the person is forgotten. Not the club: club mates
# may be kept apart.
_EMPTY: dict[str, Any] = {
    "sort_name": "", "title": "", "federation": "", "note": "", "name_form": "", "fide_id": None, "national_id": "",
    "birth_year": None, "birth_day": "", "sex": "", "email": "", "second_rating": None, "second_rating_kind": "",
}  # fmt: skip
# Of an entry of the registration.
_OF_ENTRY: dict[str, Any] = {
    "title": "",
    "federation": "",
    "birth_year": None,
    "email": "",
    "answers": {},
    "message": "",
}


def forget_player(
    *, tournament: Tournament, actor: User | None, player: Player, number: int | None
) -> Player:
    """The player has no name any more: the number, typed once more, confirms it.

    Errors: `other_number`, `not_of_event`, `house_player`.
    """
    if number != player.number:
        raise refuse.other_number(number=player.number)
    with rewriting(tournament):
        player = fresh(tournament, player)
        _forget(tournament, player)
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.PLAYER_FORGOTTEN,
            subject=player.name,
            after={"number": player.number},
        )
        transaction.on_commit(lambda: forgotten.note(tournament, player))
        transaction.on_commit(_forget_kept_answers)
    return player


def apply_again() -> int:
    """After a restore: whoever has been forgotten since is forgotten once more; how many there were."""
    found = 0
    for created, number in forgotten.numbers():
        event = Tournament.stored.filter(created_at=created).first()
        player = event and event.players.filter(number=number).exclude(name=_placeholder(number)).first()
        if event and player:
            found += 1
            forget_player(tournament=event, actor=None, player=player, number=number)
    return found


def _placeholder(number: int) -> str:
    return f"Player {number}"


def _forget_kept_answers() -> None:
    """What was kept for another answer: an older version of a page or a list has the name."""
    cache.clear()
    forget_unpacked()


def _forget(tournament: Tournament, player: Player) -> None:
    scrub = _scrub_of(tournament, player)
    for model, way in ROWS.items():
        for row in model._base_manager.filter(**{way: tournament}):
            _write(row, scrub)
    for extra in (Job, Simulation):
        for row in extra._base_manager.filter(tournament=tournament):
            _write(row, scrub)
    _write(tournament, scrub)
    Player.objects.filter(pk=player.pk).update(**{**scrub.row, "public_name": ""})
    Entry.objects.filter(player=player.pk).update(**_OF_ENTRY)
    IdempotencyKey.objects.all().delete()
    _in_series(tournament, player, scrub)
    player.refresh_from_db()
    redaction.refresh(tournament)


def _scrub_of(tournament: Tournament, player: Player) -> Scrub:
    deltas = (
        LogEntry.objects.filter(tournament=tournament).exclude(delta=None).values_list("delta", flat=True)
    )
    known = {player.name}
    for delta in filter(None, deltas):
        known |= _names_in(delta.get("players", {}).get(str(player.number)))
    others = Player.objects.filter(tournament=tournament).exclude(pk=player.pk).values_list("name", flat=True)
    row = {
        **_EMPTY,
        "name": _placeholder(player.number),
        "key": str(seal(new_key(), Purpose.PLAYER)),
        "lots": _lots(tournament, player),
    }
    return Scrub(player.number, tuple(known), row, tuple(others))


def _names_in(change: Any) -> set[str]:
    """The names a player had before and after a step."""
    if isinstance(change, list):
        return {row["name"] for row in change if row}
    return set(change.get("name", ())) if change else set()


def _lots(tournament: Tournament, player: Player) -> dict[str, str]:
    """The lots of a league that were drawn for the name, by round; each of the name that the round was paired with."""
    systems = {tournament.system, *(phase.get("system", {}).get("name") for phase in tournament.phases)}
    if LEAGUE not in systems:
        return {}
    names = {
        number: next((one["name"] for one in document["players"] if one["id"] == player.number), player.name)
        for number, document in RoundInput.objects.filter(round__tournament=tournament).values_list(
            "round__number", "document"
        )
    }
    season = season_number(tournament)
    return {
        str(n): player.lots.get(str(n))
        or f"{SeasonLot(names.get(n, player.name), season, n).number:0{HEX_DIGITS}x}"
        for n in tournament.rounds.values_list("number", flat=True)
    }


def _write(row: models.Model, scrub: Scrub) -> None:
    """A row without the name, if it has it."""
    changed = {}
    for field in row._meta.concrete_fields:
        value = getattr(row, field.attname)
        if value and (new := _scrubbed(row, field, value, scrub)) != value:
            changed[field.attname] = new
    if changed:
        type(row)._base_manager.filter(pk=row.pk).update(**changed)


def _scrubbed(row: models.Model, field: models.Field[Any, Any], value: Any, scrub: Scrub) -> Any:
    if isinstance(field, models.BinaryField):
        return pack(scrub.state(unpack(bytes(value))))
    if isinstance(field, models.JSONField):
        if isinstance(row, RoundInput):
            return scrub.document(value)
        return scrub.delta(value) if field.name == "delta" else scrub.facts(value)
    if field.name == "user_name" and getattr(row, "user_id", None) is None:
        return scrub.text(value)  # of a player at the table
    if field.name == "name" and isinstance(row, Entry):
        return scrub.facts(value)
    return scrub.text(value) if field.name in TEXTS and not field.choices else value


def _in_series(tournament: Tournament, player: Player, scrub: Scrub) -> None:
    """The person of the series: who plays in other seasons, too, stays there and is somebody else here."""
    person = player.identity
    if person is None:
        return
    if person.players.exclude(pk=player.pk).exists():
        alone = Identity.objects.create(series_id=person.series_id, name=scrub.placeholder)
        Player.objects.filter(pk=player.pk).update(identity=alone)
        return
    Identity.objects.filter(pk=person.pk).update(name=scrub.placeholder)
    for line in SeriesLogEntry.objects.filter(series=person.series_id):
        _write(line, scrub)
