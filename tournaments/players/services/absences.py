"""Players who have not checked in when a round is paired: what becomes of all of them, as one step."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from django.utils import timezone

from accounts.models import User
from tournaments.models import Action, ByeRequest, Player, RequestKind, Tournament
from tournaments.names.namesakes import full_name, of_event
from tournaments.players.services.attendance import refuse_bye_round
from tournaments.players.services.players import latest_rounds
from tournaments.steps import log
from tournaments.steps.changes import Unchanged, changing, touching

HERE, LEFT = "here", "left"


def settle_absences(
    *, tournament: Tournament, actor: User | None, round_number: int, chosen: Mapping[int, str]
) -> int:
    """Do what was chosen for players by number, before round `round_number` is paired: "here" (checked in), "left"
    (withdrawn), or the kind of the bye they get. Returns how many players that changed; all of it is one step.

    Players who have checked in or withdrawn since are left alone. Errors: `bad_round` (paired already, or not planned).
    """
    with changing(tournament, touches=("players",), later=("requests",)):
        waiting = Player.objects.filter(
            tournament=tournament, house=False, checked_in=False, left_after_round=None, number__in=chosen
        )
        groups: dict[str, list[Player]] = defaultdict(list)
        for player in waiting.order_by("number"):
            groups[chosen[player.number]].append(player)
        if not groups:
            raise Unchanged
        refuse_bye_round(
            tournament, round_number
        )  # paired meanwhile, by another desk: it was about that round
        _check_in(groups[HERE])
        _withdraw(tournament, groups[LEFT])
        for kind in RequestKind.values:
            _give_byes(tournament, groups[kind], round_number, kind)
        _log(tournament, actor, round_number, groups)
    return sum(map(len, groups.values()))


def _check_in(players: list[Player]) -> None:
    rows = Player.objects.filter(pk__in=[player.pk for player in players])
    rows.update(checked_in=True, checked_in_at=timezone.now())


def _withdraw(tournament: Tournament, players: list[Player]) -> None:
    """After the latest published round; who has not joined yet, before the first round they would have played."""
    published, _draft = latest_rounds(tournament)
    by_round: dict[int, list[int]] = defaultdict(list)
    for player in players:
        by_round[max(published, player.joined_round - 1)].append(player.pk)
    for after, keys in by_round.items():
        Player.objects.filter(pk__in=keys).update(left_after_round=after)


def _give_byes(tournament: Tournament, players: list[Player], round_number: int, kind: str) -> None:
    if not players:
        return
    touching(tournament.pk, "requests")
    ByeRequest.objects.filter(player__in=players, round_number=round_number).delete()
    ByeRequest.objects.bulk_create(
        [
            ByeRequest(tournament=tournament, player=player, round_number=round_number, kind=kind)
            for player in players
        ],
        batch_size=500,
    )


def _log(
    tournament: Tournament, actor: User | None, round_number: int, groups: Mapping[str, list[Player]]
) -> None:
    apart = of_event(tournament)
    names = {
        what: [full_name(player.name, apart.get(player.number)) for player in players]
        for what, players in groups.items()
        if players
    }
    log.write(
        tournament=tournament,
        actor=actor,
        action=Action.CHECKED_IN,
        round_number=round_number,
        subject=", ".join(name for several in names.values() for name in several),
        after={
            "numbers": sorted(player.number for players in groups.values() for player in players),
            "settled": names,
        },
    )
