"""The numbers players have in a planned schedule: drawn at the desk and typed in, or drawn by lot."""

from __future__ import annotations

from accounts.models import User
from pairing.systems.mahjong import draw_numbers
from tournaments import snapshots
from tournaments.models import Action, Player, Tournament
from tournaments.names.namesakes import name_of
from tournaments.players.refusals import refuse
from tournaments.players.services.players import fresh
from tournaments.steps import log
from tournaments.steps.changes import Unchanged, changing
from tournaments.steps.fields import MAX_DRAW_NUMBER, clean_whole


def set_draw_number(
    *, tournament: Tournament, actor: User | None, player: Player, number: int | None
) -> Player:
    """The player has drawn this number; None takes it back. Until the first round is paired or a schedule is stored.

    Errors: `number_taken` (params: name), `bad_number`, `too_late`, `schedule_stands`, `house_player`, `not_of_event`.
    """
    wanted = clean_whole(number, field="draw_number", low=1, high=MAX_DRAW_NUMBER)
    with changing(tournament, touches=("players",)):
        player = fresh(tournament, player)
        if player.draw_number == wanted:
            raise Unchanged
        _refuse_late(tournament)
        other = tournament.players.filter(draw_number=wanted).first() if wanted else None
        if other is not None:
            raise refuse.number_taken(name=name_of(tournament, other), number=wanted)
        before, player.draw_number = player.draw_number, wanted
        player.save(update_fields=["draw_number"])
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.NUMBER_SET,
            subject=name_of(tournament, player),
            before={"number": player.number, "draw_number": before},
            after={"number": player.number, "draw_number": wanted},
        )
    return player


def draw_all(*, tournament: Tournament, actor: User | None) -> int:
    """Draw a number by lot for everybody who has none and plays in round 1; returns how many were drawn.

    The lots follow from the draw seed, so anybody can draw them again. Errors: `too_late`, `schedule_stands`,
    `numbers_too_high` (params: name, number, count) for a number typed in that is above the number of players.
    """
    with changing(tournament, touches=("players",)):
        _refuse_late(tournament)
        numbers = draw_numbers(snapshots.load(tournament))
        people = tournament.players.filter(number__in=list(numbers))
        highest = people.exclude(draw_number=None).order_by("-draw_number").first()
        _refuse_high(tournament, highest, len(numbers))
        drawn = list(people.filter(draw_number=None))
        if not drawn:
            raise Unchanged
        # Somebody who has left before it began keeps no number from the others.
        tournament.players.exclude(number__in=list(numbers)).update(draw_number=None)
        for player in drawn:
            player.draw_number = numbers[player.number]
        Player.objects.bulk_update(drawn, ["draw_number"], batch_size=200)
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.NUMBERS_DRAWN,
            subject=", ".join(name_of(tournament, player) for player in drawn),
            after={"drawn": [[player.number, player.draw_number] for player in drawn]},
        )
    return len(drawn)


def _refuse_high(tournament: Tournament, player: Player | None, count: int) -> None:
    """Lots fill the numbers 1 to `count`; with a number above that one of them would belong to nobody."""
    if player is not None and player.draw_number is not None and player.draw_number > count:
        raise refuse.numbers_too_high(
            name=name_of(tournament, player), number=player.draw_number, count=count
        )


def _refuse_late(tournament: Tournament) -> None:
    if tournament.rounds.exists():
        raise refuse.too_late()
    if tournament.schedule:
        raise refuse.schedule_stands()
