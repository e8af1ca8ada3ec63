"""What one player reads on the own page: whose page it is, and the rounds to come.

A player's key is as good as a signature, so it is looked up without telling how much of a guess was right.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hmac import compare_digest

from tournaments import audience
from tournaments.models import Player, Tournament
from tournaments.players.selectors.players import roster
from tournaments.schedules.selectors import schedules
from tournaments.seals import Purpose, fingerprint, is_lost, key_of, seals
from tournaments.steps.version_cache import by_version


@dataclass(frozen=True, slots=True)
class Met:
    """Somebody at the same table in a round to come, and where they sit."""

    number: int
    name: str
    position: int
    is_house: bool = False


@dataclass(frozen=True, slots=True)
class ComingRound:
    """A round that is planned but not published; `table` is None where the player rests."""

    number: int
    day: int
    table: int | None
    position: int
    others: tuple[Met, ...]


def player_by_key(tournament: Tournament, key: str) -> Player:
    """Whose page this is, by the full name: everybody else on it is read as the public reads them.

    Errors: Player.DoesNotExist.
    """
    with audience.staff():
        found = roster(tournament).filter(key__in=list(seals(key, Purpose.PLAYER))).first()
        if found is None:
            found = next(_with_lost_key(tournament, key), None)
    if found is None:
        raise Player.DoesNotExist("nobody's key")
    return found


def _with_lost_key(tournament: Tournament, key: str) -> Iterator[Player]:
    """Whoever has got this key since the SECRET_KEY that sealed the one before was lost.

    Usually nobody. To find that out all seals are tried: too much for each wrong key that somebody sends.
    """
    lost = by_version(tournament, f"lost_keys_{fingerprint()}", lambda: _lost(tournament))
    if lost:
        for pk, sealed in roster(tournament).filter(pk__in=lost).values_list("pk", "key"):
            if compare_digest(key_of(sealed, Purpose.PLAYER).encode(), key.encode()):
                yield Player.objects.get(pk=pk)


def _lost(tournament: Tournament) -> list[int]:
    sealed = roster(tournament).values_list("pk", "key")
    return [pk for pk, one in sealed if is_lost(one, Purpose.PLAYER)]


def coming_rounds(tournament: Tournament, player: Player) -> tuple[ComingRound, ...]:
    """The rounds of a plan that are not published yet, for one player; () where the plan is not public."""
    if player.left_after_round is not None or not schedules.plans_ahead(tournament):
        return ()
    schedule = _public_schedule(tournament)
    if schedule is None:
        return ()
    mine = schedules.my_rounds(schedule, player.number)
    return tuple(_coming(round_) for round_ in mine if not round_.is_paired)


def _public_schedule(tournament: Tournament) -> schedules.Schedule | None:
    """The schedule if everybody may see it; kept by event version, for every player of a hall asks for it."""

    def read() -> schedules.Schedule | None:
        return schedules.schedule_of(tournament) if schedules.is_public(tournament) else None

    return by_version(tournament, "schedule", read)


def _coming(round_: schedules.MyRound) -> ComingRound:
    seats = [position for position in range(len(round_.others) + 1) if position != round_.position]
    others = tuple(
        Met(person.number, person.name, position, person.is_house)
        for position, person in zip(seats, round_.others, strict=True)
    )
    return ComingRound(round_.number, round_.day, round_.table, round_.position, others)
